"""The Shooting Party: aces, the end and the score, reversed roles, and what the player may know (SP-22 to SP-28)."""

import pytest

from server.cards import Card, Suit
from server.game import Action, Resign, replace
from server.games.shooting_party import (
    GAME,
    Cause,
    Discard,
    Discarded,
    Displayed,
    Draw,
    Drawn,
    Finished,
    Leave,
    Reason,
    Result,
    Retrieve,
    Roles,
    Seduce,
    Seduced,
    View,
    choices,
    result,
)
from tests.cardtable import cards
from tests.games.party_table import after, legal, party, refused
from tests.games.steps import only

DRAW_PILE = "2C 3D 4H 5S 3C 4C"

# Aces


@pytest.mark.parametrize(
    ("hand", "action"),
    [
        ("QH 3H", Discard(cards("QH 3H"))),
        ("QH JH KH", Discard(cards("QH KH"))),
        ("QH 2S", Leave()),
        ("JOKER QH", Retrieve(Card("QD"))),
        ("JOKER QH", Retrieve(Card("KH"))),
    ],
    ids=["matched", "guarded", "left", "rival", "king"],
)
def test_losing_a_queen_moves_no_ace(hand: str, action: Action) -> None:
    """SP-22."""
    state = party(hand, draw_pile=DRAW_PILE, discard_pile="QD KH" if "JOKER" in hand else "QD", display="AH AD")
    step = after(state, action)
    assert Card("QH") in step.state.discard_pile
    assert step.state.display == cards("AH AD")


def test_an_ace_whose_queen_is_scored_already_never_scores() -> None:
    """SP-23: not with another queen either."""
    step = after(party("QH", draw_pile=DRAW_PILE, display="AS", scored="QS"), Seduce())
    assert step.state.score_pile == cards("QS QH")
    assert step.state.display == cards("AS")


def test_an_ace_that_came_too_late_keeps_circulating() -> None:
    """SP-23."""
    state = party("2C", display="AS", discard_pile="3D 4H", scored="QS", shuffled_into=["AS 4H 3D"])
    step = after(state, Draw())
    assert step.state.display == cards("AS")
    assert step.state.hand == cards("2C 4H 3D")


def test_scored_cards_never_return() -> None:
    """SP-24."""
    state = party("2C", discard_pile="3D 4H", display="AH", scored="QS AS", shuffled_into=["AH 4H 3D"])
    assert after(state, Draw()).state.score_pile == cards("QS AS")


# The end


def test_the_fourth_queen_ends_the_party_and_nothing_more_is_drawn() -> None:
    """SP-19, SP-25."""
    step = after(party("QS", draw_pile=DRAW_PILE, display="AS", scored="QC QD QH AC"), Seduce())
    assert step.state.hand == ()
    assert step.state.draw_pile == cards(DRAW_PILE)
    ended = Result(queens=4, aces=2, points=6, title="bourgeois scoundrel", reason=Reason.ALL_QUEENS)
    assert step.events == (Seduced(cards("QS AS")), Finished(ended))
    assert result(step.state) == ended


def test_the_third_queen_is_not_the_end() -> None:
    """SP-25."""
    step = after(party("QS", draw_pile=DRAW_PILE, display="AS AD", scored="QC QD AC"), Seduce())
    assert result(step.state) is None
    assert step.state.hand == cards("2C 3D 4H 5S")


def test_a_seduction_counts_though_the_draw_after_it_ends_the_party() -> None:
    """SP-25."""
    step = after(party("QD", discard_pile="2C", display="AD", scored="QS", exhaustions=2), Seduce())
    assert step.state.ending is Reason.EXHAUSTED
    assert only(step, Finished).result.points == 3


def test_the_fourth_queen_needs_no_card_and_so_exhausts_nothing() -> None:
    """SP-25."""
    step = after(party("QS", scored="QC QD QH", exhaustions=2), Seduce())
    assert step.state.ending is Reason.ALL_QUEENS
    assert step.state.exhaustions == 2


def test_a_party_ends_by_resignation() -> None:
    """SP-25."""
    ended = Result(queens=0, aces=0, points=0, title="impecunious boor", reason=Reason.RESIGNED)
    assert after(party("2C"), Resign()).events == (Finished(ended),)


def test_no_choice_is_open_after_the_end() -> None:
    """SP-25."""
    assert choices(after(party("QH JH KH"), Resign()).state) == ()


WEALTH = ["impecunious", "common", "bourgeois", "oofy", "filthy"]
STANDING = ["boor", "cad", "rake", "bounder", "scoundrel"]


