"""The Shooting Party: what the player may do with a settled hand (SP-14 to SP-21)."""

import pytest

from server.cards import Card
from server.game import Action, Resign
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
    Options,
    Reason,
    Retrieve,
    Retrieved,
    Seduce,
    Seduced,
    Shuffled,
)
from tests.cardtable import cards
from tests.games.party_table import after, legal, party, refused
from tests.games.steps import only

DRAW_PILE = "2C 3D 4H 5S 3C 4C"


def discards(hand: str) -> set[Discard]:
    """All that may be discarded from *hand*."""
    return {action for action in legal(party(hand)) if isinstance(action, Discard)}


def test_two_cards_are_drawn_with_up_to_five_in_hand() -> None:
    """SP-14."""
    for hand in ("", "QS", "2H KC KD JS 5D"):
        step = after(party(hand, draw_pile=DRAW_PILE), Draw())
        assert step.state.hand == cards(f"{hand} 2C 3D")
        assert step.events == (Drawn(cards("2C 3D")),)


@pytest.mark.parametrize("hand", ["2H KC KD JS 5D 3H", "2H KC KD JS 5D 3H JOKER"])
def test_nothing_is_drawn_to_a_hand_of_six_or_seven(hand: str) -> None:
    """SP-14."""
    state = party(hand, draw_pile=DRAW_PILE)
    assert Draw() not in legal(state)
    assert refused(state, Draw()) == ("hand_too_full", "SP-14")


def test_two_cards_of_a_suit_and_two_three_or_four_of_a_rank_are_matches() -> None:
    """SP-15."""
    matches = ["2H 5H", "2C 2H", "2C 2S", "2H 2S", "2C 2H 2S"]
    assert discards("2H 2C 5H 2S KD") == {Discard(cards(match)) for match in matches}
    assert Discard(cards("2C 2D 2H 2S")) in discards("2H 2C 2S 2D")


def test_kings_queens_and_jacks_match_like_other_cards() -> None:
    """SP-15."""
    matches = ["QH 3H", "JD 4D", "KS KC"]
    assert discards("QH 3H JD 4D KS KC") == {Discard(cards(match)) for match in matches}


@pytest.mark.parametrize("match", ["2H", "2H 5D", "2H 3H 5H", "2H 2C 3C", "JOKER 2H", "JOKER 2H 2C", "JOKER 2H 3H"])
def test_anything_else_is_no_match(match: str) -> None:
    """SP-15, SP-16: one card, two strangers, three of a suit, or the joker in company."""
    state = party("2H 3H 5H 2C 3C 5D JOKER")
    assert refused(state, Discard(cards(match))) == ("not_a_match", "SP-15")


def test_two_strangers_who_are_the_whole_hand_are_no_match_either() -> None:
    """SP-15."""
    assert refused(party("2H 5D"), Discard(cards("2H 5D"))) == ("not_a_match", "SP-15")


@pytest.mark.parametrize("match", ["4H 2H", "4S 4D", "4S", "JOKER"])
def test_only_cards_in_hand_are_discarded(match: str) -> None:
    """SP-15."""
    state = party("2H 3H KD", draw_pile="4H JOKER", discard_pile="4S 4D")
    assert refused(state, Discard(cards(match))) == ("card_not_in_hand", "SP-15")


def test_discarded_cards_lie_on_those_discarded_before() -> None:
    """SP-15."""
    step = after(party("2H KD 3H", discard_pile="4S 4D"), Discard(cards("3H 2H")))
    assert step.state.hand == cards("KD")
    assert step.state.discard_pile == cards("4S 4D 2H 3H")
    assert step.events == (Discarded(cards("2H 3H"), Cause.ACTION),)


def test_the_same_match_is_the_same_discard_however_it_is_named() -> None:
    """SP-15."""
    assert Discard(cards("3H 2H")) == Discard(cards("2H 3H"))


def test_nothing_is_drawn_for_a_discard_that_empties_the_hand() -> None:
    """SP-15."""
    assert after(party("2H 3H", draw_pile=DRAW_PILE), Discard(cards("2H 3H"))).state.hand == ()


