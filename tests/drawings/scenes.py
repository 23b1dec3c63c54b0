"""Tables to be drawn: chosen ones, whose drawings are kept in ``drawn``, and those of random play.

``.venv/bin/python -m tests.drawings.scenes`` draws the chosen ones again. Look at what has changed before you keep it.
"""

from collections.abc import Callable, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import msgspec
from flask.testing import FlaskClient

from server.catalogue import CATALOGUE
from server.config import Settings
from server.drawings import ascii_only, plain, shooter, shooting_party
from server.web.app import create_app
from tests.games.random_play import random_options
from tests.web.seats import Seat, full_table, join, on_turn, open_session, spectator

FOLDER = Path(__file__).parent / "drawn"

DRAWINGS = {"shooter": shooter.draw, "shooting-party": shooting_party.draw}
"""The games that have a drawing of their own."""

NAMES = ("Ada", "Wilhelmina Petronella von Hohenz", "李雷和韩梅梅在打牌", "José")
RESIGNATIONS = 1 / 40  # of all actions

View: TypeAlias = dict[str, Any]


@cache
def client() -> FlaskClient:
    return create_app(Settings(store="memory", secret_key="for tests")).test_client()


def random_views(game: str, number: int, most: int = 60) -> Iterator[View]:
    """What each seat, and whoever watches, sees in turn in random play. The players have names of all kinds."""
    chance = Random(f"{game} {number}")
    (entry,) = [entry for entry in CATALOGUE if entry.game.name == game]
    fewest, most_seats = entry.game.seats
    players = fewest + number % (most_seats - fewest + 1)
    chosen = (random_options(entry.game, chance) for _ in count())
    options = msgspec.to_builtins(next(each for each in chosen if entry.game.players(each) == players))
    options |= {"spectators": True}
    known_to = entry.contract.create.fields
    seats = full_table(client(), game, seed=f"{number}", **{name: options[name] for name in known_to & options.keys()})
    readers = [*seats, None]
    for turn in range(most):
        reader = readers[turn % len(readers)]
        view = reader.view if reader else spectator(seats[0]).get_json()
        yield renamed(view, chance)
        able = [seats[seat] for seat in view["to_act"]] + [reader] * bool(view["legal_actions"])
        if not able:
            return
        seat = chance.choice(able)
        assert seat is not None
        if chance.random() < RESIGNATIONS:
            seat.post("resign")
        elif legal := seat.legal:
            seat.act(chance.choice(legal))


def renamed(view: View, chance: Random) -> View:
    """*view* with names by chance, of any letters that a name may have."""
    letters = "aZ é\u0301李한🂡👍🏽❤\ufe0fא\u2028\u3000\ue000♠│…\U000e0100ﬁ"
    for player in view.get("players", []):
        player["name"] = "".join(chance.choices(letters, k=chance.choice((0, 1, 4, 32)))) or None
    return view


# Chosen tables


def a_table_that_waits() -> str:
    host = open_session(client(), "shooter", name="Ada", players=3, six_is_moon=True)
    return shooter.draw(known(host.view))


def an_auction_as_others_see_it() -> str:
    seats = table(None, "Seat 0", "Ada", players=3)
    post(seats, "bid four", "pass")
    return shooter.draw(known(spectator(seats[0]).get_json()))


def a_trick() -> str:
    return shooter.draw(_in_the_second_trick())


def a_trick_in_ascii() -> str:
    return ascii_only(shooter.draw(_in_the_second_trick()))


def accusations() -> str:
    seats = table("Ada", "Bob", "Ada", "Cleo", partners=True, reneging="honour")
    post(seats, "bid three", "pass", "pass", "pass", "trump hearts")
    while seats[0].view["phase"] == "playing":
        on_turn(seats).act(on_turn(seats).legal[0])
    post(seats, "accept")
    return shooter.draw(known(seats[2].view))


