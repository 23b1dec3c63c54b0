"""A turn that runs out before many eyes, at a server of several processes: it is settled once, and in time."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from pathlib import Path
from typing import Any

import httpx

from tests.serving.server import Server, create

TURN = 5  # seconds: the shortest there is
EYES = 8  # of each kind
PATIENCE = 30.0


def events(server: Server, url: str, since: int = 0) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = httpx.get(f"{server.url}{url}/events?since={since}").json()["events"]
    return told


def seconds(moment: str, since: str) -> float:
    return (datetime.fromisoformat(moment) - datetime.fromisoformat(since)).total_seconds()


def test_a_turn_that_runs_out_is_settled_once_whoever_looks(tmp_path: Path) -> None:
    with Server(tmp_path, ("--workers", "2")) as server:
        seated = create(server, "shooter", bots=3, turn_seconds=TURN, bot_level="sharp")
        url, view = seated["session"]["url"], seated["session"]
        over = threading.Event()

        def look() -> None:
            """Again and again, as several players may."""
            with httpx.Client() as client:
                while not over.is_set():
                    client.get(f"{server.url}{url}").raise_for_status()
                    time.sleep(0.02)

        def poll() -> list[int]:
            with httpx.Client(timeout=PATIENCE) as client:
                seen: list[int] = []
                while not over.is_set():
                    since = seen[-1] if seen else view["version"]
                    told = client.get(f"{server.url}{url}/events?since={since}&wait=10").json()["events"]
                    seen += [event["seq"] for event in told]
                    if told and told[-1]["type"] == "finished":
                        break
                return seen

        def follow() -> list[int]:
            headers = {"Accept": "text/event-stream", "Last-Event-ID": f"{view['version']}"}
            with httpx.stream("GET", f"{server.url}{url}/events", headers=headers, timeout=PATIENCE) as stream:
                ids = [line for line in stream.iter_lines() if line.startswith("id:")]
            return [int(line[3:].partition("-")[0]) for line in ids]

        watching: list[Callable[[], list[int]]] = [poll, follow]
        with ThreadPoolExecutor(3 * EYES) as eyes:
            looking = [eyes.submit(look) for _ in range(EYES)]
            waiting = [eyes.submit(watch) for watch in watching for _ in range(EYES)]
            seen = [each.result(PATIENCE) for each in waiting]
            over.set()
            for each in looking:
                each.result(PATIENCE)
        log = events(server, url, view["version"])
        assert all(told == [event["seq"] for event in log] for told in seen), "all have heard all, once and in order"
        overruns = [event for event in log if event["type"] == "timed_out"]
        assert len(overruns) == 2
        assert log[-1]["type"] == "finished"
        assert log[-1]["result"]["reason"] == "abandoned"
        assert 0 <= seconds(overruns[0]["at"], view["deadline"]) < 1
        assert TURN <= seconds(overruns[1]["at"], overruns[0]["at"]) < TURN + 2


def test_all_who_ask_at_once_for_a_rematch_come_to_one_session(tmp_path: Path) -> None:
    with Server(tmp_path, ("--workers", "2")) as server, ThreadPoolExecutor(16) as players:
        seats = [create(server, "shooter", target=1, bot_level="easy")]
        url = seats[0]["session"]["url"]
        seats += [httpx.post(f"{server.url}{url}/seats").json() for _ in range(3)]
        headers = [{"Authorization": f"Bearer {seat['token']}"} for seat in seats]
        while turn := httpx.get(f"{server.url}{url}").json()["to_act"]:
            action = httpx.get(f"{server.url}{url}", headers=headers[turn[0]]).json()["legal_actions"][0]
            httpx.post(f"{server.url}{url}/{action['action']}", headers=headers[turn[0]], json=action["body"])

        def ask(seat: int) -> dict[str, Any]:
            answer = httpx.post(f"{server.url}{url}/rematch", headers=headers[seat], timeout=PATIENCE)
            assert answer.status_code == 201, answer.text
            told: dict[str, Any] = answer.json()
            return told

        asked = list(players.map(ask, [seat for _ in range(4) for seat in range(4)]))
        assert len({answer["session"]["url"] for answer in asked}) == 1
        assert [answer["seat"] for answer in asked] == [0, 1, 2, 3] * 4
        assert len({answer["token"] for answer in asked}) == 4
        told = events(server, asked[0]["session"]["url"])
        assert sorted(event["seat"] for event in told if event["type"] == "seated") == [0, 1, 2, 3]
        assert [event["type"] for event in told].count("dealt") == 1
        assert [event["type"] for event in events(server, url, 4)].count("rematch") == 1
