"""Who may see what, as the document tells it, is what every reader of every session gets."""

from random import Random
from typing import Any

import pytest
import yaml
from flask import Flask
from flask.testing import FlaskClient

from schemas.fields import SeenBy
from server.catalogue import CATALOGUE, Entry
from tests.web.contract import document
from tests.web.seats import Seat, full_table, spectator
from tests.web.visibility import DOCUMENT, PAGE, page

SESSIONS = 5
MOVES = 40

each_game = pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.game.name)


def test_the_page_is_the_one_the_document_makes() -> None:
    assert PAGE.read_text() == page(yaml.safe_load(DOCUMENT.read_text())), "run `make openapi`"


def test_every_member_of_every_answer_is_in_it(application: Flask) -> None:
    for name, schema in document(application)["components"]["schemas"].items():
        if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
            assert schema["x-visible-to"].keys() == schema["properties"].keys(), name


@each_game
def test_everyone_sees_the_same_but_for_what_is_their_own(client: FlaskClient, entry: Entry) -> None:
    seen = document(client.application)["components"]["schemas"][f"{entry.contract.prefix}View"]["x-visible-to"]
    differs: set[str] = set()
    for number in range(SESSIONS):
        for views in _moments(client, entry, Random(f"seen at {entry.game.name} {number}")):
            for member, who in seen.items():
                values = [view[member] for view in views]
                if any(value != values[0] for value in values):
                    assert who == SeenBy.WHO_ASKS, member
                    differs.add(member)
                if who == SeenBy.EVERYONE_AFTER_THE_END and views[0]["status"] != "finished":
                    assert values[0] is None, member
                if who == SeenBy.WHO_ASKS:
                    assert not values[-1], (member, "a spectator has it")
    assert differs == {member for member, who in seen.items() if who == SeenBy.WHO_ASKS}


def _moments(client: FlaskClient, entry: Entry, chance: Random) -> Any:
    """The views of every seat, and then a spectator's, after every move of a session."""
    seats = full_table(client, entry.game.name)
    for _ in range(MOVES):
        yield _views(seats)
        acting = [seat for seat in seats if seat.legal]
        if not acting:
            break
        seat = chance.choice(acting)
        seat.act(chance.choice(seat.legal))
    for seat in seats:
        seat.post("resign")
    yield _views(seats)


def _views(seats: list[Seat]) -> list[Any]:
    return [*(seat.view for seat in seats), spectator(seats[0]).get_json()]
