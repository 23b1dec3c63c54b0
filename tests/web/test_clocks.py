"""Turns that run out: who looks first settles them, and the house plays for whoever is away (SH-15)."""

from datetime import datetime
from typing import Any

import pytest
from fakeredis import FakeRedis
from flask.testing import FlaskClient

from tests.web.overdue import time_runs_out
from tests.web.problems import refused
from tests.web.seats import PLAIN, Seat, after_the_auction, full_table, join, on_turn, open_session, spectator

CLOCK: dict[str, Any] = {"turn_seconds": 60}


def left(view: dict[str, Any], since: str) -> float:
    """Seconds from a moment to the deadline of *view*."""
    return (datetime.fromisoformat(view["deadline"]) - datetime.fromisoformat(since)).total_seconds()


def told(seat: Seat, since: int = 0) -> list[tuple[str, bool]]:
    """The events after *since*: their types, and whether the house or the clock has done it."""
    return [(event["type"], event.get("auto", False)) for event in seat.events if event["seq"] > since]


def test_without_a_clock_there_is_no_deadline(client: FlaskClient) -> None:
    assert full_table(client)[0].view["deadline"] is None


def test_a_turn_is_over_so_many_seconds_after_it_began(client: FlaskClient) -> None:
    host = open_session(client, "shooter", **CLOCK)
    waiting = host.view
    assert waiting["deadline"] is None, "nobody is to act before the deal"
    seats = [host, *(join(client, host) for _ in range(3))]
    assert left(host.view, host.events[-1]["at"]) == 60
    first = host.view["deadline"]
    on_turn(seats).post("bid", {"call": "three"})
    assert host.view["deadline"] >= first
    assert left(host.view, host.events[-1]["at"]) == 60


@pytest.mark.parametrize("path", ["", "/events", "/hint", "/replay"])
def test_whoever_looks_first_settles_the_turn(client: FlaskClient, memory: FakeRedis, path: str) -> None:
    seats = full_table(client, seed=PLAIN, **CLOCK)
    late, version = on_turn(seats), seats[0].view["version"]
    time_runs_out(memory, late)
    late.get(path)
    assert told(late, version)[:2] == [("timed_out", True), ("called", True)]
    assert late.view["to_act"] != [seats.index(late)]
    assert left(late.view, late.events[-1]["at"]) == 60, "the next deadline runs from the settlement"


def test_a_spectator_settles_it_too_and_one_look_settles_one_turn(client: FlaskClient, memory: FakeRedis) -> None:
    seats = full_table(client, seed=PLAIN, **CLOCK)
    version = seats[0].view["version"]
    time_runs_out(memory, seats[0])
    first = spectator(seats[0]).get_json()
    assert spectator(seats[0]).get_json() == first
    assert told(seats[0], version) == [("timed_out", True), ("called", True)]


def test_nobody_looks_and_nothing_is_written(client: FlaskClient, memory: FakeRedis) -> None:
    seats = full_table(client, **CLOCK)
    time_runs_out(memory, seats[0])
    kept = {key: memory.dump(key) for key in memory.scan_iter()}
    client.get("/v1/shooter/sessions")
    assert {key: memory.dump(key) for key in memory.scan_iter()} == kept


def test_who_comes_too_late_meets_the_settled_table(client: FlaskClient, memory: FakeRedis) -> None:
    seats = full_table(client, seed=PLAIN, **CLOCK)
    late, etag, version = on_turn(seats), on_turn(seats).etag, seats[0].view["version"]
    time_runs_out(memory, late)
    stale = late.post("bid", {"call": "three"}, If_Match=etag)
    assert refused(stale) == "stale_version"
    assert stale.get_json()["session"]["version"] == version + 2
    assert refused(late.post("bid", {"call": "six"})) == "not_your_turn"
    assert len(told(late, version)) == 2


def test_an_answer_given_in_time_is_repeated_after_it(client: FlaskClient, memory: FakeRedis) -> None:
    seats = full_table(client, **CLOCK)
    bidder = on_turn(seats)
    first = bidder.post("bid", {"call": "three"}, Idempotency_Key="a bid made in time")
    time_runs_out(memory, bidder)
    again = bidder.post("bid", {"call": "three"}, Idempotency_Key="a bid made in time")
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.data == first.data