def test_the_joker_is_discarded_alone() -> None:
    """SP-16."""
    step = after(party("4C JOKER QD"), Discard(cards("JOKER")))
    assert step.state.hand == cards("4C QD")
    assert step.events == (Discarded(cards("JOKER"), Cause.ACTION),)


def test_the_joker_is_exchanged_for_a_discarded_card() -> None:
    """SP-17."""
    step = after(party("2C JOKER KD", discard_pile="4S 5H 4D"), Retrieve(Card("5H")))
    assert step.state.hand == cards("2C KD 5H")
    assert step.state.discard_pile == cards("4S 4D JOKER")
    assert step.events == (Discarded(cards("JOKER"), Cause.JOKER), Retrieved(Card("5H")))


def test_a_retrieved_card_is_the_newest_in_hand() -> None:
    """SP-17: so a retrieved queen ousts the one who was there, and a retrieved king takes her away."""
    assert after(party("JOKER QD", discard_pile="QS"), Retrieve(Card("QS"))).state.hand == cards("QS")
    assert after(party("JOKER QD 2C", discard_pile="KD"), Retrieve(Card("KD"))).state.hand == cards("2C")


@pytest.mark.parametrize("card", ["JOKER", "4H", "2C"])
def test_nothing_but_discarded_cards_and_hidden_aces_is_retrieved(card: str) -> None:
    """SP-17: not the joker itself, no card of the draw pile, none in hand."""
    state = party("JOKER 2C", draw_pile="4H AD", discard_pile="5H")
    assert refused(state, Retrieve(Card(card))) == ("not_retrievable", "SP-17")


def test_an_ace_on_display_or_scored_is_not_retrieved() -> None:
    """SP-18."""
    state = party("JOKER 2C", draw_pile="4H", display="AD", scored="QS AS")
    for ace in cards("AD AS"):
        assert refused(state, Retrieve(ace))[0] == "not_retrievable"


def test_nothing_is_retrieved_without_the_joker() -> None:
    """SP-17."""
    state = party("2C", draw_pile="AD", discard_pile="5H JOKER")
    assert refused(state, Retrieve(Card("5H"))) == ("no_joker", "SP-17")
    assert refused(state, Retrieve(Card("AD")))[0] == "no_joker"


def test_the_joker_fetches_an_ace_from_the_draw_pile_which_is_then_shuffled() -> None:
    """SP-18: onto the display, and no card is drawn for it."""
    state = party("QD JOKER", draw_pile="2C AD 3C AH", discard_pile="5H", shuffled_into=["3C AH 2C"])
    step = after(state, Retrieve(Card("AD")))
    assert step.state.hand == cards("QD")
    assert step.state.display == cards("AD")
    assert step.state.discard_pile == cards("5H JOKER")
    assert step.state.draw_pile == cards("3C AH 2C")
    assert step.events == (Discarded(cards("JOKER"), Cause.JOKER), Retrieved(Card("AD")), Shuffled(1, 0))


@pytest.mark.parametrize("rest", ["", "2C"])
def test_a_shuffle_of_one_card_or_none_counts_too(rest: str) -> None:
    """SP-18, D-5: and a pile that is emptied by it is not yet exhausted."""
    state = party("QD JOKER", draw_pile=f"AD {rest}", shuffled_into=[rest])
    step = after(state, Retrieve(Card("AD")))
    assert step.state.shuffles == 1
    assert step.state.draw_pile == cards(rest)
    assert step.state.exhaustions == 0


def test_the_next_shuffle_is_numbered_after_those_of_the_aces() -> None:
    """SP-18, D-5."""
    state = party("2S JOKER", draw_pile="AD", discard_pile="5H", shuffled_into=["", "5H JOKER AD"])
    step = after(state, Retrieve(Card("AD")), Draw())
    assert [event for event in step.events if isinstance(event, Shuffled)] == [Shuffled(1, 0), Shuffled(2, 1)]


def test_a_lone_queen_is_seduced_and_her_ace_on_display_goes_with_her() -> None:
    """SP-19."""
    step = after(party("QS", draw_pile=DRAW_PILE, display="AH AS"), Seduce())
    assert step.state.score_pile == cards("QS AS")
    assert step.state.display == cards("AH")
    assert step.state.hand == cards("2C 3D 4H 5S")
    assert step.events == (Seduced(cards("QS AS")), Drawn(cards("2C 3D 4H 5S")))


