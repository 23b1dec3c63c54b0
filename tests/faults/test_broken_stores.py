"""Stores that break a promise, under the real server: what the players were told gives each away."""

import threading
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from random import Random
from typing import Any

import pytest
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry
from werkzeug.serving import make_server

from server.config import Settings
from server.sessions.link import connect
from server.sessions.redis import RedisStore
from server.sessions.store import Change, Conflict, Damaged, Key, Reading, Store, StoreUnavailable
from server.web.app import create_app
from tests.conftest import HOUR
from tests.faults.client import Client, NoAnswer
from tests.faults.history import Event, History, Recorder
from tests.faults.judge import violations
from tests.faults.proxies import StoreProxy
from tests.ports import free_port

VERSION_CHECK = "if tag ~= ARGV[1] then\n  return 0\nend\n"
LOG_CHECK = "if #ARGV >= FIRST and redis.call('LLEN', KEYS[2]) ~= tonumber(ARGV[10]) then\n  return 2\nend\n"
FROM_THE_NEXT_NUMBER = (
    "for first = FIRST, ",
    "for first = FIRST + math.max(redis.call('LLEN', KEYS[2]) - tonumber(ARGV[10]), 0), ",
)
HESITATION = 0.002  # seconds between judging and writing, for others to come first
LOSSES = 0.3  # of the store's replies, where some are lost
PEOPLE = 4
TURNS = 12


class Slow(RedisStore):
    """The real store, a moment later."""

    def commit(self, address: str, change: Change) -> None:
        threading.Event().wait(HESITATION)
        super().commit(address, change)


class Unchecked(Slow):
    """Writes upon whatever there is. The log knows how many events it should have: that guard is gone too, and it takes
    no number twice."""

    COMMIT = RedisStore.COMMIT.replace(VERSION_CHECK, "").replace(LOG_CHECK, "").replace(*FROM_THE_NEXT_NUMBER)


class Guarded(Slow):
    """Writes upon whatever there is, as far as the log lets it."""

    COMMIT = RedisStore.COMMIT.replace(VERSION_CHECK, "")

    def commit(self, address: str, change: Change) -> None:
        try:
            super().commit(address, change)
        except Damaged as damage:  # by itself the log cannot tell who was late from a document that is
            raise Conflict from damage


class Forgetful(Slow):
    """Knows of no answer it has ever given."""

    def load(self, address: str, key: Key | None = None) -> Reading:
        return super().load(address, key)._replace(answer=None)


class Insistent(Slow):
    """Has redis-py repeat what was not answered."""

    def __init__(self, client: Redis, ttl: int) -> None:
        super().__init__(client, ttl)
        url = f"redis://127.0.0.1:{client.get_connection_kwargs()['port']}/0"
        self._insistent = Redis.from_url(url, socket_timeout=0.1, retry=Retry(NoBackoff(), 10))

    def _run(self, script: Any, keys: Any, arguments: Any) -> bool:
        try:
            return bool(self._insistent.eval(script.text, len(keys), *keys, *arguments))
        except RedisError as error:
            raise StoreUnavailable from error


@contextmanager
def served(store: Store) -> Iterator[str]:
    """The URL of the real application over *store*."""
    app = create_app(Settings(store="memory", secret_key="for tests"), store)
    server = make_server("127.0.0.1", free_port(), app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def everybody_plays(url: str, game: str) -> list[str]:
    """What is wrong after several people have used the seats of one session at once."""
    history = History()
    with Client(url) as client:
        opened = client.call("POST", f"/v1/{game}/sessions", body={}).json
        session, tokens = opened["session"]["url"], [opened["token"]]
        while client.call("GET", session, token=tokens[0]).json["status"] == "waiting":
            tokens.append(client.call("POST", f"{session}/seats").json["token"])
        since = client.call("GET", session).json["version"]
        people = [
            threading.Thread(target=one_plays, args=(url, session, tokens, history, Random(number)))
            for number in range(PEOPLE)
        ]
        for person in people:
            person.start()
        for person in people:
            person.join()
        told = client.call("GET", f"{session}/events?limit=1000")
    if told.status != 200:  # the server has found out by itself
        return [told.json["code"]]
    log: list[Event] = told.json["events"]
    return violations(history.operations, log, since=since)


def one_plays(url: str, session: str, tokens: list[str], history: History, chance: Random) -> None:
    """Look and act, by turns; ask again where there is a key, whatever came of it."""
    with ExitStack() as stack:
        client = stack.enter_context(Client(url))
        seats = [Recorder(client, history, session, seat, token) for seat, token in enumerate(tokens)]
        for _ in range(TURNS):
            views = [(seat, answer) for seat in seats if (answer := seat.look()).status == 200]
            able = [(seat, answer) for seat, answer in views if answer.json["legal_actions"]]
            if not able:
                continue
            seat, answer = chance.choice(able)
            wish = chance.choice(answer.json["legal_actions"])
            key = str(uuid.UUID(int=chance.getrandbits(128))) if chance.random() < 0.6 else None
            if_match = answer.headers["etag"] if chance.random() < 0.3 else None
            for _ in range(2 if key else 1):
                with suppress(NoAnswer):
                    seat.act(wish["action"], wish["body"], key=key, if_match=if_match)


@pytest.fixture(scope="module", params=["shooting-party", "shooter"])
def game(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


def test_the_real_store_keeps_its_promise(valkey: str, game: str) -> None:
    with connect(valkey) as client, served(Slow(client, HOUR)) as url:
        assert everybody_plays(url, game) == []


def test_the_real_store_keeps_its_promise_where_replies_are_lost(valkey: str) -> None:
    with StoreProxy(valkey) as proxy, connect(proxy.url) as client, served(Slow(client, HOUR)) as url:
        proxy.drop_reply(LOSSES, containing=b"EVAL")
        assert everybody_plays(url, "shooting-party") == []


def test_a_store_without_the_version_check_is_found_out(valkey: str, game: str) -> None:
    assert Unchecked.COMMIT.count("tag ~=") == 0
    with connect(valkey) as client, served(Unchecked(client, HOUR)) as url:
        assert everybody_plays(url, game)


def test_the_numbers_of_the_log_are_a_second_check(valkey: str) -> None:
    with connect(valkey) as client, served(Guarded(client, HOUR)) as url:
        assert everybody_plays(url, "shooting-party") == []


def test_a_store_that_forgets_its_answers_is_found_out(valkey: str) -> None:
    with connect(valkey) as client, served(Forgetful(client, HOUR)) as url:
        assert any("One key has acted twice" in said for said in everybody_plays(url, "shooting-party"))


def test_a_store_that_repeats_itself_is_found_out(valkey: str) -> None:
    with StoreProxy(valkey) as proxy, connect(proxy.url) as client, served(Insistent(client, HOUR)) as url:
        proxy.drop_reply(LOSSES, containing=b"EVAL")
        assert everybody_plays(url, "shooting-party")
