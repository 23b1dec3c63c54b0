"""``Server-Timing``: what an answer took, for whoever has asked for it, and told to nobody otherwise."""

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from server import meters
from server.config import Settings
from server.sessions.memory import MemoryStore
from server.web.app import create_app
from tests.web.operations import operations
from tests.web.seats import GAMES, full_table, open_session
from tests.web.test_cors import EXPOSED, words

FORM = re.compile(r"store;dur=(\d+\.\d\d), house;dur=(\d+\.\d\d), total;dur=(\d+\.\d\d)")
OF_IT = {"Server-Timing", "Timing-Allow-Origin"}
ORIGIN = "https://table.example"


def timing(origins: tuple[str, ...] = ("*",)) -> FlaskClient:
    settings = Settings(store="memory", secret_key="for tests", server_timing=True, cors_origins=origins)
    return create_app(settings, MemoryStore(settings.session_ttl)).test_client()


@pytest.fixture(scope="module")
def timed() -> Iterator[FlaskClient]:
    yield timing()
    meters.store_seconds.heard_by = meters.bot_seconds.heard_by = None


def test_no_answer_tells_what_it_took_unless_it_is_asked_to(client: FlaskClient) -> None:
    seats = {game: full_table(client, game)[0] for game in GAMES}
    for operation in operations(client):
        seat = seats[operation.game or GAMES[0]]
        for headers in ({}, {"Authorization": f"Bearer {seat.token}"}, {"X_Request_Id": "a"}, {"Accept": "image/png"}):
            answer = operation.send(client, seat.id, **headers)
            assert not OF_IT & {name.title() for name, _ in answer.headers}, operation
    for path in ("/nowhere", "/docs", "/openapi.json", "/metrics"):
        for answer in (client.get(path), client.options(path), client.post(path)):
            assert not OF_IT & {name.title() for name, _ in answer.headers}, path
            assert "Server-Timing" not in words(answer, "Access-Control-Expose-Headers")


def test_every_answer_tells_where_its_time_went(timed: FlaskClient) -> None:
    seat = full_table(timed, "shooting-party")[0]
    for operation in operations(timed):
        answer = operation.send(timed, seat.id, Authorization=f"Bearer {seat.token}")
        form = FORM.fullmatch(answer.headers["Server-Timing"])
        assert form, answer.headers["Server-Timing"]
        store, house, total = map(float, form.groups())
        assert store + house <= total
    assert FORM.fullmatch(timed.get("/nowhere").headers["Server-Timing"])


def test_the_house_is_told_from_the_store(timed: FlaskClient) -> None:
    answer = timed.post("/v1/shooter/sessions", json={"bots": 3, "bot_level": "sharp", "first_dealer": 0})
    form = FORM.fullmatch(answer.headers["Server-Timing"])
    assert form
    assert all(float(part) > 0 for part in form.groups())
    seen = FORM.fullmatch(timed.get(answer.headers["Location"]).headers["Server-Timing"])
    assert seen
    assert (float(seen[1]) > 0, float(seen[2])) == (True, 0), "a look needs the store, and no thought"


def test_a_page_from_elsewhere_may_read_it(timed: FlaskClient) -> None:
    answer = timed.get("/health", headers={"Origin": ORIGIN})
    assert answer.headers["Timing-Allow-Origin"] == "*"
    assert words(answer, "Access-Control-Expose-Headers") == EXPOSED | {"Server-Timing"}


def test_and_only_one_that_may_read_the_rest() -> None:
    answer = timing((ORIGIN, "https://other.example")).get("/health", headers={"Origin": ORIGIN})
    assert answer.headers["Timing-Allow-Origin"] == f"{ORIGIN}, https://other.example"


def test_one_request_is_not_told_what_another_took(timed: FlaskClient) -> None:
    open_session(timed, "shooter", bots=3)
    form = FORM.fullmatch(timed.get("/health").headers["Server-Timing"])
    assert form
    assert (form[1], form[2]) == ("0.00", "0.00")
