"""Reading what a client sends, more strictly than the libraries do.

Not JSON, to us, is also what JSON parsers let pass and no client means: NaN, a key twice, half a surrogate pair, any
encoding but UTF-8, nesting deeper than a reader could follow.
"""

import json
from typing import Any, NoReturn

from flask import Request
from marshmallow import Schema, ValidationError
from webargs.flaskparser import FlaskParser

from server.web.problems import Problem

LARGEST = 16 * 1024  # bytes of a body; Flask holds to it
DEEPEST = 16  # nested lists and objects


class Parser(FlaskParser):
    """webargs, strict: each schema decides for itself what it does not know."""

    DEFAULT_UNKNOWN_BY_LOCATION = {"json": None, "query": None}  # noqa: RUF012 - webargs' way

    def _raw_load_json(self, req: Request) -> Any:
        return read_json(req)

    def handle_error(self, error: ValidationError, req: Request, schema: Schema, **_: Any) -> NoReturn:
        """Raises a problem with the messages by field; those for the body as a whole stand under ``_schema``."""
        raise Problem("invalid_request", errors=_by_field(error))


def read_json(request: Request) -> Any:
    """The body as JSON; no body at all is an empty object. Raises ``Problem``."""
    if request.headers.get("Transfer-Encoding") and request.content_length is None:
        raise Problem("length_required")
    try:
        text = request.get_data()
    except OSError as error:  # the client has gone, or has kept us waiting
        raise Problem("malformed_json") from error
    if len(text) < (request.content_length or 0):
        raise Problem("malformed_json")  # half a request is none
    if not text:
        return {}
    if not request.is_json:
        raise Problem("unsupported_media_type")
    try:
        value = json.loads(text.decode(), object_pairs_hook=_distinct, parse_constant=_no_constant)
        json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate cannot be written
        too_deep = _depth(value) > DEEPEST
    except (ValueError, RecursionError) as error:
        raise Problem("malformed_json") from error
    if too_deep:
        raise Problem("malformed_json")
    return value


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a key twice")
    return members


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


def _depth(value: Any) -> int:
    match value:
        case dict():
            return 1 + max(map(_depth, value.values()), default=0)
        case list():
            return 1 + max(map(_depth, value), default=0)
        case _:
            return 0


def _by_field(error: ValidationError) -> dict[str, list[str]]:
    """Messages by field, without the location webargs puts around them, those inside a list or object joined."""
    (fields,) = error.normalized_messages().values() if error.messages else ({},)
    return {field: _flat(messages) for field, messages in sorted((str(name), told) for name, told in fields.items())}


def _flat(messages: Any) -> list[str]:
    match messages:
        case dict():
            return [f"{place}: {text}" for place, inner in messages.items() for text in _flat(inner)]
        case list():
            return [text for inner in messages for text in _flat(inner)]
        case _:
            return [str(messages)]
