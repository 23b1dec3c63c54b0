"""The house changes shifts while people play: nobody's request is lost, whichever server is on duty.

All servers listen on one open socket that outlives them, so whoever calls between two of them waits in its queue. On
the embedded store the next server starts when the last has ended, for there is one store and one server that has it; on
a store of one's own it starts before.
"""

import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.faults.callers import Load
from tests.faults.drill import Drill, Progress, Report
from tests.faults.formations import Node, until
from tests.ports import free_port
from tests.serving.server import Server

SOON = 6.0  # seconds in which a server has ended after SIGTERM, on a busy machine
_DURABLE = ("--appendonly", "yes", "--maxmemory-policy", "noeviction")
_ON_DUTY = 100  # requests that every server answers at least
_QUEUE = 1024
_RESTARTS = 2  # at least
_WORKERS = 2


@contextmanager
def open_door() -> Iterator[socket.socket]:
    """A socket that outlives the servers which listen on it."""
    with socket.create_server(("127.0.0.1", free_port()), backlog=_QUEUE) as door:
        yield door


def behind(door: socket.socket, data: Path, **environment: str) -> Server:
    """A server that listens on *door*, not yet started."""
    arguments = ("--workers", f"{_WORKERS}", "--fd", f"{door.fileno()}")
    return Server(data, arguments, environment, port=door.getsockname()[1], inherited=(door.fileno(),))


def started(server: Server) -> Server:
    """*server*, when it takes callers: what is answered at the door may be another's answer."""
    server.start()
    until("a server has its workers", lambda: len(server.workers) == _WORKERS)
    return server


def ended(server: Server, with_signal: signal.Signals = signal.SIGTERM) -> float:
    """End *server*; how many seconds that took."""
    begin = time.monotonic()
    server.stop(with_signal)
    return time.monotonic() - begin


def wrongs(server: Server, seconds: float) -> list[str]:
    """What is wrong with how *server* has ended, which took so long."""
    assert server.process
    wrong = [f"a server took {seconds:.1f} seconds to end"] if seconds > SOON else []
    if server.process.returncode != 0:
        wrong.append(f"a server has ended with {server.process.returncode}")
    if "Traceback" in server.printed:
        wrong.append(f"a server has complained: {server.printed}")
    return wrong


# Changing shifts


def restart_on_the_embedded_store(
    operations: int, folder: Path, progress: Progress, end: signal.Signals = signal.SIGTERM
) -> Report:
    """One server after the other on one folder, each until *end*."""
    with open_door() as door, ExitStack() as ends:

        def relieve(last: Server | None) -> tuple[Server, float]:
            seconds = ended(last, end) if last else 0.0
            return _on_duty(ends, behind(door, folder)), seconds

        return _changed(operations, door, progress, relieve)


def restart_on_a_store_of_ones_own(operations: int, folder: Path, progress: Progress) -> Report:
    """Each server is ended when the next one is there."""
    with open_door() as door, ExitStack() as ends:
        node = Node(folder / "store", _DURABLE)
        ends.callback(node.stop)
        node.start()

        def relieve(last: Server | None) -> tuple[Server, float]:
            following = behind(door, folder, LEVERSTOKE_STORE=node.url, LEVERSTOKE_SECRET_KEY="for drills")
            return _on_duty(ends, following), ended(last) if last else 0.0

        return _changed(operations, door, progress, relieve)


def _on_duty(ends: ExitStack, server: Server) -> Server:
    started(server)
    ends.callback(server.stop)
    return server


def _changed(
    operations: int,
    door: socket.socket,
    progress: Progress,
    relieve: Callable[[Server | None], tuple[Server, float]],
) -> Report:
    """Change shifts until so many requests were made, and twice at least."""
    load, slowest, restarts, wrong = Load(door.getsockname()[1], progress), 0.0, 0, list[str]()
    server, _ = relieve(None)
    with load.running():
        while restarts < _RESTARTS or load.requests < operations:
            enough = load.requests + _ON_DUTY
            until("a server has worked", lambda enough=enough: load.requests >= enough)  # type: ignore[misc]
            last = server
            server, seconds = relieve(last)
            restarts, slowest = restarts + 1, max(slowest, seconds)
            wrong += wrongs(last, seconds)
    wrong += wrongs(server, ended(server))
    if not load.asked_to_close:
        wrong.append("nobody was asked to close a connection")
    figures = {
        "requests": f"{load.requests}",
        "failed": f"{len(load.failed)}",
        "sent again, as the connection was closed meanwhile": f"{load.resent}",
        "answers that asked to close": f"{load.asked_to_close}",
        "restarts": f"{restarts}",
        "most seconds that a server took to end": f"{slowest:.1f}",
        "longest wait, in seconds": f"{load.longest:.1f}",
    }
    return Report(load.requests, [*load.failed, *wrong], figures)


DRILLS = (
    Drill("restarts on the embedded store", "A restart loses no request", 20_000, restart_on_the_embedded_store),
    Drill(
        "rolling restarts",
        "A restart on a store of one's own loses no request",
        20_000,
        restart_on_a_store_of_ones_own,
    ),
)
