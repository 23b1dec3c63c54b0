"""Replies: what goes out, whole and final; and what a request has said in a header.

Both are Flask's business, which takes its time over it: it looks through the headers of a response once more for what
it might set right, and where a header was not sent it raises an error inside.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, TypeAlias

import msgspec
from flask import Request, Response, request
from werkzeug.datastructures import Headers

Line: TypeAlias = tuple[str, str]
"""A header: its name, and what it says."""


class Reply(Response):
    """Flask's response, of a body that is there as a whole or not at all.

    It goes out as it is: its lines must be good ones, and so nothing that a client has sent, and nothing is called when
    it is gone. ``standing`` are lines that follow those of its own.
    """

    standing: Sequence[Line] = ()
    direct_passthrough = False

    def __init__(self, body: bytes | None = None, status: int = 200, *lines: Line) -> None:
        length = () if body is None else (("Content-Length", str(len(body))),)
        self.headers = _Headers([*lines, *length])
        self.response = () if body is None else (body,)
        self.status = status
        self._on_close = []

    def get_wsgi_response(self, environ: Any) -> tuple[Iterable[bytes], str, list[Line]]:
        body = () if environ["REQUEST_METHOD"] == "HEAD" else self.iter_encoded()
        return body, self.status, [*self.headers, *self.standing]


class _Headers(Headers):
    """Werkzeug's, of lines that it need not look at."""

    def __init__(self, lines: list[Line]) -> None:
        self._list = lines


def written(body: Any, status: int = 200, *lines: Line, media_type: str = "application/json") -> Reply:
    """*body* as JSON: every answer of the server is written here."""
    return Reply(msgspec.json.encode(body), status, ("Content-Type", media_type), *lines)


def asked() -> Request:
    """The request that is being answered: what ``flask.request`` stands for, and looks up at every use."""
    found: Request = request._get_current_object()  # type: ignore[attr-defined]
    return found


def header(request: Request, name: str) -> str | None:
    """What *request* says in the header *name*, None if it was not sent."""
    value: str | None = request.environ.get(_key(name))
    return value


@cache
def _key(name: str) -> str:
    """Where a header is in a request's environment."""
    return f"HTTP_{name.upper().replace('-', '_')}"
