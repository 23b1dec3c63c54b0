"""A world: a server over an open shelf. A request is put to it, and all that comes to light is written down."""

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from server.journal import fields
from server.sessions.store import Store
from tests.faults.counts import Counted, Counts
from tests.faults.shelf import Shelf


@dataclass
class Clock:
    """Stands still until it is put forward. Milliseconds since 1970."""

    now: int = 1_800_000_000_000

    def __call__(self) -> int:
        return self.now


Server: TypeAlias = Callable[[Store], Flask]
"""Makes an application over a store."""


@dataclass(frozen=True)
class Request:
    """``path`` has the query in it, where there is one; a body is JSON unless ``headers`` say otherwise."""

    method: str
    path: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None

    def __str__(self) -> str:
        return f"{self.method} {self.path} {dict(self.headers)} {(self.body or b'')[:200]!r}"

    @cached_property
    def environment(self) -> dict[str, Any]:
        """For WSGI. It is good for several times if its body is put back to its start."""
        headers = dict(self.headers)
        if self.body is not None:
            headers.setdefault("Content-Type", "application/json")
        named = list(headers.items())
        return EnvironBuilder(path=self.path, method=self.method, headers=named, data=self.body).get_environ()


@dataclass(frozen=True, slots=True)
class Heard:
    """All that one request brought to light: the answer without its date, the ``lines`` it wrote to the log, and what
    was ``counted``."""

    status: str
    headers: tuple[tuple[str, str], ...]
    body: bytes
    lines: tuple[str, ...]
    counted: Counted

    def header(self, name: str) -> str | None:
        return next((value for other, value in self.headers if other.lower() == name.lower()), None)


class Ear(logging.Handler):
    """Hears every line that is logged, of whatever level, while it is open: a context manager.

    What a line says beside its words is heard too, but for how long something took, and a request's name.
    """

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        beside = {name: told for name, told in fields(record).items() if name not in ("duration_ms", "request_id")}
        self.lines.append(f"{record.levelname} {record.name} {self.format(record)} {beside}")

    def __enter__(self) -> "Ear":
        root = logging.getLogger()
        self._level = root.level
        root.setLevel(logging.DEBUG)
        root.addHandler(self)
        return self

    def __exit__(self, *_: object) -> None:
        root = logging.getLogger()
        root.removeHandler(self)
        root.setLevel(self._level)


class World:
    """``ear`` hears what it logs; the two have nothing else in common with another world but the clock."""

    def __init__(self, server: Server, clock: Clock, ear: Ear) -> None:
        self.shelf = Shelf(clock)
        self.clock = clock
        self.app = server(self.shelf)
        self._ear = ear

    def ask(self, request: Request) -> Heard:
        self._ear.lines.clear()
        counts = Counts()
        request.environment["wsgi.input"].seek(0)
        body, status, headers = run_wsgi_app(self.app.wsgi_app, request.environment, buffered=True)
        kept = tuple((name, value) for name, value in headers if name != "Date")
        return Heard(status, kept, b"".join(body), tuple(self._ear.lines), counts.moved())
