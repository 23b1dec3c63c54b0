"""A session that is not as it was written is never played on, and the others do not notice."""

from collections.abc import Callable
from typing import Any

import pytest
from redis import Redis

from server.sessions.link import Single, connect
from server.sessions.record import document_key, events_key, line, read_line
from server.sessions.redis import RedisStore
from server.sessions.server import Command
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


class Counted(Single):
    """Counts its trips, and the entries of logs that come back."""

    trips = entries = 0

    def ask(self, key: str, *commands: Command, writes: bool = False) -> list[Any]:
        replies = super().ask(key, *commands, writes=writes)
        self.trips += 1
        for command, reply in zip(commands, replies, strict=True):
            self.entries += len(reply) if command[0] == "LRANGE" else 0
        return replies


class Late(Single):
    """Something happens after so many of the things that it is first asked for."""

    def __init__(self, client: Redis, happens: Callable[[], object], after: int = 1) -> None:
        super().__init__(client)
        self._happens: Callable[[], object] | None = happens
        self._after = after

    def ask(self, key: str, *commands: Command, writes: bool = False) -> list[Any]:
        happens, self._happens = self._happens, None
        if happens is None:
            return super().ask(key, *commands, writes=writes)
        first = super().ask(key, *commands[: self._after])
        happens()
        return first + super().ask(key, *commands[self._after :])


DAMAGE: dict[str, Callable[[Redis], object]] = {
    "a bit of the document": flip,
    "no document": lambda client: client.set(document_key(HERE), "nothing", keepttl=True),
    "a document of bytes": lambda client: client.set(document_key(HERE), b"\xff\xfe \x00", keepttl=True),
    "the first event gone": lambda client: client.lpop(events_key(HERE)),
    "an event in the middle gone": lambda client: _remove(client, 1),
    "the last event gone": lambda client: client.rpop(events_key(HERE)),
    "the log gone": lambda client: client.delete(events_key(HERE)),
    "another event in its place": lambda client: _replace(client, b"another"),
    "an entry without an event": lambda client: client.lset(events_key(HERE), -1, "[]"),
}


def _replace(client: Redis, event: bytes) -> None:
    """Every event, the digests as they were."""
    found: Any = client.lrange(events_key(HERE), 0, -1)
    for place, text in enumerate(found):
        told = read_line(place + 1, text)._replace(event=event)
        client.lset(events_key(HERE), place, line(told).decode())


def _remove(client: Redis, place: int) -> None:
    """One entry of the log, and those behind it move up."""
    client.lset(events_key(HERE), place, "gone")
    client.lrem(events_key(HERE), 1, "gone")


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


WARM = {name: harm for name, harm in DAMAGE.items() if "gone" in name}


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


def test_a_long_session_takes_no_more_to_be_looked_at_than_a_short_one(real_client: Redis) -> None:
    long = change(*(b"%d" % number for number in range(2500)))
    RedisStore(real_client, HOUR).commit(HERE, long)
    link = Counted(real_client)
    assert RedisStore(link, HOUR).load(HERE)[0] == long.stored
    assert (link.trips, link.entries) == (1, 2)


def test_a_session_that_expires_while_it_is_read_is_gone_and_not_damaged(real_client: Redis) -> None:
    RedisStore(real_client, HOUR).commit(HERE, change(b"one"))
    late = Late(real_client, lambda: real_client.flushall())
    assert RedisStore(late, HOUR).load(HERE)[:2] == (None, None)


def test_a_session_that_goes_on_while_it_is_read_is_read_as_it_is_then(real_client: Redis) -> None:
    first = change(b"one")
    second = change(b"two", base=first.stored.tag)
    writer = RedisStore(real_client, HOUR)
    writer.commit(HERE, first)
    late = Late(real_client, lambda: writer.commit(HERE, second))
    assert RedisStore(late, HOUR).load(HERE)[0] == second.stored


@pytest.mark.parametrize("after", [1, 2, 3, 4])
def test_a_step_that_is_seen_is_seen_with_its_answer(real_client: Redis, after: int) -> None:
    """Or whoever repeats a request while the first try is written would take another step with the same key."""
    first = change(b"one")
    second = answered(change(b"two", base=first.stored.tag), key())
    writer = RedisStore(real_client, HOUR)
    writer.commit(HERE, first)
    late = Late(real_client, lambda: writer.commit(HERE, second), after)
    stored, answer, _ = RedisStore(late, HOUR).load(HERE, key())
    assert (stored, answer and answer.stored) in [(first.stored, None), (second.stored, second.stored)]


def test_a_session_that_was_deleted_has_nothing_to_be_checked(real_client: Redis) -> None:
    first = change(b"one")
    store = RedisStore(real_client, HOUR)
    store.commit(HERE, first)
    gone = change(base=first.stored.tag, body=b"")
    store.commit(HERE, gone)
    real_client.delete(events_key(HERE))
    assert RedisStore(real_client, HOUR).load(HERE)[0] == Stored(first.stored.tag, b"")
