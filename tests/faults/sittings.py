"""A sitting: one session from its opening to the end, played by people who ask again until they are answered.

Every request has a key of its own, the same for all its tries. When all have resigned, what they were told is held
against what the server says has happened.
"""

import json
import math
import time
import uuid
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random
from typing import Any

from server.catalogue import CATALOGUE
from tests.faults.client import Answer, Client, NoAnswer
from tests.faults.history import JOIN, History, Operation, Recorder
from tests.faults.judge import violations

TABLES: Mapping[str, Mapping[str, Any]] = {entry.game.name: {"listed": True} for entry in CATALOGUE}
"""What is asked for to open a session of each game."""

_ACTIONS = 40  # of one sitting, before all resign
_LATER = ("store_unavailable", "outcome_unknown", "idempotency_in_progress")
_PAGE = 1000  # events read at once
_PATIENCE = 30.0  # seconds for one request to be answered, with all its tries
_PAUSE = 0.02  # seconds before another try, where the server asks for one


@dataclass
class Outcome:
    """What came of a sitting. Of ``requests`` every one had several ``tries``; ``doubled`` actions were not asked for.

    ``seconds`` is the longest from a first try to an answer.
    """

    requests: int = 0
    tries: int = 0
    doubled: int = 0
    seconds: float = 0.0
    violations: list[str] = field(default_factory=list)


def insist(outcome: Outcome, ask: Callable[[], Answer]) -> Answer:
    """Ask until there is an answer that settles it. Raises ``NoAnswer`` if that takes too long."""
    begin = time.monotonic()
    outcome.requests += 1
    while time.monotonic() < begin + _PATIENCE:
        outcome.tries += 1
        try:
            answer = ask()
        except NoAnswer:
            continue
        if answer.code not in _LATER:
            outcome.seconds = max(outcome.seconds, time.monotonic() - begin)
            return answer
        time.sleep(_PAUSE)
    raise NoAnswer


def full_table(client: Client, game: str) -> tuple[str, list[str]]:
    """The path of a new session with every seat taken, and the tokens by seat."""
    opened = client.call("POST", f"/v1/{game}/sessions", body=dict(TABLES[game])).json
    view, url, tokens = opened["session"], opened["session"]["url"], [opened["token"]]
    while view["status"] == "waiting":
        joined = client.call("POST", f"{url}/seats", body={}).json
        view = joined["session"]
        tokens.append(joined["token"])
    return url, tokens


def new_key(chance: Random) -> str:
    return str(uuid.UUID(int=chance.getrandbits(128)))


class Sitting:
    """A session of *game*. Its players act over *line* and look at *server*, two ways to one server.

    The same *chance* deals the same cards and plays them alike.
    """

    def __init__(self, game: str, line: Client, server: Client, chance: Random) -> None:
        self._game = game
        self._line = line
        self._server = server
        self._chance = chance
        self._history = History()
        self._deeds: Counter[str] = Counter()
        self._looks = Outcome()
        self.outcome = Outcome()

    def play(self) -> Outcome:
        opened = self._open()
        view, tokens = opened["session"], {opened["seat"]: opened["token"]}
        url, opening = view["url"], view["version"]
        guest = Recorder(self._line, self._history, url, None, None)
        while view["status"] == "waiting":
            answer = insist(self.outcome, partial(guest.act, JOIN, {}, key=new_key(self._chance)))
            if answer.status != 201 or answer.json["seat"] in tokens:
                return self._ended(f"{url}: a guest was answered {answer.status} {answer.code}")
            view, tokens[answer.json["seat"]] = answer.json["session"], answer.json["token"]
        if len(tokens) != len(view.get("players", tokens)):
            return self._ended(f"{url}: there are more seats taken than guests, who have {sorted(tokens)}")
        for _ in range(_ACTIONS):
            if not view["to_act"]:
                break
            seat = view["to_act"][0]
            choice = self._chance.choice(self._look(url, seat, tokens[seat])["legal_actions"])
            view = self._act(url, seat, tokens[seat], choice["action"], choice["body"])
        for seat, token in tokens.items():
            if view["status"] == "active":
                view = self._act(url, seat, token, "resign", {})
        self._judge(url, opening)
        return self.outcome

    def _ended(self, violation: str) -> Outcome:
        """The outcome of a sitting that cannot go on."""
        self.outcome.violations.append(violation)
        return self.outcome

    def _open(self) -> Any:
        path, body = f"/v1/{self._game}/sessions", {**TABLES[self._game], "seed": f"{self._chance.getrandbits(64)}"}
        return insist(self.outcome, partial(self._line.call, "POST", path, body=body, key=new_key(self._chance))).json

    def _act(self, url: str, seat: int, token: str, action: str, body: Any) -> Any:
        """The view after *seat* has acted."""
        player = Recorder(self._line, self._history, url, seat, token)
        answer = insist(self.outcome, partial(player.act, action, body, key=new_key(self._chance)))
        if answer.status != 200:  # it was this seat's turn, and what it asked for was legal
            refused = f"{_deed(seat, action, body)} was answered {answer.status} {answer.code}"
            self.outcome.violations.append(f"{url}: {refused}")
            return self._look(url, seat, token)
        self._deeds[_deed(seat, action, body)] += 1
        return answer.json["session"]

    def _look(self, url: str, seat: int, token: str) -> Any:
        return insist(self._looks, Recorder(self._server, self._history, url, seat, token).look).json

    def _judge(self, url: str, opening: int) -> None:
        replay = self._read(f"{url}/replay")
        done = Counter(_deed(d["seat"], d["action"], d["body"]) for d in replay["actions"] if not d["auto"])
        surplus, missing = done - self._deeds, self._deeds - done
        self.outcome.doubled += surplus.total()
        wrong = [f"{deed} has happened {number} times too often" for deed, number in surplus.items()]
        wrong += [f"{deed} was accepted and has not happened" for deed in missing]
        wrong += violations([*self._history.operations, *self._copies()], self._events(url), since=opening)
        self.outcome.violations += [f"{url}: {sentence}" for sentence in wrong]

    def _copies(self) -> list[Operation]:
        """What the line may have made of one request: a second, which was answered first and to nobody."""
        return [
            replace(operation, end=math.inf, status=None, answer=None, etag=None, replayed=False)
            for operation in self._history.operations
            if operation.replayed
        ]

    def _events(self, url: str) -> list[Any]:
        log: list[Any] = []
        while page := self._read(f"{url}/events?since={len(log)}&limit={_PAGE}")["events"]:
            log += page
        return log

    def _read(self, path: str) -> Any:
        return insist(self._looks, partial(self._server.call, "GET", path)).json


def _deed(seat: int, action: str, body: Any) -> str:
    return f"{action} {json.dumps(body)} by seat {seat}"
