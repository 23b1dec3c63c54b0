"""One operation of the API: a route, what goes in, what comes out, and every error it can give.

flask-smorest keeps a list of decorators for this, and some of what an operation needs is in none of them: header
parameters, a refusal of unknown query parameters, a token that is checked before the body. Here all of it is said once,
in one call, and the handler behind it is three lines.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import wraps
from inspect import cleandoc
from typing import Any, TypeAlias

import flask_smorest
from apispec import APISpec
from flask import Request, Response
from marshmallow import Schema

from server.web import examples, problems
from server.web.accept import is_taken
from server.web.auth import Tokens
from server.web.body import Parser, Reader
from server.web.problems import Problem
from server.web.reply import asked

Handler: TypeAlias = Callable[..., Response]

SESSION = "/<session_id>"
"""Where a session is, below its game's."""

STORE = ("store_unavailable",)
"""What goes wrong with a question to the store; with one to write; and with one that changes a session."""
WRITES = ("store_unavailable", "outcome_unknown", "idempotency_key_reused")
CHANGES = (*WRITES, "not_found")

IF_MATCH = "If-Match"
IF_NONE_MATCH = "If-None-Match"
IDEMPOTENCY_KEY = "Idempotency-Key"
LAST_EVENT_ID = "Last-Event-ID"
KEY_FORM = "[ -~]{16,255}"
EVENT_ID_FORM = "[0-9]{1,9}(-[0-9a-f]{16})?"

_HEADERS_IN: Mapping[str, Mapping[str, Any]] = {
    IF_MATCH: {
        "description": "The `ETag` of the view to act upon. The request is refused if the session has moved on.",
        "schema": {"type": "string"},
    },
    IF_NONE_MATCH: {
        "description": "The `ETag` of the view you have. If it is still current, the answer is 304 without a body.",
        "schema": {"type": "string"},
    },
    LAST_EVENT_ID: {
        "description": "The number of the last event you have, with the digest that an `ETag` puts behind it: "
        "`12-0123456789abcdef`. It goes before `since`, and a history that this store no longer has is `history_lost`.",
        "schema": {"type": "string", "pattern": f"^{EVENT_ID_FORM}$"},
    },
    IDEMPOTENCY_KEY: {
        "description": "A new one for every request, the same for every try of it: it acts once. A UUID is right.",
        "schema": {"type": "string", "pattern": f"^{KEY_FORM}$"},
    },
}

_HEADERS_OUT: Mapping[str, Mapping[str, Any]] = {
    "ETag": {"description": "The version of the view, for this reader.", "schema": {"type": "string"}},
    "Location": {"description": "The path of the session.", "schema": {"type": "string"}},
    "Idempotent-Replayed": {
        "description": "`true` where an Idempotency-Key was recognised, and this is the answer given then.",
        "schema": {"type": "string"},
    },
    "Retry-After": {"description": "Seconds to wait.", "schema": {"type": "integer"}},
    "WWW-Authenticate": {"description": "`Bearer`.", "schema": {"type": "string"}},
}

_HEADERS_BY_STATUS = {401: ("WWW-Authenticate",), 412: ("ETag",), 429: ("Retry-After",), 503: ("Retry-After",)}
_WITH_A_BODY = ("malformed_json", "length_required", "payload_too_large", "unsupported_media_type")


