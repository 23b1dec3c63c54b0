"""A full house: nobody opens a new table, everybody who sits plays to the end, and nothing is kept for ever.

The store is a real one, full to its ``maxmemory``; the server is in this process.
"""

import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from redis import Redis
from werkzeug.test import TestResponse

from server.catalogue import CATALOGUE, Entry
from server.config import Settings
from server.game import Resign
from server.look import Claim
from server.sessions.embedded import EmbeddedStore
from server.sessions.link import connect
from server.sessions.redis import RedisStore
from server.sessions.session import Status
from server.sessions.store import Durability, Key
from server.table import Table
from server.web.app import create_app
from tests.conftest import HOUR
from tests.games.random_play import random_options
from tests.web.problems import refused
from tests.web.seats import GAMES, JOINABLE, Seat, full_table, join, open_session

LIMITED = Settings(
    store="memory", secret_key="for tests", rate_limit="1000000/hour", session_limit="1000000/hour", session_ttl=HOUR
)
SESSIONS = 5_000
ROOM = 2_000_000  # bytes that a store which fills up has left at first
ACTIONS = 60  # of one session, before all resign

KINDS = ("limit:", "lobby:", "key:", ":events", ":answers:")
"""What the store keeps beside documents, by a part of the key's name."""

every_game = pytest.mark.parametrize("game", GAMES)
with_or_without_a_key = pytest.mark.parametrize("keyed", [True, False], ids=["with a key", "without a key"])


