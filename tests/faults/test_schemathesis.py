"""A stranger reads the document and sends whatever it allows, and much that it does not, to every operation.

schemathesis makes the requests and holds the answers against the document. It is given sessions and tokens that are
good, since by itself it would never get beyond a 404.
"""

import json
import re
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest
import schemathesis
from flask.testing import FlaskClient
from schemathesis import Case, HookContext

from server.catalogue import CATALOGUE
from server.config import Settings
from server.web.app import create_app
from tests.web.seats import GAMES, Seat, finish, full_table, on_turn, open_session

APP = create_app(Settings(store="memory", secret_key="for tests"))

# These look at requests one after the other, and ids are chance, so no run of theirs would be the run before. What they
# look for, a session that answers after its end, ``test_authority`` looks for on every route.
SEQUENCES = ("use_after_free", "ensure_resource_availability")

# Every other check is on. To a request that the document allows these answers are as good as a 2xx; the first are of
# every operation, for any text is an ETag, and hardly any the current one.
CONFLICTS = ["2xx", "304", "401", "403", "404", "409", "412"]
# How many sit at a table bounds the seats, a name has no control characters, a number in a query has 15 digits at most.
LIMITS = [*CONFLICTS, "422"]
LIMITED = ("create{}Session", "join{}Session", "leave{}Session", "list{}Sessions", "list{}Events")

CONFIG = schemathesis.Config.from_dict(
    {
        "seed": 1,
        "generation": {"max-examples": 10, "deterministic": True, "mode": "all"},
        "checks": {
            "positive_data_acceptance": {"expected-statuses": CONFLICTS},
            **{check: {"enabled": False} for check in SEQUENCES},
        },
        "operations": [
            {
                "include-operation-id": operation_id.format(entry.contract.prefix),
                "checks": {"positive_data_acceptance": {"expected-statuses": LIMITS}},
            }
            for entry in CATALOGUE
            for operation_id in LIMITED
        ],
    }
)
SCHEMA = schemathesis.openapi.from_wsgi("/openapi.json", APP, config=CONFIG)

NUMBERS = count(1)


@SCHEMA.hook
def filter_body(context: HookContext, body: Any) -> bool:
    """To JSON Schema 4.0 is an integer. To us it is none: no client that was made for an integer sends one."""
    return not re.search(r"\d\.0\b", json.dumps(body, default=str))


def creator(client: FlaskClient, path: str) -> Seat:
    """Who opened the session that *path* is about a moment ago."""
    return open_session(client, next((game for game in GAMES if path.startswith(f"/v1/{game}/")), GAMES[0]))


def player(client: FlaskClient, path: str) -> Seat:
    """Who is on turn at a full table; where a session is gone through again, at the end of it."""
    if "{session_id}" not in path:
        return creator(client, path)
    seats = full_table(client, next((game for game in GAMES if path.startswith(f"/v1/{game}/")), GAMES[0]))
    if path.endswith("/replay"):
        finish(seats)
        return seats[0]
    return on_turn(seats)


@pytest.mark.parametrize("who", [creator, player])
@SCHEMA.parametrize()
def test_every_answer_is_what_the_document_says(
    case: Case[Any], who: Callable[[FlaskClient, str], Seat], request: pytest.FixtureRequest
) -> None:
    assert case.operation.label in request.node.nodeid  # of two tests with one id only one would be run
    seat = who(APP.test_client(), case.operation.path)
    if "session_id" in case.path_parameters:
        case.path_parameters["session_id"] = seat.id
    number = next(NUMBERS)
    headers = {}
    if len(case.headers.get("Idempotency-Key", "")) >= 16:
        headers["Idempotency-Key"] = f"{number:016}"  # a key is for one request
    if "If-Match" in case.headers and number % 2:
        headers["If-Match"] = seat.etag
    if "Authorization" in case.headers:
        headers["Authorization"] = f"Bearer {seat.token}"
    case.call_and_validate(headers=headers)
