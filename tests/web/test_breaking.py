"""No client breaks by a new version: the document against the last released one, and whether that would be seen."""

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest
import yaml

from tests.web.breaking import DOCUMENT, RELEASED, breaks

Document = dict[str, Any]


@pytest.fixture(scope="module")
def document() -> Document:
    read: Document = yaml.safe_load(DOCUMENT.read_text())
    return read


def _version(document: Document) -> tuple[int, ...]:
    return tuple(int(part) for part in document["info"]["version"].split("."))


def test_nothing_that_was_released_is_broken(document: Document) -> None:
    released = json.loads(RELEASED.read_text())
    assert _version(document) >= _version(released)
    if _version(document)[0] == _version(released)[0]:
        assert list(breaks(released, document)) == []


def test_what_does_not_change_breaks_nothing(document: Document) -> None:
    assert list(breaks(document, document)) == []


def _schema(document: Document, name: str) -> Document:
    schema: Document = document["components"]["schemas"][name]
    return schema


def _play(document: Document) -> Document:
    operation: Document = document["paths"]["/v1/shooter/sessions/{session_id}/play"]["post"]
    return operation


BROKEN: dict[str, Callable[[Document], Any]] = {
    "playInShooter: POST /v1/shooter/sessions/{session_id}/play is gone": lambda it: it["paths"][
        "/v1/shooter/sessions/{session_id}/play"
    ].pop("post"),
    "playInShooter is called play": lambda it: _play(it).update(operationId="play"),
    "getHealth needs a token": lambda it: it["paths"]["/health"]["get"].update(security=[{"seat": []}]),
    "playInShooter: the parameter If-Match is gone": lambda it: _play(it)["parameters"].pop(0),
    "playInShooter: the parameter If-Match is required": lambda it: _play(it)["parameters"][0].update(required=True),
    "acceptInShooter needs a body": lambda it: it["paths"]["/v1/shooter/sessions/{session_id}/accept"]["post"][
        "requestBody"
    ].update(required=True),
    "playInShooter: the status 200 is gone": lambda it: _play(it)["responses"].pop("200"),
    "playInShooter: 200 has no header ETag": lambda it: _play(it)["responses"]["200"]["headers"].pop("ETag"),
    "playInShooter: 404: application/problem+json is gone": lambda it: it["components"]["responses"]["ShooterNotFound"][
        "content"
    ].clear(),
    "getShooterSession: 200: text/plain is gone": lambda it: it["paths"]["/v1/shooter/sessions/{session_id}"]["get"][
        "responses"
    ]["200"]["content"].pop("text/plain"),
    "ShooterView is gone": lambda it: it["components"]["schemas"].pop("ShooterView"),
    "ShooterView: trump is gone": lambda it: _schema(it, "ShooterView")["properties"].pop("trump"),
    "ShooterView: trump may be left out": lambda it: _schema(it, "ShooterView")["required"].remove("trump"),
    "ShooterView.version is another kind of thing: type": lambda it: _schema(it, "ShooterView")["properties"][
        "version"
    ].update(type="string"),
    "Suit: the word clubs is gone": lambda it: _schema(it, "Suit")["enum"].remove("clubs"),
    "ShooterCreate: name is required": lambda it: _schema(it, "ShooterCreate").update(required=["name"]),
    "ShooterCreate.target: maximum is lower": lambda it: _schema(it, "ShooterCreate")["properties"]["target"].update(
        maximum=32
    ),
    "ShooterCreate.target: minimum is higher": lambda it: _schema(it, "ShooterCreate")["properties"]["target"].update(
        minimum=2
    ),
    "ShooterCreate.target: what is left out means another thing": lambda it: _schema(it, "ShooterCreate")["properties"][
        "target"
    ].update(default=31),
    "ShootingPartyDiscard: cards is gone": lambda it: _schema(it, "ShootingPartyDiscard")["properties"].pop("cards"),
    "ShootingPartyDiscard.cards[] is another kind of thing: $ref": lambda it: _schema(it, "ShootingPartyDiscard")[
        "properties"
    ]["cards"]["items"].update({"$ref": "#/components/schemas/ShooterCard"}),
    "ShooterSessions.next_cursor is another kind of thing: type": lambda it: _schema(it, "ShooterSessions")[
        "properties"
    ]["next_cursor"].update(type="string"),
    'ShooterEvent: an option is gone: {"$ref": "#/components/schemas/SeatedEvent"}': lambda it: _schema(
        it, "ShooterEvent"
    )["oneOf"].pop(0),
    "ShooterBid: call may be left out": lambda it: _schema(it, "ShooterBid").update(required=[]),
    "the security scheme seat is another": lambda it: it["components"]["securitySchemes"].clear(),
    "the servers are others": lambda it: it.update(servers=[{"url": "/api"}]),
    "playInShooter is with ['cards']": lambda it: _play(it).update(tags=["cards"]),
    "ShooterCard: the word 9C is named NINER": lambda it: _schema(it, "ShooterCard")["x-enum-varnames"].__setitem__(
        0, "NINER"
    ),
    "ShooterView leaves no room": lambda it: _schema(it, "ShooterView").update(additionalProperties=False),
    "ShooterCreate.name: enum is another": lambda it: _schema(it, "ShooterCreate")["properties"]["name"].update(
        enum=["Ada"]
    ),
    "ShooterCreate.target: multipleOf is another": lambda it: _schema(it, "ShooterCreate")["properties"][
        "target"
    ].update(multipleOf=2),
    "ShooterCreate.target: exclusiveMaximum is lower": lambda it: _schema(it, "ShooterCreate")["properties"][
        "target"
    ].update(exclusiveMaximum=500),
    "ShooterCreate.seed: pattern is another": lambda it: _schema(it, "ShooterCreate")["properties"]["seed"].update(
        pattern="^[a-z]+$"
    ),
    "ShootingPartyDiscard.cards: uniqueItems is another": lambda it: _schema(it, "ShootingPartyDiscard")["properties"][
        "cards"
    ].update(uniqueItems=False),
    "ShooterView.created_at is another kind of thing: format": lambda it: _schema(it, "ShooterView")["properties"][
        "created_at"
    ].pop("format"),
    "SeatedEvent.type is another kind of thing: const": lambda it: _schema(it, "SeatedEvent")["properties"][
        "type"
    ].update(const="sat"),
}


@pytest.mark.parametrize("told", BROKEN)
def test_what_breaks_a_client_is_told(document: Document, told: str) -> None:
    changed = deepcopy(document)
    BROKEN[told](changed)
    assert told in list(breaks(document, changed))


def test_what_is_new_breaks_nothing(document: Document) -> None:
    changed = deepcopy(document)
    changed["paths"]["/v1/whist/sessions"] = {"get": deepcopy(changed["paths"]["/v1/shooter/sessions"]["get"])}
    _schema(changed, "Suit")["enum"].append("stars")
    _schema(changed, "ShooterView")["properties"]["weather"] = {"type": "string"}
    _schema(changed, "ShooterView")["required"].append("weather")
    _schema(changed, "ShooterCreate")["properties"]["mood"] = {"type": "string", "default": "good"}
    _schema(changed, "ShooterCreate")["properties"]["target"]["maximum"] = 1000
    event = _schema(changed, "ShooterEvent")
    event["oneOf"].append({"$ref": "#/components/schemas/ShootingPartyStartedEvent"})
    event["discriminator"]["mapping"]["started"] = "#/components/schemas/ShootingPartyStartedEvent"
    _play(changed)["parameters"].append({"in": "query", "name": "loudly", "schema": {"type": "boolean"}})
    assert list(breaks(document, changed)) == []
