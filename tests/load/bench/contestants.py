"""Who is measured. All have two workers and one store, which is ours as ``leverstoke serve`` starts it."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from server.sessions.embedded import EmbeddedStore
from tests.ports import free_port
from tests.processes import children_of
from tests.serving.server import Server

WORKERS = 2
_PATIENCE = 20.0  # seconds for one to answer, or to end

_GUNICORN = ("gunicorn", "--workers", f"{WORKERS}", "--no-control-socket", "--keep-alive", "75", "--log-level", "error")
_GEVENT = ("--worker-class", "gevent")
_THREADS = ("--worker-class", "gthread", "--threads", "4")
_UVICORN = ("uvicorn", "--workers", f"{WORKERS}", "--log-level", "warning", "--no-access-log", "--factory")

OURS = "Leverstoke"
BARE = "bare Flask"
LIMIT = "the limit"
ON_THREADS = "the limit, on threads"
RIVAL = "Starlette"
COMMANDS: Mapping[str, tuple[str, ...]] = {
    BARE: (*_GUNICORN, *_GEVENT, "tests.load.bench.bare:bare()"),
    LIMIT: (*_GUNICORN, *_GEVENT, "tests.load.bench.bare:limit()"),
    ON_THREADS: (*_GUNICORN, *_THREADS, "tests.load.bench.bare:limit()"),
    RIVAL: (*_UVICORN, "tests.load.bench.rival:app"),
}


@dataclass(frozen=True)
class Contestant:
    """Where one answers, and who works there."""

    port: int
    find_workers: Callable[[], list[int]]

    @property
    def workers(self) -> list[int]:
        return self.find_workers()


@contextmanager
def standing(folder: Path, names: tuple[str, ...] = tuple(COMMANDS)) -> Iterator[dict[str, Contestant]]:
    """Ours and those with these *names*, each answering. Their data is in *folder*."""
    with ExitStack() as stack:
        server = Server(folder, ("--workers", f"{WORKERS}"), {"LEVERSTOKE_STORE_MEMORY": "16gb"})
        ours = stack.enter_context(server)
        environment = os.environ | {
            "BENCH_STORE": EmbeddedStore(folder).url,
            "BENCH_KEY": (folder / "secret.key").read_text().strip(),
        }
        others = {name: stack.enter_context(_running(COMMANDS[name], environment)) for name in names}
        yield {OURS: Contestant(ours.port, lambda: ours.workers), **others}


@contextmanager
def _running(command: tuple[str, ...], environment: Mapping[str, str]) -> Iterator[Contestant]:
    port = free_port()
    place = ("--bind", f"127.0.0.1:{port}") if command[0] == "gunicorn" else ("--port", f"{port}")
    process = subprocess.Popen([sys.executable, "-m", *command, *place], env=environment)
    try:
        _wait(port, process)
        yield Contestant(port, lambda: children_of(process.pid))
    finally:
        process.terminate()
        process.wait(_PATIENCE)


def _wait(port: int, process: "subprocess.Popen[bytes]") -> None:
    """Until it answers anything. Raises ``RuntimeError`` if it does not."""
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        try:
            httpx.get(f"http://127.0.0.1:{port}/")
        except httpx.HTTPError:
            time.sleep(0.05)
        else:
            return
    raise RuntimeError(f"{process.args!r} does not answer")
