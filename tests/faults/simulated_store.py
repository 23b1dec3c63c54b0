"""A store in plain dicts that has every fault a real one can have, by chance and as often as one likes.

Whoever calls it lets the others go first: each is a greenlet, and which goes on is drawn from the seed. So a seed is a
story that can be told again.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from random import Random
from typing import TypeAlias

from greenlet import getcurrent, greenlet

from server.sessions import store as port
from server.sessions.session import Status, Tag
from server.sessions.store import (
    Answer,
    Census,
    Change,
    Condition,
    Conflict,
    Count,
    Damaged,
    Key,
    OutcomeUnknown,
    Reading,
    Row,
    Stored,
    StoreUnavailable,
)
from tests.faults.quiet import Quiet

Hear: TypeAlias = Callable[[str], None]
"""Is told what happens, line by line."""


_BEGINNING = 1_764_000_000_000  # milliseconds since 1970
_CLOCK_JUMPS = (-86_400_000, -1, 0, 1000, 86_400_000)
_KEYS_KEPT = 32
_LATEST = 20  # how often what is under way lets others go first, at most


class Fault(StrEnum):
    NONE = "all goes well"
    AWAY = "the store is away"
    CRASH_BEFORE = "the server dies before the store is asked"
    CRASH_AFTER = "the store acts, and the server dies"
    LOST = "the store acts, and its reply is lost"
    UNSENT = "the command is lost, and nobody says so"
    LATE = "the command is under way until nobody waits for it"


_OF_READS = (Fault.AWAY, Fault.CRASH_BEFORE)
_OF_WRITES = tuple(Fault)[1:]


class Crashed(Exception):
    """The server is gone, and whoever asked gets no answer; to the store each request has a server of its own."""


class World:
    """Chance, the clock, and whose turn it is."""

    def __init__(self, seed: int, hear: Hear | None = None) -> None:
        self.chance = Random(seed)
        self.trouble = 0.0
        self._hear = hear
        self._ready: list[tuple[str, greenlet]] = []
        self._whose_turn = ""
        self._moments = 0
        self._clock = _BEGINNING

    def start(self, who: str, run: Callable[[], None]) -> None:
        self._ready.append((who, greenlet(run)))

    def go_on(self) -> None:
        """Have everybody go on, one at a time, until all have ended."""
        while self._ready:
            number = self.chance.randrange(len(self._ready))
            self._whose_turn, run = self._ready[number]
            run.switch()
            if run.dead:
                del self._ready[number]
        self._whose_turn = ""

    def pause(self) -> None:
        """Let others go first, if there are any."""
        turns = getcurrent().parent
        if turns:
            turns.switch()

    def moment(self) -> float:
        self._moments += 1
        return float(self._moments)

    def clock(self) -> int:
        """What the server takes for the time."""
        self._clock += self.chance.choice(_CLOCK_JUMPS) if self.chance.random() < self.trouble else 1
        return self._clock

    def fault(self, kinds: Sequence[Fault]) -> Fault:
        """One of *kinds*, each as likely as it ever is, or none."""
        share = len(kinds) / len(_OF_WRITES)
        return self.chance.choice(kinds) if self.chance.random() < self.trouble * share else Fault.NONE

    def tell(self, *what: object) -> None:
        if self._hear:
            words = " ".join(str(word) for word in what if word not in (None, {}))
            self._hear(f"{self._moments:4}  {self._whose_turn:6}{words}")


class SimulatedStore(Quiet):
    """What the port promises, with the faults of its *world*. Nothing expires, and the lobby is empty."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.documents: dict[str, Stored] = {}
        self._logs: dict[str, list[port.Entry]] = {}
        self._answers: dict[tuple[str, str], dict[str, Answer]] = {}
        self._reserved: dict[tuple[str, str], tuple[str, str]] = {}

    def load(self, address: str, key: Key | None = None) -> Reading:
        self._ask("to read")
        answer = self._answers.get((address, key.scope), {}).get(key.name) if key else None
        return Reading(self.documents.get(address), answer, self._world.clock())

    def now(self) -> int:
        self._ask("the time")
        return self._world.clock()

    def load_all(self, addresses: Sequence[str]) -> list[Stored | Damaged | None]:
        self._ask("to read")
        return [self.documents.get(address) for address in addresses]

    def commit(self, address: str, change: Change) -> None:
        match fault := self._ask("to write", _OF_WRITES):
            case Fault.UNSENT:
                raise OutcomeUnknown
            case Fault.LATE:
                self._world.start("late", lambda: self._write_late(address, change))
                raise OutcomeUnknown
        written = self._write(address, change)
        self._world.pause()
        match fault:
            case Fault.CRASH_AFTER:
                raise Crashed
            case Fault.LOST:
                raise self.reply_is_lost()
        if not written:
            raise Conflict

    def forget(self, address: str, *, kept: int, scopes: Sequence[str]) -> None:
        self._ask("to forget")
        del self._logs.get(address, [])[kept:]
        for scope in scopes:
            self._answers.pop((address, scope), None)

    def entries(self, address: str, *, since: int, limit: int) -> list[port.Entry]:
        self._ask("to read events")
        return self._logs.get(address, [])[since : since + limit]

    def reserve(self, key: Key, value: str) -> tuple[str, str]:
        self._ask("to reserve")
        return self._reserved.setdefault((key.scope, key.name), (key.digest, value))

    def announce(self, lobby: str, row: Row, status: Status) -> None:
        self._ask("to announce")

    def withdraw(self, lobby: str, row: Row) -> None:
        self._ask("to withdraw")

    def page(
        self, lobby: str, statuses: Sequence[Status], *, before: Row | None, limit: int
    ) -> list[tuple[Row, Status]]:
        self._ask("to list")
        return []

    def count(self, name: str, window: int, by: int = 1) -> Count:
        self._ask("to count")
        return Count(0, 0)

    def census(self, lobbies: Sequence[str]) -> Census:
        self._ask("how much there is")
        return Census(len(self.documents), {}, {})

    def condition(self) -> Condition:
        self._ask("how it is")
        return Condition("simulated", "0", None, "noeviction", 0)

    # What a store can get wrong, one by one.

    def is_current(self, address: str, base: Tag | None) -> bool:
        stored = self.documents.get(address)
        return (stored.tag if stored else None) == base

    def keep(self, address: str, key: Key, answer: Answer) -> None:
        kept = self._answers.setdefault((address, key.scope), {})
        kept[key.name] = answer
        if len(kept) > _KEYS_KEPT:
            del kept[next(iter(kept))]

    def reply_is_lost(self) -> Exception:
        return OutcomeUnknown()

    def _write(self, address: str, change: Change) -> bool:
        upon = change.base.version if change.base else 0
        if not self.is_current(address, change.base) or not change.is_in_time(self._world.clock()):
            self._world.tell("   store: version", upon, "is not the last, or it is not the time; nothing is written")
            return False
        self.documents[address] = change.stored
        self._logs.setdefault(address, []).extend(change.entries)
        if change.key and change.answer:
            self.keep(address, change.key, change.answer)
        self._world.tell("   store: version", change.stored.tag.version, "is written upon", upon)
        return True

    def _write_late(self, address: str, change: Change) -> None:
        for _ in range(self._world.chance.randrange(_LATEST)):
            self._world.pause()
        self._world.tell("   store: here comes what was under way")
        self._write(address, change)

    def _ask(self, what: str, kinds: Sequence[Fault] = _OF_READS) -> Fault:
        """Let others go before the command arrives, and draw what goes wrong with it."""
        self._world.pause()
        fault = self._world.fault(kinds)
        if fault is not Fault.NONE:
            self._world.tell("   store: asked", what, f"({fault})")
        if fault is Fault.AWAY:
            raise StoreUnavailable
        if fault is Fault.CRASH_BEFORE:
            raise Crashed
        return fault
