"""A player at a table, over HTTP: what tests of the edge speak with."""

from dataclasses import dataclass
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

Headers = dict[str, str]


@dataclass
class Seat:
    """One seat's token, and where to use it."""

    client: FlaskClient
    url: str
    token: str

    @property
    def headers(self) -> Headers:
        return {"Authorization": f"Bearer {self.token}"}

    def get(self, path: str = "", **headers: str) -> TestResponse:
        return self.client.get(self.url + path, headers=self.headers | _header_names(headers))

    def post(self, action: str, body: Any = None, **headers: str) -> TestResponse:
        """Post an action; header names are given in snake case."""
        return self.client.post(f"{self.url}/{action}", json=body or {}, headers=self.headers | _header_names(headers))

    def delete(self, path: str = "") -> TestResponse:
        return self.client.delete(self.url + path, headers=self.headers)

    @property
    def view(self) -> dict[str, Any]:
        """The session as this seat sees it."""
        view: dict[str, Any] = self.get().get_json()
        return view

    @property
    def legal(self) -> list[dict[str, Any]]:
        legal: list[dict[str, Any]] = self.view["legal_actions"]
        return legal

    def act(self, legal_action: dict[str, Any]) -> TestResponse:
        """Post one of the view's legal actions as it stands there."""
        return self.post(legal_action["action"], legal_action["body"])


def open_session(client: FlaskClient, game: str, **options: Any) -> Seat:
    """Open a session, and sit down at seat 0."""
    answer = client.post(f"/v1/{game}/sessions", json=options)
    assert answer.status_code == 201, answer.text
    return _seat(client, answer.get_json())


def join(client: FlaskClient, host: Seat, **body: Any) -> Seat:
    answer = client.post(f"{host.url}/seats", json=body)
    assert answer.status_code == 201, answer.text
    return _seat(client, answer.get_json())


def full_table(client: FlaskClient, game: str = "shooter", **options: Any) -> list[Seat]:
    """A table with every seat taken, dealt and ready: the seats in order."""
    host = open_session(client, game, **options)
    seats = [host]
    while client.get(host.url, headers=host.headers).get_json()["status"] == "waiting":
        seats.append(join(client, host))
    return seats


def _seat(client: FlaskClient, seated: dict[str, Any]) -> Seat:
    return Seat(client, seated["session"]["url"], seated["token"])


def _header_names(headers: dict[str, str]) -> Headers:
    return {name.replace("_", "-"): value for name, value in headers.items()}
