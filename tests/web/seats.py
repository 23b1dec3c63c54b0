"""A player at a table, over HTTP: what tests of the edge speak with."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from server.catalogue import CATALOGUE

Headers = dict[str, str]

GAMES = [entry.game.name for entry in CATALOGUE]
JOINABLE = [entry.game.name for entry in CATALOGUE if entry.contract.join]
ROOMY = [entry.game.name for entry in CATALOGUE if entry.game.seats[1] > 2]  # a guest may sit down, and it still waits
HIDEABLE = [entry.game.name for entry in CATALOGUE if "spectators" in entry.contract.create.fields]

PLAIN = "readme"  # the seed of a deal in which nothing is forced at once, and no house calls everything


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
    def id(self) -> str:
        return self.url.rpartition("/")[2]

    @property
    def etag(self) -> str:
        return self.get().headers["ETag"]

    @property
    def events(self) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = self.get("/events?limit=1000").get_json()["events"]
        return events

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


def spectator(seat: Seat) -> TestResponse:
    """The session as it is seen without a token."""
    return seat.client.get(seat.url)


def on_turn(seats: list[Seat]) -> Seat:
    """Whose turn it is; the first of them, where it is several."""
    turn: int = seats[0].view["to_act"][0]
    return seats[turn]


def after_the_auction(client: FlaskClient, **options: Any) -> list[Seat]:
    """A Shooter table where the dealer's left has bid three and named spades, and is to lead."""
    seats = full_table(client, "shooter", **options)
    bidder = on_turn(seats)
    bidder.post("bid", {"call": "three"})
    for _ in seats[1:]:
        on_turn(seats).post("bid", {"call": "pass"})
    bidder.post("trump", {"suit": "spades"})
    return seats


def finish(seats: list[Seat]) -> None:
    """Everybody resigns until the session is over."""
    for seat in seats:
        if seat.view["status"] == "active":
            assert seat.post("resign").status_code == 200
    assert seats[0].view["status"] == "finished"


@contextmanager
def nothing_changes(*seats: Seat) -> Iterator[None]:
    """What these seats and a spectator see is the same afterwards, byte for byte."""
    before = _seen(seats)
    yield
    assert _seen(seats) == before


def _seen(seats: tuple[Seat, ...]) -> list[tuple[bytes, str | None]]:
    answers = [answer for seat in seats for answer in (seat.get(), seat.get("/events?limit=1000"), spectator(seat))]
    return [(answer.data, answer.headers.get("ETag")) for answer in answers]


def _seat(client: FlaskClient, seated: dict[str, Any]) -> Seat:
    return Seat(client, seated["session"]["url"], seated["token"])


def _header_names(headers: dict[str, str]) -> Headers:
    return {name.replace("_", "-"): value for name, value in headers.items()}
