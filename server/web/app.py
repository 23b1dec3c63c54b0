"""The Flask application: the catalogue's games over one store, and what stands around them."""

from flask import Flask
from flask_cors import CORS
from werkzeug.routing import IntegerConverter

from server.bots import Pause, no_pause
from server.catalogue import CATALOGUE
from server.config import MEMORY_STORE, Settings, secret_key
from server.sessions.redis import RedisStore, reach
from server.sessions.store import Durability, Store
from server.table import Table
from server.web import door, problems
from server.web.answers import Answers
from server.web.application import Application
from server.web.auth import Tokens
from server.web.blueprint import game_blueprint
from server.web.body import LARGEST
from server.web.document import Document
from server.web.limits import Limits
from server.web.metrics import add_metrics_route
from server.web.pages import add_document_routes, server_blueprint

_EXPOSED = ("ETag", "Location", "Retry-After", "Idempotent-Replayed", "Date")
_PREFLIGHT_LASTS = 600  # seconds


def create_app(settings: Settings | None = None, store: Store | None = None, *, pause: Pause = no_pause) -> Flask:
    """The application, by default as the environment sets it, on the store that it names; ours must be running.

    ``pause`` is made by the house between two thoughts, so that others are answered.
    """
    settings = settings or Settings.from_environment()
    store = store or open_store(settings)
    tokens = Tokens(secret_key(settings))
    limits = Limits(settings, store, tokens)
    app = Application(__name__)
    app.url_map.merge_slashes = False
    app.url_map.converters["int"] = AsciiInteger
    app.config["MAX_CONTENT_LENGTH"] = LARGEST
    document = Document(app)
    document.register_blueprint(server_blueprint(store, tokens, settings.durability))
    answers = {entry.game.name: Answers(entry.game, entry.drawing, tokens, settings.session_ttl) for entry in CATALOGUE}
    for entry in CATALOGUE:
        shown = answers[entry.game.name]
        table = Table(entry.game, entry.bot, store, ttl=settings.session_ttl, place=shown.url, pause=pause)
        document.register_blueprint(game_blueprint(entry, table, shown, tokens, limits))
    add_document_routes(app, document)
    add_metrics_route(app, settings, store)
    app.extensions |= {"document": document, "store": store}

    limits.stand_before(app, paths=tuple(shown.lobby for shown in answers.values()))
    problems.register(app, stale=lambda error: answers[error.look.game.name].stale(error.look))

    everybody = settings.cors_origins == ("*",)
    exposed = (*_EXPOSED, *_exposed_if_asked(settings))
    CORS(
        app,
        origins=list(settings.cors_origins),
        methods=["GET", "HEAD", "POST", "DELETE", "OPTIONS"],
        expose_headers=exposed,
        max_age=_PREFLIGHT_LASTS,
        send_wildcard=everybody,
        intercept_exceptions=False,  # an error is answered like anything else
    )
    app.standing = (
        ("Cache-Control", "private, no-cache"),
        ("Vary", ", ".join(("Authorization", "Accept") if everybody else ("Authorization", "Accept", "Origin"))),
        ("X-Content-Type-Options", "nosniff"),
    )
    if everybody:
        app.open_to_all = (
            *app.standing,
            ("Access-Control-Allow-Origin", "*"),
            ("Access-Control-Expose-Headers", ", ".join(exposed)),
        )
    door.stand_before(app, settings)
    return app


def _exposed_if_asked(settings: Settings) -> tuple[str, ...]:
    """Headers that are there only where somebody has asked for them."""
    return ("X-Request-Id",) * settings.writes_requests + ("Server-Timing",) * settings.server_timing


class AsciiInteger(IntegerConverter):
    """Werkzeug's takes the digits of every script."""

    regex = "[0-9]+"


def open_store(settings: Settings) -> Store:
    """The store that the settings name, which must be running; or one in this process's memory."""
    if settings.store == MEMORY_STORE:
        from server.sessions.memory import MemoryStore  # slow to import, and only for those who ask for it

        return MemoryStore(settings.session_ttl)
    return RedisStore(
        reach(settings.store), settings.session_ttl, replicated=settings.durability is Durability.REPLICATED
    )
