"""The Shooting Party: etiquette (SP-9 to SP-13)."""

import pytest

from server.cards import Card
from server.game import Action, Resign
from server.games.shooting_party import Cause, Discard, Discarded, Draw, Leave, Reason, Retrieve, Seduce, choices
from tests.cardtable import cards
from tests.games.party_table import after, legal, party, refused
from tests.games.steps import only, told


def test_etiquette_starts_again_with_the_cards_that_it_has_drawn() -> None:
    """SP-9."""
    step = after(party("JC", draw_pile="JD 2C QH 3C KH QS 5C"), Draw())
    assert step.state.hand == cards("3C QS")
    assert [event.cause for event in told(step, Discarded)] == [Cause.JACKS, Cause.GUARDED]


def test_two_jacks_after_two_jacks_send_the_new_hand_away_too() -> None:
    """SP-9, SP-12."""
    step = after(party("JC", draw_pile="JD 2C JH 3C JS 4C 5D KH 3S KC"), Draw())
    assert step.state.hand == cards("5D KH 3S KC")
    assert step.state.discard_pile == cards("JC JD 2C JH 3C JS 4C")


def test_a_king_takes_his_queen_away() -> None:
    """SP-10."""
    step = after(party("QH 3S", draw_pile="KH 4D"), Draw())
    assert step.state.hand == cards("3S 4D")
    assert only(step, Discarded) == Discarded(cards("QH KH"), Cause.GUARDED)


@pytest.mark.parametrize("hand", ["QH 3S", "QH JS"])
def test_a_king_of_another_suit_and_a_jack_of_another_suit_disturb_nobody(hand: str) -> None:
    """SP-10."""
    step = after(party(hand, draw_pile="KD 4D"), Draw())
    assert step.state.hand == cards(f"{hand} KD 4D")


def test_with_the_jack_of_the_suit_the_player_must_choose() -> None:
    """SP-10."""
    step = after(party("QH JH 2C", draw_pile="KH 4D"), Draw())
    assert step.state.hand == cards("QH JH 2C KH 4D")
    assert choices(step.state) == ("hearts",)
    assert {*legal(step.state)} == {Discard(cards("QH KH")), Discard(cards("KH JH"))}


def test_the_jack_may_go_in_the_place_of_the_queen() -> None:
    """SP-10."""
    step = after(party("QH JH KH 2C"), Discard(cards("JH KH")))
    assert step.state.hand == cards("QH 2C")
    assert only(step, Discarded) == Discarded(cards("JH KH"), Cause.GUARDED)


def test_the_queen_may_go_and_leave_the_jack() -> None:
    """SP-10."""
    assert after(party("QH JH KH 2C"), Discard(cards("KH QH"))).state.hand == cards("JH 2C")


@pytest.mark.parametrize(
    "action",
    [
        Draw(),
        Leave(),
        Seduce(),
        Retrieve(Card("4S")),
        Discard(cards("2C 3C")),
        Discard(cards("JH QH")),
        Discard(cards("JH QH KH")),
        Discard(cards("JOKER")),
    ],
)
def test_while_a_choice_is_open_nothing_else_is_allowed(action: Action) -> None:
    """SP-10."""
    state = party("QH JH KH 2C JOKER", draw_pile="5S 5D 5C 5H", discard_pile="4S")
    assert refused(state, action) == ("choice_open", "SP-10")


def test_a_choice_does_not_keep_the_player_from_resigning() -> None:
    """SP-10, SP-21."""
    assert after(party("QH JH KH"), Resign()).state.ending is Reason.RESIGNED


def test_two_choices_may_be_open_and_are_settled_in_any_order() -> None:
    """SP-10."""
    state = party("QH JH KH QS JS KS 2C")
    assert choices(state) == ("hearts", "spades")
    assert len(legal(state)) == 4
    assert choices(after(state, Discard(cards("QS KS"))).state) == ("hearts",)
    assert after(state, Discard(cards("JH KH")), Discard(cards("QS KS"))).state.hand == cards("QH JS 2C")


def test_an_open_choice_holds_up_the_rest_of_etiquette_but_not_other_couples() -> None:
    """SP-10: every suit is settled before SP-11."""
    step = after(party("QC QH JH", draw_pile="KH KC"), Draw())
    assert step.state.hand == cards("QH JH KH")
    two_queens = party("QS QH KH JH")
    assert after(two_queens, Discard(cards("KH JH"))).state.hand == cards("QH")
    assert after(two_queens, Discard(cards("KH QH"))).state.hand == cards("QS JH")


def test_a_guarded_queen_goes_before_rivals_are_compared() -> None:
    """SP-10 before SP-11: the newest queen leaves with her king, and the older one stays."""
    assert after(party("QS 5C", draw_pile="QH KH"), Draw()).state.hand == cards("QS 5C")


def test_sending_king_and_jack_away_saves_the_hand_from_a_second_jack() -> None:
    """SP-10 before SP-12."""
    assert after(party("QH JH KH JS"), Discard(cards("KH JH"))).state.hand == cards("QH JS")


def test_of_several_queens_only_the_newest_stays() -> None:
    """SP-11."""
    step = after(party("QH 3D", draw_pile="QS QC"), Draw())
    assert step.state.hand == cards("3D QC")
    assert only(step, Discarded) == Discarded(cards("QH QS"), Cause.RIVAL)


def test_kings_are_no_rivals() -> None:
    """SP-11."""
    assert after(party("KH 3D", draw_pile="KS KC"), Draw()).state.hand == cards("KH 3D KS KC")


def test_rivals_part_before_two_jacks_throw_out_the_hand() -> None:
    """SP-11 before SP-12."""
    step = after(party("QH JC", draw_pile="QS JD 2C 3C 4D 5S"), Draw())
    assert [(event.cards, event.cause) for event in told(step, Discarded)] == [
        (cards("QH"), Cause.RIVAL),
        (cards("JC QS JD"), Cause.JACKS),
    ]


def test_two_jacks_send_the_whole_hand_away_and_four_cards_are_drawn() -> None:
    """SP-12."""
    step = after(party("JC JOKER QD 4S", draw_pile="JD 2H 3C AS 5C KS 4H 2C"), Draw())
    assert step.state.discard_pile == cards("JC JOKER QD 4S JD 2H")
    assert step.state.hand == cards("3C 5C KS 4H")
    assert step.state.display == cards("AS")


def test_the_draw_of_etiquette_may_exhaust_the_pile_and_bring_back_what_was_just_discarded() -> None:
    """SP-5, SP-12."""
    state = party("JC", draw_pile="JD 2H 3C", discard_pile="4S KC", shuffled_into=["KC JD 4S 2H JC"])
    step = after(state, Draw())
    assert step.state.hand == cards("3C KC JD 4S")
    assert step.state.draw_pile == cards("2H JC")
    assert step.state.exhaustions == 1


def test_one_jack_and_one_queen_may_stay() -> None:
    """SP-13."""
    assert after(party("JC QD", draw_pile="2C KS"), Draw()).state.hand == cards("JC QD 2C KS")
