"""The edge of streams and long polls: what is asked for how, what is answered before one has to wait, and when to stop.

What happens while somebody waits is proved on a real server, in ``tests/serving/test_streams.py``.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from server.sessions.store import StoreUnavailable
from tests.web.problems import refused, wrong_fields
from tests.web.seats import (
    GAMES,
    HIDEABLE,
    Seat,
    after_the_auction,
    finish,
    full_table,
    join,
    on_turn,
    open_session,
    spectator,
)
from tests.web.stores import Failing

EVENT_STREAM = "text/event-stream"
STREAM = {"Accept": EVENT_STREAM}
ANOTHER = "0123456789abcdef"  # the digest of no history here
PAGES = 240  # events, of which a stream reads a hundred at once

each_game = pytest.mark.parametrize("game", GAMES)
each_hideable_table = pytest.mark.parametrize("game", HIDEABLE)


def stream(seat: Seat, query: str = "", **headers: str) -> TestResponse:
    return seat.get(f"/events{query}", Accept=EVENT_STREAM, **headers)


def told(answer: TestResponse) -> list[tuple[str, bytes]]:
    """The id and the data of every event in a stream that has ended, which must be well-formed."""
    assert answer.status_code == 200, answer.text
    assert answer.content_type == f"{EVENT_STREAM}; charset=utf-8"
    first, *blocks, last = answer.data.split(b"\n\n")
    assert (first, last) == (b":", b"")
    frames = [re.fullmatch(rb"id: ([0-9]+-[0-9a-f]{16})\ndata: ([^\r\n]+)", block) for block in blocks]
    assert all(frames), answer.data
    return [(frame[1].decode(), frame[2]) for frame in frames if frame]


def listed(seat: Seat, since: int = 0) -> list[bytes]:
    """The events after the one numbered *since*, as the list has them."""
    data: bytes = seat.get(f"/events?since={since}&limit=1000").data
    inside = data.removeprefix(b'{"events":[').removesuffix(b"]}")
    return [b'{"seq":' + event.rstrip(b",") for event in inside.split(b'{"seq":')[1:]]


def finished(client: FlaskClient, game: str) -> Seat:
    seats = full_table(client, game)
    finish(seats)
    return seats[0]


def event_id(seat: Seat) -> str:
    return seat.etag.strip('"').rpartition("-")[0]


# Frames


@each_game
def test_a_stream_has_every_event_as_the_list_has_it_and_ends_after_the_last(client: FlaskClient, game: str) -> None:
    seat = finished(client, game)
    frames = told(stream(seat))
    assert [data for _, data in frames] == listed(seat)
    assert [int(name.partition("-")[0]) for name, _ in frames] == list(range(1, seat.view["version"] + 1))
    assert frames[-1][0] == event_id(seat), "an id is an ETag without a reader"


@each_game
def test_a_stream_goes_on_behind_any_event(client: FlaskClient, game: str) -> None:
    seat = finished(client, game)
    frames = told(stream(seat))
    for number, (name, _) in enumerate(frames[:-1], 1):
        assert told(stream(seat, f"?since={number}")) == frames[number:]
        assert told(stream(seat, "?since=0", Last_Event_ID=name)) == frames[number:]
        assert told(stream(seat, Last_Event_ID=str(number))) == frames[number:]
        resumed = seat.get("/events?limit=1000", Last_Event_ID=name).get_json()["events"]
        assert [event["seq"] for event in resumed] == list(range(number + 1, len(frames) + 1))


def test_a_long_stream_has_every_event_once(client: FlaskClient) -> None:
    seats = full_table(client)
    while (turn := on_turn(seats)).view["version"] < PAGES:
        legal = turn.legal[-1]
        turn.act(legal)
    finish(seats)
    frames = told(stream(seats[0]))
    assert len(frames) > PAGES
    assert [data for _, data in frames] == listed(seats[0])


@each_game
def test_what_is_told_is_the_same_for_everybody(client: FlaskClient, game: str) -> None:
    seat = finished(client, game)
    as_spectator = client.get(f"{seat.url}/events", headers=STREAM)
    assert as_spectator.data == stream(seat).data


# The end


@each_game
def test_where_nothing_is_left_to_read_nobody_comes_again(client: FlaskClient, game: str) -> None:
    seat = finished(client, game)
    version = seat.view["version"]
    for answer in (
        stream(seat, f"?since={version}"),
        stream(seat, Last_Event_ID=str(version)),
        stream(seat, "?since=1", Last_Event_ID=event_id(seat)),
    ):
        assert (answer.status_code, answer.data) == (204, b"")
        assert "Content-Type" not in answer.headers


def test_a_rematch_after_the_end_is_read_by_who_comes_again(client: FlaskClient) -> None:
    seats = after_the_auction(client, target=1, seed="a short one")
    while turn := seats[0].view["to_act"]:
        seat = seats[turn[0]]
        seat.act(seat.legal[0])
    before = event_id(seats[0])
    assert stream(seats[0], Last_Event_ID=before).status_code == 204
    rematch: str = seats[0].post("rematch").get_json()["session"]["url"]
    ((name, data),) = told(stream(seats[0], Last_Event_ID=before))
    assert [data] == listed(seats[0])[-1:]
    assert rematch.encode() in data
    assert stream(seats[0], Last_Event_ID=name).status_code == 204


# What is refused, before a stream begins


@pytest.mark.parametrize("over", [False, True], ids=["active", "finished"])
@each_game
def test_a_point_that_is_in_no_history_is_told_so_at_once(client: FlaskClient, game: str, over: bool) -> None:
    seat = finished(client, game) if over else full_table(client, game)[0]
    version, number = seat.view["version"], event_id(seat).partition("-")[0]
    for accept in (EVENT_STREAM, "application/json"):
        for query in (f"?since={version + 1}", f"?since={version + 1}&wait=30", "?since=999999999&wait=30"):
            assert refused(seat.get(f"/events{query}", Accept=accept)) == "history_lost", (accept, query)
        for lost in (f"{number}-{ANOTHER}", f"1-{ANOTHER}", f"{version + 1}-{ANOTHER}", f"0-{ANOTHER}"):
            for query in ("", "?wait=30"):
                answer = seat.get(f"/events{query}", Accept=accept, Last_Event_ID=lost)
                assert refused(answer) == "history_lost", (accept, query, lost)


@each_game
def test_what_is_wrong_is_a_problem_and_no_stream(client: FlaskClient, game: str) -> None:
    seat = open_session(client, game)
    assert wrong_fields(stream(seat, "?since=-1")) == {"since"}
    assert wrong_fields(stream(seat, "?nonsense=1")) == {"nonsense"}
    assert wrong_fields(stream(seat, "?wait=31")) == {"wait"}
    assert wrong_fields(stream(seat, Last_Event_ID="x")) == {"Last-Event-ID"}
    forged = client.get(f"{seat.url}/events", headers={"Authorization": "Bearer garbage"} | STREAM)
    assert refused(forged) == "unauthorized"
    nowhere = client.get(f"/v1/{game}/sessions/{'A' * 22}/events", headers=STREAM)
    assert refused(nowhere) == "not_found"
    stranger = open_session(client, game)
    assert refused(stream(Seat(client, seat.url, stranger.token))) == "not_found"
    seat.delete()
    assert refused(stream(seat)) == "not_found"


@each_hideable_table
def test_a_hidden_table_has_no_stream_and_no_wait_for_spectators(client: FlaskClient, game: str) -> None:
    seats = full_table(client, game, spectators=False)
    finish(seats)
    etag = seats[0].etag
    for path in ("/events", "/events?wait=30", "/events?since=999999999"):
        for accept in (EVENT_STREAM, "application/json"):
            answer = client.get(seats[0].url + path, headers={"Accept": accept})
            assert refused(answer) == "not_found"
    waiting = client.get(f"{seats[0].url}?wait=30", headers={"If-None-Match": etag})
    assert refused(waiting) == "not_found"
    assert told(stream(seats[1]))


def test_a_dead_token_has_no_stream_and_no_wait(client: FlaskClient) -> None:
    host = open_session(client, "shooter")
    guest = join(client, host)
    etag = guest.etag
    guest.delete("/seats/1")
    for answer in (stream(guest), guest.get("/events?wait=30"), guest.get("?wait=30", If_None_Match=etag)):
        assert refused(answer) == "unauthorized"


def test_a_store_that_is_away_when_somebody_comes_is_told_of(over_failing: FlaskClient, failing: Failing) -> None:
    failing.error = StoreUnavailable()
    for accept in (EVENT_STREAM, "application/json"):
        answer = over_failing.get(
            f"/v1/shooter/sessions/{'A' * 22}/events?wait=30", headers={"Accept": accept, "Last-Event-ID": "1"}
        )
        assert refused(answer) == "store_unavailable"
        assert answer.headers["Retry-After"] == "1"


# What is asked for


@pytest.mark.parametrize(
    ("accept", "streams"),
    [
        ("text/event-stream", True),
        ("TEXT/Event-Stream", True),
        ("text/event-stream; charset=utf-8", True),
        ("text/event-stream;charset=utf-8, application/json;q=0.9", True),
        ("text/event-stream, application/json;q=0.9", True),
        ("text/*", True),
        ("application/json;q=0.5, text/event-stream;q=0.6", True),
        ("*/*;q=0.1, text/event-stream", True),
        ("application/json, text/event-stream", False),
        ("text/event-stream;q=0.5, application/json", False),
        ("text/event-stream;q=0.5, */*", False),
        ("text/event-stream;q=0, */*", False),
        ("*/*", False),
        ("", False),
    ],
)
def test_a_stream_is_for_who_would_rather_have_it(client: FlaskClient, accept: str, streams: bool) -> None:
    seat = finished(client, GAMES[0])
    answer = seat.get("/events", Accept=accept)
    assert answer.status_code == 200
    assert answer.mimetype == (EVENT_STREAM if streams else "application/json")


@pytest.mark.parametrize("accept", ["text/event-stream;q=0", "text/plain", "text/html"])
def test_who_takes_neither_json_nor_a_stream_is_told_so(client: FlaskClient, accept: str) -> None:
    assert refused(finished(client, GAMES[0]).get("/events", Accept=accept)) == "not_acceptable"


@each_game
def test_nothing_else_is_streamed(client: FlaskClient, game: str) -> None:
    seat = finished(client, game)
    for path in ("", "/replay", "/hint"):
        assert refused(seat.get(path, Accept=EVENT_STREAM)) == "not_acceptable"


# Headers


@each_game
def test_a_stream_is_open_to_pages_from_anywhere_and_kept_by_nobody(client: FlaskClient, game: str) -> None:
    seat = finished(client, game)
    for method in (client.get, client.head):
        headers = {"Origin": "https://table.example"} | STREAM
        answer = method(f"{seat.url}/events", headers=headers)
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == f"{EVENT_STREAM}; charset=utf-8"
        assert answer.headers["Access-Control-Allow-Origin"] == "*"
        assert answer.headers["X-Accel-Buffering"] == "no"
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert {"private", "no-cache"} == set(answer.headers["Cache-Control"].split(", "))
        assert {"Authorization", "Accept"} <= {word.strip() for word in answer.headers["Vary"].split(",")}
        assert "Content-Length" not in answer.headers
        assert "ETag" not in answer.headers
        assert (answer.data == b"") == (method == client.head)


def test_an_active_session_has_the_head_of_a_stream_at_once(client: FlaskClient) -> None:
    seat = open_session(client, GAMES[0])
    answer = client.head(f"{seat.url}/events", headers=STREAM)
    assert (answer.status_code, answer.mimetype, answer.data) == (200, EVENT_STREAM, b"")


# Waiting, where there is nothing to wait for


@each_game
def test_what_is_there_is_told_at_once(client: FlaskClient, game: str) -> None:
    seat = full_table(client, game)[0]
    version = seat.view["version"]
    assert seat.get("/events?since=0&limit=1000&wait=30").data == seat.get("/events?since=0&limit=1000").data
    assert len(seat.get(f"/events?since={version - 1}&wait=30").get_json()["events"]) == 1
    assert len(seat.get("/events?since=0&limit=2&wait=30").get_json()["events"]) == min(2, version)
    assert seat.get("?wait=30").get_json() == seat.view, "who has nothing need not wait"
    assert seat.get("?wait=30", If_None_Match=f'"1-{ANOTHER}-0"').get_json() == seat.view
    assert seat.get("?wait=30", If_None_Match=spectator(seat).headers["ETag"]).get_json() == seat.view
    assert seat.get("?wait=30", If_None_Match=seat.etag, Accept="text/plain").status_code == 200


@each_game
def test_when_the_time_is_up_nothing_has_happened(client: FlaskClient, game: str) -> None:
    seat = open_session(client, game)
    version, etag = seat.view["version"], seat.etag
    assert seat.get(f"/events?since={version}&wait=1").get_json() == {"events": []}
    unchanged = seat.get("?wait=1", If_None_Match=etag)
    assert (unchanged.status_code, unchanged.data, unchanged.headers["ETag"]) == (304, b"", etag)


def test_one_may_wait_for_another_drawing(client: FlaskClient) -> None:
    seat = open_session(client, GAMES[0])
    drawn = seat.get(Accept="text/plain")
    unchanged = seat.get("?wait=1", Accept="text/plain", If_None_Match=drawn.headers["ETag"])
    assert (unchanged.status_code, unchanged.headers["ETag"]) == (304, drawn.headers["ETag"])
    in_ascii = seat.get("?wait=30&ascii=true", Accept="text/plain", If_None_Match=drawn.headers["ETag"])
    assert in_ascii.status_code == 200


@each_game
@pytest.mark.parametrize("wait", ["0", "31", "-1", "1.5", "x", "", "1&wait=2"])
def test_nobody_waits_for_no_time_or_too_long(client: FlaskClient, game: str, wait: Any) -> None:
    seat = open_session(client, game)
    for path in ("", "/events"):
        assert wrong_fields(seat.get(f"{path}?wait={wait}", If_None_Match=seat.etag)) == {"wait"}


# While it goes on


@each_game
def test_a_stream_tells_what_happens_as_it_does(client: FlaskClient, game: str) -> None:
    seats = full_table(client, game)
    version = seats[0].view["version"]
    answer = stream(seats[0], f"?since={version}")
    pieces: Iterator[bytes] = answer.iter_encoded()
    assert next(pieces) == b":\n\n", "the headers come at once"
    for _ in range(3):
        turn = on_turn(seats)
        acted = turn.act(turn.legal[0])
        events = acted.get_json()["events"]
        piece = next(pieces)
        assert [int(seq) for seq in re.findall(rb'data: {"seq":([0-9]+),', piece)] == [e["seq"] for e in events]
    finish(seats)
    left = list(pieces)
    assert b'"finished"' in left[-1]
    answer.close()
