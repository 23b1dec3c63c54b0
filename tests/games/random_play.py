"""Random play of any game in the catalogue: the states that property tests look at."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from marshmallow import ValidationError, fields, validate

from schemas.fields import Word
from server.catalogue import CATALOGUE
from server.game import Action, Game, Resign, Seat, Step, play

ENTRIES = {entry.game.name: entry for entry in CATALOGUE}
GAMES = {name: entry.game for name, entry in ENTRIES.items()}

MOST_ACTIONS = 400  # of one session; players who bid at random sink and never win

RESIGNATIONS = 1 / 80  # of all actions
SMALL = 12  # no number of an option is larger, so that sessions come to an end


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
    """Options of *game* by chance, chosen again until a table can have them all."""
    create = ENTRIES[game.name].contract.create
    while True:
        body = {name: _random_value(field, chance) for name, field in create.fields.items()}
        try:
            chosen = create.load({name: value for name, value in body.items() if value is not None})
        except ValidationError:
            continue
        return game.options(**{name: value for name, value in chosen.items() if name not in ("seed", "name", "bots")})


def _random_value(field: fields.Field[Any], chance: Random) -> Any:
    """A value that *field* may take; None where its default must do."""
    bounds = next((check for check in field.validators if isinstance(check, validate.Range)), None)
    match field:
        case Word():
            return chance.choice(list(field.words))
        case fields.Boolean():
            return chance.random() < 0.5
        case fields.Integer() if bounds and bounds.min is not None and bounds.max is not None:
            return chance.choice([None, chance.randint(bounds.min, min(bounds.max, SMALL))])
        case _:
            return None
