"""Looking on: a session as it is, as it becomes while one waits, and what has happened in it.

Whoever waits is woken by a bell, and then looks at the session itself. The bell may ring for nothing and, where a
connection broke, not at all for a while, so everybody looks now and then without being woken. A turn that runs out
rings no bell: of those of one process who wait for a session the first looks when it does, and that settles it; the
others are woken by what comes of it.
"""

import logging
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import BoundedSemaphore
from time import monotonic
from typing import Any

from server import meters
from server.game import Refused
from server.ledger import Ledger
from server.look import Claim, Look, Replay
from server.sessions.session import Status, Tag
from server.sessions.store import Bell, Damaged, Entry, Row, StoreUnavailable

QUIET = 15.0  # seconds after which a stream says that it is still there
_PAUSE = 1.0  # seconds between two looks at a store that is away, or takes no writes
_PAGE = 100  # events read at once for a stream
READERS = 8  # streams of a process that read such a page at a time, so that players find places at the store
_GRACE = 0.5  # seconds that the first has to settle a turn before the others come to see

_log = logging.getLogger(__name__)


class Watch:
    """Looks at the sessions in a *ledger*."""

    def __init__(self, ledger: Ledger[Any]) -> None:
        self._ledger = ledger
        self._waiting: dict[str, list[Bell]] = defaultdict(list)
        self._reading = BoundedSemaphore(READERS)

    def find(self, session_id: str, claim: Claim | None) -> None:
        """Raises ``Refused`` if there is no such session, or *claim* is no longer good for it."""
        self._ledger.find(session_id, claim)

    def look(
        self, session_id: str, claim: Claim | None, *, patience: float = 0, known: Callable[[Look], bool] | None = None
    ) -> Look:
        """The session as the bearer of *claim*, or a spectator, sees it: as it is, or for up to *patience* seconds not
        before it is another than is *known*."""
        look = self._ledger.look(session_id, claim)
        if not patience or known is None or not known(look):
            return look
        end = monotonic() + patience
        with self._listening(session_id) as bell, meters.held.open():
            look = self._ledger.look(session_id, claim)  # what came before the bell was there does not ring it
            while known(look) and not self._ledger.closing and (left := end - monotonic()) > 0:
                bell.wait(min(left, self._time_left(look, bell), QUIET))
                look = self._ledger.look(session_id, claim)
        return look

    def events(
        self, session_id: str, claim: Claim | None, *, after: Tag, limit: int, patience: float = 0
    ) -> list[Entry]:
        """Up to *limit* events after a point in the history, which may be given by its number alone.

        While there are none the answer is held, for up to *patience* seconds.
        """
        look = self.look(session_id, claim, patience=patience, known=lambda look: _is_at(look, after))
        if _is_at(look, after):
            return []
        self._check(look, after)
        return self._ledger.events(session_id, since=after.version, limit=limit, version=look.tag.version)

    def follow(self, session_id: str, claim: Claim | None, *, after: Tag) -> Iterator[Sequence[Entry]] | None:
        """The events after a point in the history as they happen, until the end; nothing, now and then, if none do.

        None where none will come any more.
        """
        look = self._ledger.look(session_id, claim)
        if not _is_at(look, after):
            self._check(look, after)
        elif look.status is Status.FINISHED:
            return None
        return self._told(session_id, claim, after)

    @property
    def closing(self) -> bool:
        """Whether the process is about to stop."""
        return self._ledger.closing

    def replay(self, session_id: str, claim: Claim | None) -> Replay:
        """The whole of a finished session."""
        look = self._ledger.look(session_id, claim)
        if look.status is not Status.FINISHED:
            raise Refused("session_not_finished")
        return self._ledger.replay(look)

    def sessions(
        self, statuses: Sequence[Status], *, open_seats: int, before: Row | None, limit: int
    ) -> tuple[list[Look], Row | None]:
        """Listed sessions with at least so many *open_seats*, newest first, and the row to go on from, if any."""
        if open_seats:
            statuses = [status for status in statuses if status is Status.WAITING]
        return self._ledger.listing.page(
            statuses, before=before, limit=limit, wanted=lambda look: len(look.session.open_seats) >= open_seats
        )

    def _told(self, session_id: str, claim: Claim | None, at: Tag) -> Iterator[Sequence[Entry]]:
        """A store that is away is waited for; a session that is gone, or has another history by now, is the end."""
        with self._listening(session_id) as bell:
            spoke = monotonic()
            while True:
                pause = _PAUSE
                try:
                    look = self._ledger.look(session_id, claim)
                    while at.version < look.tag.version:
                        limit = min(_PAGE, look.tag.version - at.version)  # what has come since is for the next look
                        with self._reading:
                            page = self._ledger.events(
                                session_id, since=at.version, limit=limit, version=look.tag.version
                            )
                        if not _goes_on(at, page):
                            return
                        yield page
                        at, spoke = page[-1].tag, monotonic()
                    if look.status is Status.FINISHED or look.tag.version < at.version:
                        return
                    pause = self._time_left(look, bell)
                except StoreUnavailable:
                    pass
                except (Refused, Damaged) as end:
                    _log.debug("a stream of %s ends: %s", session_id, end)
                    return
                if self.closing:
                    return
                bell.wait(min(pause, max(spoke + QUIET - monotonic(), 0)))
                if monotonic() >= spoke + QUIET:
                    yield ()
                    spoke = monotonic()

    @contextmanager
    def _listening(self, session_id: str) -> Iterator[Bell]:
        """A bell, in the row of those who wait for the session."""
        with self._ledger.listen(session_id) as bell:
            row = self._waiting[session_id]
            row.append(bell)
            try:
                yield bell
            finally:
                row.remove(bell)
                if not row:
                    self._waiting.pop(session_id, None)

    def _time_left(self, look: Look, bell: Bell) -> float:
        """Seconds until whoever waits with *bell* is to see about the turn.

        One that is over after a look could not be settled: the store takes no writes.
        """
        if look.time_left <= 0:
            return _PAUSE
        first = self._waiting[look.session_id][0] is bell
        return look.time_left if first else look.time_left + _GRACE

    def _check(self, look: Look, after: Tag) -> None:
        """Raises ``Refused`` for a point that is not in the history of the session."""
        if after.version > look.tag.version or (after.digest and not self._ledger.knows(look, after)):
            raise Refused("history_lost")


def _is_at(look: Look, point: Tag) -> bool:
    return point in (look.tag, Tag(look.tag.version))


def _goes_on(at: Tag, page: Sequence[Entry]) -> bool:
    """Whether *page* has the history that goes on from a point, as far as that is known."""
    return not (at.version and at.digest) or at.after(page[0].event) == page[0].tag
