"""The list in the lobby: the sessions of a game that want to be found, newest first.

A session gets its row before it is one, so whoever is told that it is open is to find it there. What becomes of it is
told to the lobby afterwards, and that may be late or lost: whoever lists puts right what is gone or in another state.
"""

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress

from server.look import Look
from server.sessions.session import Status
from server.sessions.store import Damaged, OutcomeUnknown, Row, Store, Stored, StoreUnavailable, address_of

_PAGES = 8  # how far one listing looks for sessions that match

_log = logging.getLogger(__name__)


class Listing:
    """The rows of the game *name*.

    ``read`` makes of a session's id and document what a spectator sees, and raises ``Damaged``.
    """

    def __init__(self, name: str, store: Store, *, read: Callable[[str, Stored], Look]) -> None:
        self._name = name
        self._store = store
        self._read = read

    def page(
        self, statuses: Sequence[Status], *, before: Row | None, limit: int, wanted: Callable[[Look], bool]
    ) -> tuple[list[Look], Row | None]:
        """Up to *limit* listed sessions as a spectator sees them, and the row to go on from, if any."""
        found: list[tuple[Row, Look]] = []
        for _ in range(_PAGES):
            rows = self._store.page(self._name, statuses, before=before, limit=limit + 1)
            documents = self._store.load_all([address_of(self._name, row.session_id) for row, _ in rows])
            for (row, announced), stored in zip(rows, documents, strict=True):
                look = self._session(row, announced, stored)
                if look and look.status in statuses and wanted(look):
                    found.append((row, look))
            if len(found) > limit:
                return [look for _, look in found[:limit]], found[limit - 1][0]
            if len(rows) <= limit:
                return [look for _, look in found], None
            before = rows[-1][0]
        return [look for _, look in found], before

    def announce(self, look: Look) -> None:
        """Give a session that is about to be opened its row. Raises ``StoreUnavailable``: then it is not to be."""
        if look.state.options.listed:
            try:
                self._store.announce(self._name, _row(look), look.status)
            except OutcomeUnknown as unknown:
                raise StoreUnavailable from unknown

    def show(self, look: Look) -> None:
        """Show a session as it is. What is done is done, and the lobby may be late."""
        if look.state.options.listed:
            with suppress(StoreUnavailable, OutcomeUnknown):
                self._store.announce(self._name, _row(look), look.status)

    def hide(self, look: Look) -> None:
        self._withdraw(_row(look))

    def _session(self, row: Row, announced: Status, stored: Stored | Damaged | None) -> Look | None:
        """The session of a row, None if it is gone; and the lobby put right if it is not as was announced."""
        if stored is None or (not isinstance(stored, Damaged) and not stored.body):
            if stored or row.is_settled(self._store.now()):
                self._withdraw(row)
            return None
        try:
            if isinstance(stored, Damaged):
                raise stored
            look = self._read(row.session_id, stored)
        except Damaged as damage:  # one that cannot be read is no reason to show none
            _log.error("session %s is damaged: %s", row.session_id, damage)
            return None
        if row != _row(look):  # of a try to open it that was too late
            self._withdraw(row)
            return None
        if look.status is not announced:
            self.show(look)
        return look

    def _withdraw(self, row: Row) -> None:
        with suppress(StoreUnavailable, OutcomeUnknown):
            self._store.withdraw(self._name, row)


def _row(look: Look) -> Row:
    return Row(look.session.created_at, look.session_id)
