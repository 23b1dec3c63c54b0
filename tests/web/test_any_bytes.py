"""Whatever bytes are sent, the answer is an ordinary one or a problem of the client's making, never one of ours."""

import json
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.web.problems import refused
from tests.web.seats import GAMES, Seat, full_table

text = st.text(max_size=12)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | text
names = text | st.sampled_from(["card", "cards", "call", "suit", "seat", "seed", "name", "players"])
anything = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(names, inner, max_size=4), max_leaves=12
)
bodies = st.binary(max_size=80) | anything.map(lambda value: json.dumps(value).encode())

many = settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.mark.parametrize("game", GAMES)
@many
@given(body=bodies)
def test_any_body_of_create_is_taken_or_refused(client: FlaskClient, game: str, body: bytes) -> None:
    answer = client.post(f"/v1/{game}/sessions", data=body, content_type="application/json")
    assert answer.status_code == 201 or refused(answer) in ("malformed_json", "invalid_request")


@pytest.mark.parametrize("game", GAMES)
@many
@given(body=bodies, data=st.data())
def test_any_body_of_an_action_is_taken_or_refused(
    client: FlaskClient, game: str, body: bytes, data: st.DataObject
) -> None:
    seats: list[Seat] = full_table(client, game, seed="bytes")
    seat = seats[data.draw(st.integers(0, len(seats) - 1))]
    for action in {legal["action"] for legal in seats[seat.view["to_act"][0]].legal} | {"resign"}:
        answer = client.post(f"{seat.url}/{action}", data=body, content_type="application/json", headers=seat.headers)
        assert answer.status_code == 200 or 400 <= answer.status_code < 500
        if answer.status_code != 200:
            refused(answer)


@many
@given(raw=st.text(st.characters(codec="utf-8", exclude_characters="\r\n\x00"), max_size=40))
def test_any_id_is_a_session_or_none(client: FlaskClient, raw: str) -> None:
    answer = client.get(f"/v1/shooter/sessions/{quote(raw, safe='')}")
    assert answer.status_code in (200, 404)
