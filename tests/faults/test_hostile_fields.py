"""Whatever stands in a field, a query, a header or a path, a table is not harmed: it is taken if it fits, or refused.

No answer is a mistake of ours, every refusal is a problem, and a refused request has changed nothing.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse

from server.config import Settings
from server.web.app import create_app
from tests.faults.authority import everything
from tests.faults.hostile import BESIDE, BOMB, HEADERS, IN_A_QUERY, NOT_JSON, SEGMENTS, VALUES, ZIPPED
from tests.web.contract import document
from tests.web.operations import BODIES, NOWHERE, Operation, operations, right_body
from tests.web.problems import refused, wrong_fields
from tests.web.seats import GAMES, Seat, nothing_changes, open_session

FLAGS = {"ascii"}  # parameters that may be true


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a body, as the document has it: its ``path``, its ``name``, and what ``fits`` there."""

    path: str
    name: str
    fits: Draft202012Validator

    def __str__(self) -> str:
        return f"{self.path} {self.name}"

    def takes(self, value: str) -> bool:
        """Whether the document lets *value*, a JSON text, stand here; a number too long to be read fits nowhere."""
        try:
            return self.fits.is_valid(json.loads(value))
        except ValueError:
            return False

    def body(self, value: str) -> bytes:
        """A right body, but for *value*, a JSON text, in this field."""
        members = [f"{json.dumps(self.name)}: {value}"]
        members += [
            f"{json.dumps(name)}: {json.dumps(right)}"
            for name, right in right_body(BODIES[self.path]).items()
            if name != self.name
        ]
        return f"{{{', '.join(members)}}}".encode()


def app() -> Flask:
    return create_app(Settings(store="memory", secret_key="for tests"))


def fields(told: dict[str, Any]) -> Iterator[Field]:
    """Every field of every body that the document speaks of."""
    schemas = told["components"]["schemas"]
    for path, item in told["paths"].items():
        for content in item.get("post", {}).get("requestBody", {}).get("content", {}).values():
            body = schemas[content["schema"]["$ref"].rpartition("/")[2]]
            for name, schema in body.get("properties", {}).items():
                yield Field(path, name, Draft202012Validator(schema | {"components": told["components"]}))


