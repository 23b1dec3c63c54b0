"""Whole sessions at the table, of every game on every kind of store, played at random to the end."""

import hashlib
from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

import msgspec
import pytest
from redis import Redis

from server.catalogue import CATALOGUE, Entry
from server.game import Options, Refused, Resign, wire_name
from server.look import Claim, Look
from server.sessions.redis import RedisStore
from server.sessions.session import Kind, Status, Tag
from server.sessions.store import Key, Row, Store
from server.table import Table
from tests.conftest import HOUR
from tests.faults.shelf import Shelf
from tests.games.random_play import random_options

MOST_ACTIONS = 200

every_game = pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.game.name)


def table_of(entry: Entry, store: Store) -> Table[Any]:
    return Table(entry.game, entry.bot, store, ttl=HOUR, place=str, mark=str)


def seated(table: Table[Any], options: Options, seed: str | None = None) -> str:
    """A session with every seat taken; its id."""
    look = table.open(options, seed=seed).look
    while look.status is Status.WAITING:
        look = table.join(look.session_id, None).look
    return look.session_id


def played(table: Table[Any], session_id: str, chance: Random) -> Iterator[Look]:
    """Play at random until the session is over or long enough; each look of whoever has acted."""
    for _ in range(MOST_ACTIONS):
        seats = range(len(table.watch.look(session_id, Claim(0, 0)).session.players))
        able = [look for look in (table.watch.look(session_id, Claim(seat, 0)) for seat in seats) if look.legal_actions]
        if not able:
            return
        look = chance.choice(able)
        assert look.seat is not None
        yield table.act(session_id, Claim(look.seat, 0), chance.choice(look.legal_actions)).look


def finish(table: Table[Any], session_id: str) -> Look:
    """The session after everybody who still could has resigned, as its creator sees it."""
    for seat in range(len(table.watch.look(session_id, Claim(0, 0)).session.players)):
        look = table.watch.look(session_id, Claim(seat, 0))
        if look.status is Status.ACTIVE and look.game.may_resign(look.state, seat):
            table.act(session_id, Claim(seat, 0), Resign())
    return table.watch.look(session_id, Claim(0, 0))


def events_of(table: Table[Any], look: Look) -> list[dict[str, Any]]:
    told = table.watch.events(look.session_id, Claim(0, 0), after=Tag(), limit=10_000)
    return [msgspec.json.decode(entry.event) for entry in told]


@every_game
@pytest.mark.parametrize("number", range(2))
def test_a_session_is_told_whole_by_its_events_and_replayed_from_its_actions(
    entry: Entry, store: RedisStore, number: int
) -> None:
    table, chance = table_of(entry, store), Random(number)
    session_id = seated(table, random_options(entry.game, chance))
    versions = [look.tag.version for look in played(table, session_id, chance)]
    assert versions == sorted(set(versions))
    look = finish(table, session_id)

    events = events_of(table, look)
    assert [event["seq"] for event in events] == list(range(1, look.tag.version + 1))
    assert events[-1]["type"] == "finished"
    assert [event["at"] for event in events] == sorted(event["at"] for event in events)

    replay = table.watch.replay(session_id, Claim(0, 0))
    kinds = {wire_name(kind): kind for kind in entry.game.actions}
    step = entry.game.deal(look.state.options, look.seed or "")
    shuffles = [*step.shuffles]
    for line in replay.actions:
        told = msgspec.json.decode(line)
        step = entry.game.apply(step.state, told["seat"], msgspec.convert(told["body"], kinds[told["action"]]))
        shuffles += step.shuffles
    assert step.state == look.state
    assert replay.shuffles == [list(pile) for pile in shuffles]
    assert len(shuffles) == sum("shuffle" in event for event in events)


@every_game
def test_a_fresh_session_is_committed_to_a_seed_that_nobody_knows(entry: Entry, store: RedisStore) -> None:
    table = table_of(entry, store)
    session_id = seated(table, entry.game.options())
    before = table.watch.look(session_id, Claim(0, 0))
    assert before.seed is None
    after = finish(table, session_id)
    assert after.seed is not None
    assert len(after.seed) == 64
    assert set(after.seed) <= set("0123456789abcdef")
    promised = hashlib.sha256(f"leverstoke:{session_id}:{after.seed}".encode()).hexdigest()
    assert before.commitment == after.commitment == promised


