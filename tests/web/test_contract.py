"""The document is true: every answer of random play over HTTP, of every game, is what document and schema say."""

from random import Random
from typing import Any

import msgspec
import pytest
from flask import Flask
from marshmallow import Schema

from server.catalogue import CATALOGUE, Entry
from server.config import Settings
from server.game import wire_name
from server.web.app import create_app
from tests.games.random_play import random_options
from tests.web.contract import DocumentedClient
from tests.web.seats import Seat, full_table

SESSIONS = 5
MOST_ACTIONS = 120

every_game = pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.game.name)


@pytest.fixture(scope="module")
def app() -> Flask:
    app = create_app(Settings(store="memory", secret_key="for tests"))
    app.test_client_class = DocumentedClient
    return app


def exactly(schema: Schema, body: Any) -> None:
    """A body has what its schema has, and nothing else: what was written without the schema is what it would write."""
    assert schema.validate(body) == {}
    assert msgspec.json.decode(msgspec.json.encode(schema.dump(body))) == body


def random_session(app: Flask, entry: Entry, number: int) -> tuple[list[Seat], Random]:
    chance = Random(f"{entry.game.name} {number}")
    options = msgspec.to_builtins(random_options(entry.game, chance))
    return full_table(app.test_client(), entry.game.name, seed=f"{number}", **options), chance


@every_game
@pytest.mark.parametrize("number", range(SESSIONS))
def test_every_answer_of_a_session_is_as_documented(app: Flask, entry: Entry, number: int) -> None:
    seats, chance = random_session(app, entry, number)
    spectator = app.test_client()
    contract = entry.contract
    for _ in range(MOST_ACTIONS):
        views = [seat.view for seat in seats]
        exactly(contract.view, chance.choice(views))
        able = [(seat, view) for seat, view in zip(seats, views, strict=True) if view["legal_actions"]]
        if not able:
            break
        seat, view = chance.choice(able)
        exactly(contract.played, seat.act(chance.choice(view["legal_actions"])).get_json())
        refused = seats[0].post(wire_name(entry.game.actions[0]), {})
        assert refused.status_code in (200, 409, 422)
        spectator.get(seats[0].url)
    for seat in seats:
        seat.post("resign")
    events = spectator.get(f"{seats[0].url}/events?limit=1000")
    replay = spectator.get(f"{seats[0].url}/replay")
    if events.status_code == 200:
        exactly(contract.events, events.get_json())
    if replay.status_code == 200:
        exactly(contract.replay, replay.get_json())
    exactly(contract.sessions, spectator.get(f"/v1/{entry.game.name}/sessions").get_json())


@every_game
def test_opening_is_as_documented(app: Flask, entry: Entry) -> None:
    opened = app.test_client().post(f"/v1/{entry.game.name}/sessions")
    exactly(entry.contract.seated, opened.get_json())
    assert opened.headers["Location"] == opened.get_json()["session"]["url"]


@every_game
def test_a_view_is_accepted_action_by_action_as_it_lists_them(app: Flask, entry: Entry) -> None:
    """Each legal action of a view, posted to a session of its own with the same seed, is accepted."""
    for seed in range(4):
        first = full_table(app.test_client(), entry.game.name, seed=f"{seed}")
        acting = first[0].view["to_act"][0]
        for legal in first[acting].legal:
            again = full_table(app.test_client(), entry.game.name, seed=f"{seed}")
            assert again[acting].act(legal).status_code == 200


def test_the_pages_beside_the_games_are_as_documented(app: Flask) -> None:
    client = app.test_client()
    for path in ("/", "/v1/games", "/health", "/ready", "/v1/problems/not_found"):
        assert client.get(path).status_code == 200
    assert client.get("/v1/problems/none").status_code == 404
