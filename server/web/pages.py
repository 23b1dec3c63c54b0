"""What stands beside the games: where to go, which games there are, what an error means, the document, and its page."""

import logging
from pathlib import Path
from typing import Any

import flask_swagger_ui
from flask import Flask, Response, send_from_directory
from marshmallow import fields, validate

from schemas.fields import Word
from schemas.problem import Problem, ProblemKind
from schemas.server import Catalogue, Health, Index, Ready
from server.catalogue import CATALOGUE, Entry
from server.game import Refused, wire_name
from server.sessions.condition import shortcoming
from server.sessions.store import Condition, Durability, Store, StoreUnavailable
from server.web import problems
from server.web.auth import Tokens
from server.web.document import VERSION, Document
from server.web.operation import Blueprint
from server.web.reply import written

_log = logging.getLogger(__name__)

_TYPES = {Word: "word", fields.Boolean: "boolean", fields.Integer: "integer", fields.String: "text"}

_ASSETS = Path(flask_swagger_ui.__file__).parent / "dist"

_DOCS = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Leverstoke</title>
<link rel="icon" href="/docs/favicon-32x32.png">
<link rel="stylesheet" href="/docs/swagger-ui.css">
<div id="document"></div>
<script src="/docs/swagger-ui-bundle.js"></script>
<script>
  SwaggerUIBundle({
    url: "/openapi.json", dom_id: "#document", validatorUrl: null, deepLinking: true,
    persistAuthorization: true, tryItOutEnabled: true, defaultModelsExpandDepth: 0, docExpansion: "list"
  });
</script>
</html>
"""

_CONTENT_POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:"
)


def server_blueprint(store: Store, tokens: Tokens, promised: Durability | None) -> Blueprint:
    """The routes about the server, as far as the document tells of them; *promised* is what the store must keep."""
    blp = Blueprint("server", __name__, description="About the server.", tokens=tokens, problem=Problem())
    index = {
        "name": "Leverstoke",
        "version": VERSION,
        "description": f"A game server over plain HTTP: {', '.join(entry.game.title for entry in CATALOGUE)}.",
        "games": "/v1/games",
        "docs": "/docs",
        "openapi": "/openapi.yaml",
        "health": "/health",
        "ready": "/ready",
    }
    games = {"games": [_game(entry) for entry in CATALOGUE]}

    @blp.operation("GET", "/", "getIndex", "What this is, and where to go", answers={200: Index()})
    def get_index() -> Response:
        return written(index)

    @blp.operation("GET", "/v1/games", "listGames", "The games, their options and actions", answers={200: Catalogue()})
    def list_games() -> Response:
        return written(games)

    @blp.operation(
        "GET",
        "/v1/problems/<code>",
        "getProblem",
        "What a problem's code means",
        answers={200: ProblemKind()},
        refusals=["not_found"],
    )
    def get_problem(code: str) -> Response:
        if code not in problems.KINDS:
            raise Refused("not_found")
        return written(problems.described(code))

    @blp.operation("GET", "/health", "getHealth", "Whether the process is alive", answers={200: Health()})
    def get_health() -> Response:
        return written({"status": "ok"})

    @blp.operation(
        "GET",
        "/ready",
        "getReadiness",
        "Whether the store answers too",
        answers={200: Ready()},
        refusals=["store_unavailable"],
    )
    def get_readiness() -> Response:
        return written(_ready(store.condition(), promised))

    return blp


def add_document_routes(app: Flask, document: Document) -> None:
    """``/openapi.json``, ``/openapi.yaml``, and ``/docs``, which asks nobody else for anything."""

    @app.get("/openapi.json")
    def openapi_json() -> Response:
        return written(document.as_dict())

    @app.get("/openapi.yaml")
    def openapi_yaml() -> Response:
        return Response(document.as_yaml(), content_type="application/yaml")

    @app.get("/docs")
    def docs() -> Response:
        return Response(
            _DOCS, content_type="text/html; charset=utf-8", headers={"Content-Security-Policy": _CONTENT_POLICY}
        )

    @app.get("/docs/<path:name>")
    def docs_asset(name: str) -> Response:
        asset = send_from_directory(_ASSETS, name, conditional=False)
        del asset.headers["Cache-Control"]  # it is as that of every answer
        return asset


def _ready(found: Condition, promised: Durability | None) -> dict[str, Any]:
    """Raises ``StoreUnavailable`` for a store that is less than was promised."""
    if wrong := shortcoming(found, promised):
        _log.error("the store is not what was promised: %s", wrong)
        raise StoreUnavailable
    return {
        "status": "ready",
        "store": f"{found.name} {found.version}",
        "promised": promised,
        "durability": found.durability,
        "eviction": found.eviction,
        "replicas": found.replicas,
    }


def _game(entry: Entry) -> dict[str, Any]:
    game = entry.game
    return {
        "name": game.name,
        "title": game.title,
        "rules_version": game.rules_version,
        "url": f"/v1/{game.name}/sessions",
        "seats": {"fewest": game.seats[0], "most": game.seats[1]},
        "options": [_option(name, field) for name, field in entry.contract.create.fields.items()],
        "actions": [wire_name(kind) for kind in game.actions],
    }


def _option(name: str, field: fields.Field[Any]) -> dict[str, Any]:
    """One field of create, as a form would need it."""
    bounds = next((check for check in field.validators if isinstance(check, validate.Range)), None)
    return {
        "name": name,
        "type": _TYPES[next(kind for kind in _TYPES if isinstance(field, kind))],
        "description": field.metadata.get("description"),
        "default": field.load_default,
        "choices": list(field.words) if isinstance(field, Word) else None,
        "minimum": bounds.min if bounds else None,
        "maximum": bounds.max if bounds else None,
    }