@every_game
def test_two_fresh_sessions_are_dealt_from_two_seeds(entry: Entry, store: RedisStore) -> None:
    table = table_of(entry, store)
    ends = [finish(table, seated(table, entry.game.options())) for _ in range(2)]
    assert ends[0].seed != ends[1].seed
    assert ends[0].session_id != ends[1].session_id


@every_game
def test_a_seeded_session_says_so_and_is_dealt_alike(entry: Entry, store: RedisStore) -> None:
    table = table_of(entry, store)
    first, second = (table.watch.look(seated(table, entry.game.options(), seed="daily"), Claim(0, 0)) for _ in range(2))
    assert first.state == second.state
    assert first.session.seeded
    assert first.commitment is None


@every_game
def test_a_refused_action_leaves_the_document_as_it_was(entry: Entry, store: RedisStore) -> None:
    table = table_of(entry, store)
    session_id = seated(table, entry.game.options())
    finish(table, session_id)
    address = f"{entry.game.name}:{session_id}"
    before = store.load(address).stored
    with pytest.raises(Refused, match="session_finished"):
        table.act(session_id, Claim(0, 0), Resign(), key=Key("0.0", "n" * 22, "d"))
    assert store.load(address, Key("0.0", "n" * 22, "d")).stored == before


def test_the_house_plays_a_resigned_seat_in_the_same_step_and_marks_it(store: RedisStore) -> None:
    entry = next(entry for entry in CATALOGUE if entry.game.house)
    table = table_of(entry, store)
    session_id = seated(table, entry.game.options(), seed="leverstoke")
    for seat in range(1, 4):
        table.act(session_id, Claim(seat, 0), Resign())
    mine = Claim(0, 0)
    for _ in range(60):
        look = table.watch.look(session_id, mine)
        if look.status is Status.FINISHED:
            break
        assert look.to_act == (0,)
        table.act(session_id, mine, look.legal_actions[0])
    events = events_of(table, look)
    done_by_house = [event for event in events if event.get("auto")]
    assert {event["type"] for event in done_by_house} >= {"called", "played"}
    assert all(event["seat"] != 0 for event in done_by_house)
    acted = [event for event in events if event["type"] in ("called", "played", "trump_named")]
    assert [event for event in acted if event["seat"] != 0 and not event.get("auto")] == []


@every_game
def test_nobody_is_told_the_seed_before_the_end(entry: Entry, store: RedisStore) -> None:
    """Nor while the table waits."""
    table = table_of(entry, store)
    look = table.open(random_options(entry.game, Random(1))).look
    while look.status is not Status.FINISHED:
        for seat, player in enumerate(look.session.players):
            if player.kind is Kind.HUMAN:
                assert table.watch.look(look.session_id, Claim(seat, 0)).seed is None
        waiting = look.status is Status.WAITING
        look = table.join(look.session_id, None).look if waiting else finish(table, look.session_id)
    assert look.seed


@every_game
def test_time_does_not_run_backwards(entry: Entry) -> None:
    times = count(2_000_000, -1)
    table = table_of(entry, Shelf(lambda: next(times)))
    look = finish(table, seated(table, entry.game.options()))
    moments = [event["at"] for event in events_of(table, look)]
    assert moments == sorted(moments)


def test_a_document_that_cannot_be_read_hides_no_other(store: RedisStore, redis_client: Redis) -> None:
    entry = next(entry for entry in CATALOGUE if entry.game.name == "shooter")
    table = table_of(entry, store)
    broken, whole = (table.open(entry.game.options()).look.session_id for _ in range(2))
    name = f"leverstoke:{{shooter:{broken}}}:session"
    document: Any = redis_client.get(name)
    redis_client.set(name, document.replace(b"prevented", b"forgotten"), keepttl=True)
    looks, _ = table.watch.sessions(list(Status), open_seats=0, before=None, limit=9)
    assert [look.session_id for look in looks] == [whole]


def test_an_announcement_that_came_too_late_is_put_right_by_any_listing(store: RedisStore) -> None:
    entry = next(entry for entry in CATALOGUE if entry.contract.join)
    table = table_of(entry, store)
    look = finish(table, seated(table, entry.game.options()))
    store.announce(entry.game.name, Row(look.session.created_at, look.session_id), Status.ACTIVE)
    table.watch.sessions(list(Status), open_seats=0, before=None, limit=9)
    found, _ = table.watch.sessions([Status.FINISHED], open_seats=0, before=None, limit=9)
    assert [other.session_id for other in found] == [look.session_id]
