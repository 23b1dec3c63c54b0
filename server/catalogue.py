"""The games we deal. A game that is listed here has its routes, its part of the document and its tests."""

from dataclasses import dataclass
from typing import Any

import schemas.shooter
import schemas.shooting_party
from schemas.envelope import Contract
from server.bots import Bot, shooter
from server.game import Game
from server.games import shooter as shooter_rules
from server.games import shooting_party


@dataclass(frozen=True, slots=True)
class Entry:
    """A game: its rules, what goes over the wire, and how the house plays it (None if the house never does)."""

    game: Game[Any]
    contract: Contract
    bot: Bot | None = None


CATALOGUE = (
    Entry(shooting_party.GAME, schemas.shooting_party.CONTRACT),
    Entry(shooter_rules.GAME, schemas.shooter.CONTRACT, shooter.choose),
)
