"""A store that lies open: what it keeps can be set aside and put back, and the same history written for another world.

It promises what the others do, but that nothing expires.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields

from server.sessions.session import Status
from server.sessions.store import (
    Answer,
    Census,
    Change,
    Condition,
    Conflict,
    Count,
    Damaged,
    Durability,
    Entry,
    Key,
    Reading,
    Row,
    Stored,
)
from tests.faults.quiet import Quiet

ANSWERS_KEPT = 4  # of one scope


@dataclass
class Contents:
    """All that a shelf keeps. Sessions are by address, answers by address and scope, reserved ids by key."""

    documents: dict[str, Stored] = field(default_factory=dict)
    logs: dict[str, tuple[Entry, ...]] = field(default_factory=dict)
    answers: dict[tuple[str, str], dict[str, Answer]] = field(default_factory=dict)
    reserved: dict[tuple[str, str], tuple[str, str]] = field(default_factory=dict)
    lobbies: dict[tuple[str, Row], Status] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def copy(self) -> "Contents":
        """The same, so that what is put on one shelf does not show on another. No value is ever changed in place."""
        return Contents(*(dict(getattr(self, kept.name)) for kept in fields(self)))


class Shelf(Quiet):
    """A store whose ``contents`` are there to be taken and replaced. ``commits`` counts what was written.

    Its *clock* gives milliseconds since 1970.
    """

    def __init__(self, clock: Callable[[], int]) -> None:
        self.now = clock
        self.contents = Contents()
        self.commits = 0

    def load(self, address: str, key: Key | None = None) -> Reading:
        kept = self.contents.answers.get((address, key.scope), {}) if key else {}
        return Reading(self.contents.documents.get(address), kept.get(key.name) if key else None, self.now())

    def load_all(self, addresses: Sequence[str]) -> list[Stored | Damaged | None]:
        return [self.contents.documents.get(address) for address in addresses]

    def commit(self, address: str, change: Change) -> None:
        contents = self.contents
        now = contents.documents.get(address)
        if (now.tag if now else None) != change.base or not change.is_in_time(self.now()):
            raise Conflict
        self.commits += 1
        contents.documents[address] = change.stored
        contents.logs[address] = (*contents.logs.get(address, ()), *change.entries)
        if change.key and change.answer:
            scope = (address, change.key.scope)
            kept = contents.answers.get(scope, {}) | {change.key.name: change.answer}
            contents.answers[scope] = dict(list(kept.items())[-ANSWERS_KEPT:])

    def forget(self, address: str, *, kept: int, scopes: Sequence[str]) -> None:
        contents = self.contents
        contents.logs[address] = contents.logs.get(address, ())[:kept]
        for scope in scopes:
            contents.answers.pop((address, scope), None)

    def entries(self, address: str, *, since: int, limit: int) -> list[Entry]:
        return list(self.contents.logs.get(address, ())[since : since + limit])

    def reserve(self, key: Key, value: str) -> tuple[str, str]:
        return self.contents.reserved.setdefault((key.scope, key.name), (key.digest, value))

    def announce(self, lobby: str, row: Row, status: Status) -> None:
        self.contents.lobbies[lobby, row] = status

    def withdraw(self, lobby: str, row: Row) -> None:
        self.contents.lobbies.pop((lobby, row), None)

    def page(
        self, lobby: str, statuses: Sequence[Status], *, before: Row | None, limit: int
    ) -> list[tuple[Row, Status]]:
        shown = {row: status for (place, row), status in self.contents.lobbies.items() if place == lobby}
        rows = sorted((row for row in shown if before is None or row < before), reverse=True)
        return [(row, shown[row]) for row in rows if shown[row] in statuses][:limit]

    def count(self, name: str, window: int, by: int = 1) -> Count:
        counts = self.contents.counts
        counts[name] = counts.get(name, 0) + by
        return Count(counts[name], window)

    def census(self, lobbies: Sequence[str]) -> Census:
        shown = Counter((place, status) for (place, _), status in self.contents.lobbies.items())
        keys = len(self.contents.documents) + len(self.contents.reserved)
        return Census(keys, {(lobby, status): shown[lobby, status] for lobby in lobbies for status in Status}, {})

    def condition(self) -> Condition:
        return Condition("shelf", "1", Durability.NONE, "noeviction", replicas=0)
