"""Whose a reply is and what it means: nobody reads another's, and what may have been done is never called undone."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from redis import Redis

from server.sessions.link import connect
from server.sessions.record import answers_key, document_key, events_key
from server.sessions.redis import RedisStore
from server.sessions.session import Status, Tag
from server.sessions.store import Conflict, Count, Damaged, OutcomeUnknown, Row, StoreUnavailable
from tests.conftest import HOUR
from tests.faults.formations import Formation, Node, behind_sentinels, primary_and_replica, until
from tests.ports import free_port
from tests.sessions.test_store import HERE, answered, change, key

SILENT = 0.6  # seconds that a store says nothing, longer than anybody waits


@pytest.fixture(scope="module")
def sentinels(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Formation]:
    with behind_sentinels(tmp_path_factory.mktemp("sentinels")) as formation:
        yield formation


@pytest.mark.parametrize("way", ["alone", "behind Sentinels"])
def test_a_reply_that_comes_too_late_is_read_by_nobody(way: str, sentinels: Formation) -> None:
    primary = sentinels.nodes[0]
    store = RedisStore(connect(primary.url if way == "alone" else sentinels.url), HOUR)
    with primary.client() as client:
        client.flushall()
        first = change(b"one", body=b'{"first":1}')
        second = change(b"two", base=first.stored.tag)
        store.commit(HERE, first)
        client.client_pause(int(SILENT * 1000), all=True)
        with pytest.raises(OutcomeUnknown):
            store.commit(HERE, second)
        time.sleep(SILENT)
    with pytest.raises(Conflict):
        store.commit(HERE, change(b"three", base=Tag(7, "0123456789abcdef")))
    for _ in range(3):
        stored, *_ = store.load(HERE)
        assert stored
        assert stored in (first.stored, second.stored), "it was done or it was not"
        assert store.load("shooter:nobody")[:2] == (None, None)


# What a script may have written


def damaged(harm: Callable[[Redis], object], client: Redis) -> tuple[RedisStore, Tag]:
    """A session to which something was done behind the store's back."""
    store = RedisStore(client, HOUR)
    first = change(b"one")
    store.commit(HERE, first)
    harm(client)
    return store, first.stored.tag


def test_a_commit_that_fails_half_way_has_written_nothing(real_client: Redis) -> None:
    store, tag = damaged(lambda client: client.set(answers_key(HERE, "0.0"), "no hash"), real_client)
    before = real_client.llen(events_key(HERE)), real_client.get(document_key(HERE))
    with pytest.raises(Damaged):
        store.commit(HERE, answered(change(b"two", base=tag), key()))
    assert (real_client.llen(events_key(HERE)), real_client.get(document_key(HERE))) == before
    store.commit(HERE, change(b"two", base=tag))


def test_a_log_that_is_ahead_of_its_document_is_damaged(real_client: Redis) -> None:
    store, tag = damaged(lambda client: client.rpush(events_key(HERE), "two"), real_client)
    for _ in range(2):
        with pytest.raises(Damaged):
            store.commit(HERE, change(b"two", base=tag))


@contextmanager
def a_store_that_says(reply: bytes) -> Iterator[str]:
    """The URL of a server that has one answer to everything."""
    with socket.create_server(("127.0.0.1", free_port())) as listener:

        def serve() -> None:
            while True:
                try:
                    line, _ = listener.accept()
                except OSError:
                    return
                with line:
                    while line.recv(65536):
                        line.sendall(reply)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0"
        listener.shutdown(socket.SHUT_RDWR)
        thread.join(5)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (b"-READONLY You can't write against a read only replica.", StoreUnavailable),
        (b"-MISCONF Valkey is configured to save snapshots", StoreUnavailable),
        (b"-NOREPLICAS Not enough good replicas to write.", StoreUnavailable),
        (b"-OOM command not allowed", StoreUnavailable),
        (b"-CLUSTERDOWN The cluster is down", StoreUnavailable),
        (b"-LOADING it is loading", StoreUnavailable),
        (b"-NOPERM this user has no permissions", StoreUnavailable),
        (b"-BUSY it is running a script", StoreUnavailable),
        (b"-UNBLOCKED the instance state changed", OutcomeUnknown),
        (b"-ERR something nobody has thought of", OutcomeUnknown),
    ],
)
def test_only_what_is_said_before_anything_is_done_means_that_nothing_was(said: bytes, told: type[Exception]) -> None:
    with a_store_that_says(said + b"\r\n") as url, connect(url) as client, pytest.raises(told):
        RedisStore(client, HOUR).commit(HERE, change(b"one"))


def test_a_lobby_of_another_kind_is_told_of_and_a_counter_counts_nothing(real_client: Redis) -> None:
    store = RedisStore(real_client, HOUR)
    real_client.set("leverstoke:{lobby:shooter}:waiting", "no lobby")
    real_client.lpush("leverstoke:{limit:x}", "no counter")
    with pytest.raises(StoreUnavailable):
        store.announce("shooter", Row(1, "a"), Status.WAITING)
    assert store.count("x", 60) == Count(0, 0)


def test_a_step_is_not_called_undone_because_its_replica_may_not_be_asked_for(tmp_path: Any) -> None:
    with primary_and_replica(tmp_path) as formation:
        with formation.nodes[0].client() as client:
            client.acl_setuser("guest", enabled=True, nopass=True, keys=["*"], categories=["+@all"], commands=["-wait"])
        store = RedisStore(connect(formation.url.replace("redis://", "redis://guest@")), HOUR, replicated=True)
        with pytest.raises(OutcomeUnknown):
            store.commit(HERE, change(b"one"))
        assert store.load(HERE)[0] == change(b"one").stored


# Replicas


def test_a_repeat_tells_nothing_that_a_replica_has_not(tmp_path: Any) -> None:
    with primary_and_replica(tmp_path) as formation:
        primary, replica = formation.nodes
        store = RedisStore(connect(primary.url), HOUR, replicated=True)
        step = answered(change(b"one"), key())
        replica.hang()
        try:
            with pytest.raises(OutcomeUnknown):
                store.commit(HERE, step)
            for _ in range(2):
                with pytest.raises(OutcomeUnknown):
                    store.load(HERE, key())
            assert store.load(HERE)[0] == step.stored
        finally:
            replica.go_on()
        until("the replica has heard", lambda: store.condition().replicas == 1)
        assert store.load(HERE, key())[:2] == (step.stored, step.answer)


def test_a_primary_that_is_one_no_more_does_not_say_that_nothing_was_written(tmp_path: Any) -> None:
    with primary_and_replica(tmp_path) as formation:
        primary, replica = formation.nodes
        store = RedisStore(connect(primary.url), HOUR, replicated=True)
        replica.hang()
        try:
            with ThreadPoolExecutor(1) as table:
                commit = table.submit(store.commit, HERE, change(b"one"))
                until("it waits for its replica", lambda: _waits(primary))
                with primary.client() as client:
                    client.replicaof("127.0.0.1", "1")
                with pytest.raises(OutcomeUnknown):
                    commit.result()
        finally:
            replica.go_on()


def _waits(node: Node) -> bool:
    with node.client() as client:
        return bool(client.info("clients")["blocked_clients"])
