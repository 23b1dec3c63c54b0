"""The house: it acts for the seats that are its own, and advises the others.

It plays from what the seat has seen and from nothing else. Deep thought takes a while; between two thoughts it makes a
``pause``, in which the process may answer others.
"""

from time import perf_counter
from typing import Any, Generic, TypeVar

from server import meters
from server.bots import Advice, Bot, Pause, no_pause
from server.deal import Chance
from server.game import Action, Game, Level, Seat, State

S = TypeVar("S", bound=State)


class House(Generic[S]):
    """Plays *game* as *bot* does; None where it never plays."""

    def __init__(self, game: Game[S], bot: Bot | None, pause: Pause = no_pause) -> None:
        self._game = game
        self._bot = bot
        self._pause = pause
        self._thought = {level: meters.bot_seconds.of(game.name, level) for level in Level} if bot else {}

    def turn(self, state: S) -> Seat | None:
        """The first seat whose turn it is and that the house acts for."""
        if self._game.house is None:
            return None
        own = self._game.house(state)
        return next((seat for seat in self._game.to_act(state) if seat in own), None)

    def advise(self, state: S, seat: Seat, level: Level, chance: Chance) -> Advice:
        """What the house would do at *seat*, whose turn it is."""
        assert self._bot is not None, "a game with a house has a bot"
        memory, legal = self.memory(state, seat), self._turn_actions(state, seat)
        began = perf_counter()
        advice = self._bot(memory, seat, legal, level, chance, self._pause)
        self._thought[level].add(perf_counter() - began)
        return advice

    def memory(self, state: S, seat: Seat) -> Any:
        """All that *seat* has seen."""
        return (self._game.memory or self._game.view)(state, seat)

    def _turn_actions(self, state: S, seat: Seat) -> tuple[Action, ...]:
        legal = self._game.legal_actions(state, seat)
        return tuple(action for action in legal if not isinstance(action, self._game.out_of_turn))
