"""A store that is away, and one that does not answer: what never left is told from what may have been written."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from redis import Redis

from server.sessions.link import connect
from server.sessions.redis import RedisStore
from server.sessions.store import OutcomeUnknown, StoreUnavailable
from tests.conftest import HOUR, free_port
from tests.sessions.test_store import HERE, change

HALF_A_SECOND = 0.5


@contextmanager
def deaf_store(real: str, swallow: bytes) -> Iterator[str]:
    """The URL of a proxy before *real* that hands everything on, but no reply to a command with *swallow* in it."""
    listener = socket.create_server(("127.0.0.1", free_port()))
    stop = threading.Event()

    def serve() -> None:
        while not stop.is_set():
            try:
                ours, _ = listener.accept()
            except OSError:
                return
            threading.Thread(target=hand_on, args=(ours,), daemon=True).start()

    def hand_on(ours: socket.socket) -> None:
        with ours, socket.socket(socket.AF_UNIX) as theirs:
            theirs.connect(real.removeprefix("unix://"))
            while command := ours.recv(65536):
                theirs.sendall(command)
                reply = theirs.recv(65536)
                if swallow not in command:
                    ours.sendall(reply)

    threading.Thread(target=serve, daemon=True).start()
    yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0"
    stop.set()
    listener.close()


def test_a_store_that_is_not_there_is_unavailable_at_once() -> None:
    store = RedisStore(connect(f"redis://127.0.0.1:{free_port()}/0"), HOUR)
    for ask in (lambda: store.load(HERE), lambda: store.commit(HERE, change(b"one")), store.condition):
        begin = time.monotonic()
        with pytest.raises(StoreUnavailable):
            ask()
        assert time.monotonic() - begin < HALF_A_SECOND


def test_a_commit_whose_reply_is_lost_has_an_unknown_outcome_and_ran_once(valkey: str) -> None:
    with connect(valkey) as real, deaf_store(valkey, b"EVALSHA") as url:
        real.flushall()
        RedisStore(real, HOUR).commit("shooter:another", change(b"one"))  # so that the script is known
        store = RedisStore(connect(url), HOUR)
        with pytest.raises(OutcomeUnknown):
            store.commit(HERE, change(b"one"))
        assert real.xlen(f"leverstoke:{{{HERE}}}:events") == 1


def test_a_read_whose_reply_is_lost_is_only_unavailable(valkey: str) -> None:
    with deaf_store(valkey, b"GET") as url, pytest.raises(StoreUnavailable):
        RedisStore(connect(url), HOUR).load(HERE)


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
    assert store.load(HERE) == (None, None)
    with connect(valkey) as other:
        other.client_kill_filter(_type="normal", skipme=True)
    assert store.load(HERE) == (None, None)
