"""What the server is promised by any store: one suite over every kind.

The fake runs the same script in the same order, but it is one process's memory: it cannot be away, cannot forget its
scripts, and is never raced from outside. What those tests show is asked of real servers alone (``real_client``).
"""

import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from redis import Redis

from server.sessions.link import connect
from server.sessions.record import KEYS_KEPT, events_key
from server.sessions.redis import RedisStore
from server.sessions.session import Status, Tag
from server.sessions.store import DAY, Answer, Change, Conflict, Durability, Entry, Key, Row, Stored, StoreUnavailable
from tests.conftest import HOUR, store_of
from tests.faults.proxies import StoreProxy

HERE = "shooter:K3pQ7vXb2mN8sT1yZ4wR6u"
DAY_MS = 24 * HOUR * 1000
GAME = "shooter"
LIFE = 2  # seconds


def tag_after(*events: bytes, base: Tag | None = None) -> Tag:
    tag = base or Tag()
    for event in events:
        tag = tag.after(event)
    return tag


def change(*events: bytes, base: Tag | None = None, body: bytes = b'{"hand":[]}', **more: Any) -> Change:
    """A commit of *events* upon *base*; the first one says what caused them."""
    entries, tag = [], base or Tag()
    for number, event in enumerate(events):
        tag = tag.after(event)
        first = number == 0
        entries.append(Entry(tag, event, b'{"seat":0}' if first else None, b'[["QS"]]' if first else None))
    return Change(base, Stored(tag, body), tuple(entries), ttl=HOUR, **more)


def key(name: str = "k", digest: str = "d", scope: str = "0.0") -> Key:
    return Key(scope, name.ljust(22, "-"), digest)


def answered(step: Change, to: Key) -> Change:
    """*step*, with an answer to a key."""
    since = step.base.version if step.base else 0
    return step._replace(key=to, answer=Answer(to.digest, 0, since, step.stored))


def test_what_is_not_there_is_none(store: RedisStore) -> None:
    assert store.load(HERE)[:2] == (None, None)
    assert store.entries(HERE, since=0, limit=10) == []


def test_a_commit_is_read_back_whole(store: RedisStore) -> None:
    step = change(b'{"seq":1}', b'{"seq":2}', body='{"name":"Zoë {} []"}'.encode())
    store.commit(HERE, step)
    assert store.load(HERE)[:2] == (step.stored, None)
    assert store.entries(HERE, since=0, limit=10) == list(step.entries)


def test_a_commit_upon_another_tag_writes_nothing(store: RedisStore) -> None:
    first = change(b"one")
    store.commit(HERE, first)
    others = [None, Tag(1, "0123456789abcdef"), Tag(2, first.stored.tag.digest)]
    for base in others:
        with pytest.raises(Conflict):
            store.commit(HERE, answered(change(b"two", base=base, body=b"other"), key()))
    assert store.load(HERE, key())[:2] == (first.stored, None)
    assert store.entries(HERE, since=0, limit=10) == list(first.entries)


def test_a_commit_upon_what_is_not_there_writes_nothing(store: RedisStore) -> None:
    with pytest.raises(Conflict):
        store.commit(HERE, change(b"two", base=tag_after(b"one")))
    assert store.load(HERE)[:2] == (None, None)


def test_steps_follow_one_another(store: RedisStore) -> None:
    first = change(b"one", b"two")
    second = change(b"three", base=first.stored.tag, body=b"later")
    store.commit(HERE, first)
    store.commit(HERE, second)
    assert store.load(HERE)[:2] == (second.stored, None)
    assert store.entries(HERE, since=1, limit=10) == [*first.entries[1:], *second.entries]
    assert store.entries(HERE, since=1, limit=1) == [first.entries[1]]
    assert store.entries(HERE, since=3, limit=1) == []


def test_payloads_are_kept_to_the_byte(store: RedisStore) -> None:
    body = b'{"empty":[],"large":9007199254740993,"text":"\\u0000 \x00 \xc3\xa9"}'
    step = change(b"\x00\xff {}", body=body)
    store.commit(HERE, step)
    stored, *_ = store.load(HERE)
    assert stored == step.stored
    assert store.entries(HERE, since=0, limit=1) == list(step.entries)


def test_an_answer_is_kept_with_the_step_it_belongs_to(store: RedisStore) -> None:
    step = answered(change(b"one"), key("first"))
    store.commit(HERE, step)
    assert store.load(HERE, key("first"))[:2] == (step.stored, step.answer)
    assert store.load(HERE, key("other"))[:2] == (step.stored, None)
    assert store.load(HERE, key("first", scope="1.0"))[:2] == (step.stored, None)


def test_answers_are_kept_for_a_day(store: RedisStore, redis_client: Redis) -> None:
    store.commit(HERE, answered(change(b"one"), key())._replace(ttl=7 * DAY))
    assert DAY - 60 < redis_client.ttl(f"leverstoke:{{{HERE}}}:answers:0.0") <= DAY
    assert redis_client.ttl(f"leverstoke:{{{HERE}}}:session") > 6 * DAY