@pytest.fixture(scope="module")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a store that does not wait for its disk: of power cuts nothing is said here."""
    store = EmbeddedStore(tmp_path_factory.mktemp("full"), durability=Durability.NONE)
    store.start()
    yield store.url
    store.stop()


@pytest.fixture
def kept(valkey: str) -> Iterator[Redis]:
    """An empty store."""
    with connect(valkey) as client:
        client.flushall()
        yield client
        client.flushall()


@pytest.fixture(scope="module")
def application(valkey: str) -> Flask:
    return create_app(LIMITED, RedisStore(connect(valkey), HOUR))


@pytest.fixture
def client(application: Flask, kept: Redis) -> FlaskClient:
    return application.test_client()


@contextmanager
def full(kept: Redis, room: int = 0) -> Iterator[None]:
    """*kept* may not grow by more than *room* bytes meanwhile."""
    before = kept.config_get("maxmemory")["maxmemory"] or 0
    kept.config_set("maxmemory", kept.info("memory")["used_memory"] + room if room else 1)
    try:
        yield
    finally:
        kept.config_set("maxmemory", before)


def contents(kept: Redis) -> Mapping[bytes, bytes | None]:
    """Every key with what it holds."""
    return {key: kept.dump(key) for key in kept.scan_iter(count=1000)}


def opened(client: FlaskClient, game: str, keyed: bool = False) -> TestResponse:
    headers = {"Idempotency-Key": str(uuid.uuid4())} if keyed else {}
    return client.post(f"/v1/{game}/sessions", json={"listed": True}, headers=headers)


def play_to_the_end(seats: list[Seat], chance: Random, keyed: bool) -> int:
    """Play at random, then everybody resigns; how many actions were accepted."""
    accepted = 0
    while accepted < ACTIONS and (to_act := seats[0].view["to_act"]):
        seat = seats[to_act[0]]
        chosen = chance.choice(seat.legal)
        key = {"Idempotency-Key": str(uuid.UUID(int=chance.getrandbits(128)))} if keyed else {}
        answer = seat.post(chosen["action"], chosen["body"], **key)
        assert answer.status_code == 200, answer.text
        accepted += 1
    for seat in seats:
        if seat.view["status"] == "active":
            assert seat.post("resign").status_code == 200
            accepted += 1
    assert seats[0].view["status"] == "finished"
    return accepted


# Opening


@every_game
@with_or_without_a_key
def test_a_full_store_opens_no_session_and_keeps_nothing_of_it(
    client: FlaskClient, kept: Redis, game: str, keyed: bool
) -> None:
    open_session(client, game)
    with full(kept):
        before = contents(kept)
        for _ in range(10):
            answer = opened(client, game, keyed)
            assert (answer.status_code, refused(answer)) == (503, "store_unavailable")
            assert answer.headers["Retry-After"] == "1"
        assert contents(kept) == before
        assert len(client.get(f"/v1/{game}/sessions").get_json()["sessions"]) <= 1


@every_game
@with_or_without_a_key
def test_a_store_that_fills_up_keeps_every_session_whole_that_it_has_opened(
    client: FlaskClient, kept: Redis, game: str, keyed: bool
) -> None:
    """The refusal comes at any point of a create: what was not opened is not there at all."""
    urls: list[str] = []
    with full(kept, ROOM):
        for _ in range(SESSIONS):
            answer = opened(client, game, keyed)
            if answer.status_code != 201:
                break
            urls.append(answer.get_json()["session"]["url"])
        assert refused(answer) == "store_unavailable"
    assert len(urls) > 10
    assert all(client.get(url).status_code == 200 for url in urls)
    for kind in ("session", "events"):
        assert sum(1 for _ in kept.scan_iter(f"leverstoke:{{{game}:*}}:{kind}", count=1000)) == len(urls)


@every_game
@with_or_without_a_key
def test_with_room_again_sessions_are_opened_at_once(client: FlaskClient, kept: Redis, game: str, keyed: bool) -> None:
    with full(kept):
        assert opened(client, game, keyed).status_code == 503
    assert opened(client, game, keyed).status_code == 201


@every_game
def test_the_key_of_a_refused_opening_opens_one_session_when_there_is_room(
    client: FlaskClient, kept: Redis, game: str
) -> None:
    headers = {"Idempotency-Key": "a key that is long enough"}
    with full(kept):
        assert client.post(f"/v1/{game}/sessions", json={}, headers=headers).status_code == 503
    first, second = (client.post(f"/v1/{game}/sessions", json={}, headers=headers) for _ in range(2))
    assert (first.status_code, second.status_code) == (201, 201)
    assert first.data == second.data
    assert "Idempotent-Replayed" not in first.headers


# Going on


@every_game
@with_or_without_a_key
def test_sessions_that_are_open_are_played_to_the_end_in_a_full_store(
    client: FlaskClient, kept: Redis, game: str, keyed: bool
) -> None:
    for number in range(3):
        seats = full_table(client, game, listed=True)
        with full(kept):
            assert play_to_the_end(seats, Random(f"full {game} {number}"), keyed) > 0
            assert seats[0].get("/replay").status_code == 200


@pytest.mark.parametrize("game", JOINABLE)
def test_a_table_fills_up_in_a_full_store(client: FlaskClient, kept: Redis, game: str) -> None:
    host = open_session(client, game)
    with full(kept):
        seats = [host]
        while host.view["status"] == "waiting":
            seats.append(join(client, host))
        assert len(seats) > 1
        assert play_to_the_end(seats, Random("joined"), keyed=True) > 0


@every_game
def test_a_session_is_deleted_from_a_full_store(client: FlaskClient, kept: Redis, game: str) -> None:
    host = open_session(client, game, listed=True)
    with full(kept):
        assert host.delete().status_code == 204
        assert refused(host.get()) == "not_found"
        assert client.get(f"/v1/{game}/sessions").get_json()["sessions"] == []


# For ever


def without_an_end(kept: Redis) -> list[bytes]:
    """The keys that do not expire."""
    names = list(kept.scan_iter(count=1000))
    with kept.pipeline(transaction=False) as pipe:
        for name in names:
            pipe.pttl(name)
        left = pipe.execute()
    return [name for name, milliseconds in zip(names, left, strict=True) if milliseconds < 0]


def live(table: Table[Any], entry: Entry, number: int, chance: Random) -> None:
    """Open a session and leave it so; some are joined, acted in, ended and deleted. Half of all has keys."""
    keyed = chance.random() < 0.5

    def key(scope: str, asked: str) -> Key | None:
        return Key(scope, f"{asked} {number}".rjust(22, "-"), "d" * 64) if keyed else None

    look = table.open(random_options(entry.game, chance), key=key("open", "open")).look
    session_id = look.session_id
    fate = number // len(CATALOGUE) % 20
    if fate > 3:
        return
    while look.status is Status.WAITING:
        look = table.join(session_id, None, key=key(session_id, f"join {len(look.session.open_seats)}")).look
    claims = [Claim(seat, 0) for seat in range(len(look.session.players))]
    for claim in claims if fate else ():
        turn = table.watch.look(session_id, claim)
        if turn.status is Status.ACTIVE and turn.legal_actions:
            table.act(session_id, claim, turn.legal_actions[0], key=key(f"{session_id} {claim.seat}", "act"))
    for claim in claims if fate in (2, 3) else ():
        if table.watch.look(session_id, claim).status is Status.ACTIVE:
            table.act(session_id, claim, Resign(), key=key(f"{session_id} {claim.seat}", "resign"))
    if fate == 3:
        table.delete(session_id, claims[0])


def test_after_thousands_of_sessions_nothing_is_kept_for_ever(client: FlaskClient, kept: Redis) -> None:
    store, chance = RedisStore(kept, HOUR), Random("for ever")
    tables = [(entry, Table(entry.game, entry.bot, store, ttl=HOUR, place=str, mark=str)) for entry in CATALOGUE]
    for number in range(SESSIONS):
        entry, table = tables[number % len(tables)]
        live(table, entry, number, chance)
    for game in GAMES:
        for keyed in (True, False):
            assert opened(client, game, keyed).status_code == 201
    names = [name.decode() for name in kept.scan_iter(count=1000)]
    assert len(names) > SESSIONS
    for kind in KINDS:
        assert any(kind in name for name in names), f"nothing of {kind} was looked at"
    assert without_an_end(kept) == []


def test_a_key_that_does_not_expire_would_be_found(kept: Redis) -> None:
    kept.set("leverstoke:{kept}", "for ever")
    kept.set("leverstoke:{lent}", "for an hour", ex=HOUR)
    assert without_an_end(kept) == [b"leverstoke:{kept}"]
