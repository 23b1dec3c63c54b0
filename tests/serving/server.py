"""A server started as a user would start it, for the tests that need a real one."""

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import httpx

from tests.ports import free_port
from tests.processes import children_of, is_alive

PATIENCE = 20.0  # seconds until it must answer, or must have stopped


@dataclass
class Server:
    """``leverstoke serve`` on a data folder of its own; a context manager that leaves nothing running."""

    data: Path
    arguments: tuple[str, ...] = ()
    environment: dict[str, str] = field(default_factory=dict)
    port: int = field(default_factory=free_port)
    host: str = "127.0.0.1"
    process: subprocess.Popen[bytes] | None = None
    inherited: tuple[int, ...] = ()  # file descriptors
    printed: str = ""
    _output: Any = None

    @property
    def url(self) -> str:
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    def start(self, until: str = "/ready") -> "Server":
        """Start it and wait for a good answer at the path *until*. Raises ``RuntimeError`` if none comes."""
        # A pipe that nobody reads would fill up, and stop the server.
        self._output = TemporaryFile("w+")  # noqa: SIM115 - closed when it has ended
        command = [sys.executable, "-m", "server.cli", "serve", "--data", str(self.data)]
        self.process = subprocess.Popen(
            [*command, "--host", self.host, "--port", str(self.port), *self.arguments],
            env=os.environ | self.environment,
            stdout=self._output,
            stderr=subprocess.STDOUT,
            pass_fds=self.inherited,
        )
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                self._read([])
                raise RuntimeError(self.printed)
            try:
                httpx.get(f"{self.url}{until}").raise_for_status()
            except httpx.HTTPError:
                time.sleep(0.05)
            else:
                return self
        self.stop()
        raise RuntimeError(f"the server does not answer: {self.printed}")

    def stop(self, with_signal: signal.Signals = signal.SIGTERM) -> None:
        """End it; what it has printed is then in ``printed``."""
        assert self.process
        workers = self.workers
        if self.process.poll() is None:
            self.process.send_signal(with_signal)
        self._read(workers)

    @property
    def workers(self) -> list[int]:
        """The numbers of its worker processes."""
        assert self.process
        return children_of(self.process.pid)

    def _read(self, workers: list[int]) -> None:
        """Wait for its end, and for that of its *workers*: they take a moment to see that it was killed."""
        assert self.process
        self.process.wait(PATIENCE)
        deadline = time.monotonic() + PATIENCE
        while any(map(is_alive, workers)) and time.monotonic() < deadline:
            time.sleep(0.05)
        if not self._output.closed:
            self._output.seek(0)
            self.printed = self._output.read()
            self._output.close()


def create(server: Server, game: str, **options: Any) -> dict[str, Any]:
    """Open a session; the answer's body."""
    answer = httpx.post(f"{server.url}/v1/{game}/sessions", json=options)
    assert answer.status_code == 201, answer.text
    body: dict[str, Any] = answer.json()
    return body
