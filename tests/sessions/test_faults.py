"""A store that is away, and one that does not answer: what never left is told from what may have been written."""

import time

import pytest
from redis import Redis

from server.sessions.link import connect
from server.sessions.redis import RedisStore
from server.sessions.store import OutcomeUnknown, StoreUnavailable
from tests.conftest import HOUR
from tests.faults.proxies import StoreProxy
from tests.ports import free_port
from tests.sessions.test_store import HERE, change

HALF_A_SECOND = 0.5


def test_a_store_that_is_not_there_is_unavailable_at_once() -> None:
    store = RedisStore(connect(f"redis://127.0.0.1:{free_port()}/0"), HOUR)
    for ask in (lambda: store.load(HERE), lambda: store.commit(HERE, change(b"one")), store.condition):
        begin = time.monotonic()
        with pytest.raises(StoreUnavailable):
            ask()
        assert time.monotonic() - begin < HALF_A_SECOND


def test_a_commit_whose_reply_is_lost_has_an_unknown_outcome_and_ran_once(valkey: str) -> None:
    with connect(valkey) as real, StoreProxy(valkey) as proxy, connect(proxy.url) as through:
        real.flushall()
        RedisStore(real, HOUR).commit("shooter:another", change(b"one"))  # so that the script is known
        proxy.drop_reply(containing=b"EVALSHA")
        with pytest.raises(OutcomeUnknown):
            RedisStore(through, HOUR).commit(HERE, change(b"one"))
        assert real.llen(f"leverstoke:{{{HERE}}}:events") == 1


def test_a_read_whose_reply_is_lost_is_only_unavailable(valkey: str) -> None:
    with StoreProxy(valkey) as proxy, connect(proxy.url) as through:
        proxy.drop_reply(containing=b"GET")
        with pytest.raises(StoreUnavailable):
            RedisStore(through, HOUR).load(HERE)


def test_a_full_store_refuses_and_has_written_nothing(valkey: str) -> None:
    with connect(valkey) as client:
        client.flushall()
        limit = client.config_get("maxmemory")["maxmemory"]
        client.config_set("maxmemory", 1)
        try:
            with pytest.raises(StoreUnavailable):
                RedisStore(client, HOUR).commit(HERE, change(b"one"))
        finally:
            client.config_set("maxmemory", limit)
        assert client.dbsize() == 0


def test_a_store_that_comes_back_is_good_again_by_itself(valkey: str) -> None:
    client: Redis = connect(valkey)
    store = RedisStore(client, HOUR)
    client.flushall()
    assert store.load(HERE)[:2] == (None, None)
    with connect(valkey) as other:
        other.client_kill_filter(_type="normal", skipme=True)
    assert store.load(HERE)[:2] == (None, None)
