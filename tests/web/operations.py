"""Every operation of the document, each with a request that it takes: what is said of all routes is tested on all."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flask.testing import FlaskClient
from marshmallow import Schema, fields, validate
from werkzeug.test import TestResponse

from schemas.fields import Integer, Word
from server.catalogue import CATALOGUE
from server.game import wire_name

BODIES: Mapping[str, Schema] = {
    f"/v1/{entry.game.name}/sessions{path}": schema
    for entry in CATALOGUE
    for path, schema in {
        "": entry.contract.create,
        **(
            {"/{session_id}/seats": entry.contract.join, "/{session_id}/rematch": entry.contract.nothing}
            if entry.contract.join
            else {}
        ),
        **{f"/{{session_id}}/{wire_name(kind)}": body for kind, body in entry.contract.actions.items()},
    }.items()
}
"""What is posted, by path."""

NOWHERE = "A" * 22  # a session's id, but no session's


@dataclass(frozen=True, slots=True)
class Operation:
    """``path`` is as in the document: ``/v1/shooter/sessions/{session_id}/play``."""

    method: str
    path: str
    needs_token: bool

    def __str__(self) -> str:
        return f"{self.method} {self.path}"

    @property
    def game(self) -> str | None:
        """The game whose session it is about, if it is about one."""
        return self.path.split("/")[2] if "{session_id}" in self.path else None

    def url(self, session_id: str = NOWHERE) -> str:
        return self.path.format(session_id=session_id, seat=1, code="not_found")

    def send(self, client: FlaskClient, session_id: str = NOWHERE, query: str = "", **headers: str) -> TestResponse:
        """Send a request whose form is right; header names are given in snake case."""
        body = right_body(BODIES[self.path]) if self.method == "POST" else None
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return client.open(self.url(session_id) + query, method=self.method, json=body, headers=named)


def operations(client: FlaskClient) -> list[Operation]:
    document: dict[str, Any] = client.application.extensions["document"].as_dict()
    return [
        Operation(verb.upper(), path, operation["security"] == [{"seat": []}])
        for path, item in document["paths"].items()
        for verb, operation in item.items()
        if verb in ("get", "post", "put", "patch", "delete")
    ]


def session_operations(client: FlaskClient) -> list[Operation]:
    return [operation for operation in operations(client) if operation.game]


def right_body(schema: Schema) -> dict[str, Any]:
    """A body with nothing in it that may be left out."""
    return {name: right_value(field) for name, field in schema.fields.items() if field.required}


def right_value(field: fields.Field[Any]) -> Any:
    match field:
        case Word():
            return next(iter(field.words))
        case fields.List():
            return [right_value(field.inner)]
        case Integer():
            return bounds(field).min
        case _:
            raise TypeError(f"no value is known for a {type(field).__name__}: teach this function one")


def bounds(field: fields.Field[Any]) -> validate.Range:
    return next(check for check in field.validators if isinstance(check, validate.Range))
