"""Stores of several servers on loopback: a primary with replicas, Sentinels that watch over it, a Cluster.

All are the Valkey that comes along. Each server has a folder of its own; a formation ends what it has started.
"""

import os
import signal
import subprocess
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from redis import Redis
from redis.exceptions import RedisError

from server.sessions.embedded import valkey
from server.sessions.link import connect
from tests.ports import free_port

SERVICE = "leverstoke"
SLOTS = 16384

_PRIMARIES = 3
_BOUNDS = [SLOTS * number // _PRIMARIES for number in range(_PRIMARIES + 1)]  # between the slots of two
_PATIENCE = 20.0  # seconds for a formation to stand
_DOWN_AFTER = 500  # milliseconds without a sign of life after which a server counts as dead


@dataclass
class Node:
    """One server. *arguments* are as on Valkey's command line."""

    folder: Path
    arguments: tuple[str, ...] = ()
    port: int = field(default_factory=free_port)
    host: str = "127.0.0.1"
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://{self.host}:{self.port}/0"

    def start(self) -> "Node":
        """Start it, or start it again; it has answered when this returns."""
        self.folder.mkdir(exist_ok=True)
        common = ("--port", str(self.port), "--bind", self.host, "--dir", str(self.folder), "--save", "")
        self.process = subprocess.Popen(
            [valkey(), *self.arguments, *common],
            stdout=subprocess.DEVNULL,
            cwd=self.folder,
        )
        until("a server answers", self.answers)
        return self

    def answers(self) -> bool:
        try:
            with self.client() as client:
                return bool(client.ping())
        except RedisError:
            return False

    def client(self) -> Redis:
        return connect(self.url)

    def kill(self) -> None:
        """As a crash of its machine would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)

    def _end(self, with_signal: signal.Signals) -> None:
        if self.process and self.process.poll() is None:
            os.kill(self.process.pid, signal.SIGCONT)
            self.process.send_signal(with_signal)
            self.process.wait(_PATIENCE)

    def hang(self) -> None:
        """It runs, and answers nobody."""
        assert self.process
        os.kill(self.process.pid, signal.SIGSTOP)

    def go_on(self) -> None:
        assert self.process
        os.kill(self.process.pid, signal.SIGCONT)


@dataclass
class Formation:
    """Where to reach it, and its servers; the first are the primaries."""

    url: str
    nodes: list[Node]


def until(what: str, done: Callable[[], bool], seconds: float = _PATIENCE) -> float:
    """Wait until *done*; how many seconds that took. Raises ``RuntimeError`` if it does not come."""
    begin = time.monotonic()
    while not done():
        if time.monotonic() - begin > seconds:
            raise RuntimeError(f"waited in vain until {what}")
        time.sleep(0.02)
    return time.monotonic() - begin


@contextmanager
def alone(folder: Path) -> Iterator[Node]:
    """One server that writes every step to disk."""
    with ExitStack() as ends:
        yield _started(ends, Node(folder, _durable()))


@contextmanager
def primary_and_replica(folder: Path) -> Iterator[Formation]:
    with ExitStack() as ends:
        primary = _started(ends, Node(folder / "primary", _durable()))
        replica = _started(ends, Node(folder / "replica", (*_durable(), *_replica_of(primary))))
        until("the replica follows", lambda: follows(replica))
        yield Formation(primary.url, [primary, replica])


@contextmanager
def behind_sentinels(folder: Path) -> Iterator[Formation]:
    """A primary, a replica, and three Sentinels of which two decide."""
    with ExitStack() as ends:
        primary = _started(ends, Node(folder / "primary", _durable()))
        replica = _started(ends, Node(folder / "replica", (*_durable(), *_replica_of(primary))))
        until("the replica follows", lambda: follows(replica))
        sentinels = [_started(ends, _sentinel(folder / f"sentinel{n}", primary)) for n in range(3)]
        for sentinel in sentinels:
            until("the Sentinels know each other", lambda sentinel=sentinel: _knows_all(sentinel))  # type: ignore[misc]
        places = ",".join(f"127.0.0.1:{sentinel.port}" for sentinel in sentinels)
        yield Formation(f"redis+sentinel://{places}/{SERVICE}", [primary, replica, *sentinels])


@contextmanager
def cluster(folder: Path) -> Iterator[Formation]:
    """Three primaries, and a replica of each."""
    with ExitStack() as ends:
        nodes = [_started(ends, _member(folder / f"node{n}")) for n in range(6)]
        primaries, replicas = nodes[:_PRIMARIES], nodes[_PRIMARIES:]
        for primary, (begin, end) in zip(primaries, pairwise(_BOUNDS), strict=True):
            _ask(primary, "CLUSTER", "ADDSLOTSRANGE", begin, end - 1)
        for epoch, node in enumerate(nodes, 1):
            _ask(node, "CLUSTER", "SET-CONFIG-EPOCH", epoch)
        for node in nodes[1:]:
            _ask(node, "CLUSTER", "MEET", "127.0.0.1", nodes[0].port, _bus(nodes[0]))
        until("all nodes know each other", lambda: all(_told(node, "known_nodes") == "6" for node in nodes))
        for primary, replica in zip(primaries, replicas, strict=True):
            _ask(replica, "CLUSTER", "REPLICATE", _ask(primary, "CLUSTER", "MYID"))
        until("the Cluster stands", lambda: all(_told(node, "state") == "ok" for node in nodes))
        until("the replicas follow", lambda: all(follows(replica) for replica in replicas))
        places = ",".join(f"127.0.0.1:{node.port}" for node in nodes)
        yield Formation(f"redis+cluster://{places}", nodes)


def primary_of(slot: int) -> int:
    """Which of a Cluster's nodes has a slot at first."""
    return bisect_right(_BOUNDS, slot) - 1


def _started(ends: ExitStack, node: Node) -> Node:
    ends.callback(node.stop)
    return node.start()


def _durable() -> tuple[str, ...]:
    at_once = ("--repl-diskless-sync-delay", "0")
    return ("--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction", *at_once)


def _replica_of(primary: Node) -> tuple[str, ...]:
    return ("--replicaof", f"127.0.0.1 {primary.port}")


def follows(replica: Node) -> bool:
    with suppress(RedisError), replica.client() as client:  # whoever is made a replica hangs up on everybody first
        return bool(client.info("replication").get("master_link_status") == "up")
    return False


def _sentinel(folder: Path, primary: Node) -> Node:
    folder.mkdir()
    configuration = folder / "sentinel.conf"
    configuration.write_text(
        f"sentinel monitor {SERVICE} 127.0.0.1 {primary.port} 2\n"
        f"sentinel down-after-milliseconds {SERVICE} {_DOWN_AFTER}\n"
        f"sentinel failover-timeout {SERVICE} 2000\n"
    )
    return Node(folder, (str(configuration), "--sentinel"))


def _knows_all(sentinel: Node) -> bool:
    with sentinel.client() as client:
        told = client.sentinel_master(SERVICE)
    return bool(told["num-other-sentinels"] == 2 and told["num-slaves"] == 1)


def _member(folder: Path) -> Node:
    bus = free_port()
    flags = ("--cluster-enabled", "yes", "--cluster-node-timeout", str(_DOWN_AFTER), "--cluster-port", str(bus))
    return Node(folder, (*_durable(), *flags))


def _bus(node: Node) -> str:
    return node.arguments[node.arguments.index("--cluster-port") + 1]


def _ask(node: Node, *command: object) -> str:
    with node.client() as client:
        answer = client.execute_command(*command)
    return answer.decode() if isinstance(answer, bytes) else str(answer)


def _told(node: Node, name: str) -> str:
    """A field of CLUSTER INFO."""
    with node.client() as client:
        told = client.execute_command("CLUSTER INFO")
    return str(told[f"cluster_{name}"])
