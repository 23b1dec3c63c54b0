"""Reading what a client sends, more strictly than the libraries do.

Not JSON, to us, is also what JSON parsers let pass and no client means: NaN, a key twice, half a surrogate pair, any
encoding but UTF-8, nesting deeper than a reader could follow.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import combinations
from typing import Any, NoReturn

from flask import Request
from marshmallow import Schema, ValidationError, fields
from webargs.flaskparser import FlaskParser

from schemas.fields import Word
from server.web.accept import JSON
from server.web.problems import Problem
from server.web.reply import header

LARGEST = 16 * 1024  # bytes of a body; Flask holds to it
DEEPEST = 16  # nested lists and objects


class Parser(FlaskParser):
    """webargs, strict, for queries: each schema decides for itself what it does not know."""

    DEFAULT_UNKNOWN_BY_LOCATION = {"query": None}  # noqa: RUF012 - webargs' way

    def handle_error(self, error: ValidationError, req: Request, schema: Schema, **_: Any) -> NoReturn:
        """The messages stand by field under the location."""
        (told,) = error.normalized_messages().values() if error.messages else ({},)
        raise _wrong(told)


class Reader:
    """Reads the bodies of one *schema*.

    What the shortest of them say, an object of nothing or of a word or two, the schema has been asked at the start: it
    is looked up. webargs would ask it each time, and take as long again to find out where the body is.
    """

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self._known: dict[bytes, dict[str, Any]] = {}
        for text in _shortest(schema):
            with suppress(ValidationError):
                self._known[text] = schema.load(json.loads(text or b"{}"))

    def read(self, request: Request) -> dict[str, Any]:
        """The body as the schema reads it. Raises ``Problem``."""
        text = _text(request)
        if text and request.environ.get("CONTENT_TYPE") != JSON and not request.is_json:
            raise Problem("unsupported_media_type")
        known = self._known.get(text)
        if known is not None:
            return {name: [*said] if isinstance(said, list) else said for name, said in known.items()}
        try:
            loaded: dict[str, Any] = self._schema.load(read_json(text))
        except ValidationError as error:
            raise _wrong(error.normalized_messages()) from error
        return loaded


def _shortest(schema: Schema) -> Iterator[bytes]:
    """The bodies of nothing, and of one word or two, as JSON is written with spaces and without.

    Two words of a list stand in the order in which legal actions list them.
    """
    if not any(field.required for field in schema.fields.values()):
        yield from (b"", b"{}")
    said: Iterable[Any] = ()
    match list(schema.fields.items()):
        case [(name, Word() as field)]:
            said = ({name: word} for word in field.words)
        case [(name, fields.List(inner=Word() as field))]:
            said = ({name: pair} for pair in combinations(field.words, 2))
    for body in said:
        yield from (json.dumps(body, separators=pair).encode() for pair in ((", ", ": "), (",", ":")))


def read_json(text: bytes) -> Any:
    """The body as JSON; no body at all is an empty object. Raises ``Problem``."""
    if not text:
        return {}
    try:
        value = _decode(text.decode())
        if b"\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()  # a lone surrogate cannot be written
        too_deep = text.count(b"[") + text.count(b"{") > DEEPEST and _depth(value) > DEEPEST
    except (ValueError, RecursionError) as error:
        raise Problem("malformed_json") from error
    if too_deep:
        raise Problem("malformed_json")
    return value


def _text(request: Request) -> bytes:
    """The body as it has come. Raises ``Problem`` for half a one, and what Flask does for one that is too large.

    Flask reads any body, in chunks or not, and takes longer to do so than a view takes to be written.
    """
    if header(request, "Transfer-Encoding") and request.content_length is None:
        raise Problem("length_required")
    told = request.environ.get("CONTENT_LENGTH") or ""
    length = int(told) if told.isdecimal() else 0
    try:
        text: bytes = request.get_data() if length > LARGEST else request.environ["wsgi.input"].read(length)
    except OSError as error:  # the client has gone, or has kept us waiting
        raise Problem("malformed_json") from error
    if len(text) < length:
        raise Problem("malformed_json")
    return text


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a key twice")
    return members


def _no_constant(name: str) -> NoReturn:
    raise ValueError(name)


_decode = json.JSONDecoder(object_pairs_hook=_distinct, parse_constant=_no_constant).decode


def _depth(value: Any) -> int:
    match value:
        case dict():
            return 1 + max(map(_depth, value.values()), default=0)
        case list():
            return 1 + max(map(_depth, value), default=0)
        case _:
            return 0


def _wrong(messages: Mapping[Any, Any]) -> Problem:
    """A problem with the *messages* by field, those inside a list or object joined; those for the body as a whole stand
    under ``_schema``."""
    told = sorted((str(name), inner) for name, inner in messages.items())
    return Problem("invalid_request", errors={name: _flat(inner) for name, inner in told})


def _flat(messages: Any) -> list[str]:
    match messages:
        case dict():
            return [f"{place}: {text}" for place, inner in messages.items() for text in _flat(inner)]
        case list():
            return [text for inner in messages for text in _flat(inner)]
        case _:
            return [str(messages)]
