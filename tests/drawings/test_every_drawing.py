"""What holds for every drawing, over random play of every game in the catalogue: its own and the plain one."""

import copy
import json
import re
from functools import cache

import pytest

from server.drawings import Drawing, ascii_only, plain
from server.drawings.sheet import SYMBOLS, WIDTH, card, width
from tests.drawings.scenes import DRAWINGS, View, random_views
from tests.games.random_play import GAMES

SESSIONS = 8

INITIALS = {symbol: suit[0].upper() for suit, symbol in SYMBOLS.items()}

every_drawing = pytest.mark.parametrize(
    ("game", "draw"),
    [(game, plain.draw) for game in GAMES] + list(DRAWINGS.items()),
    ids=[f"{game}, plain" for game in GAMES] + list(DRAWINGS),
)


@cache
def views(game: str) -> list[View]:
    return [view for number in range(SESSIONS) for view in random_views(game, number)]


@every_drawing
def test_a_drawing_fits_on_its_sheet(game: str, draw: Drawing) -> None:
    for view in views(game):
        for drawn in (draw(view), ascii_only(draw(view))):
            lines = drawn.split("\n")
            assert max(map(width, lines)) <= WIDTH, drawn
            assert all(line == line.rstrip() and (line.isprintable() or not line) for line in lines), drawn
            assert lines[-1] == "", "it ends with a line's end"
            assert lines[0], "it begins with a heading"
            assert "\n\n\n" not in drawn
            assert lines[-2]


@every_drawing
def test_every_legal_action_has_its_number_once_and_the_first_says_how_to_post_it(game: str, draw: Drawing) -> None:
    for view in views(game):
        drawn, legal = draw(view), view["legal_actions"]
        numbers = [int(number) for number in re.findall(r"(?:^|  ) *(\d+)  (?=[a-z])", drawn, re.MULTILINE)]
        assert sorted(numbers) == list(range(1, len(legal) + 1)), drawn
        if legal:
            assert f"POST {view['url']}/{legal[0]['action']}" in drawn
            assert json.dumps(legal[0]["body"], separators=(",", ":")).strip("{}") in drawn


@every_drawing
def test_a_drawing_shows_the_whole_hand_and_no_card_that_its_reader_may_not_know(game: str, draw: Drawing) -> None:
    for view in views(game):
        drawn = draw(view)
        assert {card(code) for code in view["hand"] or ()} <= set(re.findall(r"[2-9TJQKA][♣♦♥♠]|joker", drawn))
        known = json.dumps(view, ensure_ascii=False)
        for rank, symbol in re.findall(r"([2-9TJQKA])([♣♦♥♠])", drawn):
            assert f'"{rank}{INITIALS[symbol]}"' in known or _to_settle(view, symbol)


def _to_settle(view: View, symbol: str) -> bool:
    return any(SYMBOLS[suit] == symbol for suit in SYMBOLS if suit in view.get("choices", ()))


@every_drawing
def test_in_ascii_a_drawing_says_the_same_in_the_same_columns(game: str, draw: Drawing) -> None:
    for view in views(game):
        drawn = draw(view)
        plainly = ascii_only(drawn)
        assert plainly.isascii()
        assert [len(line) for line in plainly.split("\n")] == [width(line) for line in drawn.split("\n")]
        column = 0
        for character in drawn:
            if character.isascii() or character in INITIALS:
                assert plainly[column] == INITIALS.get(character, character)
            column += 1 if character == "\n" else width(character)


@every_drawing
def test_a_drawing_comes_from_the_view_and_leaves_it_alone(game: str, draw: Drawing) -> None:
    for view in views(game)[::10]:
        before = copy.deepcopy(view)
        assert draw(view) == draw(json.loads(json.dumps(view)))
        assert view == before


def test_random_play_comes_to_what_is_hard_to_draw() -> None:
    """Otherwise the tests above prove little. What it seldom comes to is among the chosen tables."""
    assert set(DRAWINGS) <= set(GAMES)
    phases = {view["phase"] for view in views("shooter")}
    assert phases >= {"bidding", "naming_trump", "playing"}
    assert {len(view["players"]) for view in views("shooter")} == {3, 4}
    assert any("JOKER" in view["hand"] and len(view["legal_actions"]) > 10 for view in views("shooting-party"))
    assert any(view["result"] for view in views("shooting-party"))
