"""How often a player or an address may ask, where that is limited: counted for all workers, and told in a problem."""

import time

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from server.catalogue import CATALOGUE
from server.config import Settings, SettingsError
from server.sessions.memory import MemoryStore
from server.sessions.redis import RedisStore
from server.web.app import create_app
from tests.conftest import HOUR
from tests.web.problems import refused
from tests.web.seats import GAMES, full_table, on_turn, open_session

MANY = 20
LOBBY = f"/v1/{GAMES[0]}/sessions"


def limited(store: RedisStore | None = None, **settings: object) -> FlaskClient:
    chosen = Settings(store="memory", secret_key="for tests", **settings)  # type: ignore[arg-type]
    return create_app(chosen, store or MemoryStore(HOUR)).test_client()


def ask(client: FlaskClient, times: int, address: str = "192.0.2.1", **headers: str) -> list[TestResponse]:
    """*times* requests without a token."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return [client.get(LOBBY, headers=named, environ_base={"REMOTE_ADDR": address}) for _ in range(times)]


def accepted(answers: list[TestResponse]) -> int:
    return sum(answer.status_code == 200 for answer in answers)


def is_told_to_wait(answer: TestResponse, most: int = 60) -> None:
    assert refused(answer) == "too_many_requests"
    assert 1 <= int(answer.headers["Retry-After"]) <= most


def test_nothing_is_limited_unless_it_is_set(client: FlaskClient) -> None:
    assert accepted(ask(client, 300)) == 300


def test_an_address_may_ask_so_often_and_is_then_told_when_again() -> None:
    client = limited(rate_limit="5/minute")
    answers = ask(client, MANY)
    assert accepted(answers) == 5
    is_told_to_wait(answers[-1])
    assert accepted(ask(client, MANY, "192.0.2.2")) == 5, "another address has a limit of its own"


def test_a_household_of_the_new_kind_of_address_is_one() -> None:
    client = limited(rate_limit="5/minute")
    assert accepted(ask(client, 3, "2001:db8::1") + ask(client, 3, "2001:db8::ffff:1")) == 5
    assert accepted(ask(client, 1, "2001:db8:0:1::1")) == 1


def test_a_seat_is_counted_wherever_it_asks_from() -> None:
    client = limited(rate_limit="5/minute")
    seats = [open_session(client, "shooting-party") for _ in range(2)]
    for seat in seats:
        statuses = [
            client.get(seat.url, headers=seat.headers, environ_base={"REMOTE_ADDR": f"192.0.2.{number}"}).status_code
            for number in range(MANY)
        ]
        assert statuses == [200] * 5 + [429] * (MANY - 5)


@pytest.mark.parametrize("token", ["garbage", "A" * 22 + ".0.0." + "A" * 43])
def test_a_forged_token_buys_no_limit_of_its_own(token: str) -> None:
    client = limited(rate_limit="5/minute")
    ask(client, 5)
    for number in range(3):
        (answer,) = ask(client, 1, Authorization=f"Bearer {token}{number}")
        is_told_to_wait(answer)


def test_a_header_says_nothing_about_where_a_request_comes_from() -> None:
    client = limited(rate_limit="5/minute")
    answers = [ask(client, 1, X_Forwarded_For=f"198.51.100.{n}", Forwarded=f"for=198.51.100.{n}") for n in range(MANY)]
    assert sum(map(accepted, answers)) == 5


def test_behind_a_proxy_what_the_proxy_has_added_counts_and_what_came_to_it_does_not() -> None:
    client = limited(rate_limit="5/minute", proxies=1)
    for own in ("198.51.100.1", "198.51.100.2"):
        answers = [ask(client, 1, X_Forwarded_For=f"10.0.0.{number}, {own}") for number in range(MANY)]
        assert sum(map(accepted, answers)) == 5


def test_an_address_may_open_so_many_sessions_of_all_games_together() -> None:
    client = limited(session_limit="5/hour")
    answers = [client.post(f"/v1/{GAMES[number % len(GAMES)]}/sessions") for number in range(MANY)]
    assert [answer.status_code for answer in answers] == [201] * 5 + [429] * (MANY - 5)
    is_told_to_wait(answers[-1], most=3600)
    opened = answers[0].get_json()
    headers = {"Authorization": f"Bearer {opened['token']}"}
    for _ in range(MANY):
        assert client.get(opened["session"]["url"], headers=headers).status_code == 200


def test_a_rematch_is_a_session_that_is_opened() -> None:
    client = limited(session_limit="2/hour")
    seats = full_table(client, target=1)
    while seats[1].view["status"] == "active":
        seat = on_turn(seats)
        seat.act(seat.legal[0])
    assert [seats[1].post("rematch").status_code for _ in range(2)] == [201, 201], "the second asks for the same one"
    assert client.post(LOBBY).status_code == 429


def test_who_repeats_a_request_or_gets_it_wrong_opens_no_session() -> None:
    client = limited(session_limit="2/hour")
    key = {"Idempotency-Key": "a key that is used often"}
    assert [client.post(LOBBY, headers=key).status_code for _ in range(5)] == [201] * 5
    assert [client.post(LOBBY, json={"no": "such field"}).status_code for _ in range(5)] == [422] * 5
    assert [client.post(LOBBY).status_code for _ in range(3)] == [201, 429, 429]
    assert client.post(LOBBY, headers=key).status_code == 201, "a repeat is answered alike to the end"


def test_a_short_limit_does_not_eat_up_a_long_one() -> None:
    client = limited(session_limit="4/hour;1/second")
    statuses = [client.post(LOBBY).status_code for _ in range(MANY)]
    assert 429 in statuses
    time.sleep(1.1)
    assert client.post(LOBBY).status_code == 201


def test_a_key_that_was_refused_opens_nothing_by_being_repeated() -> None:
    client = limited(session_limit="1/hour")
    client.post(LOBBY)
    key = {"Idempotency-Key": "a key that comes too late"}
    assert [client.post(LOBBY, headers=key).status_code for _ in range(3)] == [429] * 3


@pytest.mark.parametrize(
    ("one", "same"),
    [("192.0.2.7", "::ffff:192.0.2.7"), ("192.0.2.7", "192.0.2.7:54321"), ("[2001:db8::1]:443", "2001:db8::2")],
)
def test_an_address_is_the_same_however_a_proxy_writes_it(one: str, same: str) -> None:
    client = limited(rate_limit="5/minute", proxies=1)
    answers = [ask(client, 1, X_Forwarded_For=text) for text in [one, same] * MANY]
    assert sum(map(accepted, answers)) == 5


def test_a_proxy_that_adds_nonsense_is_counted_itself() -> None:
    client = limited(rate_limit="5/minute", proxies=1)
    for proxy in ("192.0.2.1", "192.0.2.2"):
        answers = [ask(client, 1, proxy, X_Forwarded_For=f"unknown {number}") for number in range(MANY)]
        assert sum(map(accepted, answers)) == 5


def test_what_needs_no_store_and_preflights_are_not_counted() -> None:
    client = limited(rate_limit="5/minute")
    ask(client, MANY)
    for _ in range(MANY):
        for path in ("/", "/health", "/ready", "/v1/games", "/docs", "/openapi.json", "/v1/problems/not_found"):
            assert client.get(path).status_code == 200
        preflight = {"Origin": "https://example.com", "Access-Control-Request-Method": "POST"}
        assert client.options("/v1/shooter/sessions", headers=preflight).status_code == 200


def test_a_page_of_another_origin_can_read_that_it_must_wait() -> None:
    client = limited(rate_limit="1/minute")
    *_, answer = ask(client, 2, Origin="https://example.com")
    is_told_to_wait(answer)
    assert answer.headers["Access-Control-Allow-Origin"]
    assert "Retry-After" in answer.headers["Access-Control-Expose-Headers"]


def test_all_servers_on_a_store_count_together_and_their_counters_expire(real_client: Redis) -> None:
    servers = [limited(RedisStore(real_client, HOUR), rate_limit="5/minute", session_limit="9/hour") for _ in range(3)]
    assert sum(accepted(ask(server, 4)) for server in servers) == 5
    servers[0].post("/v1/shooter/sessions")
    names = list(real_client.scan_iter("*limit*"))
    assert names
    assert all(0 < real_client.ttl(name) <= HOUR for name in names)


def test_a_full_store_limits_nobody(real_client: Redis) -> None:
    client = limited(RedisStore(real_client, HOUR), rate_limit="5/minute")
    real_client.config_set("maxmemory", 1)
    try:
        assert accepted(ask(client, MANY)) == MANY
    finally:
        real_client.config_set("maxmemory", 0)


@pytest.mark.parametrize("text", ["many", "5", "5/fortnight", "-1/minute", "0/minute", ";"])
def test_a_limit_that_is_none_is_named(text: str) -> None:
    with pytest.raises(SettingsError, match="is no limit"):
        Settings(rate_limit=text)
    with pytest.raises(SettingsError, match="is no limit"):
        Settings(session_limit=text)


def test_every_operation_of_a_game_says_that_it_may_be_limited(application: Flask) -> None:
    document = application.extensions["document"].as_dict()
    for path, item in document["paths"].items():
        for method in item.keys() & {"get", "post", "delete"}:
            assert ("429" in item[method]["responses"]) == ("/sessions" in path), path
    for entry in CATALOGUE:
        response = document["components"]["responses"][f"{entry.contract.prefix}TooManyRequests"]
        assert "Retry-After" in response["headers"]
