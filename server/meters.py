"""What is counted of the evening: answers, actions, refusals, trips to the store, and how long things take.

A meter is plain numbers in a row of cells, at places that are fixed when it is bound to its labels, at the start. The
rows of all workers lie on one board (``board.py``), and to read a meter is to add up its columns.

prometheus_client writes what is read here (``web/metrics.py``), and could count as well. It keeps a file for each
process that ever was, and asks for a lock and for the number of the process with each count: 2.1 µs, and 3.1 for a
time, where these take 0.2 and 0.5. An action makes seven of them, 2.5 µs in all.

Nothing interrupts a greenlet while it counts, so nothing is locked. What a label may say is known at the start: no
session, seat, card, token or address can come into one.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from server.board import sheet

PREFIX = "leverstoke_"


def numbers() -> list[float]:
    """What stands in the cells of this process, as far as they have a meaning."""
    return list(sheet.cells[: sheet.bound])


class Count:
    """One number that goes up; a gauge's goes down again."""

    __slots__ = ("_at",)

    def __init__(self, at: int) -> None:
        self._at = at

    def add(self, number: float = 1) -> None:
        sheet.cells[self._at] += number

    def leads(self) -> bool:
        """Whether this process has a greater number than another one."""
        mine = sheet.cells[self._at]
        return any(row[self._at] < mine for row in sheet.board.rows_in_use())

    @contextmanager
    def open(self) -> Iterator[None]:
        """One more, for as long as it is open."""
        self.add()
        try:
            yield
        finally:
            self.add(-1)


class Times:
    """How long something took each time: all of them together in seconds, then how many up to each of the bounds."""

    __slots__ = ("_at", "_bounds", "_meter")

    def __init__(self, at: int, meter: "Histogram") -> None:
        self._at = at
        self._bounds = meter.bounds
        self._meter = meter

    def add(self, seconds: float) -> None:
        cells, at = sheet.cells, self._at
        cells[at] += seconds
        cells[at + 1 + bisect_left(self._bounds, seconds)] += 1
        if self._meter.heard_by is not None:
            self._meter.heard_by(seconds)


@dataclass(frozen=True, slots=True)
class Figure:
    """What was counted under some *words*: a number, or the seconds and how many up to each bound, and beyond."""

    words: tuple[str, ...]
    numbers: tuple[float, ...]


class Meter:
    """What is counted under one *name*, once for each of the words that its *labels* may have.

    A meter that is *sparse* shows nothing of words that were never counted.
    """

    def __init__(self, name: str, told: str, *labels: str, sparse: bool = False, cells: int = 1) -> None:
        self.name = f"{PREFIX}{name}"
        self.told = told
        self.labels = labels
        self._sparse = sparse
        self._cells = cells
        self._places: dict[tuple[str, ...], int] = {}
        METERS.append(self)

    def read(self) -> Iterator[Figure]:
        """What all processes together have counted."""
        rows = sheet.board.rows()
        for words, cells in self.places():
            numbers = tuple(map(sum, zip(*(row[cells.start : cells.stop] for row in rows), strict=True)))
            if any(numbers) or not self._sparse:
                yield Figure(words, numbers)

    def places(self) -> Iterator[tuple[tuple[str, ...], range]]:
        """All words that may be counted, and the numbers of their cells."""
        for words, at in tuple(self._places.items()):
            yield words, range(at, at + self._cells)

    def _place(self, words: tuple[str, ...]) -> int:
        """Where *words* are counted. All are bound at the start, by every worker in the same order."""
        if len(words) != len(self.labels):
            raise ValueError(f"{self.name} is by {self.labels}: {words}")
        if words not in self._places:
            self._places[words] = sheet.bind(self._cells)
        return self._places[words]


METERS: list[Meter] = []
"""All that are counted."""


class Counter(Meter):
    """Counts what has happened."""

    def of(self, *words: str) -> Count:
        return Count(self._place(words))


class Gauge(Meter):
    """Counts what is open; all are there before a worker is, for a board to know them."""

    def of(self, *words: str) -> Count:
        at = self._place(words)
        sheet.gauges.append(at)
        return Count(at)


class Histogram(Meter):
    """Times, by *bounds* in seconds. ``heard_by`` is told of each as well."""

    def __init__(self, name: str, told: str, *labels: str, bounds: Sequence[float], sparse: bool = False) -> None:
        self.bounds = tuple(bounds)
        self.heard_by: Callable[[float], None] | None = None
        super().__init__(name, told, *labels, sparse=sparse, cells=len(bounds) + 2)

    def of(self, *words: str) -> Times:
        return Times(self._place(words), self)


_ANSWERS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1)
_TRIPS = (0.0002, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.2)
_THOUGHTS = (0.0005, 0.002, 0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5)

requests = Counter(
    "requests",
    "Answers, by operationId and status. The operation none is a page, a preflight, or a path that leads nowhere.",
    "operation",
    "status",
    sparse=True,
)
request_seconds = Histogram(
    "request_seconds",
    "Until an answer begins. Those that were asked to wait for something are not among them.",
    "operation",
    bounds=_ANSWERS,
    sparse=True,
)
actions = Counter("actions", "Actions that were taken, by a player or by the house.", "game", "action", "who")
refusals = Counter("refusals", "Problems that were answered.", "code")
opened = Counter("sessions_opened", "Sessions that were opened.", "game")
finished = Counter("sessions_finished", "Sessions that came to their end.", "game")
removed = Counter("sessions_removed", "Sessions that were removed before their end.", "game")
connections = Gauge("connections", "Connections of clients that are open.").of()
streams = Gauge("streams", "Event streams that are open.").of()
held = Gauge("held_requests", "Requests that are held until something happens at their table.").of()
trips = Counter(
    "store_trips",
    "Trips to the store: answered, or unavailable where nothing was done, or unknown where nobody can tell.",
    "outcome",
)
trip_answered, trip_unavailable, trip_unknown = map(trips.of, ("answered", "unavailable", "unknown"))
store_seconds = Histogram(
    "store_seconds",
    "Of a trip to the store that was answered, from when it was wanted: the wait for a place is part of it.",
    bounds=_TRIPS,
)
trip_seconds = store_seconds.of()
conflicts = Counter("conflicts", "Steps that were not written, since another was written first.").of()
bot_seconds = Histogram(
    "bot_seconds",
    "That the house thought about an action, or a hint; it lets others come first meanwhile.",
    "game",
    "level",
    bounds=_THOUGHTS,
)