def a_seat_kept_by_the_house() -> str:
    """Three players and the house, which has kept a seat whose player may return."""
    seats = table("Ada", "Bob", "Cleo", "Dora", all_pass="stick_dealer")
    view = seats[1].view | {"legal_actions": [{"action": "return", "body": {}}]}
    view["players"][1]["played_by_house"] = True
    view["players"][3] |= {"kind": "bot", "name": None, "played_by_house": True}
    return shooter.draw(known(view))


def a_table_that_has_its_winner() -> str:
    seats = table("Ada", "Bob", "Cleo", "Dora", target=4)
    while seats[0].view["status"] == "active":
        on_turn(seats).act(on_turn(seats).legal[0])
    return shooter.draw(known(seats[1].view) | {"rematch": "/v1/shooter/sessions/BBBBBBBBBBBBBBBBBBBBBB"})


def the_joker_in_hand() -> str:
    return shooting_party.draw(known(_party(1, lambda view: len(view["legal_actions"]) > 24)))


def an_open_choice() -> str:
    return shooting_party.draw(known(_party(1, lambda view: bool(view["choices"]), roles="reversed")))


def a_party_that_is_over() -> str:
    return shooting_party.draw(known(_party(1, lambda view: view["points"] > 1 and view["status"] == "finished")))


def a_table_without_a_drawing() -> str:
    return plain.draw(_in_the_second_trick())


def _in_the_second_trick() -> View:
    seats = table(*NAMES, turn_seconds=86400)
    post(seats, "bid three", "pass", "bid five", "pass", "trump spades")
    while not (seats[0].view["last_trick"] and len(seats[0].view["trick"]) == 2):
        on_turn(seats).act(on_turn(seats).legal[-1])
    return known(on_turn(seats).view | {"deadline": "2026-11-30T12:34:56.789Z"})


def _party(seed: int, wanted: Callable[[View], bool], **options: Any) -> View:
    """The first session from *seed* on that comes, by chance, to a view that is *wanted*; and that view."""
    chance = Random(seed)
    while True:
        seat = open_session(client(), "shooting-party", seed=f"{seed}", **options)
        while (view := seat.view)["legal_actions"] and not wanted(view):
            seat.act(chance.choice(view["legal_actions"]))
        if wanted(view):
            return view
        seed += 1


def table(*names: str | None, **options: Any) -> list[Seat]:
    """A Shooter table with a seed, where these players sit and seat 0 deals."""
    options = {"players": len(names), "seed": "a drawing", "first_dealer": 0, **options}
    host = open_session(client(), "shooter", name=names[0], **options)
    return [host, *(join(client(), host, name=name) for name in names[1:])]


def post(seats: list[Seat], *actions: str) -> None:
    """``"bid three", "pass", "trump spades"``: each by whoever is on turn."""
    for action in actions:
        word, _, what = action.partition(" ")
        bodies = {"pass": {"call": "pass"}, "bid": {"call": what}, "trump": {"suit": what}}
        posted = on_turn(seats).post("bid" if word == "pass" else word, bodies.get(word, {}))
        assert posted.status_code == 200, posted.text


def known(view: View) -> View:
    """*view* with an id that is always the same."""
    fixed = "A" * len(view["id"])
    return view | {"id": fixed, "url": view["url"].replace(view["id"], fixed)}


SCENES: dict[str, Callable[[], str]] = {
    scene.__name__.replace("_", "-"): scene
    for scene in (
        a_table_that_waits,
        an_auction_as_others_see_it,
        a_trick,
        a_trick_in_ascii,
        accusations,
        a_seat_kept_by_the_house,
        a_table_that_has_its_winner,
        the_joker_in_hand,
        an_open_choice,
        a_party_that_is_over,
        a_table_without_a_drawing,
    )
}


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, scene in SCENES.items():
        (FOLDER / f"{name}.txt").write_text(scene(), encoding="utf-8")
