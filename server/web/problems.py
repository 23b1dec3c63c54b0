"""Every error a client can get, and the one table from its code to its status.

What the rules of a game refuse is a conflict, and the game says what it means.

Problems are RFC 9457. A refusal by the rules carries its clause and what may be done instead; nothing else in a problem
depends on what was refused, so two requests that a reader cannot tell apart are refused in the same bytes.
"""

import logging
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Flask, Response, request
from werkzeug.exceptions import BadRequest, ClientDisconnected, HTTPException

from server import meters
from server.catalogue import CATALOGUE, IncompleteGame
from server.game import Refused
from server.journal import is_good_id
from server.sessions.codec import offered
from server.sessions.store import OutcomeUnknown, StoreUnavailable
from server.table import InvalidField, StaleVersion
from server.web.reply import written

MEDIA_TYPE = "application/problem+json"
RETRY_AFTER = 1  # seconds until a store that was away is worth another try

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Kind:
    status: int
    title: str
    detail: str


_OURS: Mapping[str, Kind] = {
    "malformed_json": Kind(400, "Malformed JSON", "The body is not a JSON text that this server reads."),
    "unauthorized": Kind(401, "Unauthorized", "A seat's token is needed, and this is none, or one no longer valid."),
    "not_creator": Kind(403, "Not the creator", "Only whoever opened the session may do that."),
    "not_found": Kind(404, "Not found", "There is nothing here, or nothing for you."),
    "method_not_allowed": Kind(405, "Method not allowed", "The path exists, but not for this method."),
    "not_acceptable": Kind(406, "Not acceptable", "None of the media types you accept can be had here."),
    "not_your_turn": Kind(409, "Not your turn", "It is not your turn; `to_act` says whose it is."),
    "session_not_started": Kind(409, "Session not started", "Seats are still open; nothing is dealt before all sit."),
    "session_finished": Kind(409, "Session finished", "The session is over."),
    "session_not_finished": Kind(409, "Session not finished", "That is told only when the session is over."),
    "session_in_progress": Kind(409, "Session in progress", "The session is being played; resign to leave it."),
    "table_full": Kind(409, "Table full", "Every seat is taken."),
    "seat_taken": Kind(409, "Seat taken", "Somebody has that seat."),
    "history_lost": Kind(409, "History lost", "You refer to a history that this store does not have."),
    "idempotency_in_progress": Kind(409, "Request in progress", "The first request with this key is still running."),
    "length_required": Kind(411, "Length required", "A body must come with a Content-Length."),
    "stale_version": Kind(412, "Stale version", "The session has moved on; `session` is how it stands now."),
    "payload_too_large": Kind(413, "Payload too large", "A body may have 16 KiB."),
    "unsupported_media_type": Kind(415, "Unsupported media type", "A body must be application/json."),
    "invalid_request": Kind(422, "Invalid request", "The request has a wrong field; `errors` says which."),
    "idempotency_key_reused": Kind(422, "Key reused", "This Idempotency-Key came with another request before."),
    "too_many_requests": Kind(429, "Too many requests", "Wait as long as `Retry-After` says."),
    "internal_error": Kind(500, "Internal error", "Something went wrong here; the log knows it under `instance`."),
    "store_unavailable": Kind(503, "Store unavailable", "The store is away or full; nothing was changed. Try again."),
    "outcome_unknown": Kind(503, "Outcome unknown", "The store did not answer; the same Idempotency-Key settles it."),
}


def _kinds() -> Mapping[str, Kind]:
    """Ours and those of the games. Raises ``IncompleteGame`` for a code that would mean two things."""
    kinds = dict(_OURS)
    for entry in CATALOGUE:
        for code, meaning in entry.game.meanings.items():
            kind = Kind(409, code.replace("_", " ").capitalize(), meaning)
            if kinds.setdefault(code, kind) != kind:
                raise IncompleteGame(f"{entry.game.name}: the code {code} has another meaning already")
    return kinds


KINDS = _kinds()

_COUNTS = {code: meters.refusals.of(code) for code in KINDS}

_BY_STATUS = {
    400: "malformed_json",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    411: "length_required",
    413: "payload_too_large",
    415: "unsupported_media_type",
}


class Problem(Exception):
    """A request the edge itself refuses. ``errors`` are messages by field, ``retry_after`` seconds to wait."""

    def __init__(
        self, code: str, *, errors: Mapping[str, list[str]] | None = None, retry_after: int | None = None
    ) -> None:
        super().__init__(code)
        self.code = code
        self.errors = errors
        self.retry_after = retry_after


def described(code: str) -> dict[str, Any]:
    """The kind of problem that *code* names, without what was wrong this time."""
    kind = KINDS[code]
    return {
        "type": f"/v1/problems/{code}",
        "title": kind.title,
        "status": kind.status,
        "detail": kind.detail,
        "code": code,
    }


def answer(code: str, *, retry_after: int | None = None, **more: Any) -> Response:
    """The problem as a response; *more* are further members, left out where None."""
    _COUNTS[code].add()
    members = described(code) | {name: value for name, value in more.items() if value is not None}
    response = written(members, members["status"], media_type=MEDIA_TYPE)
    if code == "unauthorized":
        response.headers["WWW-Authenticate"] = "Bearer"
    if retry_after:
        response.headers["Retry-After"] = str(retry_after)
    return response


def register(app: Flask, *, stale: Callable[[StaleVersion], Response]) -> None:
    """Have every error of *app* answered by a problem; *stale* writes the one that shows a view."""
    handlers: dict[type[Exception], Callable[[Any], Response]] = {
        Problem: lambda error: answer(error.code, errors=error.errors, retry_after=error.retry_after),
        Refused: _refused,
        StaleVersion: stale,
        InvalidField: lambda error: answer("invalid_request", errors={error.field: [error.message]}),
        StoreUnavailable: lambda error: answer("store_unavailable", retry_after=RETRY_AFTER),
        OutcomeUnknown: lambda error: answer("outcome_unknown", retry_after=RETRY_AFTER),
        HTTPException: _http,
        Exception: _internal,
    }
    for kind, handler in handlers.items():
        app.register_error_handler(kind, handler)


def _refused(error: Refused) -> Response:
    legal = error.legal_actions
    instead = None if legal is None else list(map(offered, legal))
    return answer(error.code, detail=error.detail, rule=error.rule, legal_actions=instead)


def _http(error: HTTPException) -> Response:
    """The router's and Werkzeug's own errors; what they say beyond a status, such as ``Allow``, is kept."""
    status = error.code or 500
    if status >= 500:
        return _internal(error)
    code = _BY_STATUS.get(status, "invalid_request")
    if isinstance(error, BadRequest) and not isinstance(error, ClientDisconnected):
        code = "invalid_request"  # bodies are read elsewhere: this one has a header that routes nowhere
    response = answer(
        code, errors={"headers": ["No route can be found with these."]} if code == "invalid_request" else None
    )
    for name, value in error.get_headers():
        if name != "Content-Type":
            response.headers[name] = value
    return response


def _internal(error: Exception) -> Response:
    instance = f"urn:uuid:{uuid.uuid4()}"
    given = request.environ.get("HTTP_X_REQUEST_ID", "")
    name = {"request_id": given} if is_good_id(given, request.environ) else None
    route = request.url_rule.rule if request.url_rule else "no route"  # a path may have anything in it
    _log.error("%s at %s %s", instance, request.method, route, exc_info=error, extra=name)
    return answer("internal_error", instance=instance)
