"""A primary is lost before its replica has heard of the last steps: what was promised then, and what is told.

Without ``--durability replicated`` those steps are gone. Whoever saw them is told so, and is never shown other events
under the same numbers. With it no step counts before the replica has it.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from server.config import Settings
from server.sessions.link import connect
from server.sessions.redis import RedisStore
from server.sessions.store import Conflict, OutcomeUnknown
from server.web.app import create_app
from tests.conftest import HOUR
from tests.faults.formations import Formation, Node, primary_and_replica, until
from tests.faults.proxies import StoreProxy
from tests.sessions.test_store import HERE, change
from tests.web.problems import refused
from tests.web.seats import Seat, open_session

SETTINGS = Settings(store="memory", secret_key="for tests")
STEPS = 20


class Pair:
    """A primary, and a replica that hears of it through a proxy."""

    def __init__(self, formation: Formation, link: StoreProxy) -> None:
        self.primary, self.replica = formation.nodes
        self._link = link
        link.pass_on()
        with self.replica.client() as client:
            client.replicaof("127.0.0.1", str(link.port))
        until("the replica has heard all", self.is_level)

    def is_level(self) -> bool:
        with self.primary.client() as primary, self.replica.client() as replica:
            heard = replica.info("replication")
            return bool(
                heard["master_link_status"] == "up"
                and heard["master_port"] == self._link.port
                and heard["slave_repl_offset"] == primary.info("replication")["master_repl_offset"]
            )

    def part(self) -> None:
        """The replica hears no more."""
        self._link.black_hole()

    def fail_over(self) -> None:
        """The primary is lost, and the replica is one from now on."""
        self.primary.kill()
        with self.replica.client() as client:
            client.replicaof("NO", "ONE")


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[Pair]:
    with primary_and_replica(tmp_path) as formation, StoreProxy(formation.url) as link:
        yield Pair(formation, link)


def store_on(node: Node, *, replicated: bool) -> RedisStore:
    return RedisStore(connect(node.url), HOUR, replicated=replicated)


def acknowledged(store: RedisStore, steps: int) -> int:
    """How many of so many steps, one upon the other, were acknowledged before one was not."""
    base = None
    for number in range(steps):
        step = change(b"%d" % number, base=base)
        try:
            store.commit(HERE, step)
        except OutcomeUnknown:
            return number
        base = step.stored.tag
    return steps


def found(node: Node) -> int:
    stored, *_ = store_on(node, replicated=False).load(HERE)
    return stored.tag.version if stored else 0


def test_a_step_that_only_the_primary_had_is_lost_with_it(pair: Pair) -> None:
    pair.part()
    assert acknowledged(store_on(pair.primary, replicated=False), STEPS) == STEPS
    pair.fail_over()
    assert found(pair.replica) == 0


def test_a_replicated_step_counts_only_when_the_replica_has_it(pair: Pair) -> None:
    store = store_on(pair.primary, replicated=True)
    assert acknowledged(store, STEPS) == STEPS
    base = change(b"%d" % 0)
    pair.part()
    with pytest.raises(OutcomeUnknown):
        store.commit("shooter:another", base)
    pair.fail_over()
    assert found(pair.replica) == STEPS
    assert store_on(pair.replica, replicated=False).load("shooter:another")[:2] == (None, None)


def test_a_conflict_waits_for_nobody(pair: Pair) -> None:
    store = store_on(pair.primary, replicated=True)
    store.commit(HERE, change(b"one"))
    pair.part()
    with pytest.raises(Conflict):
        store.commit(HERE, change(b"other"))


def over(node: Node) -> FlaskClient:
    return create_app(SETTINGS, store_on(node, replicated=False)).test_client()


def test_who_saw_what_was_lost_is_told_so_and_never_shown_other_events_under_the_same_numbers(pair: Pair) -> None:
    before = open_session(over(pair.primary), "shooting-party")
    until("the replica has heard all", pair.is_level)
    pair.part()
    legal = before.legal
    assert before.act(legal[0]).status_code == 200
    seen, version, events = before.etag, before.view["version"], before.events
    pair.fail_over()

    after = Seat(over(pair.replica), before.url, before.token)
    assert after.view["version"] < version
    assert refused(after.post("resign", If_Match=seen)) == "history_lost"
    assert refused(after.get(f"/events?since={version}")) == "history_lost"
    other = next(action for action in legal if action != legal[0])
    assert after.act(other).status_code == 200
    while after.view["status"] == "active" and after.view["version"] < version:
        assert after.act(after.legal[0]).status_code == 200
    assert after.events[: len(events)] != events
    event_id = seen.strip('"').rpartition("-")[0]
    assert refused(after.get("/events", Last_Event_ID=event_id)) == "history_lost"
    assert after.get(If_None_Match=seen).status_code == 200, "another history is not the view that was seen"
    if after.view["status"] == "active":
        assert refused(after.post("resign", If_Match=seen)) == "history_lost"


def test_the_store_says_how_many_replicas_there_are(pair: Pair) -> None:
    store = store_on(pair.primary, replicated=True)
    assert (store.condition().durability, store.condition().replicas) == ("always", 1)
    pair.replica.kill()
    until("it is missed", lambda: store.condition().replicas == 0)