def overrun_twice(memory: FakeRedis, seats: list[Seat]) -> Seat:
    """The seat that the house keeps after both of its first turns ran out; the others are on time."""
    away = on_turn(seats)
    for _ in range(2):
        while on_turn(seats) is not away:
            seat = on_turn(seats)
            seat.act(seat.legal[-1] if seats[0].view["phase"] == "bidding" else seat.legal[0])
        time_runs_out(memory, away)
        spectator(away)
    return away


def test_after_two_turns_in_a_row_the_house_keeps_the_seat_until_its_player_is_back(
    client: FlaskClient, memory: FakeRedis
) -> None:
    seats = full_table(client, seed="clock", **CLOCK)
    away = overrun_twice(memory, seats)
    here = seats.index(away)
    assert away.view["players"][here]["played_by_house"]
    assert away.view["players"][here]["kind"] == "human"
    assert away.legal == [{"action": "return", "body": {}}]
    deadline, version = away.view["deadline"], away.view["version"]
    answer = away.post("return", Idempotency_Key="I am back, sorry")
    assert [event["type"] for event in answer.get_json()["events"]] == ["returned"]
    assert not away.view["players"][here]["played_by_house"]
    assert away.view["deadline"] == deadline
    assert away.view["version"] == version + 1
    again = away.post("return", Idempotency_Key="I am back, sorry")
    assert again.data == answer.data
    assert refused(away.post("return")) == "wrong_phase"
    assert away.post("return").get_json()["rule"] == "SH-15"


def test_a_turn_of_ones_own_forgives_the_one_before(client: FlaskClient, memory: FakeRedis) -> None:
    seats = full_table(client, seed="clock", **CLOCK)
    away = on_turn(seats)
    for turn in range(3):
        while on_turn(seats) is not away:
            seat = on_turn(seats)
            seat.act(seat.legal[-1] if seats[0].view["phase"] == "bidding" else seat.legal[0])
        if turn == 1:
            away.act(away.legal[-1])
        else:
            time_runs_out(memory, away)
            spectator(away)
    assert not away.view["players"][seats.index(away)]["played_by_house"]


def test_when_the_house_has_every_seat_the_session_is_abandoned(client: FlaskClient, memory: FakeRedis) -> None:
    alone = open_session(client, "shooter", bots=3, **CLOCK)
    for _ in range(2):
        time_runs_out(memory, alone)
        spectator(alone)
    view = alone.view
    assert view["status"] == "finished"
    assert view["result"] == {"winners": [], "scores": [0, 0, 0, 0], "reason": "abandoned"}
    assert view["deadline"] is None
    assert alone.events[-1]["type"] == "finished"
    assert refused(alone.post("return")) == "session_finished"


def test_what_is_no_turn_moves_no_deadline(client: FlaskClient) -> None:
    seats = after_the_auction(client, reneging="honour", seed="honour", **CLOCK)
    before = seats[0].view["deadline"]
    others = [seat for seat in seats if seat is not on_turn(seats)]
    assert others[0].post("resign").status_code == 200
    assert seats[0].view["deadline"] == before
    lead = on_turn(seats)
    lead.act(lead.legal[0])
    while True:
        seat = on_turn(seats)
        play = next(a for a in seat.legal if a["action"] == "play")
        seat.act(play)
        accuser = next((s for s in seats if any(a["action"] == "accuse" for a in s.legal)), None)
        if accuser:
            break
    before = seats[0].view["deadline"]
    assert accuser.act(next(a for a in accuser.legal if a["action"] == "accuse")).status_code == 200
    assert seats[0].view["deadline"] == before


def test_at_the_end_of_a_hand_an_overrun_accepts_for_all_who_have_not(client: FlaskClient, memory: FakeRedis) -> None:
    seats = after_the_auction(client, reneging="honour", seed="honour", **CLOCK)
    while seats[0].view["phase"] == "playing":
        seat = on_turn(seats)
        seat.act(next(action for action in seat.legal if action["action"] == "play"))
    before = seats[0].view["deadline"]
    seats[0].post("accept")
    assert seats[0].view["deadline"] == before, "the others owe what they owed"
    version = seats[0].view["version"]
    time_runs_out(memory, seats[0])
    spectator(seats[0])
    assert [event for event in told(seats[0], version) if event[0] in ("timed_out", "accepted")] == [
        ("timed_out", True)
    ] * 3 + [("accepted", True)] * 3
    assert ("hand_scored", False) in told(seats[0], version)