class Blueprint(flask_smorest.Blueprint):  # type: ignore[misc]
    """flask-smorest's, with our reading of bodies, and header parameters in the document.

    *refusals* are codes of problems that every operation of it may have.
    """

    ARGUMENTS_PARSER = Parser()

    def __init__(
        self, *args: Any, tokens: Tokens, problem: Schema, refusals: Iterable[str] = (), **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self._tokens = tokens
        self._problem = problem
        self._refusals = frozenset(refusals)
        self._prefix = type(problem).__name__.removesuffix("Problem")
        self._prepare_doc_cbks += [self._prepare_headers_doc, self._prepare_examples_doc]

    @staticmethod
    def _prepare_headers_doc(doc: dict[str, Any], doc_info: dict[str, Any], **_: Any) -> dict[str, Any]:
        named = [{"in": "header", "name": name, **_HEADERS_IN[name]} for name in doc_info.get("headers", ())]
        if named:
            doc.setdefault("parameters", []).extend(named)
        for media_type in doc_info["also"]:
            doc["responses"][200]["content"][media_type] = {"schema": {"type": "string"}}
        return doc

    def _prepare_examples_doc(
        self, doc: dict[str, Any], doc_info: dict[str, Any], *, spec: APISpec, **_: Any
    ) -> dict[str, Any]:
        examples.show(doc, spec, doc_info["manual_doc"]["operationId"], doc_info["problems"], prefix=self._prefix)
        return doc

    def operation(
        self,
        method: str,
        rule: str,
        operation_id: str,
        summary: str,
        *,
        answers: Mapping[int, Schema | None],
        refusals: Iterable[str] = (),
        body: Schema | None = None,
        body_required: bool = False,
        query: Schema | None = None,
        token: bool = False,
        headers: Iterable[str] = (),
        sends: Iterable[str] = (),
        also: Collection[str] = (),
        description: str | None = None,
    ) -> Callable[[Handler], Handler]:
        """Registers a handler. It is given the path's variables by name, then the query and the body as loaded.

        *answers* are the good ones by status; *refusals* codes of problems beside those that follow from the rest.
        *token*: whether a seat's is needed. One that comes must be good in any case. *also* are the media types that
        a 200 may have beside JSON. *description*: what the summary leaves open.
        """
        codes = {"unauthorized", "not_acceptable", "invalid_request", "internal_error", *self._refusals, *refusals}
        codes |= set(_WITH_A_BODY) if method == "POST" else set()

        def register(handler: Handler) -> Handler:
            loaded = documented = handler
            if body is not None:
                loaded = _with_body(body, loaded)
                documented = self.arguments(body, required=body_required)(documented)
            if query is not None:
                loaded = _unless_empty(query, loaded, self.arguments(query, location="query")(loaded))
                documented = self.arguments(query, location="query")(documented)
            for status, schema in answers.items():
                sent = {name: _HEADERS_OUT[name] for name in sends}
                documented = self.response(status, schema, headers=sent or None)(documented)
            by_status = _by_status(codes)
            for status, members in sorted(by_status.items()):
                sent = {name: _HEADERS_OUT[name] for name in _HEADERS_BY_STATUS.get(status, ())}
                documented = self.alt_response(
                    status,
                    schema=self._problem,
                    content_type=problems.MEDIA_TYPE,
                    description=", ".join(f"`{code}`" for code in members),
                    headers=sent or None,
                )(documented)
            security: list[dict[str, list[str]]] = [{"seat": []}] if token else [{}, {"seat": []}]
            told = {"summary": summary, "operationId": operation_id, "security": security}
            told |= {"description": cleandoc(description)} if description else {}
            documented = self.doc(**told)(documented)
            checked = self._checked(loaded, tuple(also), parameters=query.fields if query else {}, needs_token=token)
            # Every decorator has put another function around the handler; only what they wrote down is wanted.
            checked._apidoc = documented._apidoc | {  # type: ignore[attr-defined]
                "headers": tuple(headers),
                "also": tuple(also),
                "problems": by_status,
            }
            self.add_url_rule(rule, operation_id, checked, methods=[method])
            return handler

        return register

    def _checked(
        self, handler: Handler, kinds: Collection[str], *, parameters: Collection[str], needs_token: bool
    ) -> Handler:
        """*handler*, behind what is looked at before the body: media types, the token, a query nobody asked for."""

        @wraps(handler)
        def checked(*args: Any, **kwargs: Any) -> Response:
            sent = asked()
            if not is_taken(sent, kinds):
                raise Problem("not_acceptable")
            if self._tokens.show(sent) is None and needs_token:
                raise Problem("unauthorized")
            if sent.query_string:
                _check_query(sent, parameters)
            return handler(*args, **kwargs)

        return checked


def _with_body(body: Schema, handler: Handler) -> Handler:
    """*handler*, which is given the body as its schema reads it."""

    reader = Reader(body)

    @wraps(handler)
    def given(*args: Any, **kwargs: Any) -> Response:
        return handler(reader.read(asked()), *args, **kwargs)

    return given


def _unless_empty(query: Schema, handler: Handler, loaded: Handler) -> Handler:
    """*loaded*, which has the *query* read, unless there is none: then what stands for it was read once."""
    nothing = query.load({})

    @wraps(loaded)
    def given(*args: Any, **kwargs: Any) -> Response:
        return loaded(*args, **kwargs) if asked().query_string else handler(dict(nothing), *args, **kwargs)

    return given


def _check_query(sent: Request, parameters: Collection[str]) -> None:
    """Refuse unknown query parameters, and one that comes more than once."""
    errors = {name: ["Must come once."] for name, values in sent.args.lists() if len(values) > 1}
    errors |= {name: ["Unknown field."] for name in sent.args if name not in parameters}
    if errors:
        raise Problem("invalid_request", errors=errors)


def _by_status(codes: Iterable[str]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    for code in sorted(codes):
        found[problems.KINDS[code].status].append(code)
    return found
