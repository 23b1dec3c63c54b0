"""Names of any script are measured, cut and made ASCII so that the columns stay."""

import pytest

from server.drawings import ascii_only
from server.drawings.sheet import WIDTH, card, cards, centred, cut, numbered, page, right, tidy, width, wrapped


@pytest.mark.parametrize(
    ("text", "columns"),
    [("Ada", 3), ("José", 4), ("Jose\u0301", 4), ("李雷", 4), ("한", 2), ("🂡", 1), ("👍", 2), ("Q♠", 2), ("", 0)],
)
def test_a_text_takes_as_many_columns_as_a_terminal_gives_it(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "columns", "kept"),
    [
        ("Ada", 3, "Ada"),
        ("Wilhelmina", 5, "Wilh…"),
        ("Ada of Hull", 5, "Ada…"),
        ("李雷和韩", 6, "李雷…"),
        ("李雷和韩", 7, "李雷和…"),
        ("Jose\u0301phine", 5, "Jose\u0301…"),
    ],
)
def test_a_name_that_is_too_long_is_cut_between_letters(text: str, columns: int, kept: str) -> None:
    assert cut(text, columns) == kept
    assert width(kept) <= columns


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("Jose\u0301", "José"),
        ("  Ada \u00a0\u3000 Byron\u2028", "Ada Byron"),
        ("❤\ufe0f", "❤"),
        ("👍\U0001f3fd", "👍"),
        ("A\u202eda", "A?da"),
        ("\ue000\U0010fffd", "??"),
        ("\u0301\u0302", ""),
        ("Ada \u0301", "Ada"),
        (" \u2003", ""),
    ],
)
def test_what_terminals_disagree_about_is_taken_out_of_a_name(name: str, drawn: str) -> None:
    assert tidy(name) == drawn


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Q♠ T♥ 9♦ A♣", "QS TH 9D AC"),
        ("╭──╮ │ ╰──╯ · …", "+--+ | +--+ - ~"),
        ("José", "Jose"),
        ("Jose\u0301", "Jose"),
        ("李雷", "????"),
        ("Łódź", "?odz"),
        ("½ ﬁ \uff21", "? ? ??"),
        ("עדה", "???"),
    ],
)
def test_in_ascii_a_character_gives_way_to_as_many_as_it_is_columns_wide(text: str, plain: str) -> None:
    assert ascii_only(text) == plain
    assert len(plain) == width(text)


def test_cards_are_drawn_by_their_symbols() -> None:
    assert cards(["QS", "TH", "JOKER"]) == "Q♠ T♥ joker"
    assert card("Ada") == "Ada"


def test_wide_letters_are_put_in_place_by_their_columns() -> None:
    assert right("李雷", 6) == "  李雷"
    assert centred("李雷", 8) == "  李雷  "


def test_a_list_goes_on_below_its_beginning() -> None:
    first, second = wrapped("Pile  ", ["Q♠"] * 26)
    assert width(first) <= WIDTH
    assert second == "      Q♠"


def test_a_word_that_is_longer_than_a_line_is_broken() -> None:
    lines = wrapped("Seed ", ["x" * 200])
    assert "".join(line[5:] for line in lines) == "x" * 200
    assert max(map(len, lines)) == WIDTH


def test_a_few_actions_stand_below_each_other_and_many_beside_each_other() -> None:
    assert numbered(["pass", "bid four"]) == ["  1  pass", "  2  bid four"]
    assert numbered([f"play {each}" for each in "abcde"])[0].rstrip() == "  1  play a     4  play d"
    assert numbered(["x" * 70] * 5)[4] == "  5  " + "x" * 70


def test_nothing_is_left_at_the_end_of_a_line() -> None:
    assert page(["one  ", ""], [], ["two"]) == "one\n\n\ntwo\n"
