"""Retries in the small, and that their judges have eyes: who forgets a key is found out."""

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.faults.client import Answer, Client
from tests.faults.deaths import found_again
from tests.faults.drill import Drill
from tests.faults.proxies import Chances, HttpProxy
from tests.faults.repeats import anew, one_of_two, refused
from tests.faults.retries import DRILLS
from tests.faults.sittings import Sitting
from tests.serving.server import Server

SMALL = {
    "a bad line": 12_500,
    "a store that dies": 1_000,
    "a worker that dies": 5,
    "a store that dies unheard": 10,
    "repeats": 400,
}


@pytest.mark.parametrize("drill", DRILLS, ids=lambda drill: drill.name)
def test_whoever_asks_again_with_the_same_key_acts_once(drill: Drill, tmp_path: Path) -> None:
    done: list[int] = []
    report = drill.run(SMALL[drill.name], tmp_path, done.append)
    assert report.violations == []
    assert report.operations == sum(done) >= SMALL[drill.name]


class Forgetful(Client):
    """Sends no key, and so asks for another action every time."""

    def call(
        self, method: str, path: str, *, token: str | None = None, body: Any = None, key: str | None = None, **more: str
    ) -> Answer:
        return super().call(method, path, token=token, body=body, **more)


def test_without_a_key_actions_are_doubled_and_it_is_told(tmp_path: Path) -> None:
    with (
        Server(tmp_path, ("--workers", "1")) as server,
        HttpProxy(server.url, Chances(lost_reply=0.5)) as proxy,
        Forgetful(proxy.url) as line,
        Client(server.url) as client,
    ):
        came = Sitting("shooting-party", line, client, Random("without a key")).play()
    assert came.doubled > 0
    assert any("times too often" in violation for violation in came.violations)
    assert any("Nobody has made event" in violation for violation in came.violations)


def answer(status: int, body: Any, **headers: str) -> Answer:
    kind = "application/problem+json" if status >= 400 else "application/json"
    return Answer(status, {"content-type": kind, **headers}, json.dumps(body).encode())


def accepted(*events: int) -> Answer:
    return answer(200, {"events": [{"seq": seq} for seq in events]})


def repeated(*events: int) -> Answer:
    return answer(200, {"events": [{"seq": seq} for seq in events]}, **{"idempotent-replayed": "true"})


def problem(code: str, status: int = 409) -> Answer:
    return answer(status, {"code": code})


REUSED = problem("idempotency_key_reused", 422)


def log(*events: int) -> list[Any]:
    return [{"seq": seq} for seq in events]


@pytest.mark.parametrize(
    ("told", "events", "wrong"),
    [
        (repeated(7, 8), log(7, 8), []),
        (accepted(7, 8), log(7, 8), ["it was taken again"]),
        (repeated(7, 8), log(7, 8, 9), ["other events have happened than it was told"]),
        (repeated(7, 8), log(7), ["other events have happened than it was told"]),
        (problem("not_your_turn"), [], ["it was answered 409 not_your_turn"]),
    ],
)
def test_a_step_that_was_not_found_again_is_told(told: Answer, events: list[Any], wrong: list[str]) -> None:
    assert found_again(told, events) == wrong


@pytest.mark.parametrize(
    ("ones", "others", "wrong"),
    [
        ([accepted(1), repeated(1)], [REUSED, REUSED], []),
        ([REUSED, REUSED], [repeated(1), accepted(1)], []),
        (
            [accepted(1), repeated(1)],
            [accepted(2), REUSED],
            ["its key has brought 200 None to another request"],
        ),
        (
            [accepted(1), repeated(1)],
            [problem("not_your_turn"), REUSED],
            ["its key has brought 409 not_your_turn to another request"],
        ),
        ([accepted(1), accepted(1)], [REUSED, REUSED], ["2 answers are no repeats"]),
        ([REUSED, REUSED], [REUSED, REUSED], ["a repeat was answered 422 idempotency_key_reused"] * 2),
    ],
)
def test_a_key_that_was_good_for_two_requests_is_told(
    ones: list[Answer], others: list[Answer], wrong: list[str]
) -> None:
    assert one_of_two(ones, others, status=200)[: len(wrong) or None] == wrong


def test_a_key_that_met_another_players_is_told() -> None:
    assert anew(accepted(1)) == []
    assert anew(repeated(1)) == ["the key of another player was answered 200 None"]
    assert anew(REUSED) == ["the key of another player was answered 422 idempotency_key_reused"]
    assert refused(REUSED) == []
    assert refused(accepted(1)) == ["its key has brought 200 None to another request"]
