"""How the house plays the seats that are its own, and what it advises others to do: a file or a folder a game.

A bot is told what its seat has seen, what it may do and how well to play, and is given a stream of chance; it never
sees a state, so it cannot play from another's hand. It does the same work whether or not its move is forced, for the
time it takes is seen by everybody.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from server.deal import Chance
from server.game import Action, Level, Seat


@dataclass(frozen=True, slots=True)
class Advice:
    """One of the legal actions, and a sentence that says why, from what the seat may know."""

    action: Action
    reason: str


Pause: TypeAlias = Callable[[], None]
"""Called between two thoughts, so that others may come first."""


def no_pause() -> None:
    """Think on."""


class Bot(Protocol):
    """How the house plays a game."""

    def __call__(
        self, memory: Any, seat: Seat, legal: tuple[Any, ...], level: Level, chance: Chance, pause: Pause = no_pause, /
    ) -> Advice:
        """What it does at *seat*, which has seen what is in *memory*: one of the *legal* actions of its turn."""
