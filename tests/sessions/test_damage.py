"""A session that is not as it was written is never played on, and the others do not notice."""

from collections.abc import Callable
from typing import Any

import pytest
from redis import Redis

from server.sessions.link import connect
from server.sessions.record import document_key, events_key
from server.sessions.redis import RedisStore
from server.sessions.session import Status
from server.sessions.store import Damaged, Row, Stored
from tests.conftest import HOUR
from tests.sessions.test_store import HERE, answered, change, key

ANOTHER = "shooter:another"


def flip(client: Redis) -> None:
    """One bit of the document."""
    found: Any = client.get(document_key(HERE))
    text = bytearray(found)
    text[-3] ^= 1
    client.set(document_key(HERE), bytes(text), keepttl=True)


DAMAGE: dict[str, Callable[[Redis], object]] = {
    "a bit of the document": flip,
    "no document": lambda client: client.set(document_key(HERE), "nothing", keepttl=True),
    "a document of bytes": lambda client: client.set(document_key(HERE), b"\xff\xfe \x00", keepttl=True),
    "the first event gone": lambda client: client.xdel(events_key(HERE), "1-0"),
    "an event in the middle gone": lambda client: client.xdel(events_key(HERE), "2-0"),
    "the last event gone": lambda client: client.xdel(events_key(HERE), "3-0"),
    "the log gone": lambda client: client.delete(events_key(HERE)),
    "another event in its place": lambda client: _replace(client, b"another"),
    "an entry without an event": lambda client: (
        client.xtrim(events_key(HERE), maxlen=0),
        client.xadd(events_key(HERE), {"x": "y"}, id="4-0"),
    ),
}


def _replace(client: Redis, event: bytes) -> None:
    """Every event, the digests as they were."""
    found: Any = client.xrange(events_key(HERE))
    client.delete(events_key(HERE))
    for number, told in found:
        client.xadd(events_key(HERE), told | {b"e": event}, id=number)


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_session_is_found_out_and_no_other(real_client: Redis, damage: Callable[[Redis], object]) -> None:
    writer = RedisStore(real_client, HOUR)
    for address in (HERE, ANOTHER):
        writer.commit(address, change(b"one", b"two", b"three"))
    damage(real_client)
    after_a_restart = RedisStore(real_client, HOUR)
    with pytest.raises(Damaged):
        after_a_restart.load(HERE)
    assert after_a_restart.load(ANOTHER)[0] == change(b"one", b"two", b"three").stored


def test_a_damaged_document_is_found_out_without_a_restart_too(real_client: Redis) -> None:
    store = RedisStore(real_client, HOUR)
    store.commit(HERE, change(b"one"))
    assert store.load(HERE)[0]
    flip(real_client)
    with pytest.raises(Damaged):
        store.load(HERE)
    assert isinstance(store.load_all([HERE])[0], Damaged)


WARM = {name: harm for name, harm in DAMAGE.items() if "document" not in name and "place" not in name}


@pytest.mark.parametrize("damage", WARM.values(), ids=WARM)
def test_no_step_is_taken_upon_a_log_that_is_not_whole(real_client: Redis, damage: Callable[[Redis], object]) -> None:
    """Not even where the session was found sound before."""
    store = RedisStore(real_client, HOUR)
    first = change(b"one", b"two", b"three")
    store.commit(HERE, first)
    damage(real_client)
    before = real_client.get(document_key(HERE))
    with pytest.raises(Damaged):
        store.commit(HERE, change(b"four", base=first.stored.tag))
    assert real_client.get(document_key(HERE)) == before


@pytest.mark.parametrize("name", [document_key(HERE), events_key(HERE)])
def test_a_key_of_another_kind_is_damage_to_its_session_alone(real_client: Redis, name: str) -> None:
    store = RedisStore(real_client, HOUR)
    for address in (HERE, ANOTHER):
        store.commit(address, change(b"one"))
    real_client.delete(name)
    real_client.lpush(name, "a list")
    with pytest.raises(Damaged):
        RedisStore(real_client, HOUR).load(HERE)
    found = store.load_all([HERE, ANOTHER])
    assert isinstance(found[0], Damaged) == (name == document_key(HERE))
    assert found[1] == change(b"one").stored


def test_what_is_no_row_is_not_in_the_lobby(real_client: Redis) -> None:
    store, row = RedisStore(real_client, HOUR), Row(1, "a")
    store.announce("shooter", row, Status.WAITING)
    for junk in ("junk", "1.\u00e9", "\udcff".encode("utf-8", "surrogatepass").decode("latin-1")):
        real_client.zadd("leverstoke:{lobby:shooter}:waiting", {junk: 0})
    store.announce("shooter", row, Status.WAITING)
    assert store.page("shooter", [Status.WAITING], before=None, limit=9) == [(row, Status.WAITING)]


def test_a_damaged_answer_is_found_out(real_client: Redis) -> None:
    store = RedisStore(real_client, HOUR)
    store.commit(HERE, answered(change(b"one"), key()))
    real_client.hset(f"leverstoke:{{{HERE}}}:answers:0.0", key().name, b"nothing")
    with pytest.raises(Damaged):
        store.load(HERE, key())


def test_the_log_is_read_once_and_again_when_the_store_may_have_restarted(valkey: str) -> None:
    with connect(valkey) as client, connect(valkey) as other:
        client.flushall()
        RedisStore(other, HOUR).commit(HERE, change(b"one"))
        store = RedisStore(client, HOUR)
        assert store.load(HERE)[0]
        other.delete(events_key(HERE))
        assert store.load(HERE)[0], "it is not read again while the connection stands"
        other.client_kill_filter(_type="normal", skipme=True)
        with pytest.raises(Damaged):
            store.load(HERE)


def test_a_log_of_many_pages_is_read_to_its_end(real_client: Redis) -> None:
    long = change(*(b"%d" % number for number in range(2500)))
    RedisStore(real_client, HOUR).commit(HERE, long)
    assert RedisStore(real_client, HOUR).load(HERE)[0] == long.stored
    real_client.xdel(events_key(HERE), "2400-0")
    with pytest.raises(Damaged):
        RedisStore(real_client, HOUR).load(HERE)


def test_a_session_that_expires_while_it_is_read_is_gone_and_not_damaged(real_client: Redis) -> None:
    class Late(RedisStore):
        """Everything has expired before it asks for the log."""

        def entries(self, address: str, *, since: int, limit: int) -> list[object]:  # type: ignore[override]
            real_client.flushall()
            return []

    RedisStore(real_client, HOUR).commit(HERE, change(b"one"))
    assert Late(real_client, HOUR).load(HERE)[:2] == (None, None)


def test_a_session_that_was_deleted_has_nothing_to_be_checked(real_client: Redis) -> None:
    first = change(b"one")
    store = RedisStore(real_client, HOUR)
    store.commit(HERE, first)
    gone = change(base=first.stored.tag, body=b"")
    store.commit(HERE, gone)
    real_client.delete(events_key(HERE))
    assert RedisStore(real_client, HOUR).load(HERE)[0] == Stored(first.stored.tag, b"")