def test_a_queen_without_her_ace_is_scored_alone() -> None:
    """SP-19."""
    step = after(party("QS", draw_pile=DRAW_PILE, display="AH"), Seduce())
    assert step.state.score_pile == cards("QS")
    assert only(step, Seduced).cards == cards("QS")


def test_the_ace_that_is_drawn_after_the_seduction_comes_too_late() -> None:
    """SP-19."""
    step = after(party("QS", draw_pile=f"AS {DRAW_PILE}"), Seduce())
    assert step.state.score_pile == cards("QS")
    assert only(step, Displayed).card == "AS"


def test_scored_queens_lie_before_scored_aces() -> None:
    """SP-19."""
    step = after(party("QS", draw_pile=DRAW_PILE, display="AS", scored="QH AH"), Seduce())
    assert step.state.score_pile == cards("QH QS AH AS")


@pytest.mark.parametrize("hand", ["", "QS 2C", "QS JOKER", "KS", "JS", "JOKER"])
def test_nobody_but_a_queen_alone_is_seduced(hand: str) -> None:
    """SP-19."""
    state = party(hand, draw_pile=DRAW_PILE)
    assert Seduce() not in legal(state)
    assert refused(state, Seduce()) == ("not_a_lone_queen", "SP-19")


def test_a_lone_queen_need_not_be_seduced() -> None:
    """SP-19."""
    assert {*legal(party("QS", draw_pile=DRAW_PILE))} == {Seduce(), Draw(), Leave()}


@pytest.mark.parametrize("hand", ["2H 5C KD", "", "QS", "JOKER 2H 3C KD JS 5C 4D"])
def test_the_room_may_be_left_with_any_hand(hand: str) -> None:
    """SP-20."""
    step = after(party(hand, draw_pile="2C AD 3D 4H 5S", discard_pile="4S"), Leave())
    assert step.state.hand == cards("2C 3D 4H 5S")
    assert step.state.display == cards("AD")
    assert step.state.discard_pile == cards(f"4S {hand}")
    assert all(event.cause is Cause.LEAVE for event in step.events if isinstance(event, Discarded))


def test_cards_just_discarded_by_leaving_take_part_in_the_reshuffle_it_causes() -> None:
    """SP-20."""
    state = party("2H 5C KD", draw_pile="4S 2D", shuffled_into=["KD 5C 2H"])
    assert after(state, Leave()).state.hand == cards("4S 2D KD 5C")


def test_at_a_table_without_leave_nobody_leaves_the_room() -> None:
    """SP-20."""
    state = party("2H 5C KD", draw_pile=DRAW_PILE, leave=False)
    assert Leave() not in legal(state)
    assert refused(state, Leave()) == ("leaving_not_allowed", "SP-20")


def test_leaving_is_allowed_unless_the_table_says_otherwise() -> None:
    """SP-20."""
    assert Options().leave


def test_whoever_resigns_keeps_the_score() -> None:
    """SP-21."""
    step = after(party("2H", draw_pile=DRAW_PILE, scored="QS QH AS"), Resign())
    assert step.state.ending is Reason.RESIGNED
    assert only(step, Finished).result.points == 3
    assert step.state.hand == cards("2H")


def test_resigning_is_always_allowed_and_never_listed() -> None:
    """SP-21."""
    state = party("2H", draw_pile=DRAW_PILE)
    assert GAME.may_resign(state, 0)
    assert Resign() not in legal(state)


def test_nobody_else_is_at_the_table() -> None:
    """SP-14 to SP-21."""
    state = party("2H 3H", draw_pile=DRAW_PILE)
    assert GAME.to_act(state) == (0,)
    assert GAME.legal_actions(state, 1) == ()
    assert not GAME.may_resign(state, 1)


@pytest.mark.parametrize("action", [Draw(), Discard(cards("2H 3H")), Seduce(), Leave(), Resign()])
def test_nothing_is_done_after_the_end(action: Action) -> None:
    """SP-14 to SP-21."""
    finished = after(party("2H 3H", draw_pile=DRAW_PILE), Resign()).state
    assert legal(finished) == ()
    assert GAME.to_act(finished) == ()
    assert refused(finished, action) == ("session_finished", None)
