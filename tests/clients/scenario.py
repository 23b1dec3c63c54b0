"""A scenario of ``clients/conformance``, played over plain HTTP: what every client must come to."""

import json
from pathlib import Path
from typing import Any

from tests.faults.client import Answer, Client

SCENARIOS = sorted((Path(__file__).parents[2] / "clients/conformance").glob("*.json"))

_DRAWN = ("id", "url", "at", "created_at", "expires_at", "commitment")  # another in each session


class Reference:
    """Plays *scenario* at the server of *client*, and has what came of it as a player of the clients prints it.

    It acts upon no old versions: that they are refused is for the clients to see.
    """

    def __init__(self, client: Client, scenario: Path) -> None:
        told = json.loads(scenario.read_text())
        self._client = client
        opened = client.call("POST", f"/v1/{told['game']}/sessions", body=told["create"]).json
        self._url = opened["session"]["url"]
        self._tokens = [opened["token"]]
        for _ in range(told["joins"]):
            self._tokens.append(client.call("POST", f"{self._url}/seats", body={}).json["token"])
        self.actions = 0
        self.refusals: list[list[str]] = []
        for step in told["steps"]:
            self._step(step)
        while self._look(0)["status"] != "finished":
            self._step({"pick": 0})
        events = client.call("GET", f"{self._url}/events?limit=1000").json["events"]
        self.outcome = {
            "scenario": scenario.name,
            "view": plain(self._look(0)),
            "listed": plain(events),
            "streamed": plain(events),
            "refusals": self.refusals,
            "verified": True,
            "actions": self.actions,
        }

    def _look(self, seat: int) -> Any:
        return self._client.call("GET", self._url, token=self._tokens[seat]).json

    def _step(self, step: dict[str, Any]) -> None:
        seat = self._look(0)["to_act"][0]
        legal = self._look(seat)["legal_actions"]
        if "refused" in step:
            problem = self._post(seat, step["refused"]).json
            assert [problem["code"], problem["rule"]] == [step["code"], step["rule"]]
            self.refusals.append([problem["code"], problem["rule"]])
        elif "pick" in step:
            assert self._post(seat, legal[step["pick"] % len(legal)]).status == 200
            self.actions += 1

    def _post(self, seat: int, action: dict[str, Any]) -> Answer:
        return self._client.call(
            "POST", f"{self._url}/{action['action']}", token=self._tokens[seat], body=action["body"]
        )


def plain(value: Any) -> Any:
    """*value* without what is drawn for each session."""
    match value:
        case dict():
            return {name: plain(inner) for name, inner in value.items() if name not in _DRAWN}
        case list():
            return [plain(inner) for inner in value]
        case _:
            return value
