"""Those who call all the time: each plays a solitaire of its own, and tells of every request that was lost.

A connection that is kept open may be closed by the server just as its client sends again: that is HTTP, and the client
asks again on another (RFC 9110, 9.3.1), as every browser does. Such a client is let off here only if nothing of an
answer had come and asking twice does no harm, and how often that was is told. Whoever sends what must not be sent twice
opens a connection for it.
"""

import http.client
import select
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.faults.client import Answer, Client, NoAnswer
from tests.faults.drill import Progress

_PATIENCE = 30.0  # seconds to wait for an answer: the queue before the door may take some
_PLAYERS = {"keeps its connection": 6, "thinks": 4, "calls anew": 6}
_THOUGHT = 1.0  # seconds between two requests of one who thinks
_BREATH = 0.02  # seconds, at most, between two requests of others


class HungUp(ConnectionError):
    """The connection was closed before one byte of an answer came."""


class Line(http.client.HTTPConnection):
    """Tells a connection that was closed before an answer from one that breaks in the midst of it."""

    @property
    def is_open(self) -> bool:
        return self.sock is not None

    @property
    def is_closed_at_its_end(self) -> bool:
        return self.sock is not None and bool(select.select([self.sock], [], [], 0)[0])

    def request(self, *arguments: Any, **more: Any) -> None:
        try:
            super().request(*arguments, **more)
        except ConnectionError as error:
            raise HungUp from error

    def getresponse(self) -> http.client.HTTPResponse:
        try:
            if not self.sock.recv(1, socket.MSG_PEEK):
                raise HungUp
        except ConnectionError as error:
            raise HungUp from error
        return super().getresponse()


class Caller(Client):
    """Looks whether its connection was closed before it uses it again; ``resent`` counts when it was too late to see.

    *keeps*: whether it uses one connection for several requests.
    """

    def __init__(self, port: int, *, keeps: bool) -> None:
        self._connection = Line("127.0.0.1", port, timeout=_PATIENCE)
        self._keeps = keeps
        self.resent = 0
        self.asked_to_close = 0

    def __enter__(self) -> "Caller":
        return self

    def ask(self, method: str, path: str, *, token: str | None, body: Any = None, key: str | None = None) -> Answer:
        """Raises ``NoAnswer``, also where it could ask again and must not."""
        line = self._connection
        assert isinstance(line, Line)
        if not self._keeps or line.is_closed_at_its_end:
            self.close()
        kept = line.is_open
        try:
            answer = self.call(method, path, token=token, body=body, key=key)
        except NoAnswer as silence:
            if not (kept and isinstance(silence.__cause__, HungUp) and (method == "GET" or key)):
                raise
            self.resent += 1
            answer = self.call(method, path, token=token, body=body, key=key)
        self.asked_to_close += answer.headers.get("connection") == "close"
        return answer


@dataclass
class Load:
    """Callers of every kind at the server on *port*, each at a solitaire of its own, until they are told to stop."""

    port: int
    progress: Progress
    requests: int = 0
    resent: int = 0
    asked_to_close: int = 0
    longest: float = 0.0
    failed: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _over: threading.Event = field(default_factory=threading.Event)

    @contextmanager
    def running(self) -> Iterator["Load"]:
        kinds = [kind for kind, number in _PLAYERS.items() for _ in range(number)]
        with ThreadPoolExecutor(len(kinds)) as pool:
            players = [pool.submit(self._play, kind, Random(f"{kind} {number}")) for number, kind in enumerate(kinds)]
            try:
                yield self
            finally:
                self._over.set()
        for player in players:
            player.result()

    def _play(self, kind: str, chance: Random) -> None:
        keeps = kind != "calls anew"
        with Caller(self.port, keeps=keeps) as caller:
            while not self._over.is_set():
                self._play_once(kind, caller, chance)
            with self._lock:
                self.resent += caller.resent
                self.asked_to_close += caller.asked_to_close

    def _play_once(self, kind: str, caller: Caller, chance: Random) -> None:
        """A solitaire, to the end. Whoever keeps a connection has a key for what it changes."""

        def ask(method: str, path: str, token: str | None, body: Any = None) -> Any:
            self._over.wait(_THOUGHT if kind == "thinks" else chance.uniform(0, _BREATH))
            key = str(uuid.UUID(int=chance.getrandbits(128))) if kind != "calls anew" and method == "POST" else None
            return self._timed(kind, lambda: caller.ask(method, path, token=token, body=body, key=key), path)

        opened = ask("POST", "/v1/shooting-party/sessions", None, {})
        if opened is None:
            return
        url, token, view = opened["session"]["url"], opened["token"], opened["session"]
        while view and view["legal_actions"] and not self._over.is_set():
            legal = chance.choice(view["legal_actions"])
            ask("POST", f"{url}/{legal['action']}", token, legal["body"])
            view = ask("GET", url, token)

    def _timed(self, kind: str, ask: Callable[[], Answer], path: str) -> Any:
        """The body of an answer, None if there was none to be had."""
        begin = time.monotonic()
        try:
            answer = ask()
            failure = None if answer.status in (200, 201) else f"{answer.status} {answer.code}"
        except NoAnswer as silence:
            failure = f"no answer ({silence.__cause__!r})"
        with self._lock:
            self.requests += 1
            self.longest = max(self.longest, time.monotonic() - begin)
            if failure:
                self.failed.append(f"one who {kind} asked {path} and had {failure}")
        self.progress(1)
        return answer.json if failure is None else None
