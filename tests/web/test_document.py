"""The OpenAPI document as a product: valid, not drifted, and its names frozen, for they are method names elsewhere."""

import os
import subprocess
import warnings
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import validate

from server.config import Settings
from server.web.app import create_app
from tests.web.contract import document

COMMITTED = Path(__file__).parents[2] / "openapi.yaml"
LINTING = Path(__file__).parents[2] / ".ci"
LINTER = LINTING / "node_modules/.bin/redocly"
QUIETLY = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}

# These are promised to every client that was ever generated. Add; never change, never remove.
OPERATIONS = {
    "getIndex",
    "listGames",
    "getProblem",
    "getHealth",
    "getReadiness",
    "createShootingPartySession",
    "listShootingPartySessions",
    "getShootingPartySession",
    "deleteShootingPartySession",
    "listShootingPartyEvents",
    "getShootingPartyReplay",
    "drawInShootingParty",
    "discardInShootingParty",
    "retrieveInShootingParty",
    "seduceInShootingParty",
    "leaveInShootingParty",
    "resignInShootingParty",
    "createShooterSession",
    "listShooterSessions",
    "getShooterSession",
    "deleteShooterSession",
    "joinShooterSession",
    "leaveShooterSession",
    "listShooterEvents",
    "getShooterReplay",
    "bidInShooter",
    "trumpInShooter",
    "playInShooter",
    "accuseInShooter",
    "acceptInShooter",
    "resignInShooter",
}
WORDS = {
    "SessionStatus": {"waiting", "active", "finished"},
    "PlayerKind": {"human", "empty"},
    "Suit": {"clubs", "diamonds", "hearts", "spades"},
    "ShootingPartyRoles": {"classic", "reversed"},
    "ShootingPartyCause": {"action", "guarded", "rival", "jacks", "joker", "leave"},
    "ShootingPartyReason": {"all_queens", "exhausted", "resigned"},
    "ShooterCall": {"pass", "three", "four", "five", "six", "seven", "moon"},
    "ShooterPhase": {"seating", "bidding", "naming_trump", "playing", "accusing", "finished"},
    "ShooterAllPass": {"redeal", "stick_dealer"},
    "ShooterReneging": {"prevented", "honour"},
    "ShooterReason": {"target", "abandoned"},
}


@pytest.fixture(scope="module")
def app() -> Flask:
    with warnings.catch_warnings():
        warnings.simplefilter("error")  # apispec only warns when it makes a `Thing1`
        return create_app(Settings(store="memory", secret_key="for tests"))


@pytest.fixture(scope="module")
def told(app: Flask) -> dict[str, Any]:
    return document(app)


def operations(told: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        operation
        for path in told["paths"].values()
        for method, operation in path.items()
        if method in ("get", "post", "delete")
    ]


def test_it_is_valid_openapi() -> None:
    validate(yaml.safe_load(COMMITTED.read_text()))


@pytest.mark.skipif(not LINTER.exists(), reason="Redocly is not installed: npm ci --prefix .ci")
def test_a_strict_linter_finds_nothing() -> None:
    command: list[str | Path] = [LINTER, "lint", "--config", LINTING / "redocly.yaml", "--format", "json", COMMITTED]
    told = subprocess.run(command, capture_output=True, text=True, env=os.environ | QUIETLY, timeout=120)
    assert told.returncode == 0, told.stdout
    assert '"warnings": 0' in told.stdout, told.stdout


def test_the_committed_document_is_the_one_the_code_writes(app: Flask) -> None:
    assert COMMITTED.read_text() == app.extensions["document"].as_yaml(), "run `make openapi`"


def test_the_served_documents_are_the_same(app: Flask) -> None:
    client = app.test_client()
    assert client.get("/openapi.json").get_json() == yaml.safe_load(client.get("/openapi.yaml").text)


def test_no_operation_has_lost_its_name(told: dict[str, Any]) -> None:
    names = [operation["operationId"] for operation in operations(told)]
    assert len(names) == len(set(names))
    assert set(names) >= OPERATIONS


def test_no_word_of_a_closed_set_is_lost(told: dict[str, Any]) -> None:
    components = told["components"]["schemas"]
    for name, words in WORDS.items():
        assert set(components[name]["enum"]) >= words


def test_every_closed_set_has_a_name(told: dict[str, Any]) -> None:
    """An enum that is not a component is a type without a name in every client."""
    for name, component in told["components"]["schemas"].items():
        for member in component.get("properties", {}).values():
            assert "enum" not in member, name


def test_no_component_is_named_twice(told: dict[str, Any]) -> None:
    components = set(told["components"]["schemas"])
    assert not [name for name in components if name[-1].isdigit() and name[:-1] in components]


def test_every_operation_has_a_summary_a_tag_and_its_errors(told: dict[str, Any]) -> None:
    for operation in operations(told):
        assert operation["summary"]
        assert len(operation["tags"]) == 1
        assert "security" in operation
        assert "default" not in operation["responses"]
        assert {"401", "406", "422", "500"} <= set(map(str, operation["responses"]))


def test_requests_refuse_unknown_members_and_answers_leave_room(told: dict[str, Any]) -> None:
    components = told["components"]["schemas"]
    bodies = {
        operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for operation in operations(told)
        if "requestBody" in operation
    }
    closed = {name for name, component in components.items() if component.get("additionalProperties") is False}
    assert bodies == closed


def test_every_route_of_the_api_is_documented(app: Flask, told: dict[str, Any]) -> None:
    undocumented = {"/docs", "/docs/<path:name>", "/metrics", "/openapi.json", "/openapi.yaml"}
    documented = {path.replace("{", "<").replace("}", ">") for path in told["paths"]}
    routed = {rule.rule.replace("<int:", "<") for rule in app.url_map.iter_rules()}
    assert routed - documented == {path.replace("<int:", "<") for path in undocumented}


def test_the_page_works_without_the_internet(client: FlaskClient) -> None:
    page = client.get("/docs")
    assert page.mimetype == "text/html"
    assert "http://" not in page.text
    assert "https://" not in page.text
    for asset in ("swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"):
        assert f"/docs/{asset}" in page.text
        with client.get(f"/docs/{asset}") as served:
            assert served.status_code == 200
    assert client.get("/docs/../secret.key").status_code == 404
    assert client.get("/docs/none.js").mimetype == "application/problem+json"
