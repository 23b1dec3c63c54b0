"""What a request is counted as: every meter it moves, and by how much. How long things took is left out."""

from collections import Counter
from typing import TypeAlias

from server import meters

Counted: TypeAlias = tuple[tuple[str, tuple[str, ...], float], ...]
"""(meter, words, how many more)."""


class Counts:
    """Looks at all meters now, to tell later which have moved."""

    def __init__(self) -> None:
        self._before = meters.numbers()

    def moved(self) -> Counted:
        """By how much since. Of times it is how many there were, however long."""
        after = meters.numbers()
        moved = Counter[tuple[str, tuple[str, ...]]]()
        for at, (was, now) in enumerate(zip(self._before, after, strict=True)):  # none is bound meanwhile
            if was != now:
                meter, words, part = _place(at)
                if not (isinstance(meter, meters.Histogram) and part == 0):
                    moved[meter.name, words] += round(now - was)
        return tuple(sorted((name, words, number) for (name, words), number in moved.items() if number))


def _place(at: int) -> tuple[meters.Meter, tuple[str, ...], int]:
    """Whose cell the one numbered *at* is, and which of its."""
    if at not in _known:
        for meter in meters.METERS:
            for words, cells in meter.places():
                _known.update({cell: (meter, words, part) for part, cell in enumerate(cells)})
    return _known[at]


_known: dict[int, tuple[meters.Meter, tuple[str, ...], int]] = {}
