"""Stores in trouble, for what the edge says then."""

from collections.abc import Sequence
from typing import NoReturn

from server.sessions.memory import MemoryStore
from server.sessions.session import Status
from server.sessions.store import Change, Key, OutcomeUnknown, Row, StoreUnavailable
from tests.faults.quiet import Quiet

HOUR = 3600


class Failing(Quiet):
    """Answers everything with ``error``."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def load(self, address: str, key: Key | None = None) -> NoReturn:
        raise self.error

    def load_all(self, addresses: Sequence[str]) -> NoReturn:
        raise self.error

    def commit(self, address: str, change: Change) -> NoReturn:
        raise self.error

    def forget(self, address: str, *, kept: int, scopes: Sequence[str]) -> NoReturn:
        raise self.error

    def entries(self, address: str, *, since: int, limit: int) -> NoReturn:
        raise self.error

    def reserve(self, key: Key, value: str) -> NoReturn:
        raise self.error

    def announce(self, lobby: str, row: Row, status: Status) -> NoReturn:
        raise self.error

    def withdraw(self, lobby: str, row: Row) -> NoReturn:
        raise self.error

    def page(self, lobby: str, statuses: Sequence[Status], *, before: Row | None, limit: int) -> NoReturn:
        raise self.error

    def count(self, name: str, window: int, by: int = 1) -> NoReturn:
        raise self.error

    def census(self, lobbies: Sequence[str]) -> NoReturn:
        raise self.error

    def condition(self) -> NoReturn:
        raise self.error

    def now(self) -> NoReturn:
        raise self.error


class Faulty(MemoryStore):
    """Has two faults to switch on: it ``mumbles`` when it has written something, and ``loses_the_lobby``."""

    def __init__(self) -> None:
        super().__init__(HOUR)
        self.mumbles = False
        self.loses_the_lobby = False

    def commit(self, address: str, change: Change) -> None:
        super().commit(address, change)
        if self.mumbles:
            raise OutcomeUnknown

    def announce(self, lobby: str, row: Row, status: Status) -> None:
        if self.loses_the_lobby:
            raise StoreUnavailable
        super().announce(lobby, row, status)

    def withdraw(self, lobby: str, row: Row) -> None:
        if self.loses_the_lobby:
            raise StoreUnavailable
        super().withdraw(lobby, row)
