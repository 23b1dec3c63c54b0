"""What the contestants are asked: sessions of a real server, and requests in their order that are right for them.

Every session has a deal of its own, known by its seed. So what it is played by is worked out beforehand from the rules,
and wrk has only to send it.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import ceil
from typing import Any

import httpx
import msgspec

from server.game import Game, Seat, play
from tests.games.random_play import GAMES
from tests.posted import posted

ACTIONS = 30  # of each session
PER_SECOND = 4_000  # more actions than anybody takes
OPTIONS: dict[str, dict[str, Any]] = {"shooting-party": {}, "shooter": {"listed": False, "target": 500}}


@dataclass(frozen=True)
class Asked:
    """One request. What is empty is not sent."""

    method: str
    path: str
    token: str = ""
    known: str = ""
    body: str = ""

    @property
    def line(self) -> str:
        """As ``requests.lua`` reads it."""
        authorization = self.token and f"Bearer {self.token}"
        return "\t".join((self.method, self.path, authorization, self.known, self.body))


@dataclass(frozen=True)
class Move:
    """What the player at a seat does."""

    seat: Seat
    action: str
    body: str


@dataclass(frozen=True)
class Table:
    """A session that is being played, with a player at every seat, and what it is to be played by."""

    url: str
    tokens: tuple[str, ...]
    moves: tuple[Move, ...]

    def asked(self, move: Move) -> Asked:
        return Asked("POST", f"{self.url}/{move.action}", self.tokens[move.seat], body=move.body)


@cache
def moves(name: str, seed: str, count: int) -> tuple[Move, ...]:
    """The first *count* moves of a session that is played by whatever is legal first."""
    game: Game[Any] = GAMES[name]
    state = game.deal(game.options(**OPTIONS[name]), seed).state
    told: list[Move] = []
    while len(told) < count and game.result(state) is None:
        seat = next(seat for seat in game.to_act(state) if game.legal_actions(state, seat))
        action = game.legal_actions(state, seat)[0]
        state = play(game, state, seat, action).state
        name, body = posted(action)
        told.append(Move(seat, name, msgspec.json.encode(body).decode()))
    return tuple(told)


def opened(client: httpx.Client, game: str, number: int, count: int = ACTIONS) -> Table:
    """The session of that *number*."""
    seed = f"bench {number}"
    first = client.post(f"/v1/{game}/sessions", json={"seed": seed, **OPTIONS[game]}).raise_for_status().json()
    url, tokens = first["session"]["url"], [first["token"]]
    while len(tokens) < GAMES[game].players(GAMES[game].options(**OPTIONS[game])):
        tokens.append(client.post(f"{url}/seats").raise_for_status().json()["token"])
    return Table(url, tuple(tokens), moves(game, seed, count))


def actions(client: httpx.Client, seconds: float, game: str) -> Iterator[Asked]:
    """Sessions played side by side; one that is over sooner drops out.

    There are far more of them than connections, so that each has its requests one by one.
    """
    tables = [opened(client, game, number) for number in range(ceil(seconds * PER_SECOND / ACTIONS))]
    for turn in range(ACTIONS):
        yield from (table.asked(table.moves[turn]) for table in tables if turn < len(table.moves))


def views(client: httpx.Client, seconds: float, game: str, *, known: bool = False) -> Iterator[Asked]:
    """Views of sessions in the middle of play, by those who have them already, or have not."""
    for number in range(16):
        table = opened(client, game, number)
        advance(client, table, len(table.moves) // 2)
        for token in table.tokens:
            etag = client.get(table.url, headers={"Authorization": f"Bearer {token}"}).headers["ETag"]
            yield Asked("GET", table.url, token, known=etag if known else "")


def creations(client: httpx.Client, seconds: float, game: str) -> Iterator[Asked]:
    yield Asked("POST", f"/v1/{game}/sessions", body="{}")


def advance(client: httpx.Client, table: Table, count: int) -> None:
    """Play the first *count* moves of *table*."""
    for move in table.moves[:count]:
        make(client, table, move)


def make(client: httpx.Client, table: Table, move: Move) -> httpx.Response:
    """The answer to a *move* that is right."""
    asked = table.asked(move)
    headers = {"Authorization": f"Bearer {asked.token}", "Content-Type": "application/json"}
    return client.post(asked.path, headers=headers, content=asked.body).raise_for_status()
