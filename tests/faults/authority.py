"""Who may do what: a row for every kind of route, and what each who comes there is told.

The rows are by kind of route and not by game, so the routes of another game fall into them by themselves. An operation
of the document without a row fails ``row_of``: whoever adds a route says here whom it is for.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from server.catalogue import CATALOGUE
from server.game import wire_name
from tests.web.operations import BODIES, Operation, right_body
from tests.web.problems import refused
from tests.web.seats import Headers

ACTIONS = {f"/v1/{entry.game.name}": {wire_name(kind) for kind in entry.game.actions} for entry in CATALOGUE}


@dataclass(frozen=True, slots=True)
class Row:
    """A status or a problem's code, or several of them, for who comes to a session that was just opened.

    ``nobody`` has no token; ``shut_out`` has none either and comes to a table that hides from spectators; a ``guest``
    sits at another seat than the one spoken of; ``creator`` opened the session. ``over``: the creator, at the end.
    """

    nobody: str
    shut_out: str
    guest: str
    creator: str
    over: str


_OPEN = Row("200", "200", "200", "200", "200")
_TOLD_AT_THE_END = "session_not_finished"

ROWS: Mapping[str, Row] = {
    "GET /": _OPEN,
    "GET /v1/games": _OPEN,
    "GET /v1/problems/{code}": _OPEN,
    "GET /health": _OPEN,
    "GET /ready": _OPEN,
    "GET sessions": _OPEN,
    "POST sessions": Row("201", "201", "201", "201", "201"),
    "GET session": Row("200", "not_found", "200", "200", "200"),
    "GET session/events": Row("200", "not_found", "200", "200", "200"),
    "GET session/replay": Row(_TOLD_AT_THE_END, "not_found", _TOLD_AT_THE_END, _TOLD_AT_THE_END, "200"),
    "GET session/hint": Row(
        "unauthorized", "unauthorized", "session_not_started", "200 session_not_started", "session_finished"
    ),
    "DELETE session": Row("unauthorized", "unauthorized", "not_creator", "204", "204"),
    "POST session/{action}": Row("unauthorized", "unauthorized", "session_not_started", "200 409", "session_finished"),
    "POST session/seats": Row("201", "201", "201", "201", "session_finished"),
    "DELETE session/seats/{seat}": Row("unauthorized", "unauthorized", "not_creator", "204", "session_finished"),
    "POST session/rematch": Row(
        "unauthorized", "unauthorized", "session_not_finished", "session_not_finished", "seat_taken"
    ),
}


FORMS: tuple[dict[str, Any], ...] = (
    {},
    {"json": {}},
    {"json": {"nonsense": 1}},
    {"json": []},
    {"data": b"[", "content_type": "application/json"},
    {"data": b"{}", "content_type": "text/plain"},
    {"data": b" " * 20_000, "content_type": "application/json"},
    {"query_string": {"nonsense": "1"}},
    {"query_string": {"since": "1000000", "limit": "1"}},
    {"headers": {"Idempotency-Key": "short"}},
    {"headers": {"Idempotency-Key": "a key that is long enough"}},
    {"headers": {"If-Match": "*"}},
    {"headers": {"If-Match": '"1-0123456789abcdef-0"'}},
    {"headers": {"If-None-Match": "*"}},
    {"headers": {"Accept": "text/html"}},
    {"headers": {"Origin": "https://table.example", "Access-Control-Request-Method": "DELETE"}},
)
"""How a request may be formed beside a right one, which comes first: well, badly, or asking for more than it says."""

Ask: TypeAlias = Callable[[str, Headers], TestResponse]
"""(the path that the request is for, the headers of whoever asks) -> what they are answered."""


def route(operation: Operation) -> str:
    """The kind of route an operation is, whichever game's."""
    game, _, rest = operation.path.partition("/sessions")
    if game not in ACTIONS:
        return str(operation)
    rest = rest.removeprefix("/{session_id}")
    if rest.removeprefix("/") in ACTIONS[game]:
        rest = "/{action}"
    return f"{operation.method} session{rest}" if operation.game else f"{operation.method} sessions{rest}"


def row_of(operation: Operation) -> Row:
    row = ROWS.get(route(operation))
    assert row, f"{operation} has no row in the matrix of authority: say whom it is for"
    return row


def told(answer: TestResponse) -> str:
    """The code of a refusal, which must be a whole problem; else the status."""
    return refused(answer) if answer.status_code >= 400 else str(answer.status_code)


def is_told(answer: TestResponse, expected: str) -> bool:
    """Whether *answer* has one of the *expected* statuses or codes."""
    return bool({told(answer), str(answer.status_code)} & set(expected.split()))


def everything(answer: TestResponse) -> tuple[int, list[tuple[str, str]], bytes]:
    """All that a client gets but the time of day: what it cannot tell apart is the same here."""
    headers = [(name, value) for name, value in answer.headers if name != "Date"]
    return answer.status_code, sorted(headers), answer.data


def asks(operation: Operation, client: FlaskClient) -> Iterator[Ask]:
    """The operation's request in every form."""
    right = {"json": right_body(BODIES[operation.path])} if operation.method == "POST" else {}
    for form in FORMS:
        sent = dict(right if "data" not in form else {}) | form
        headers = sent.pop("headers", {})

        def ask(path: str, who: Headers, sent: dict[str, Any] = sent, headers: Headers = headers) -> TestResponse:
            return client.open(path, method=operation.method, headers=headers | who, **sent)

        yield ask
