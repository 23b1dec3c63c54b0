"""The bells: whoever listens is called when something is published, though the store dies, hangs or fails over."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Barrier

import pytest
from redis import Redis

from server.sessions.bells import Bell, Bells
from server.sessions.cluster import Cluster
from server.sessions.link import Link, Single, connect
from tests.faults.formations import Node, alone, behind_sentinels, cluster, until

LONG = 20.0  # seconds; nobody waits that long for a bell that rings
SHORT = 0.2  # seconds in which a bell would have rung
MANY = 100
PLAYERS = 6
ROUNDS = 300
HERE = "leverstoke:{shooter:here}"
THERE = "leverstoke:{shooter:there}"
PUBLISH = "return redis.pcall('PUBLISH', KEYS[1], '')"  # as a commit does


@contextmanager
def attended(link: Link) -> Iterator[Bells]:
    bells = Bells(link)
    try:
        yield bells
    finally:
        bells.last_orders()


@pytest.fixture
def bells(redis_client: Redis) -> Iterator[Bells]:
    with attended(Single(redis_client)) as bells:
        yield bells


@pytest.fixture
def node(tmp_path: Path) -> Iterator[Node]:
    with alone(tmp_path / "alone") as standing:
        yield standing


def rang(bell: Bell, seconds: float = LONG) -> bool:
    begin = time.monotonic()
    bell.wait(seconds)
    return time.monotonic() - begin < seconds


def settle(bell: Bell) -> None:
    """Wait until it is quiet."""
    while rang(bell, SHORT):
        pass


def confirm(bell: Bell) -> None:
    """Wait until its subscription is confirmed, and it is quiet."""
    assert rang(bell)
    settle(bell)


def subscribers(client: Redis, channel: str) -> int:
    return int(client.pubsub_numsub(channel)[0][1])


def rings_again(bell: Bell, client: Redis, channel: str) -> None:
    """After a break *bell* rings again when something is published."""
    until("it is subscribed to", lambda: subscribers(client, channel) == 1)
    settle(bell)
    client.publish(channel, "")
    assert rang(bell)


def listened_at(node: Node) -> bool:
    with node.client() as client:
        return subscribers(client, HERE) == 1


def is_whole(node: Node) -> bool:
    with node.client() as client:
        return bool(client.execute_command("CLUSTER INFO")["cluster_state"] == "ok")


def test_a_ring_wakes_who_waits(redis_client: Redis, bells: Bells) -> None:
    with bells.listen(HERE) as bell, ThreadPoolExecutor() as others:
        confirm(bell)
        waiting = others.submit(rang, bell)
        redis_client.publish(HERE, "")
        assert waiting.result()


def test_a_script_rings(redis_client: Redis, bells: Bells) -> None:
    with bells.listen(HERE) as bell:
        confirm(bell)
        redis_client.eval(PUBLISH, 1, HERE)
        assert rang(bell)


def test_a_bell_that_rang_while_nobody_waited_is_heard_once(redis_client: Redis, bells: Bells) -> None:
    with bells.listen(HERE) as bell, bells.listen(HERE) as other:
        confirm(bell)
        settle(other)  # it may have come after that
        redis_client.publish(HERE, "")
        assert rang(other), "so the first has rung too"
        assert rang(bell)
        assert not rang(bell, SHORT)


def test_a_ring_wakes_nobody_at_another_table(redis_client: Redis, bells: Bells) -> None:
    with bells.listen(HERE) as here, bells.listen(THERE) as there:
        confirm(here)
        confirm(there)
        redis_client.publish(THERE, "")
        assert rang(there)
        assert not rang(here, SHORT)


def test_a_ring_wakes_all_who_wait_at_its_table(redis_client: Redis, bells: Bells) -> None:
    with ExitStack() as listening, ThreadPoolExecutor(MANY) as listeners:
        many = [listening.enter_context(bells.listen(HERE)) for _ in range(MANY)]
        confirm(many[0])
        for bell in many:
            bell.wait(0)
        waiting = [listeners.submit(rang, bell) for bell in many]
        redis_client.publish(HERE, "")
        assert all(listener.result() for listener in waiting)


def test_what_is_written_between_the_reading_and_the_waiting_is_not_missed(redis_client: Redis, bells: Bells) -> None:
    """A writer and a reader begin at once, a little later one than the other."""
    begin = Barrier(2)

    def write(number: int) -> None:
        begin.wait(LONG)
        time.sleep(number % 30 * 0.0001)
        redis_client.set(f"{HERE}{number}", "written")
        redis_client.publish(f"{HERE}{number}", "")

    def read(number: int) -> bool:
        begin.wait(LONG)
        with bells.listen(f"{HERE}{number}") as bell:
            while not redis_client.get(f"{HERE}{number}"):
                if not rang(bell):
                    return False
        return True

    with ThreadPoolExecutor() as writer, bells.listen(THERE) as bell:
        confirm(bell)
        for number in range(ROUNDS):
            writing = writer.submit(write, number)
            assert read(number), f"missed in round {number}"
            writing.result()


def test_who_comes_and_goes_is_called_every_time(redis_client: Redis, bells: Bells) -> None:
    """Several at one table, each of whom may be the first or the last there at any time."""

    def come_and_go(_: int) -> bool:
        for _ in range(ROUNDS // 6):
            with bells.listen(HERE) as bell:
                redis_client.publish(HERE, "")
                if not rang(bell):
                    return False
        return True

    with ThreadPoolExecutor(PLAYERS) as players:
        assert all(players.map(come_and_go, range(PLAYERS)))


def test_a_subscription_ends_with_its_last_listener(redis_client: Redis, bells: Bells) -> None:
    with bells.listen(THERE):
        with bells.listen(HERE):
            with bells.listen(HERE):
                until("it is subscribed to", lambda: subscribers(redis_client, HERE) == 1)
            until("it is asked for", lambda: subscribers(redis_client, THERE) == 1)
            assert subscribers(redis_client, HERE) == 1
        until("it has ended", lambda: subscribers(redis_client, HERE) == 0)
        assert subscribers(redis_client, THERE) == 1


def test_one_connection_is_enough_for_all_and_none_is_kept_for_nobody(real_client: Redis) -> None:
    def connections() -> int:
        return len(real_client.client_list(_type="pubsub"))

    until("those of other tests have ended", lambda: connections() == 0)
    with attended(Single(real_client)) as bells:
        assert connections() == 0
        for _ in range(2):
            with ExitStack() as listening:
                for number in range(MANY):
                    listening.enter_context(bells.listen(f"{HERE}{number}"))
                until("all are subscribed to", lambda: subscribers(real_client, f"{HERE}{MANY - 1}") == 1)
                assert connections() == 1
            until("it is hung up", lambda: not real_client.client_list(_type="pubsub"))


def test_nobody_waits_after_last_orders(redis_client: Redis, bells: Bells) -> None:
    with bells.listen(HERE) as bell, ThreadPoolExecutor() as others:
        confirm(bell)
        waiting = others.submit(rang, bell)
        bells.last_orders()
        assert waiting.result()
        assert bells.closing
        assert rang(bell)
        with bells.listen(THERE) as late:
            assert rang(late)
    until("it is hung up", lambda: subscribers(redis_client, HERE) == 0)


def test_all_bells_ring_when_a_store_that_has_died_is_back(node: Node, caplog: pytest.LogCaptureFixture) -> None:
    with (
        connect(node.url) as client,
        attended(Single(client)) as bells,
        bells.listen(HERE) as here,
        bells.listen(THERE) as there,
    ):
        confirm(here)
        confirm(there)
        node.kill()
        assert not rang(here, SHORT)
        with bells.listen("meanwhile") as meanwhile:
            node.start()
            for bell in (here, there, meanwhile):
                assert rang(bell)
            rings_again(here, client, HERE)
            rings_again(meanwhile, client, "meanwhile")
    assert [record.message.partition(":")[0] for record in caplog.records if record.name.endswith("bells")] == [
        "the store does not call when something is written",
        "the store calls again",
    ]


def test_a_connection_that_is_cut_is_made_anew(node: Node) -> None:
    with connect(node.url) as client, attended(Single(client)) as bells, bells.listen(HERE) as bell:
        for _ in range(3):
            confirm(bell)
            client.client_kill_filter(_type="pubsub")
            assert rang(bell)
            rings_again(bell, client, HERE)
            client.publish(HERE, "")


def test_nothing_is_missed_however_often_the_connection_is_cut(node: Node) -> None:
    """Whoever subscribes may be the one to find out, while the ringer waits."""
    with connect(node.url) as client, attended(Single(client)) as bells, ThreadPoolExecutor(PLAYERS + 1) as others:
        begin = Barrier(PLAYERS + 1)
        going = [True]

        def cut() -> None:
            begin.wait(LONG)
            while going:
                client.client_kill_filter(_type="pubsub")
                time.sleep(0.01)

        def come_and_go(player: int) -> bool:
            begin.wait(LONG)
            for number in range(ROUNDS // 6):
                name = f"{HERE}{player}:{number}"
                with bells.listen(name) as bell:
                    client.publish(name, "")
                    if not rang(bell):
                        return False
            return True

        cutting = others.submit(cut)
        try:
            assert all(others.map(come_and_go, range(PLAYERS)))
        finally:
            going.clear()
            cutting.result()


def test_all_bells_ring_when_a_store_that_hung_goes_on(node: Node, caplog: pytest.LogCaptureFixture) -> None:
    """The connection is never closed by anybody: only its silence tells."""
    with connect(node.url) as client, attended(Single(client)) as bells, bells.listen(HERE) as bell:
        confirm(bell)
        lost = client.client_list(_type="pubsub")[0]["id"]
        node.hang()
        with bells.listen(THERE) as there:
            until("it is given up", lambda: "no sign of life" in caplog.text)
            node.go_on()
            assert rang(bell)
            assert rang(there)
        rings_again(bell, client, HERE)
        assert [line["id"] for line in client.client_list(_type="pubsub")] != [lost]


def test_the_new_primary_rings_after_a_failover(tmp_path: Path) -> None:
    with behind_sentinels(tmp_path) as formation:
        primary, replica, *_ = formation.nodes
        with (
            connect(formation.url) as client,
            replica.client() as new,
            attended(Single(client)) as bells,
            bells.listen(HERE) as bell,
        ):
            confirm(bell)
            primary.kill()
            until("the new primary is listened at", lambda: subscribers(new, HERE) == 1)
            assert rang(bell)
            rings_again(bell, client, HERE)


@pytest.mark.parametrize("ends", [Node.kill, Node.hang])
def test_another_server_of_a_cluster_rings_when_one_is_lost(tmp_path: Path, ends: object) -> None:
    with cluster(tmp_path) as formation, attended(Cluster(formation.url)) as bells, bells.listen(HERE) as bell:
        confirm(bell)
        (lost,) = (node for node in formation.nodes if listened_at(node))
        others = [node for node in formation.nodes if node is not lost]
        for other in others:
            with other.client() as client:
                client.publish(HERE, "")
            assert rang(bell), "what is published anywhere is heard"
        ends(lost)  # type: ignore[operator]
        until("another one is listened at", lambda: any(listened_at(node) for node in others))
        assert rang(bell)
        (found,) = (node for node in others if listened_at(node))
        until("the others have noticed", lambda: all(is_whole(node) for node in others))
        for other in others:
            if other is not found:
                settle(bell)
                with other.client() as client:
                    client.publish(HERE, "")
                assert rang(bell)


def test_a_store_that_lets_nobody_subscribe_has_them_look_now_and_then(node: Node) -> None:
    with node.client() as owner:
        owner.execute_command("ACL", "SETUSER", "guest", "on", ">secret", "~*", "+@all", "resetchannels")
    guest = f"redis://guest:secret@127.0.0.1:{node.port}/0"
    with connect(guest) as client, attended(Single(client)) as bells, bells.listen(HERE) as bell:
        for _ in range(3):
            assert rang(bell)
