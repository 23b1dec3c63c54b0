"""Plays scenarios of ``clients/conformance`` by this client: ``player.py BASE_URL SCENARIO…``, a line of JSON each."""

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from leverstoke_client import Leverstoke, Refused, StaleVersion


def listen(base_url: str, game: str, session_id: str) -> list[Any]:
    """All that a spectator is told, over a connection of its own."""
    with Leverstoke(base_url) as server:
        return [event.to_dict() for event in getattr(server, game).watch(session_id).events()]


def listed(seat: Any) -> list[Any]:
    """All events by the list, page by page."""
    events: list[Any] = []
    while page := seat.history(since=events[-1]["seq"] if events else 0):
        events += [event.to_dict() for event in page]
    return events


class Player:
    """Everybody at one table, who does what a scenario says."""

    def __init__(self, game: Any, scenario: dict[str, Any]) -> None:
        self.seats = [game.create(**scenario["create"])]
        self.seats += [game.join(self.seats[0].id) for _ in range(scenario["joins"])]
        self.refusals: list[list[str]] = []
        self.stale = 0
        self.actions = 0
        self._older: dict[int, str] = {}

    def is_over(self) -> bool:
        return bool(self.seats[0].look().status == "finished")

    def step(self, step: dict[str, Any]) -> None:
        number = self.seats[0].look().to_act[0]
        seat = self.seats[number]
        before = seat.etag
        view = seat.look()
        if before != seat.etag:
            self._older[number] = before
        if "refused" in step:
            self._is_refused(seat, step)
        elif "stale" in step:
            self._is_stale(seat, _pick(view, step["stale"]), self._older.get(number))
        else:
            older = seat.etag
            seat.act(_pick(view, step["pick"]))
            self._older[number] = older
            self.actions += 1

    def _is_refused(self, seat: Any, step: dict[str, Any]) -> None:
        try:
            seat.act(step["refused"])
        except Refused as refused:
            found = refused
        else:
            raise AssertionError(f"{step} was taken")
        self.refusals.append([found.code, found.rule])
        assert self.refusals[-1] == [step["code"], step["rule"]], found
        assert found.legal_actions == [action.to_dict() for action in seat.look().legal_actions]

    def _is_stale(self, seat: Any, action: Any, older: str | None) -> None:
        if older is None:
            return
        try:
            seat.act(action, if_match=older)
        except StaleVersion as stale:
            found = stale
        else:
            raise AssertionError("an old version was acted upon")
        self.stale += 1
        assert found.session["version"] == seat.look().version


def _pick(view: Any, number: int) -> Any:
    return view.legal_actions[number % len(view.legal_actions)]


def play(base_url: str, file: Path) -> dict[str, Any]:
    scenario = json.loads(file.read_text())
    name = scenario["game"].replace("-", "_")
    with Leverstoke(base_url) as server, ThreadPoolExecutor() as aside:
        player = Player(getattr(server, name), scenario)
        seat = player.seats[0]
        streamed = aside.submit(listen, base_url, name, seat.id)
        for step in scenario["steps"]:
            player.step(step)
        while not player.is_over():
            player.step({"pick": 0})
        seat.verify()
        return {
            "scenario": file.name,
            "view": seat.look().to_dict(),
            "listed": listed(seat),
            "streamed": streamed.result(),
            "refusals": player.refusals,
            "stale": player.stale,
            "verified": True,
            "actions": player.actions,
        }


if __name__ == "__main__":
    for path in sys.argv[2:]:
        print(json.dumps(play(sys.argv[1], Path(path))), flush=True)