@pytest.mark.parametrize(("queens", "aces"), [(queens, aces) for queens in range(5) for aces in range(queens + 1)])
def test_aces_make_wealth_and_queens_make_standing(queens: int, aces: int) -> None:
    """SP-26."""
    scored = cards("QC QD QH QS")[:queens] + cards("AC AD AH AS")[:aces]
    state = replace(party("2C"), score_pile=scored)
    outcome = only(after(state, Resign()), Finished).result
    assert outcome.points == queens + aces
    assert outcome.title == f"{WEALTH[aces]} {STANDING[queens]}"


def test_four_and_four_is_a_filthy_scoundrel() -> None:
    """SP-26."""
    step = after(party("QS", display="AS", scored="QC QD QH AC AD AH"), Seduce())
    assert only(step, Finished).result.title == "filthy scoundrel"
    assert only(step, Finished).result.points == 8


# Reversed roles: test_shooting_party_vectors.py plays every example with them.


def test_with_reversed_roles_kings_are_courted_and_queens_guard_them() -> None:
    """SP-27."""
    lone_king = party("KS", draw_pile=DRAW_PILE, display="AS", roles=Roles.REVERSED)
    assert after(lone_king, Seduce()).state.score_pile == cards("KS AS")
    lone_queen = party("QS", draw_pile=DRAW_PILE, roles=Roles.REVERSED)
    assert refused(lone_queen, Seduce()) == ("not_a_lone_queen", "SP-19")


def test_with_reversed_roles_kings_are_rivals_and_queens_are_not() -> None:
    """SP-27, SP-11."""
    assert after(party("KS QC", draw_pile="QD KH", roles=Roles.REVERSED), Draw()).state.hand == cards("QC QD KH")


def test_with_reversed_roles_the_choice_is_king_and_queen_or_queen_and_jack() -> None:
    """SP-27, SP-10."""
    state = party("KS QS JS", roles=Roles.REVERSED)
    assert choices(state) == ("spades",)
    assert {*legal(state)} == {Discard(cards("KS QS")), Discard(cards("QS JS"))}


def test_with_reversed_roles_the_fourth_king_ends_the_party() -> None:
    """SP-27, SP-25: the result counts kings as queens."""
    step = after(party("KS", scored="KC KD KH AC", roles=Roles.REVERSED), Seduce())
    outcome = only(step, Finished).result
    assert (outcome.queens, outcome.aces, outcome.reason) == (4, 1, Reason.ALL_QUEENS)


# What the player may know


def test_the_view_shows_all_but_the_draw_pile() -> None:
    """SP-28."""
    state = party("QH JH KH", draw_pile=DRAW_PILE, discard_pile="4S 4D", display="AD", scored="QS AS", exhaustions=1)
    assert GAME.view(state, 0) == View(
        hand=cards("QH JH KH"),
        display=cards("AD"),
        score_pile=cards("QS AS"),
        discard_pile=cards("4S 4D"),
        draw_pile_count=6,
        exhaustions=1,
        choices=(Suit.HEARTS,),
        points=2,
    )


def test_a_spectator_sees_what_the_player_sees() -> None:
    """SP-28."""
    state = party("2H", draw_pile=DRAW_PILE, discard_pile="4S")
    assert GAME.view(state, None) == GAME.view(state, 0)


def test_neither_view_nor_legal_actions_tell_the_order_of_the_draw_pile() -> None:
    """SP-28."""
    one = party("JOKER 2H", draw_pile="2C AS 3D AC 4H")
    another = party("JOKER 2H", draw_pile="AC 4H AS 3D 2C")
    assert GAME.view(one, 0) == GAME.view(another, 0)
    assert legal(one) == legal(another)


def test_naming_the_aces_in_the_draw_pile_is_allowed() -> None:
    """SP-28."""
    assert {Retrieve(Card("AS")), Retrieve(Card("AC"))} <= {*legal(party("JOKER", draw_pile="2C AS 3D AC"))}


def test_what_happened_is_told_in_order() -> None:
    """Two jacks go before four cards come, an ace among them, and those bring a couple that goes too."""
    step = after(party("JC", draw_pile="JD 2C QH 3C AS KH QS 5C"), Draw())
    assert step.events == (
        Drawn(cards("JD 2C")),
        Discarded(cards("JC JD 2C"), Cause.JACKS),
        Drawn(cards("QH 3C")),
        Displayed(Card("AS")),
        Drawn(cards("KH QS")),
        Discarded(cards("QH KH"), Cause.GUARDED),
    )
