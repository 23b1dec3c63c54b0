"""Which worker lets a client in: the one that has the fewest, and another where that one does not come."""

import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from statistics import median

import pytest

from tests.serving.server import PATIENCE, Server

MANY = 16
ROUNDS = 5
GONE = 0.3  # seconds until all know that they have gone
A_MOMENT = 2.0  # seconds, of which a worker that comes needs a few thousandths


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """With two workers, who are both at the door."""
    with Server(tmp_path_factory.mktemp("entrance"), ("--workers", "2")) as server:
        deadline = time.monotonic() + PATIENCE
        while not all(let_in(server, MANY)):
            assert time.monotonic() < deadline
        yield server


def let_in(server: Server, clients: int) -> list[int]:
    """How many of so many, who come at once and stay, each worker has; then they go."""
    before = [sockets(worker) for worker in server.workers]
    with ExitStack() as lines:
        came = [lines.enter_context(enter(server)) for _ in range(clients)]
        assert all(ask(line).startswith(b"HTTP/1.1 200") for line in came)
        found = [sockets(worker) - known for worker, known in zip(server.workers, before, strict=True)]
    time.sleep(GONE)
    return found


def sockets(pid: int) -> int:
    """How many a process has open."""
    found = 0
    for link in Path(f"/proc/{pid}/fd").iterdir():
        with suppress(FileNotFoundError):  # closed by now
            found += str(link.readlink()).startswith("socket:")
    return found


def enter(server: Server) -> socket.socket:
    return socket.create_connection((server.host, server.port), timeout=PATIENCE)


def ask(line: socket.socket) -> bytes:
    line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
    return line.recv(65536)


def test_clients_that_come_at_once_are_shared_out(server: Server) -> None:
    found = [let_in(server, MANY) for _ in range(ROUNDS)]
    assert {sum(each) for each in found} == {MANY}
    assert median(map(min, found)) >= MANY * 3 / 8


def test_nobody_waits_for_a_worker_that_does_not_come(server: Server) -> None:
    hangs, _ = server.workers
    os.kill(hangs, signal.SIGSTOP)
    try:
        begin = time.monotonic()
        with ExitStack() as lines:
            for _ in range(MANY):
                assert ask(lines.enter_context(enter(server))).startswith(b"HTTP/1.1 200")
        assert time.monotonic() - begin < A_MOMENT
    finally:
        os.kill(hangs, signal.SIGCONT)
