"""Random play of any game in the catalogue: the states that property tests look at."""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from enum import Enum
from random import Random
from typing import Any, get_args, get_type_hints

from server.catalogue import CATALOGUE
from server.game import Action, Game, Resign, Seat, Step, play
from server.games import shooter

ENTRIES = {entry.game.name: entry for entry in CATALOGUE}
GAMES = {name: entry.game for name, entry in ENTRIES.items()}

MOST_ACTIONS = 400  # of one session; players who bid at random sink and never win

RESIGNATIONS = 1 / 200  # of all actions


@dataclass(frozen=True)
class Moment:
    """A state in random play, and the step that led there: ``action`` by ``seat``, None for the deal."""

    game: Game[Any]
    before: Any
    seat: Seat | None
    action: Action | None
    step: Step[Any]

    @property
    def state(self) -> Any:
        return self.step.state

    @property
    def seats(self) -> range:
        return range(self.game.players(self.state.options))

    @property
    def readers(self) -> list[Seat | None]:
        """Every seat, and the spectator."""
        return [*self.seats, None]


def session(game: Game[Any], seed: int, most: int = MOST_ACTIONS) -> Iterator[Moment]:
    """A session of *game* with options, actions and now and then a resignation by chance. The same seed, the same."""
    chance = Random(f"{game.name} {seed}")
    step = game.deal(random_options(game, chance), f"random {seed}")
    yield Moment(game, None, None, None, step)
    for _ in range(most):
        state = step.state
        acting = [seat for seat in range(game.players(state.options)) if game.legal_actions(state, seat)]
        if game.result(state) is not None or not acting:
            return
        seat = chance.choice(acting)
        resigns = chance.random() < RESIGNATIONS and game.may_resign(state, seat)
        action = Resign() if resigns else chance.choice(game.legal_actions(state, seat))
        step = play(game, state, seat, action)
        yield Moment(game, state, seat, action, step)


def random_options(game: Game[Any], chance: Random) -> Any:
    """Options of *game* by chance: every word of every closed set, every truth, and numbers in their range."""
    contract = ENTRIES[game.name].contract
    hints = get_type_hints(game.options)
    chosen: dict[str, Any] = {}
    for field in fields(game.options):
        kinds = get_args(hints[field.name]) or (hints[field.name],)
        kind = kinds[0]
        if kind is bool:
            chosen[field.name] = chance.random() < 0.5
        elif issubclass(kind, Enum):
            chosen[field.name] = chance.choice(list(kind))
        elif kind is int:
            (bounds,) = contract.create.fields[field.name].validators
            chosen[field.name] = chance.randint(bounds.min, min(bounds.max, 12))  # type: ignore[attr-defined]
    if game is shooter.GAME:
        chosen["partners"] = chosen["partners"] and chosen["players"] == 4
        chosen["first_dealer"] = chance.choice([None, chosen["first_dealer"] % chosen["players"]])
    return game.options(**chosen)
