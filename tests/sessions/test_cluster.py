"""A store of several servers: its keys move and its servers hang, and everybody else plays on."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from redis import Redis
from redis.crc import key_slot

from server.sessions.cluster import Cluster
from server.sessions.record import document_key, events_key
from server.sessions.redis import RedisStore, reach
from server.sessions.session import Status
from server.sessions.store import Key, OutcomeUnknown, Row, StoreUnavailable
from tests.conftest import HOUR
from tests.faults.formations import Formation, Node, cluster, primary_of, until
from tests.sessions.test_store import HERE, change, key

HALF_A_SECOND = 0.5
MANY = 20


@pytest.fixture
def formation(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Formation]:
    with cluster(tmp_path_factory.mktemp("cluster")) as standing:
        yield standing


def store_in(formation: Formation) -> RedisStore:
    return RedisStore(reach(formation.url), HOUR)


def addresses() -> list[str]:
    """Sessions that lie all over the Cluster."""
    return [f"shooter:{number:022d}" for number in range(MANY)]


def owner(formation: Formation, address: str) -> Node:
    """Who has a session."""
    return formation.nodes[primary_of(key_slot(document_key(address).encode()))]


def another(formation: Formation, than: Node) -> Node:
    """A primary beside one."""
    return next(node for node in formation.nodes[:3] if node is not than)


def seconds(ask: object) -> float:
    """How long it takes to be told that the store is away."""
    begin = time.monotonic()
    with pytest.raises((StoreUnavailable, OutcomeUnknown)):
        ask()  # type: ignore[operator]
    return time.monotonic() - begin


def test_sessions_lie_all_over_and_are_read_together(formation: Formation) -> None:
    store = store_in(formation)
    for address in addresses():
        store.commit(address, change(address.encode()))
    assert {owner(formation, address).port for address in addresses()} == {n.port for n in formation.nodes[:3]}
    assert store.load_all([*addresses(), "shooter:none"]) == [
        *(change(address.encode()).stored for address in addresses()),
        None,
    ]
    row = Row(1, addresses()[0].partition(":")[2])
    store.announce("shooter", row, Status.WAITING)
    assert store.page("shooter", list(Status), before=None, limit=9) == [(row, Status.WAITING)]
    assert store.reserve(Key("create", "k" * 22, "d"), "id") == ("d", "id")
    assert store.count("x", 60).number == 1
    assert store.condition().replicas == 1
    store.tally("shooter", None, store.now())
    census = store.census(["shooter", "shooting-party"])
    assert census.keys == 2 * MANY + 4, "a document and a log each, the lobby, a reserved id and two counts"
    assert census.open == {"shooter": 1, "shooting-party": 0}
    assert {place: number for place, number in census.listed.items() if number} == {("shooter", Status.WAITING): 1}


def test_before_servers_that_hang_everybody_is_told_at_once(formation: Formation) -> None:
    store = store_in(formation)
    for address in addresses():
        store.commit(address, change(b"one"))
    for node in formation.nodes:
        node.hang()
    try:
        with ThreadPoolExecutor(MANY) as many:
            told = list(many.map(lambda address: seconds(lambda: store.load(address)), addresses()))
        assert max(told) < 2 * HALF_A_SECOND, "a busy machine is granted as much again"
        assert sorted(told)[MANY // 2] < HALF_A_SECOND
        fresh = RedisStore(Cluster(formation.url), HOUR)
        assert seconds(lambda: fresh.load(HERE)) < 2 * HALF_A_SECOND
    finally:
        for node in formation.nodes:
            node.go_on()
    until("it answers", lambda: _is_there(store, HERE), seconds=10)


def test_one_server_that_hangs_keeps_nobody_from_the_others(formation: Formation) -> None:
    store = store_in(formation)
    for address in addresses():
        store.commit(address, change(b"one"))
    hanging = owner(formation, addresses()[0])
    hanging.hang()
    try:
        seconds(lambda: store.load(addresses()[0]))
        begin = time.monotonic()
        there = [address for address in addresses() if owner(formation, address) is not hanging]
        assert all(store.load(address)[0] for address in there)
        assert time.monotonic() - begin < HALF_A_SECOND
    finally:
        hanging.go_on()


def test_a_session_is_found_where_it_has_moved_to(formation: Formation) -> None:
    """While its slot is on the way, and when it has arrived, by a server that has never met the new place."""
    store, slot = store_in(formation), key_slot(document_key(HERE).encode())
    store.commit(HERE, change(b"one"))
    tag = change(b"one").stored.tag
    old = owner(formation, HERE)
    new = another(formation, old)
    with old.client() as here, new.client() as there:
        arriving = _id(there)
        there.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", _id(here))
        here.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", arriving)
        assert store.load(HERE, key())[0] == change(b"one").stored, "what is not there yet is asked for elsewhere"
        here.execute_command("MIGRATE", "127.0.0.1", new.port, "", 0, 1000, "KEYS", document_key(HERE))
        assert store_in(formation).load(HERE, key())[0] == change(b"one").stored, "half here and half there"
        here.execute_command("MIGRATE", "127.0.0.1", new.port, "", 0, 1000, "KEYS", events_key(HERE))
        on_the_way = change(b"two", base=tag)
        assert store.load(HERE)[0] == change(b"one").stored
        store.commit(HERE, on_the_way)
        for client in (there, here):
            client.execute_command("CLUSTER", "SETSLOT", slot, "NODE", arriving)
    assert store.load(HERE)[0] == on_the_way.stored
    store.commit(HERE, change(b"three", base=on_the_way.stored.tag))
    assert store.count(_name_in(slot), 60).number == 1, "a transaction follows too"


def test_the_lobby_is_read_while_its_slot_is_on_the_way(formation: Formation) -> None:
    store, rows = store_in(formation), [Row(1, "a"), Row(2, "b")]
    for row, status in zip(rows, (Status.WAITING, Status.FINISHED), strict=True):
        store.announce("shooter", row, status)
    lobby = f"leverstoke:{{lobby:shooter}}:{Status.FINISHED}"
    slot = key_slot(lobby.encode())
    old = formation.nodes[primary_of(slot)]
    new = another(formation, old)
    with old.client() as here, new.client() as there:
        there.execute_command("CLUSTER", "SETSLOT", slot, "IMPORTING", _id(here))
        here.execute_command("CLUSTER", "SETSLOT", slot, "MIGRATING", _id(there))
        here.execute_command("MIGRATE", "127.0.0.1", new.port, "", 0, 1000, "KEYS", lobby)
        listed = store.page("shooter", list(Status), before=None, limit=9)
        assert listed == [(rows[1], Status.FINISHED), (rows[0], Status.WAITING)]


def test_a_cluster_is_ready_again_after_a_failover_without_another_request(formation: Formation) -> None:
    store = store_in(formation)
    assert store.condition().replicas == 1
    formation.nodes[0].kill()
    until("a replica has taken its place", lambda: _is_ready(store), seconds=10)
    assert store.condition().replicas == 0


def test_a_session_is_opened_whatever_server_an_old_one_is_lost_with(formation: Formation) -> None:
    store = store_in(formation)
    listing = formation.nodes[primary_of(key_slot(b"{lobby:shooter}"))]
    lost = another(formation, listing)
    number = next(n for n in range(999) if owner(formation, f"shooter:{n:022d}") is lost)
    store.announce("shooter", Row(1, f"{number:022d}"), Status.WAITING)
    lost.hang()
    try:
        store.announce("shooter", Row(200_000, "new"), Status.WAITING)
    finally:
        lost.go_on()


def _is_ready(store: RedisStore) -> bool:
    try:
        store.condition()
    except StoreUnavailable:
        return False
    return True


def _name_in(slot: int) -> str:
    """A counter whose key lies in *slot*."""
    return next(f"{n}" for n in range(10**6) if key_slot(f"leverstoke:{{limit:{n}}}".encode()) == slot)


def test_a_cluster_that_is_not_whole_yet_is_good_when_it_is(formation: Formation) -> None:
    """As when all are started together: the server meets it before its slots are given out."""
    slot = key_slot(document_key(HERE).encode())
    node = owner(formation, HERE)
    with node.client() as client:
        client.execute_command("CLUSTER", "DELSLOTS", slot)
    store = store_in(formation)
    for _ in range(3):
        with pytest.raises(StoreUnavailable):
            store.load(HERE)
    with node.client() as client:
        client.execute_command("CLUSTER", "ADDSLOTS", slot)
    until("it is whole", lambda: _is_there(store, HERE), seconds=5)


def _is_there(store: RedisStore, address: str) -> bool:
    try:
        store.load(address)
    except StoreUnavailable:
        return False
    return True


def _id(client: Redis) -> str:
    told = client.execute_command("CLUSTER", "MYID")
    return told.decode() if isinstance(told, bytes) else str(told)
