"""The door: every answer that goes out is counted and timed there, and told of where somebody has asked for that.

It stands before Flask, so it hears the status that an answer has in the end, an error's too, and learns from the router
which operation it was. Of what was sent it looks at no more than whether the request asked to wait: how long a player
thinks is no latency.

``--server-timing`` tells every caller what an answer took, and so how much work a secret has caused: it is for one's
own machine.
"""

import logging
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from time import perf_counter
from typing import Any, TypeAlias

from flask import Flask
from werkzeug.wsgi import ClosingIterator

from server import journal, meters
from server.config import Settings
from server.web import problems

Environ: TypeAlias = dict[str, Any]
Start: TypeAlias = Callable[..., Any]
App: TypeAlias = Callable[[Environ, Start], Iterable[bytes]]

NONE = "none"
OTHER = "other"
STATUSES = tuple(sorted({"200", "201", "204", "304", *(f"{kind.status}" for kind in problems.KINDS.values())}))
"""That an answer may have; what else one has is ``other``."""

_SESSION_ID = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)  # what else stands in its place may be a token

_log = logging.getLogger(__name__)


class Operation:
    """The meters of one operation."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._statuses = {status: meters.requests.of(name, status) for status in STATUSES}
        self._other = meters.requests.of(name, OTHER)
        self._seconds = meters.request_seconds.of(name)

    def answered(self, status: str, seconds: float | None) -> None:
        self._statuses.get(status, self._other).add()
        if seconds is not None:
            self._seconds.add(seconds)


class Door:
    """Before *app*, whose *operations* are by endpoint."""

    def __init__(self, app: App, operations: Mapping[str, Operation]) -> None:
        self._app = app
        self._operations = operations
        self._none = Operation(NONE)

    def __call__(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        began = perf_counter()

        def start(status: str, *more: Any) -> Any:
            self.answered(environ, status[:3], perf_counter() - began)
            return start_response(status, *more)

        return self._app(environ, start)

    def answered(self, environ: Environ, status: str, seconds: float) -> None:
        """An answer begins; Flask forgets the request when it has given it out."""
        query = environ.get("QUERY_STRING")
        self.operation(environ).answered(status, None if query and "wait=" in query else seconds)

    def operation(self, environ: Environ) -> Operation:
        """What *environ* has been routed to."""
        request = environ.get("werkzeug.request")
        rule = request and request.url_rule
        if rule is None or environ["REQUEST_METHOD"] == "OPTIONS":
            return self._none
        return self._operations.get(rule.endpoint, self._none)


class TellingDoor(Door):
    """Writes a line an answer into the journal, if it *writes*, and *times* answers for whoever has asked."""

    def __init__(self, *given: Any, writes: bool, times: bool, origins: Iterable[str]) -> None:
        super().__init__(*given)
        self._writes = writes
        self._times = times
        self._origins = ", ".join(origins)
        if times:
            meters.store_seconds.heard_by = partial(_spend, "store")
            meters.bot_seconds.heard_by = partial(_spend, "house")

    def __call__(self, environ: Environ, start_response: Start) -> Iterable[bytes]:
        began = perf_counter()
        name = journal.request_id(environ) if self._writes else None
        spent: dict[str, float] | None = defaultdict(float) if self._times else None
        journal.now.spent = spent
        journal.now.tell = partial(self._known, environ, name) if name else None

        def start(status: str, headers: list[tuple[str, str]], *more: Any) -> Any:
            seconds = perf_counter() - began
            if name:
                if name == environ.get("HTTP_X_REQUEST_ID"):
                    headers.append(("X-Request-Id", name))
                known = self._known(environ, name, headers)
                journal.now.tell = lambda: known  # for what a stream has to say when its request is forgotten
                _log.info("answered", extra={"status": int(status[:3]), "duration_ms": round(seconds * 1000, 2)})
            if spent is not None:
                headers += [("Server-Timing", _told(spent, seconds)), ("Timing-Allow-Origin", self._origins)]
            return start_response(status, headers, *more)

        return ClosingIterator(super().__call__(environ, start), _forget)

    def _known(self, environ: Environ, name: str, headers: Iterable[tuple[str, str]] = ()) -> Mapping[str, str | None]:
        """What may be said of a request; the session is where it leads, or where its answer does."""
        request = environ.get("werkzeug.request")
        session = ((request and request.view_args) or {}).get("session_id")
        if session is None:
            session = dict(headers).get("Location", "").rpartition("/")[2]
        return {
            "request_id": name,
            "method": environ["REQUEST_METHOD"],
            "operation": self.operation(environ).name,
            "session": session if _SESSION_ID.fullmatch(session) else None,
        }


def stand_before(app: Flask, settings: Settings) -> None:
    """Put a door before *app*, all of whose operations are there."""
    endpoints = sorted(endpoint for endpoint in app.view_functions if "." in endpoint)  # of blueprints
    operations = {endpoint: Operation(endpoint.rpartition(".")[2]) for endpoint in endpoints}
    door: Door
    if settings.writes_requests or settings.server_timing:
        door = TellingDoor(
            app.wsgi_app,
            operations,
            writes=settings.writes_requests,
            times=settings.server_timing,
            origins=settings.cors_origins,
        )
    else:
        door = Door(app.wsgi_app, operations)
    app.wsgi_app = door  # type: ignore[method-assign]


def _spend(part: str, seconds: float) -> None:
    if journal.now.spent is not None:
        journal.now.spent[part] += seconds


def _forget() -> None:
    """What the connection brings next is another request. One that breaks off is its last, and told of after this."""
    if sys.exc_info()[0] is None:
        journal.now.tell = journal.now.spent = None


def _told(spent: Mapping[str, float], total: float) -> str:
    """In milliseconds, as ``Server-Timing`` has them."""
    parts = {"store": spent["store"], "house": spent["house"], "total": total}
    return ", ".join(f"{part};dur={seconds * 1000:.2f}" for part, seconds in parts.items())
