"""An evening: a session from its opening to its end, each request at the next of several doors to the house.

Everybody takes the first action that is legal, and remembers what they were told.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

from tests.faults.client import Answer, Client

_SHORT: Mapping[str, Mapping[str, Any]] = {"shooter": {"target": 5}}
"""What is asked for so that an evening ends soon."""


class Doors:
    """Clients of servers on one store, which take turns."""

    def __init__(self, clients: Iterable[Client]) -> None:
        self.clients = tuple(clients)
        self._turns = cycle(self.clients)

    def call(self, *request: Any, **more: Any) -> Answer:
        return next(self._turns).call(*request, **more)


@dataclass
class Evening:
    """*game*, from the cards that *seed* deals. ``told`` are the events that its players were answered."""

    game: str
    doors: Doors | Client
    seed: str
    url: str = ""
    tokens: list[str] = field(default_factory=list)
    told: list[Any] = field(default_factory=list)
    actions: int = 0

    def sit_down(self) -> "Evening":
        """Open the session, and take every seat."""
        body = {"seed": self.seed, **_SHORT.get(self.game, {})}
        view = self._seated(self._call("POST", f"/v1/{self.game}/sessions", 201, body=body))
        self.url = view["url"]
        while view["status"] == "waiting":
            view = self._seated(self._call("POST", f"{self.url}/seats", 201, body={}))
        return self

    def play(self, most: int = 1000) -> "Evening":
        """Take *most* actions, or as many as there are."""
        view = self.view()
        for _ in range(most):
            if not view["to_act"]:
                break
            token = self.tokens[view["to_act"][0]]
            legal = self.view(token)["legal_actions"][0]
            told = self._call("POST", f"{self.url}/{legal['action']}", 200, token=token, body=legal["body"])
            self.actions += 1
            self.told += told["events"]
            view = told["session"]
        return self

    def view(self, token: str | None = None) -> Any:
        return self._call("GET", self.url, 200, token=token)

    def is_kept(self, *clients: Client) -> None:
        """Whether each of *clients* is told all of it, and the same."""
        for token in (None, *self.tokens):
            views = [client.call("GET", self.url, token=token) for client in clients]
            assert len({(view.status, view.headers["etag"], view.body) for view in views}) == 1
            assert views[0].json["result"]
        for client in clients:
            assert client.call("GET", f"{self.url}/events?limit=1000").json["events"] == self.told
            actions = client.call("GET", f"{self.url}/replay").json["actions"]
            assert len(actions) == self.actions
            assert not any(action["auto"] for action in actions)

    def _seated(self, told: Any) -> Any:
        self.tokens.append(told["token"])
        self.told += told["events"]
        return told["session"]

    def _call(self, method: str, path: str, status: int, **more: Any) -> Any:
        answer = self.doors.call(method, path, **more)
        assert answer.status == status, answer.body
        return answer.json
