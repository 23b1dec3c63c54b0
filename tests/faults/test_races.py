"""Races in the small, and that the judges of a race have eyes: each wrong that could be done is told."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.faults import races
from tests.faults.client import Answer
from tests.faults.drill import Drill

SMALL = {"races for a turn": 9_200, "races for a seat": 400, "races with a key": 400}

EVENTS = [{"seq": 8, "type": "called"}]
SEATED = [{"type": "seated", "seat": seat} for seat in range(4)]
LOOKS = {seat: {"seat": seat, "hand": ["QS"]} for seat in range(4)}


@pytest.mark.parametrize("drill", races.DRILLS, ids=lambda drill: drill.name)
def test_of_all_who_race_one_wins(drill: Drill, tmp_path: Path) -> None:
    done: list[int] = []
    report = drill.run(SMALL[drill.name], tmp_path, done.append)
    assert report.violations == []
    assert report.operations == sum(done) == SMALL[drill.name]


def answer(status: int, body: Any = None, **headers: str) -> Answer:
    kind = "application/problem+json" if status >= 400 else "application/json"
    return Answer(status, {"content-type": kind, **headers}, json.dumps(body).encode())


def accepted() -> Answer:
    return answer(200, {"events": EVENTS})


def refused() -> Answer:
    return answer(409, {"code": "not_your_turn"})


def stale(version: int = 8) -> Answer:
    return answer(412, {"code": "stale_version", "session": {"version": version}})


def joined(seat: int) -> Answer:
    return answer(201, {"seat": seat, "token": f"{seat}"})


def opened(token: str = "a", **headers: str) -> Answer:
    return answer(201, {"token": token}, **headers)


def repeated(token: str = "a") -> Answer:
    return opened(token, **{"idempotent-replayed": "true"})


@pytest.mark.parametrize(
    ("answers", "events", "told"),
    [
        ([accepted(), refused(), stale(), refused()], EVENTS, []),
        ([accepted(), accepted()], EVENTS, ["2 were accepted"]),
        ([stale(), refused()], EVENTS, ["0 were accepted"]),
        ([accepted(), answer(503)], EVENTS, ["1 were answered 503"]),
        ([accepted(), refused()], EVENTS * 2, ["other events have happened than the winner was told"]),
        ([accepted(), refused()], [], ["other events have happened than the winner was told"]),
        ([refused(), accepted()], EVENTS, ["If-Match was answered by 409 not_your_turn"]),
        ([stale(7), accepted()], EVENTS, ["a 412 shows a session in which nobody has acted"]),
    ],
)
def test_a_turn_that_was_won_wrongly_is_told(answers: list[Answer], events: list[Any], told: list[str]) -> None:
    assert races.one_turn(answers, events) == told


@pytest.mark.parametrize(
    ("answers", "looks", "events", "told"),
    [
        ([joined(3), refused(), joined(2)], LOOKS, [*SEATED, {"type": "dealt"}], []),
        ([joined(3), joined(3)], LOOKS, [*SEATED, {"type": "dealt"}], ["the seats 2 and 3 were given as [3, 3]"]),
        ([joined(2), joined(3)], LOOKS, SEATED, ["play started 0 times"]),
        ([joined(2), joined(3)], LOOKS, [*SEATED, *[{"type": "dealt"}] * 2], ["play started 2 times"]),
        (
            [joined(2), joined(3)],
            LOOKS,
            [*SEATED, SEATED[3], {"type": "dealt"}],
            ["those were seated: [0, 1, 2, 3, 3]"],
        ),
        (
            [joined(2), joined(3), answer(500)],
            LOOKS | {2: {"status": 401}},
            [*SEATED, {"type": "dealt"}],
            ["a racer was answered 500", "the tokens of [2] are no holder's"],
        ),
    ],
)
def test_seats_that_were_taken_wrongly_are_told(
    answers: list[Answer], looks: dict[int, Any], events: list[Any], told: list[str]
) -> None:
    assert races.last_seats(answers, looks, events) == told


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ([repeated(), opened(), repeated()], []),
        ([opened(), answer(409, {"code": "idempotency_in_progress"})], []),
        ([opened(), refused()], ["a repeat was answered 409 not_your_turn"]),
        ([opened(), opened()], ["2 answers are no repeats"]),
        ([repeated(), repeated()], ["0 answers are no repeats"]),
        ([opened(), repeated("b")], ["the answers differ"]),
    ],
)
def test_a_key_that_was_answered_wrongly_is_told(answers: list[Answer], told: list[str]) -> None:
    assert races.one_answer(answers, status=201) == told
