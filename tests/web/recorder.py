"""Writes down what a server answers. What is asked and answered first stands for its operation and status, or for its
problem; ids and tokens are put in place of the drawn ones, so that the next recording is the same.
"""

import hashlib
import json
import re
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from server.catalogue import CATALOGUE, Entry
from server.config import Settings
from server.game import Resign, wire_name
from server.sessions.store import Store
from server.web.app import create_app
from tests.web.contract import operation_of
from tests.web.problems import MEDIA_TYPE

SETTINGS = Settings(store="memory", secret_key="for examples")

_PREFIXES = {entry.game.name: entry.contract.prefix for entry in CATALOGUE}
_INSTANCE = "urn:uuid:8e03978e-40d5-43e8-bc93-6894a57f9324"


class Recorder:
    """What was told: bodies by operation and status, problems by the prefix of a game and their code."""

    def __init__(self) -> None:
        self._operations: dict[str, dict[str, Any]] = {}
        self._problems: dict[str, dict[str, Any]] = {}

    def client(self, store: Store, settings: Settings = SETTINGS) -> FlaskClient:
        """A client of a new server over *store*; everything it hears is written down."""
        app = create_app(settings, store)
        app.test_client_class = type("Recorded", (_Recorded,), {"recorder": self})
        return app.test_client()

    def hear(self, operation: dict[str, Any], body: Any, response: TestResponse) -> None:
        if response.mimetype == MEDIA_TYPE:
            problem = response.get_json()
            self._problems.setdefault(_PREFIXES.get(operation["tags"][0], ""), {}).setdefault(problem["code"], problem)
            return
        shown = self._operations.setdefault(operation["operationId"], {})
        if body is not None:
            shown.setdefault("request", body)
        if response.data:
            kind = response.mimetype
            answer = response.get_json() if kind == "application/json" else response.text
            shown.setdefault(str(response.status_code), {}).setdefault(kind, answer)

    def knows_all_refusals(self, entry: Entry, kind: type) -> bool:
        return set(entry.game.refusals[kind]) <= self._problems.get(entry.contract.prefix, {}).keys()

    def knows(self, entry: Entry) -> bool:
        """Whether every action of the game has been seen, and each of its refusals."""
        kinds = [kind for kind in entry.game.actions if kind is not Resign]
        operations = {f"{wire_name(kind)}In{entry.contract.prefix}" for kind in kinds}
        return operations <= self._operations.keys() and all(self.knows_all_refusals(entry, kind) for kind in kinds)

    @property
    def told(self) -> dict[str, Any]:
        """All of it, with nothing in it that was drawn."""
        text = json.dumps({"operations": self._operations, "problems": self._problems}, sort_keys=True)
        for number, drawn in enumerate(dict.fromkeys(re.findall(r"/sessions/([\w-]{22})", text))):
            text = text.replace(drawn, _pseudonym(f"session {number}", 22))
        text = re.sub(r"([\w-]{22}\.\d+\.\d+)\.[\w.-]+", rf"\1.{_pseudonym('mark', 8)}.{_pseudonym('mac', 22)}", text)
        text = re.sub(r'(?<="commitment": ")[0-9a-f]+', _pseudonym("commitment", 64), text)
        text = re.sub(r"urn:uuid:[0-9a-f-]{36}", _INSTANCE, text)
        told: dict[str, Any] = json.loads(text)
        return told


class _Recorded(FlaskClient):
    recorder: Recorder

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        operation = operation_of(self.application, response.request.method, response.request.path)
        if operation:
            self.recorder.hear(operation, kwargs.get("json"), response)
        return response


def _pseudonym(of: str, length: int) -> str:
    return hashlib.sha256(of.encode()).hexdigest()[:length]