def test_only_the_last_answers_of_a_scope_are_kept(store: RedisStore) -> None:
    base = None
    for number in range(KEYS_KEPT + 3):
        step = answered(change(f"{number}".encode(), base=base), key(f"key {number}"))
        store.commit(HERE, step)
        base = step.stored.tag
    kept = [number for number in range(KEYS_KEPT + 3) if store.load(HERE, key(f"key {number}"))[1]]
    assert kept == list(range(3, KEYS_KEPT + 3))


def test_the_end_of_a_log_and_answers_are_forgotten(store: RedisStore, redis_client: Redis) -> None:
    store.commit(HERE, answered(change(b"one", b"two", b"three"), key()))
    store.forget(HERE, kept=2, scopes=["another", key().scope])
    assert [entry.event for entry in store.entries(HERE, since=0, limit=9)] == [b"one", b"two"]
    assert 0 < redis_client.ttl(events_key(HERE)) <= HOUR
    assert store.load(HERE, key()).answer is None
    store.forget(HERE, kept=0, scopes=[])
    assert not redis_client.exists(events_key(HERE))


def test_several_documents_are_read_in_one_trip(store: RedisStore) -> None:
    step = change(b"one")
    store.commit(HERE, step)
    assert store.load_all([HERE, "shooter:other"]) == [step.stored, None]
    assert store.load_all([]) == []


def test_a_key_is_reserved_once(store: RedisStore) -> None:
    assert store.reserve(key("new", digest="a"), "first id") == ("a", "first id")
    assert store.reserve(key("new", digest="b"), "second id") == ("a", "first id")


def test_everything_of_a_session_expires(store: RedisStore, redis_client: Redis) -> None:
    store.commit(HERE, answered(change(b"one"), key()))
    store.reserve(key("new"), "id")
    store.announce("shooter", Row(1, "K3pQ7vXb2mN8sT1yZ4wR6u"), Status.WAITING)
    assert redis_client.dbsize() == 5
    for name in redis_client.scan_iter():
        assert 0 < redis_client.pttl(name) <= DAY_MS


def test_every_step_puts_the_end_off(store: RedisStore, redis_client: Redis) -> None:
    first = change(b"one")
    store.commit(HERE, first)
    for name in redis_client.scan_iter():
        redis_client.pexpire(name, 1000)
    store.commit(HERE, change(b"two", base=first.stored.tag))
    assert all(redis_client.pttl(name) > 1000 for name in redis_client.scan_iter())


def test_the_keys_of_a_session_lie_in_one_slot(store: RedisStore, redis_client: Redis) -> None:
    store.commit(HERE, answered(change(b"one"), key()))
    tags = {name.decode().partition("{")[2].partition("}")[0] for name in redis_client.scan_iter()}
    assert tags == {HERE}


# The lobby


