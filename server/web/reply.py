"""Replies: what goes out, whole and final; and what a request has said in a header.

Both are Flask's business, which takes its time over it: it looks through the headers of a response once more for what
it might set right, and where a header was not sent it raises an error inside.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec
from flask import Request, Response, request
from werkzeug.datastructures import Headers


class Reply(Response):
    """Flask's response, of a body that is there as a whole or not at all. It has no type but what it is given."""

    default_mimetype = None
    standing: Sequence[tuple[str, str]] = ()
    """Headers that follow at the end."""

    def get_wsgi_headers(self, environ: Any) -> Headers:
        """As they are: the length was set with the body, and a ``Location`` is a path of ours."""
        return self.headers

    def get_wsgi_response(self, environ: Any) -> tuple[Iterable[bytes], str, list[tuple[str, str]]]:
        body, status, headers = super().get_wsgi_response(environ)
        return body, status, [*headers, *self.standing]


def written(body: Any, status: int = 200, *, media_type: str = "application/json") -> Reply:
    """*body* as JSON: every answer of the server is written here."""
    return Reply(msgspec.json.encode(body), status=status, content_type=media_type)


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
