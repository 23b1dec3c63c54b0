"""The dealer: deals when everybody is there, lets the house act, and keeps the clock.

Everything the house has to do is done within the step that made it its turn, so a session at rest waits for a player.
"""

from typing import Any, Generic, TypeVar

from server.deal import Chance
from server.game import Game, Level, State, play, replace
from server.house import House
from server.ledger import Draft, Log
from server.look import Look
from server.sessions.session import Session

S = TypeVar("S", bound=State)


class Dealer(Generic[S]):
    """Deals *game*, in which the *house* plays its seats."""

    def __init__(self, game: Game[S], house: House[S]) -> None:
        self._game = game
        self._house = house

    def deals(self, session: Session[S], log: Log) -> Session[S]:
        """*session*, dealt if everybody is there now."""
        if not session.is_complete:
            return session
        step = self._game.deal(session.state.options, session.state.seed, session.bots)
        log.tell(step)
        return self.goes_on(session, step.state, log)

    def goes_on(self, session: Session[S], state: S, log: Log) -> Session[S]:
        """*session* in its new *state*, after the house has acted until it is nobody's turn but a player's."""
        while (seat := self._house.turn(state)) is not None:
            chance = Chance(state.seed, f"bot:{seat}:{log.tag.version}")
            level = session.players[seat].level or _level(state.options)
            action = self._house.advise(state, seat, level, chance).action
            step = play(self._game, state, seat, action)
            log.tell(step, by=(seat, action), auto=True)
            log.acted.add(seat)
            state = step.state
        return replace(session, state=state, updated_at=log.at, deadline=self._deadline(session, state, log))

    def time_out(self, look: Look, log: Log) -> Draft:
        """What becomes of a session whose turn is over (SH-15)."""
        assert self._game.time_out, "only a game with a clock has turns that are over"
        step = self._game.time_out(look.state)
        log.tell(step, auto=True)
        return Draft(self.goes_on(look.session, step.state, log), look.seat, log)

    def _deadline(self, before: Session[S], state: S, log: Log) -> int | None:
        """When the turn is over: those who still owe the one they owed before have what is left of it."""
        seconds: int | None = getattr(state.options, "turn_seconds", None)
        owing = set(self._game.to_act(state))
        if seconds is None or not owing:
            return None
        if before.deadline is not None and owing <= set(self._game.to_act(before.state)) - log.acted:
            return before.deadline
        return log.at + seconds * 1000


def _level(options: Any) -> Level:
    """How well the house plays where nobody has said so of a seat."""
    level: Level = getattr(options, "bot_level", Level.STEADY)
    return level
