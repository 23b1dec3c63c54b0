"""Whatever bytes are sent, the answer is an ordinary one or a problem of the client's making, never one of ours."""

import json
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from server.web.problems import KINDS
from tests.web.operations import BODIES, operations
from tests.web.problems import refused
from tests.web.seats import GAMES, Seat, full_table, open_session

text = st.text(max_size=12)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | text
names = text | st.sampled_from(
    ["card", "cards", "call", "suit", "seat", "seed", "name", "players", "since", "limit", "status", "cursor"]
)
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4), max_leaves=12
)
bodies = st.binary(max_size=80) | anything.map(lambda value: json.dumps(value).encode())

HEADERS = ("If_Match", "If_None_Match", "Idempotency_Key", "Accept", "Authorization", "Origin")

many = settings(max_examples=100, suppress_health_check=[HealthCheck.function_scoped_fixture])
few = settings(many, max_examples=30)  # of what is sent to every operation


def is_ordinary(answer: TestResponse) -> bool:
    """Whether it is what was asked for, or a problem of the client's making."""
    return answer.status_code < 400 or (bool(refused(answer)) and answer.status_code < 500)


@pytest.mark.parametrize("path", BODIES)
@many
@given(body=bodies)
def test_any_body_is_taken_or_refused(client: FlaskClient, path: str, body: bytes) -> None:
    host = open_session(client, path.split("/")[2], seed="bytes")
    answer = client.post(
        path.format(session_id=host.id), data=body, content_type="application/json", headers=host.headers
    )
    assert is_ordinary(answer)


@pytest.mark.parametrize("game", GAMES)
@many
@given(body=bodies, data=st.data())
def test_any_body_of_an_action_in_play_is_taken_or_refused(
    client: FlaskClient, game: str, body: bytes, data: st.DataObject
) -> None:
    seats: list[Seat] = full_table(client, game, seed="bytes")
    seat = seats[data.draw(st.integers(0, len(seats) - 1))]
    for action in {legal["action"] for legal in seats[seat.view["to_act"][0]].legal} | {"resign"}:
        answer = client.post(f"{seat.url}/{action}", data=body, content_type="application/json", headers=seat.headers)
        assert is_ordinary(answer)


@few
@given(raw=st.text(st.characters(codec="utf-8", exclude_characters="\r\n\x00"), max_size=40))
def test_any_path_leads_somewhere_or_nowhere(client: FlaskClient, raw: str) -> None:
    for operation in operations(client):
        if "{" in operation.path:
            part = quote(raw, safe="")
            url = operation.path.format(session_id=part, seat=part, code=part)
            answer = client.open(url, method=operation.method, json={} if operation.method == "POST" else None)
            assert is_ordinary(answer), operation
            assert answer.status_code >= 400 or raw in ("", *KINDS), operation


@few
@given(name=names, value=text)
def test_any_query_is_taken_or_refused(client: FlaskClient, name: str, value: str) -> None:
    for operation in operations(client):
        host = open_session(client, operation.game or GAMES[0])
        answer = operation.send(client, host.id, f"?{quote(name)}={quote(value)}", **host.headers)
        assert is_ordinary(answer), operation


@few
@given(header=st.sampled_from(HEADERS), value=st.text(st.characters(max_codepoint=255, exclude_characters="\r\n")))
def test_any_header_is_taken_or_refused(client: FlaskClient, header: str, value: str) -> None:
    for operation in operations(client):
        if operation.path != "/ready":  # the fake store has no name to tell
            host = open_session(client, operation.game or GAMES[0])
            answer = operation.send(client, host.id, **(host.headers | {header: value}))
            assert is_ordinary(answer), operation
