"""Sessions played at random over the wire, and where they stand after each move: what there is to keep secret.

Tables fill seat by seat; players play what is legal, some as the house would, and now and then one resigns. Every other
request has an Idempotency-Key.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

import msgspec

from server.catalogue import Entry
from server.deal import Chance
from server.game import Action, Game, Level, Resign, Seat
from server.house import House
from server.sessions.codec import Codec
from server.sessions.session import Session, Status, status
from tests.faults.shelf import Contents
from tests.faults.world import Request, World
from tests.games.random_play import RESIGNATIONS, random_options
from tests.posted import posted

MOST_MOVES = 120
SECOND, LONG = 1000, 20_000  # milliseconds between two moves
DAWDLES = 1 / 40  # how often it is the longer


@dataclass(frozen=True)
class Position:
    """A session at one point of its history, as it lies on a shelf alone.

    ``tokens`` are those of the seats taken; ``keyed`` is the last request of a seat that had a key and was accepted.
    """

    entry: Entry
    session_id: str
    session: Session[Any]
    contents: Contents
    tokens: Mapping[Seat, str]
    keyed: Mapping[Seat, Request]

    @property
    def game(self) -> Game[Any]:
        return self.entry.game

    @property
    def address(self) -> str:
        (address,) = self.contents.documents
        return address

    @property
    def url(self) -> str:
        return f"/v1/{self.game.name}/sessions/{self.session_id}"

    @property
    def state(self) -> Any:
        return self.session.state

    @property
    def status(self) -> Status:
        return status(self.game, self.session)

    @property
    def phase(self) -> str:
        """The phase of the game, where it has such; else the session's status."""
        return str(getattr(self.state, "phase", self.status))

    @property
    def readers(self) -> list[Seat | None]:
        """Every seat that is taken, and the spectator."""
        return [*self.tokens, None]

    def legal_actions(self, seat: Seat | None) -> tuple[Action, ...]:
        return () if seat is None or self.status is not Status.ACTIVE else self.game.legal_actions(self.state, seat)


@dataclass
class _Table:
    """A table in *world*, and what its players have in hand to go on."""

    world: World
    entry: Entry
    chance: Random
    url: str = ""
    tokens: dict[Seat, str] = field(default_factory=dict)
    keyed: dict[Seat, Request] = field(default_factory=dict)
    requests: int = 0

    def sit_down(self, path: str, body: Any) -> None:
        """Open the table, or take a seat at it."""
        request = self._request(path, body, {})
        seated = self._send(request)
        self.url, seat = seated["session"]["url"], seated["seat"]
        self.tokens[seat] = seated["token"]
        self._keep(seat, request)

    def act(self, seat: Seat, action: Action) -> None:
        name, body = posted(action)
        headers = {"Authorization": f"Bearer {self.tokens[seat]}"}
        request = self._request(f"{self.url}/{name}", body, headers)
        self._send(request)
        self._keep(seat, request)

    def position(self) -> Position:
        """As it is after some time, now and then too much of it, and a look, which settles a turn that is over."""
        self.world.clock.now += LONG if self.chance.random() < DAWDLES else SECOND
        self.world.ask(Request("GET", self.url))
        contents = self.world.shelf.contents
        (document,) = contents.documents.values()
        return Position(
            self.entry,
            self.url.rpartition("/")[2],
            Codec(self.entry.game).read_session(document.body),
            contents.copy(),
            dict(self.tokens),
            dict(self.keyed),
        )

    def _request(self, path: str, body: Any, headers: dict[str, str]) -> Request:
        if self.chance.random() < 0.5:
            headers = headers | {"Idempotency-Key": f"request number {self.requests:6}"}
        self.requests += 1
        return Request("POST", path, headers, msgspec.json.encode(body))

    def _send(self, request: Request) -> Any:
        heard = self.world.ask(request)
        assert heard.status[0] == "2", heard
        return json.loads(heard.body)

    def _keep(self, seat: Seat, request: Request) -> None:
        if "Idempotency-Key" in request.headers:
            self.keyed[seat] = request


def positions(world: World, entry: Entry, number: int) -> Iterator[Position]:
    """A session of a game from its opening on. The same *number*, the same options and moves.

    What is on the shelf is put back before each move, so the caller may leave there what they will.
    """
    game, chance = entry.game, Random(f"{entry.game.name} {number}")
    world.shelf.contents = Contents()
    table = _Table(world, entry, chance)
    seed = f"{chance.getrandbits(128):032x}" if chance.random() < 0.5 else None
    table.sit_down(f"/v1/{game.name}/sessions", msgspec.to_builtins(random_options(game, chance)) | {"seed": seed})
    skill = chance.choice([0, 0.9]) if entry.bot else 0
    for _ in range(MOST_MOVES):
        here = table.position()
        yield here
        world.shelf.contents = here.contents.copy()
        if here.status is Status.WAITING:
            table.sit_down(f"{table.url}/seats", {})
            continue
        if not (able := [seat for seat in table.tokens if here.legal_actions(seat)]):
            return
        seat = chance.choice(able)
        table.act(seat, _move(here, seat, skill, chance))


def _move(here: Position, seat: Seat, skill: float, chance: Random) -> Action:
    game, legal = here.game, here.legal_actions(seat)
    if chance.random() < RESIGNATIONS and game.may_resign(here.state, seat):
        return Resign()
    if here.entry.bot and seat in game.to_act(here.state) and chance.random() < skill:
        house = House(game, here.entry.bot)
        return house.advise(here.state, seat, Level.STEADY, Chance("house", f"{chance.random()}")).action
    return chance.choice(legal)