def parameters(told: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """(path, name) of every query parameter that the document speaks of."""
    for path, item in told["paths"].items():
        for parameter in item.get("get", {}).get("parameters", []):
            if parameter["in"] == "query":
                yield path, parameter["name"]


APP = app()
TOLD = document(APP)
FIELDS = {str(field): field for field in fields(TOLD)}
PARAMETERS = {f"{path} {name}": (path, name) for path, name in parameters(TOLD)}
OPERATIONS = {str(operation): operation for operation in operations(APP.test_client())}

each_field = pytest.mark.parametrize("field", FIELDS.values(), ids=FIELDS)
each_operation = pytest.mark.parametrize("operation", OPERATIONS.values(), ids=OPERATIONS)


@pytest.fixture
def client() -> FlaskClient:
    return APP.test_client()


def host_for(client: FlaskClient, path: str) -> Seat:
    """Somebody at a session of the game that *path* is about."""
    game = path.split("/")[2] if path.startswith(tuple(f"/v1/{game}/" for game in GAMES)) else GAMES[0]
    return open_session(client, game)


def post(host: Seat, path: str, body: bytes) -> TestResponse:
    url = path.format(session_id=host.id)
    return host.client.post(url, data=body, content_type="application/json", headers=host.headers)


def seen(host: Seat) -> bytes:
    """The view, which has the number of the last event: nothing happens that it does not show."""
    view: bytes = host.get().data
    return view


def is_ordinary(answer: TestResponse) -> bool:
    """Whether it is what was asked for, or a problem of the client's making."""
    return answer.status_code < 400 or (bool(refused(answer)) and answer.status_code < 500)


# Bodies


def test_the_document_speaks_of_fields_and_parameters() -> None:
    assert {path for path, schema in BODIES.items() if schema.fields} == {field.path for field in FIELDS.values()}
    assert {(field.path, field.name) for field in FIELDS.values()} == {
        (path, name) for path, schema in BODIES.items() for name in schema.fields
    }
    assert len(PARAMETERS) > len(GAMES)


@each_field
def test_a_field_that_is_no_json_is_malformed(client: FlaskClient, field: Field) -> None:
    host = host_for(client, field.path)
    with nothing_changes(host):
        for what, value in NOT_JSON.items():
            assert refused(post(host, field.path, field.body(value))) == "malformed_json", what


@each_field
def test_a_field_takes_what_the_document_says_and_nothing_else(client: FlaskClient, field: Field) -> None:
    host = host_for(client, field.path)
    for what, value in VALUES.items():
        before = seen(host)
        answer = post(host, field.path, field.body(value))
        assert is_ordinary(answer), (what, answer.text)
        if answer.status_code < 300:
            assert field.takes(value), what
            host = host_for(client, field.path)
        else:
            assert seen(host) == before, what
            if not field.takes(value):
                assert refused(answer) in ("invalid_request", "malformed_json"), what


@each_field
def test_a_field_twice_is_malformed(client: FlaskClient, field: Field) -> None:
    host = host_for(client, field.path)
    with nothing_changes(host):
        twice = field.body(f'null, "{field.name}": null')
        assert refused(post(host, field.path, twice)) == "malformed_json"


@pytest.mark.parametrize("path", BODIES)
def test_a_body_in_a_packing_that_nobody_undoes_is_malformed(client: FlaskClient, path: str) -> None:
    host = host_for(client, path)
    url = path.format(session_id=host.id)
    with nothing_changes(host):
        for packed in (ZIPPED, BOMB):
            headers = host.headers | {"Content-Type": "application/json", "Content-Encoding": "gzip"}
            assert refused(client.post(url, data=packed, headers=headers)) == "malformed_json"


# Queries


@pytest.mark.parametrize(("path", "name"), PARAMETERS.values(), ids=PARAMETERS)
def test_a_parameter_refuses_what_it_is_not_for_by_its_name(client: FlaskClient, path: str, name: str) -> None:
    host = host_for(client, path)
    url = path.format(session_id=host.id)
    with nothing_changes(host):
        for what, value in IN_A_QUERY.items():
            if name in FLAGS and what == "true":
                continue
            for query in (f"{name}={value}", f"{name}={value}&{name}={value}"):
                assert wrong_fields(client.get(f"{url}?{query}", headers=host.headers)) == {name}, what


@each_operation
def test_a_query_that_is_none_is_refused_or_not_looked_at(client: FlaskClient, operation: Operation) -> None:
    host = host_for(client, operation.path)
    with nothing_changes(host):
        for value in IN_A_QUERY.values():
            for query in (f"?{value}=", f"?a[]={value}", f"?__proto__={value}&;&=&&a"):
                answer = operation.send(client, host.id, query, **host.headers)
                assert refused(answer) == "invalid_request", query[:80]


# Headers


def with_header(name: str, value: str) -> dict[str, str]:
    """*value* under *name* where a server puts it: past all that a client's library would not send."""
    variable = name.upper().replace("-", "_")
    return {variable if name in ("Content-Type", "Content-Length") else f"HTTP_{variable}": value}


def send(operation: Operation, host: Seat, session_id: str, environ: dict[str, str]) -> TestResponse:
    return host.client.open(
        operation.url(session_id),
        method=operation.method,
        json=right_body(BODIES[operation.path]) if operation.method == "POST" else None,
        headers=host.headers,
        environ_overrides=environ,
    )


@each_operation
def test_a_header_of_any_form_is_taken_or_refused(client: FlaskClient, operation: Operation) -> None:
    host = host_for(client, operation.path)
    before = seen(host)
    for name, values in HEADERS.items():
        for value in values:
            answer = send(operation, host, host.id, with_header(name, value))
            assert is_ordinary(answer), (name, value[:80], answer.text)
            assert answer.status_code != 206
            if answer.status_code >= 400 or operation.method == "GET" or not operation.game:
                assert seen(host) == before, (name, value[:80])
            else:
                host = host_for(client, operation.path)
                before = seen(host)


@each_operation
def test_what_a_proxy_or_a_browser_would_add_changes_no_answer(client: FlaskClient, operation: Operation) -> None:
    """Nothing depends on where a request seems to come from, on what it was called before, or on cookies."""
    host = host_for(client, operation.path)
    plain = send(operation, host, NOWHERE, {})
    for name, values in BESIDE.items():
        for value in values:
            answer = send(operation, host, NOWHERE, with_header(name, value))
            if plain.status_code == 201:
                assert answer.status_code == 201  # another session, so another answer
            else:
                assert everything(answer) == everything(plain), (name, value[:80])


# Paths


@each_operation
def test_a_path_leads_to_what_is_there_and_nowhere_else(client: FlaskClient, operation: Operation) -> None:
    host = host_for(client, operation.path)
    names = [part[1:-1] for part in operation.path.split("/") if part.startswith("{")]
    right: Mapping[str, str] = {"session_id": host.id, "seat": "1", "code": "not_found"}
    body = right_body(BODIES[operation.path]) if operation.method == "POST" else None
    with nothing_changes(host):
        for name in names:
            for segment in SEGMENTS:
                url = operation.path.format_map(dict(right) | {name: segment})
                answer = client.open(url, method=operation.method, json=body, headers=host.headers)
                assert refused(answer) in ("not_found", "method_not_allowed", "invalid_request"), (name, segment[:80])
                assert unquote(segment)[:20] not in answer.text or len(segment) < 5
