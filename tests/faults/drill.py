"""What a drill is: a promise under attack for so many operations, and a report of what became of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

Progress: TypeAlias = Callable[[int], None]
"""Is told how many more operations are done."""


@dataclass
class Report:
    """``violations`` are sentences, each a promise broken; ``figures`` what was measured, by name."""

    operations: int = 0
    violations: list[str] = field(default_factory=list)
    figures: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Drill:
    """``run`` is given how many operations to make, an empty folder and whom to tell of progress.

    It stays on loopback, is bounded in time, and ends only what it started.
    """

    name: str
    promise: str
    large: int
    run: Callable[[int, Path, Progress], Report]


def unheard(done: int) -> None:
    """Progress that nobody watches."""
