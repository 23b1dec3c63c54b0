"""What a run has played and checked, counted: what locust's own figures do not tell."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import ParamSpec

from tests.load.invariants import Violated, Wrong

Asked = ParamSpec("Asked")


class Tally:
    """``played`` are sessions to the end by who played them, ``checked`` invariants that held, ``put_off`` answers that
    asked to come back later."""

    def __init__(self) -> None:
        self.played: Counter[str] = Counter()
        self.checked: Counter[str] = Counter()
        self.violated: Counter[str] = Counter()
        self.put_off: Counter[str] = Counter()

    def hold(self, invariant: Callable[Asked, Wrong], *answers: Asked.args, **more: Asked.kwargs) -> None:
        """Raises ``Violated`` if the *invariant* tells of anything wrong."""
        name = invariant.__name__.replace("_", " ")
        for wrong in invariant(*answers, **more):
            raise Violated(name, wrong)
        self.checked[name] += 1

    def add(self, other: Mapping[str, Mapping[str, int]]) -> None:
        """Count what another process has counted, as it was *told* there."""
        for kind, counts in other.items():
            getattr(self, kind).update(counts)

    def told(self) -> dict[str, dict[str, int]]:
        return {kind: dict(counts) for kind, counts in vars(self).items()}

    def clear(self) -> None:
        for counts in vars(self).values():
            counts.clear()

    def lines(self) -> Iterator[str]:
        """The tally as people read it."""
        titles = {
            "played": "sessions to the end",
            "checked": "invariants that held, times",
            "violated": "VIOLATED, times",
            "put_off": "answers to come back later, waited for and asked again",
        }
        for kind, title in titles.items():
            counts: Counter[str] = getattr(self, kind)
            if counts:
                yield f"{title}: {counts.total()}"
                yield from (f"  {times:>9}  {name}" for name, times in counts.most_common())
