"""The lobby: which sessions are listed, newest first.

One sorted set a status, all of a game's in one hash slot. A row is the time of creation and the id, so that rows
sort by time and a row is also the place in the list from which to go on. A session's own keys lie in another
slot: a row is written before its session, and what becomes of the session can be late here. Whoever lists looks at
the sessions themselves, and puts right what it finds gone or in another state. Nobody sweeps; every new row takes the
oldest along if their sessions are over.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress

from server.sessions.link import Link
from server.sessions.server import EXEC, MULTI
from server.sessions.session import Status
from server.sessions.store import Row

_SWEPT = 2  # the old rows looked at for every new one: more go than come
_OUTLIVES = 10  # lives of an untouched session that a lobby lasts without a new row


class Lobby:
    """The rows of every game, in Redis. ``ttl``: seconds a session lives untouched."""

    def __init__(self, link: Link, ttl: int) -> None:
        self._link = link
        self._ttl = _OUTLIVES * ttl

    def announce(self, lobby: str, row: Row, status: Status) -> list[Row]:
        """Show *row* under *status* and under no other. Returns the oldest rows there, which may be out of date."""
        key = _key(lobby, status)
        *_, done = self._link.ask(
            key,
            MULTI,
            *(("ZREM", _key(lobby, other), str(row)) for other in Status if other is not status),
            ("ZADD", key, 0, str(row)),
            ("EXPIRE", key, self._ttl),
            ("ZRANGE", key, 0, _SWEPT - 1),
            EXEC,
            writes=True,
        )
        return list(_rows(done[-1]))

    def withdraw(self, lobby: str, rows: Sequence[Row]) -> None:
        """Show *rows* no more."""
        gone = [("ZREM", _key(lobby, status), *map(str, rows)) for status in Status]
        self._link.ask(gone[0][1], MULTI, *gone, EXEC, writes=True)

    def census(self, lobbies: Sequence[str]) -> dict[tuple[str, Status], int]:
        """How many rows there are, those that are out of date among them."""
        places = [(lobby, status) for lobby in lobbies for status in Status]
        keys = [_key(*place) for place in places]
        numbers = self._link.ask_for([(key, ("ZCARD", key)) for key in keys])
        return {place: number for place, number in zip(places, numbers, strict=True) if isinstance(number, int)}

    def page(self, lobby: str, statuses: Sequence[Status], before: Row | None, limit: int) -> list[tuple[Row, Status]]:
        """Up to *limit* rows below *before*, newest first, and what status each stands under."""
        if not statuses:
            return []
        keys = [_key(lobby, status) for status in statuses]
        highest = f"({before}" if before else "+"
        pages = self._link.ask(keys[0], *(("ZREVRANGEBYLEX", key, highest, "-", "LIMIT", 0, limit) for key in keys))
        rows = {row: status for status, page in zip(statuses, pages, strict=True) for row in _rows(page)}
        return sorted(rows.items(), reverse=True)[:limit]


def _rows(texts: Iterable[bytes]) -> Iterator[Row]:
    """Those that are rows: what else somebody has put there is none of ours."""
    for text in texts:
        with suppress(ValueError):
            yield Row.parse(text.decode())


def _key(lobby: str, status: Status) -> str:
    return f"leverstoke:{{lobby:{lobby}}}:{status}"
