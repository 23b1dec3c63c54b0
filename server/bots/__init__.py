"""How the house plays the seats that are its own, and what it advises others to do: a file a game.

A bot is told what its seat has seen, what it may do and how well to play, and is given a stream of chance; it never
sees a state, so it cannot play from another's hand. It does the same work whether or not its move is forced, for the
time it takes is seen by everybody.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

from server.deal import Chance
from server.game import Action, Level, Seat


@dataclass(frozen=True, slots=True)
class Advice:
    """One of the legal actions, and a sentence that says why, from what the seat may know."""

    action: Action
    reason: str


Bot: TypeAlias = Callable[[Any, Seat, tuple[Any, ...], Level, Chance], Advice]
"""(what the seat has seen, seat, its legal actions in turn, level, chance) -> what it does."""