def rows(count: int) -> list[Row]:
    """Rows of distinct sessions, two of every moment."""
    return [Row(100_000 * (1 + number // 2), f"session{number:03d}") for number in range(count)]


def announce(store: RedisStore, row: Row, status: Status) -> None:
    """Announce a session that exists."""
    store.commit(f"shooter:{row.session_id}", change(b"opened"))
    store.announce("shooter", row, status)


def listed(store: RedisStore, statuses: list[Status], before: Row | None = None, limit: int = 99) -> list[Row]:
    """The rows of a page."""
    return [row for row, _ in store.page("shooter", statuses, before=before, limit=limit)]


def test_the_lobby_lists_newest_first_and_goes_on_from_any_row(store: RedisStore) -> None:
    for row in rows(9):
        announce(store, row, Status.WAITING)
    pages: list[Row] = []
    before = None
    while page := listed(store, [Status.WAITING], before=before, limit=2):
        pages += page
        before = page[-1]
    assert pages == sorted(rows(9), reverse=True)


def test_a_session_is_listed_under_its_last_status_alone(store: RedisStore) -> None:
    (row,) = rows(1)
    announce(store, row, Status.WAITING)
    store.announce("shooter", row, Status.ACTIVE)
    assert listed(store, [Status.WAITING]) == []
    assert listed(store, [Status.ACTIVE]) == [row]
    assert listed(store, list(Status)) == [row]
    assert store.page("other", list(Status), before=None, limit=9) == []


def test_a_session_that_is_withdrawn_is_listed_no_more(store: RedisStore) -> None:
    (row,) = rows(1)
    announce(store, row, Status.FINISHED)
    store.withdraw("shooter", row)
    assert listed(store, list(Status)) == []


def test_a_census_counts_keys_and_those_who_are_listed(store: RedisStore) -> None:
    nobody = store.census(["shooter"])
    assert (nobody.keys, set(nobody.listed.values())) == (0, {0})
    store.commit(HERE, change(b"one"))
    for number in range(3):
        store.announce("shooter", Row(number, "A" * 22), Status.WAITING)
    store.announce("shooter", Row(0, "A" * 22), Status.ACTIVE)
    census = store.census(["shooter", "whist"])
    assert census.keys == 4, "a document, its log, and two statuses"
    assert census.listed == {
        (lobby, status): {Status.WAITING: 2, Status.ACTIVE: 1}.get(status, 0) if lobby == "shooter" else 0
        for lobby in ("shooter", "whist")
        for status in Status
    }


def opened(store: RedisStore) -> int:
    return store.census([GAME]).open[GAME]


def test_the_open_sessions_are_those_that_neither_ended_nor_expired(redis_client: Redis) -> None:
    """A session is touched by any server, and known to have been by all."""
    here, there = (store_of(redis_client, ttl=LIFE) for _ in range(2))
    assert opened(here) == 0
    begin = here.now()
    for _ in range(5):
        here.tally(GAME, None, begin)
    here.post()
    assert opened(there) == 5
    there.tally(GAME, begin, None)
    assert opened(there) == opened(here) == 4
    assert here.census(["whist"]).open == {"whist": 0}
    time.sleep(LIFE / 2)
    touched = here.now()
    there.tally(GAME, begin, touched)
    there.post()
    time.sleep(max((begin - here.now()) / 1000 + LIFE * 1.1, 0))
    assert opened(here) == 1, "the one that was touched"
    there.tally(GAME, touched, None)
    assert opened(there) == opened(here) == 0
    time.sleep(LIFE)
    assert redis_client.keys("*") == []


def test_a_session_in_its_span_is_no_news(store: RedisStore, redis_client: Redis) -> None:
    now = store.now()
    store.tally(GAME, now, now)
    store.tally(GAME, None, None)
    store.tally(GAME, None, now)
    store.tally(GAME, now, None)
    store.post()
    assert redis_client.keys("*") == []


def test_nobody_is_missed_because_of_who_was_never_counted(store: RedisStore, redis_client: Redis) -> None:
    """As where a session that was opened before there was a count ends."""
    now = store.now()
    for _ in range(3):
        store.tally(GAME, now - HOUR * 500, None)
    store.tally(GAME, None, now)
    assert opened(store) == 1
    (posted,) = [name for name in redis_client.keys("*open*") if int(redis_client.get(name) or 0) > 0]
    redis_client.set(posted, "no number")
    assert opened(store) == 0


def test_what_could_not_be_posted_is_posted_the_next_time(valkey: str) -> None:
    with StoreProxy(valkey) as proxy, connect(proxy.url) as client:
        client.flushall()
        store = RedisStore(client, HOUR)
        store.tally(GAME, None, store.now())
        proxy.refuse()
        with pytest.raises(StoreUnavailable):
            store.now()
        store.post()
        store.tally(GAME, None, int(time.time() * 1000))
        proxy.pass_on()
        assert opened(store) == 2


def test_new_rows_take_old_ones_along_whose_sessions_are_over(store: RedisStore, redis_client: Redis) -> None:
    for row in rows(20):
        announce(store, row, Status.WAITING)
    for row in rows(20)[:6]:
        redis_client.delete(f"leverstoke:{{shooter:{row.session_id}}}:session")
    for row in rows(25)[20:]:
        announce(store, row, Status.WAITING)
    assert listed(store, [Status.WAITING]) == sorted(rows(25)[6:], reverse=True)


# On real servers alone


def test_a_server_that_has_forgotten_the_script_is_taught_again(real_client: Redis) -> None:
    store = RedisStore(real_client, HOUR)
    first = change(b"one")
    store.commit(HERE, first)
    real_client.script_flush()
    store.commit(HERE, change(b"two", base=first.stored.tag))
    assert len(store.entries(HERE, since=0, limit=9)) == 2


def test_of_many_commits_upon_one_tag_one_wins(real_client: Redis) -> None:
    store = RedisStore(real_client, HOUR)
    base = change(b"one").stored.tag
    store.commit(HERE, change(b"one"))

    def race(racer: int) -> int:
        try:
            store.commit(HERE, change(f"by {racer}".encode(), base=base, body=b"%d" % racer))
        except Conflict:
            return 0
        return 1

    with ThreadPoolExecutor(16) as racers:
        assert sum(racers.map(race, range(64))) == 1
    stored, *_ = store.load(HERE)
    assert stored
    (entry,) = store.entries(HERE, since=1, limit=9)
    assert entry.event == b"by " + stored.body


def test_a_real_server_says_what_it_is(real_client: Redis) -> None:
    found = RedisStore(real_client, HOUR).condition()
    assert found.name in ("valkey", "redis")
    assert found.version[0].isdigit()
    assert found.eviction == "noeviction"
    assert found.durability in (Durability.ALWAYS, Durability.EVERYSEC)
