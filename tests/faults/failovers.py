"""The store dies while people play: it is back before anybody has lost patience, with every card where it was.

The embedded store is killed and its launcher brings it back. A primary behind Sentinels or in a Cluster is killed and a
replica takes its place, and the dead one comes back as a replica of that. Meanwhile who asks is told to ask again.
"""

import os
import signal
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from random import Random

from redis.exceptions import RedisError

from tests.faults.client import Client, NoAnswer
from tests.faults.drill import Drill, Progress, Report
from tests.faults.formations import Formation, Node, behind_sentinels, cluster, follows, until
from tests.faults.retries import Evening
from tests.serving.server import Server

LAUNCHED = 2.0  # seconds in which the launcher has the store back
FAILED_OVER = 3.0  # seconds in which a replica has taken the place of a primary

_EACH = 100  # operations for every death, about
_QUIET = (0.05, 0.4)  # seconds of play between two deaths, at least and at most
_LOOK = 0.01  # seconds between two looks at whether it is back
_KEY = "the key of a server that is drilled"


def kill_the_embedded_store(operations: int, folder: Path, progress: Progress) -> Report:
    """Twelve people play, and the store is killed at random moments."""
    with Server(folder, ("--workers", "2")) as server, Client(server.url) as client:

        def die() -> float:
            session = _open(client)
            os.kill(int((folder / "valkey.pid").read_text()), signal.SIGKILL)
            return until("the store is back", lambda: _is_read(client, session))

        return _played(server, operations, progress, die, LAUNCHED)


def fail_over_behind_sentinels(operations: int, folder: Path, progress: Progress) -> Report:
    return _failed_over(behind_sentinels, 2, operations, folder, progress)


def fail_over_in_a_cluster(operations: int, folder: Path, progress: Progress) -> Report:
    return _failed_over(cluster, 6, operations, folder, progress)


def _failed_over(
    stand: Callable[[Path], AbstractContextManager[Formation]],
    keepers: int,
    operations: int,
    folder: Path,
    progress: Progress,
) -> Report:
    """Twelve people play, and one primary after the other is killed. The first *keepers* servers keep sessions."""
    with stand(folder) as formation:
        environment = {"LEVERSTOKE_STORE": formation.url, "LEVERSTOKE_SECRET_KEY": _KEY}
        nodes = formation.nodes[:keepers]
        with Server(folder, ("--workers", "2"), environment) as server, Client(server.url) as client:

            def die() -> float:
                # One session for each primary, more or less: a Cluster spreads them by their ids.
                sessions = [_open(client) for _ in range(3 * len(nodes))]
                if not nodes[-1].answers():
                    nodes[-1].start()
                    until("the dead one follows", lambda: follows(nodes[-1]))
                dying = next(node for node in nodes if _is_primary(node))
                dying.kill()
                nodes.append(nodes.pop(nodes.index(dying)))
                return max(until("a replica serves", lambda s=s: _is_read(client, s)) for s in sessions)  # type: ignore[misc]

            return _played(server, operations, progress, die, FAILED_OVER)


def _played(server: Server, operations: int, progress: Progress, die: Callable[[], float], patience: float) -> Report:
    """Twelve people play until they have tried so many *operations*, with a death for every ``_EACH`` of them.

    *die* tells how many seconds it was away.
    """
    chance, away = Random("deaths"), list[float]()
    evening = Evening(operations, server.url, server.url, progress)
    evening.last_orders = False
    with ThreadPoolExecutor(1) as table:
        playing = table.submit(evening.run)
        try:
            while len(away) < max(operations // _EACH, 1) and not playing.done():
                time.sleep(chance.uniform(*_QUIET))
                away.append(die())
        finally:
            evening.last_orders = True
        playing.result()
    came = evening.outcome
    report = Report(came.tries, list(came.violations))
    if max(away) > patience:
        report.violations.append(f"the store was away for {max(away):.2f} seconds")
    report.figures = {
        "operations": f"{came.tries}",
        "sessions played to the end": f"{evening.opened.total()}",
        "actions that happened twice": f"{came.doubled}",
        "deaths of the store": f"{len(away)}",
        "seconds it was away, at the median and at most": f"{sorted(away)[len(away) // 2]:.2f}, {max(away):.2f}",
    }
    return report


def _open(client: Client) -> str:
    """The path of a new session, once the store takes one."""
    while True:
        with suppress(NoAnswer):
            answer = client.call("POST", "/v1/shooting-party/sessions", body={})
            if answer.status == 201:
                return str(answer.json["session"]["url"])
        time.sleep(_LOOK)


def _is_read(client: Client, path: str) -> bool:
    time.sleep(_LOOK)
    with suppress(NoAnswer):
        return client.call("GET", path).status == 200
    return False


def _is_primary(node: Node) -> bool:
    with suppress(RedisError), node.client() as client:
        return bool(client.info("replication")["role"] == "master")
    return False


DRILLS = (
    Drill("a store that is killed", "What was acknowledged survives the store", 10_000, kill_the_embedded_store),
    Drill("a failover behind Sentinels", "A lost primary is replaced", 3_000, fail_over_behind_sentinels),
    Drill("a failover in a Cluster", "A lost primary is replaced", 3_000, fail_over_in_a_cluster),
)
