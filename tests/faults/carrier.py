"""Whoever carries letters between two who talk: a port on loopback, and a thread for each connection to it."""

import socket
import struct
import threading
import time
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from random import Random
from typing import Self

from tests.ports import free_port

_PATIENCE = 10.0  # seconds for an answer from upstream, and for all connections to end
_RESET = struct.pack("ii", 1, 0)  # a socket that does not linger is reset when it is closed


class Carrier(ABC):
    """Carries each connection in a thread, on a port of its own; left, it has closed and ended all.

    *upstream* is a URL (``http://``, ``redis://``, ``unix://``), the path of a socket, or ``host:port``.
    """

    def __init__(self, upstream: str, seed: str) -> None:
        self._upstream = upstream.partition("://")[2] or upstream
        self._seed = seed
        self._lock = threading.Lock()
        self._counted: Counter[str] = Counter()
        self._near: set[socket.socket] = set()
        self._far: set[socket.socket] = set()
        self._threads: set[threading.Thread] = set()
        self._left = threading.Event()
        self._listener: socket.socket | None = None
        self.port = 0

    def __enter__(self) -> Self:
        self._listen()
        return self

    def __exit__(self, *_: object) -> None:
        self._left.set()
        self._stop_listening()
        self._hang_up()
        deadline = time.monotonic() + _PATIENCE
        while threads := self._running():
            assert time.monotonic() < deadline, "a connection has outlived its proxy"
            threads.pop().join(_PATIENCE)

    def _running(self) -> set[threading.Thread]:
        with self._lock:
            self._threads = {thread for thread in self._threads if thread.is_alive()}
            return set(self._threads)

    @abstractmethod
    def _carry(self, near: socket.socket, chance: Random) -> None:
        """Serve one connection; an ``OSError`` ends it."""

    def counted(self, what: str) -> int:
        return self._counted[what]

    def _count(self, what: str) -> int:
        """One more of *what*; how many that makes."""
        with self._lock:
            self._counted[what] += 1
            return self._counted[what]

    def _listen(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", self.port or free_port()), backlog=1024)
        self.port = self._listener.getsockname()[1]
        self._in_a_thread(self._accept, self._listener)

    def _stop_listening(self) -> None:
        if self._listener:
            with suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)  # a close alone does not wake who waits for a connection
        self._listener = None

    def _accept(self, listener: socket.socket) -> None:
        while True:
            near, _ = listener.accept()
            near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            chance = Random(f"{self._seed} {self._count('connections')}")
            self._in_a_thread(partial(self._carry, chance=chance), near)

    def _in_a_thread(self, serve: Callable[[socket.socket], None], connection: socket.socket) -> None:
        def run() -> None:
            with suppress(OSError):
                serve(self._known(connection, self._near))
            self._close(connection)

        thread = threading.Thread(target=run, daemon=True)
        self._running()  # those that have ended are forgotten
        with self._lock:  # whoever finds it there finds it started
            self._threads.add(thread)
            thread.start()

    def _dial(self) -> socket.socket:
        """A new connection upstream."""
        if self._upstream.startswith("/"):
            far = socket.socket(socket.AF_UNIX)
        else:
            far = socket.socket()
            far.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        host, _, port = self._upstream.partition("/")[0].rpartition(":")
        far.settimeout(_PATIENCE)
        try:
            far.connect(self._upstream if far.family == socket.AF_UNIX else (host, int(port)))
            return self._known(far, self._far)
        except OSError:
            self._close(far)
            raise

    def _known(self, connection: socket.socket, among: set[socket.socket]) -> socket.socket:
        """*connection*, to be closed with the proxy. Raises ``OSError`` if that is now."""
        with self._lock:
            among.add(connection)
        if self._left.is_set():
            raise ConnectionAbortedError
        return connection

    def _close(self, connection: socket.socket) -> None:
        with self._lock:
            self._near.discard(connection)
            self._far.discard(connection)
            connection.close()

    def _hang_up(self) -> None:
        """End every connection; whoever has called finds it reset."""
        with self._lock:
            for connection in self._near:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
            for connection in self._near | self._far:
                with suppress(OSError):
                    connection.shutdown(socket.SHUT_RD)
