"""How the house plays the seats that are its own, a file a game.

A bot is told what its seat may know, what it may do, and given a stream of chance; it never sees a state, so it
cannot play from another's hand.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

from server.deal import Chance
from server.game import Action, Seat

Bot: TypeAlias = Callable[[Any, Seat, tuple[Any, ...], Chance], Action]
"""(view, seat, its legal actions, chance) -> one of them."""
