"""What browsers and caches are told, on every answer: who may ask, what they may see, and what not to keep."""

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from server.config import Settings
from server.sessions.store import StoreUnavailable
from server.web.app import create_app
from tests.web.operations import NOWHERE, operations
from tests.web.problems import refused
from tests.web.seats import GAMES, full_table, on_turn, open_session
from tests.web.stores import Failing

ORIGIN = "https://table.example"
SENT = {"authorization", "content-type", "idempotency-key", "if-match", "if-none-match", "accept", "last-event-id"}
EXPOSED = {"ETag", "Location", "Retry-After", "Idempotent-Replayed", "Date"}


def words(answer: TestResponse, header: str) -> set[str]:
    """The members of a list header, however many lines it has."""
    return {word.strip() for line in answer.headers.getlist(header) for word in line.split(",")}


def assert_open(answer: TestResponse) -> None:
    """*answer* can be read by a page from anywhere, with every header that is for it, and by no cache."""
    assert answer.headers["Access-Control-Allow-Origin"] in ("*", ORIGIN)
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert words(answer, "Access-Control-Expose-Headers") >= EXPOSED
    assert words(answer, "Cache-Control") == {"private", "no-cache"}
    assert words(answer, "Vary") >= {"Authorization", "Accept"}
    if answer.headers["Access-Control-Allow-Origin"] == ORIGIN:
        assert "Origin" in words(answer, "Vary")


def preflight(client: FlaskClient, url: str, verb: str, headers: str = ", ".join(sorted(SENT))) -> TestResponse:
    asked = {"Access-Control-Request-Method": verb, "Access-Control-Request-Headers": headers}
    return client.options(url, headers={"Origin": ORIGIN, **asked})


def test_every_operation_may_be_asked_for_from_anywhere(client: FlaskClient) -> None:
    for operation in operations(client):
        answer = preflight(client, operation.url(), operation.method)
        assert answer.status_code in (200, 204), operation
        assert operation.method in words(answer, "Access-Control-Allow-Methods"), operation
        assert {word.lower() for word in words(answer, "Access-Control-Allow-Headers")} >= SENT, operation
        assert int(answer.headers["Access-Control-Max-Age"]) > 0
        assert answer.data == b""
        assert_open(answer)


def test_a_preflight_needs_no_token_and_changes_nothing(client: FlaskClient) -> None:
    host = open_session(client, "shooter")
    before = host.view
    for operation in operations(client):
        assert preflight(client, operation.url(host.id), operation.method).status_code in (200, 204)
    assert host.view == before


def test_every_answer_and_every_refusal_can_be_read_from_anywhere(client: FlaskClient) -> None:
    for operation in operations(client):
        host = open_session(client, operation.game or GAMES[0])
        for headers in ({}, {"Authorization": "garbage"}, {"Accept": "text/html"}, host.headers):
            for session_id in (NOWHERE, host.id):
                for query in ("", "?nonsense"):
                    assert_open(operation.send(client, session_id, query, Origin=ORIGIN, **headers))


@pytest.mark.parametrize("verb", ["GET", "POST", "PUT", "DELETE"])
@pytest.mark.parametrize(
    "path", ["/nothing", "/v1/shooter/sessions", f"/v1/shooter/sessions/{NOWHERE}/bid", "/v1/games"]
)
def test_what_the_router_refuses_can_be_read_from_anywhere(client: FlaskClient, path: str, verb: str) -> None:
    assert_open(client.open(path, method=verb, headers={"Origin": ORIGIN}))


@pytest.mark.parametrize("error", [StoreUnavailable(), RuntimeError("a mistake of ours")])
def test_trouble_of_ours_can_be_read_from_anywhere(
    over_failing: FlaskClient, failing: Failing, error: Exception
) -> None:
    failing.error = error
    answer = over_failing.get("/v1/shooter/sessions", headers={"Origin": ORIGIN})
    assert answer.status_code >= 500
    assert_open(answer)


@pytest.mark.parametrize("game", GAMES)
def test_views_actions_conflicts_and_304_can_be_read_from_anywhere(client: FlaskClient, game: str) -> None:
    seat = on_turn(full_table(client, game))
    etag, action = seat.etag, seat.legal[0]
    answers = [
        seat.get(Origin=ORIGIN),
        seat.get(Origin=ORIGIN, If_None_Match=etag),
        seat.post(action["action"], action["body"], Origin=ORIGIN, Idempotency_Key="a key sent from afar"),
        seat.post(action["action"], action["body"], Origin=ORIGIN, Idempotency_Key="a key sent from afar"),
        seat.post(action["action"], action["body"], Origin=ORIGIN, If_Match=etag),
        seat.post("resign", Origin=ORIGIN, If_Match='"garbage"'),
        seat.get("/replay", Origin=ORIGIN),
    ]
    assert [answer.status_code for answer in answers] == [200, 304, 200, 200, 412, 412, 409]
    for answer in answers:
        assert_open(answer)


@pytest.mark.parametrize("path", ["/", "/health", "/openapi.json", "/openapi.yaml", "/docs"])
def test_what_is_not_about_games_can_be_read_from_anywhere(client: FlaskClient, path: str) -> None:
    answer = client.get(path, headers={"Origin": ORIGIN})
    assert answer.status_code == 200
    assert_open(answer)


def test_no_answer_is_guessed_to_be_something_else(client: FlaskClient) -> None:
    for path in ("/", "/v1/games", "/docs", "/nothing"):
        assert client.get(path).headers["X-Content-Type-Options"] == "nosniff"


def test_a_server_for_one_origin_opens_to_that_one_alone() -> None:
    settings = Settings(store="memory", secret_key="for tests", cors_origins=(ORIGIN,))
    client = create_app(settings).test_client()
    for path in ("/v1/games", "/nothing"):
        ours, theirs, nobodys = (
            client.get(path, headers=headers)
            for headers in ({"Origin": ORIGIN}, {"Origin": "https://evil.example"}, {})
        )
        assert ours.headers["Access-Control-Allow-Origin"] == ORIGIN
        assert theirs.headers.get("Access-Control-Allow-Origin") in (None, ORIGIN)
        for answer in (ours, theirs, nobodys):
            assert words(answer, "Vary") >= {"Origin", "Authorization", "Accept"}
    assert preflight(client, "/v1/shooter/sessions", "POST").headers["Access-Control-Allow-Origin"] == ORIGIN
    with_token = client.get("/v1/shooter/sessions", headers={"Origin": ORIGIN, "Authorization": "garbage"})
    assert refused(with_token) == "unauthorized"
    assert with_token.headers["Access-Control-Allow-Origin"] == ORIGIN
