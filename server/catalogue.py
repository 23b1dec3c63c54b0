"""The games we deal. A game that is listed here has its routes, its part of the document and its tests."""

from dataclasses import dataclass
from typing import Any

import schemas.shooter
import schemas.shooting_party
import server.bots.shooter
import server.bots.shooting_party
import server.drawings.shooter
import server.drawings.shooting_party
import server.games.shooter
import server.games.shooting_party
from schemas.envelope import Contract
from server.bots import Bot
from server.drawings import Drawing, plain
from server.game import Game, wire_name
from server.sessions.session import Rematch, Seated


class IncompleteGame(Exception):
    """The parts of a game do not fit together; the message says where."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A game: its rules, what goes over the wire, how the house plays it (None if the house never does), and how it is
    drawn for people.

    Raises ``IncompleteGame`` for an action or an event that one part has and another has not.
    """

    game: Game[Any]
    contract: Contract
    bot: Bot | None = None
    drawing: Drawing = plain.draw

    def __post_init__(self) -> None:
        game, contract = self.game, self.contract
        several = game.seats[1] > 1
        told = {wire_name(kind) for kind in game.events} | (
            {wire_name(kind) for kind in (Seated, Rematch)} if several else set()
        )
        codes = {code for codes in game.refusals.values() for code in codes}
        self._same("actions of the game and of its contract", set(game.actions), set(contract.actions))
        self._same("actions of the game and those with refusals", set(game.actions), set(game.refusals))
        self._same("events of the game and of its contract", told, set(contract.told))
        self._same("refusals of the game and those with a meaning", codes, set(game.meanings))
        if several != (contract.join is not None):
            raise IncompleteGame(f"{game.name}: a game for several players is joinable, and no other")
        if game.house is not None and self.bot is None:
            raise IncompleteGame(f"{game.name}: the house plays seats, but there is no bot in the catalogue")

    def _same(self, what: str, ours: set[Any], theirs: set[Any]) -> None:
        if ours != theirs:
            names = sorted(getattr(odd, "__name__", odd) for odd in ours ^ theirs)
            raise IncompleteGame(f"{self.game.name}: {what} differ by {', '.join(names)}")


CATALOGUE = (
    Entry(
        server.games.shooting_party.GAME,
        schemas.shooting_party.CONTRACT,
        server.bots.shooting_party.choose,
        server.drawings.shooting_party.draw,
    ),
    Entry(
        server.games.shooter.GAME,
        schemas.shooter.CONTRACT,
        server.bots.shooter.choose,
        server.drawings.shooter.draw,
    ),
)
