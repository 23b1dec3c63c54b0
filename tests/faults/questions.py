"""Everything one reader may ask of a session: every route, and every way we know of being refused.

A question is one request, or several that belong together. What is drawn by chance differs from reader to reader, so
that a thousand of them have tried every card.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from flask import Flask

from server.game import Action, Resign, Seat
from server.sessions.session import Status
from tests.faults.positions import Position
from tests.faults.world import Request
from tests.games.random_play import GAMES, Moment
from tests.games.test_every_game import candidates
from tests.posted import posted
from tests.web.operations import BODIES, Operation, operations, right_body

READABLE = ("text/plain", "application/json;q=0.1", "text/html, */*;q=0.5", "image/png", "application/*", "*/*;q=0")
BODIES_REFUSED = (b"{", b"[]", b"null", b'{"a": 1, "a": 2}', b'{"cards": NaN}', b"\xff", b'"' + b"x" * 17_000 + b'"')
TOKENS_REFUSED = ("Bearer x", "Basic QTpC", "Bearer " + "A" * 22 + ".0.0." + "A" * 43, "")
QUERIES = (
    "/events?since=1",
    "/events?since=0&limit=2",
    "/events?since=100000",
    "/events?limit=0",
    "/events?seat=0",
    "?hand=true",
    "/replay?seed=",
)


@dataclass(frozen=True)
class Question:
    """What is tried, in a word or two, and with which requests, one after the other.

    The answers to those sent ``by_another`` are not for the reader, who looks only at what has come of them.
    """

    kind: str
    requests: tuple[Request, ...]
    by_another: bool = False


class Reader:
    """Whoever holds the token of ``seat``, or nobody's (None), before a session; *routes* is all that can be asked."""

    def __init__(self, position: Position, seat: Seat | None, routes: list[Operation], chance: Random) -> None:
        self.position = position
        self.seat = seat
        self.legal = position.legal_actions(seat)
        self._routes = routes
        self._chance = chance
        self._headers = {} if seat is None else {"Authorization": f"Bearer {position.tokens[seat]}"}

    def look(self) -> tuple[Request, ...]:
        """What a reader looks at to see what has become of a session."""
        return self._request("GET", self.position.url), self._request("GET", f"{self.position.url}/events?limit=1000")

    def questions(self) -> Iterator[Question]:
        for name, request in (*self._every_route(), *self._actions(), *self._conditions(), *self._refused_by_form()):
            yield Question(name, (request,))
        yield from self._repeated()

    # What is asked

    def _every_route(self) -> Iterator[tuple[str, Request]]:
        """Every route of the session, and one of the rest, each with a body that its schema takes."""
        ours = [route for route in self._routes if route.game == self.position.game.name]
        rest = [route for route in self._routes if route not in ours]
        for route in (*ours, self._chance.choice(rest)):
            url = route.url(self.position.session_id)
            body = right_body(BODIES[route.path]) if route.method == "POST" else None
            if body is not None and route.game is None:
                body["seed"] = "of another session"
            yield "every route", self._request(route.method, url, body)
        readable = [route for route in self._routes if route.method == "GET"]
        for method in ("HEAD", "OPTIONS", "PUT"):
            yield method, self._request(method, self._chance.choice(readable).url(self.position.session_id))
        posted = self._chance.choice([route for route in self._routes if route.method == "POST"])
        asked = {"Origin": "https://cards.example", "Access-Control-Request-Method": "POST"}
        yield "preflight", Request("OPTIONS", posted.url(self.position.session_id), asked)
        accepted = READABLE if self.position.status is not Status.FINISHED else (*READABLE, "text/event-stream")
        for path in ("", self._chance.choice(["/events", "/replay", "/hint"])):
            accept = self._chance.choice(accepted)
            yield "Accept", self._request("GET", self.position.url + path, Accept=accept)
        yield "query", self._request("GET", self.position.url + self._chance.choice(QUERIES))
        lobby = self.position.url.rpartition("/")[0]
        query = self._chance.choice(["?status=active", "?status=finished", "?limit=1", "?open_seats=1"])
        yield "the lobby", self._request("GET", lobby + query)
        yield "the metrics", self._request("GET", "/metrics")

    def _actions(self) -> Iterator[tuple[str, Request]]:
        """Of each kind one that is legal and one that is not; where there are many, as of all cards there are, two."""
        for kind in self.position.game.actions:
            able = [action for action in self.legal if type(action) is kind]
            if able:
                yield "a legal action", self._post(self._chance.choice(able))
            others = every_action(self.position.game.name, len(self.position.session.players))[kind]
            for action in self._chance.sample(others, 2 if len(others) > 8 else 1):
                if action not in self.legal and kind is not Resign:
                    yield "an illegal action", self._post(action)

    def _conditions(self) -> Iterator[tuple[str, Request]]:
        log = self.position.contents.logs[self.position.address]
        name = "s" if self.seat is None else self.seat
        tag, old = self.position.contents.documents[self.position.address].tag, self._chance.choice(log).tag
        mine, other = f'"{tag}-{name}"', f'"{tag}-{self._chance.choice(["s", 0, 1, 2])}"'
        for etag in (mine, self._chance.choice([f"W/{other}", f'"{old}-{name}"', "*"])):
            yield "If-None-Match", self._request("GET", self.position.url, If_None_Match=etag)
        unknown = f'"{tag.version}-{"0" * 16}-{name}"'
        for etag in (f'"{old}-{name}"', self._chance.choice([mine, other, unknown])):
            yield "If-Match", self._post(self._any_action(), If_Match=etag)

    def _refused_by_form(self) -> Iterator[tuple[str, Request]]:
        name, body = posted(self._any_action())
        chance = self._chance
        path = f"{self.position.url}/{name}"
        yield "a bad body", Request("POST", path, self._headers, chance.choice(BODIES_REFUSED))
        yield "an unknown field", self._request("POST", path, body | {"hand": []})
        wrong: dict[str, Any] = {field: chance.choice(["ZZ", 7, -1, None, ["ZZ"]]) for field in body}
        yield "a wrong field", self._request("POST", path, wrong or {"card": "ZZ"})
        yield "another media type", self._request("POST", path, body, Content_Type="text/csv")
        yield "a bad key", self._request("POST", path, body, Idempotency_Key="short")
        yield "a bad token", Request("GET", self.position.url, {"Authorization": chance.choice(TOKENS_REFUSED)})
        yield "no such path", self._request("GET", f"{self.position.url}/{chance.choice(['hands', 'play', 'state'])}")

    def _repeated(self) -> Iterator[Question]:
        """A key of this game's past, sent again and with something else; and a new one, twice."""
        if self.seat is not None and (request := self.position.keyed.get(self.seat)):
            other = Request(request.method, request.path, request.headers, b'{"name": "Another"}')
            yield Question("a key sent again", (request, other))
        twice = self._post(self._any_action(), Idempotency_Key=f"a key of {self._chance.random()}")
        yield Question("a key sent twice", (twice, twice))

    # How it is asked

    def _any_action(self) -> Action:
        """A legal one half the time, if there is one."""
        if self.legal and self._chance.random() < 0.5:
            return self._chance.choice(self.legal)
        kinds = every_action(self.position.game.name, len(self.position.session.players))
        return self._chance.choice(kinds[self._chance.choice(list(kinds))])

    def _post(self, action: Action, **headers: str) -> Request:
        name, body = posted(action)
        return self._request("POST", f"{self.position.url}/{name}", body, **headers)

    def _request(self, method: str, path: str, body: Any = None, **headers: str) -> Request:
        """Header names are given in snake case."""
        named = self._headers | {name.replace("_", "-"): value for name, value in headers.items()}
        return Request(method, path, named, None if body is None else json.dumps(body).encode())


@cache
def every_action(game: str, players: int) -> Mapping[type[Action], list[Action]]:
    """All that anybody could post at a table of so many, legal or not, by kind."""
    chosen = GAMES[game]
    options: Any = chosen.options
    table = options() if chosen.seats[0] == chosen.seats[1] else options(players=players)
    anywhere = Moment(chosen, None, None, None, chosen.deal(table, "any"))
    found: dict[type[Action], list[Action]] = {kind: [] for kind in chosen.actions}
    for action in candidates(chosen, anywhere):
        found[type(action)].append(action)
    return found


def every_route(app: Flask) -> list[Operation]:
    return operations(app.test_client())
