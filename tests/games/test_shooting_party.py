"""The Shooting Party: its cards, and how they are drawn (SP-1 to SP-8)."""

from server.cards import SHOOTING_PARTY as PACK
from server.cards import Card
from server.deal import shuffled
from server.game import replace
from server.games.shooting_party import (
    GAME,
    Discard,
    Displayed,
    Draw,
    Drawn,
    Options,
    Reason,
    Shuffled,
    Started,
    start,
)
from tests.cardtable import cards
from tests.games.party_table import after, deck, party
from tests.games.steps import told

# Components


def test_the_pack_is_eight_ranks_in_four_suits_and_a_joker() -> None:
    """SP-1."""
    suited = [rank + suit for rank in "A2345JQK" for suit in "CDHS"]
    assert sorted(PACK.cards) == sorted([*suited, "JOKER"])


def test_the_joker_has_neither_suit_nor_rank() -> None:
    """SP-1."""
    assert (Card.JOKER.suit, Card.JOKER.rank) == (None, None)


def test_cards_join_the_hand_in_the_order_they_arrive() -> None:
    """SP-2."""
    step = after(party("KD 2C", draw_pile="5S 3H 4H JOKER"), Draw(), Draw())
    assert step.state.hand == cards("KD 2C 5S 3H 4H JOKER")


def test_all_four_aces_may_be_on_display_and_none_of_them_counts_as_a_card_in_hand() -> None:
    """SP-3."""
    state = after(party("2H 3C 4D KS 5S", draw_pile="AH AC 2D AS AD KC"), Draw()).state
    assert state.display == cards("AH AC AS AD")
    assert state.hand == cards("2H 3C 4D KS 5S 2D KC")


def test_a_party_starts_with_no_exhaustion() -> None:
    """SP-4."""
    assert GAME.deal(Options(), "leverstoke").state.exhaustions == 0


# Drawing


def test_an_exhausted_pile_is_replaced_by_discards_and_display_and_the_draw_goes_on() -> None:
    """SP-5, SP-7: the hand, with what the draw has brought, stays."""
    state = party("QD", draw_pile="2C", discard_pile="3S 4H", display="AH", shuffled_into=["AH 4H 3S"])
    step = after(state, Draw())
    assert step.state.hand == cards("QD 2C 4H")
    assert step.state.draw_pile == cards("3S")
    assert step.state.discard_pile == ()
    assert step.state.display == cards("AH")
    assert step.state.exhaustions == 1
    assert step.events == (Drawn(cards("2C")), Shuffled(1, 1), Displayed(Card("AH")), Drawn(cards("4H")))


def test_the_next_pile_is_the_sessions_second_shuffle() -> None:
    """SP-5, D-5."""
    state = replace(GAME.deal(Options(), "leverstoke").state, draw_pile=(), discard_pile=cards("JOKER KS 2C QD 5H"))
    step = after(state, Draw())
    pile = shuffled(state.discard_pile, PACK, seed="leverstoke", k=2)
    assert step.shuffles == (pile,)
    assert step.state.hand == (*state.hand, *pile[:2])
    assert step.state.shuffles == 2


def test_an_empty_pile_is_not_exhausted_until_a_card_is_needed() -> None:
    """SP-5."""
    emptied = after(party("QD", draw_pile="2C 3S", discard_pile="4H", display="AH"), Draw())
    assert emptied.state.draw_pile == ()
    assert emptied.state.exhaustions == 0
    assert emptied.state.display == cards("AH")
    idle = after(party("2C 3C", discard_pile="4H"), Discard(cards("2C 3C")))
    assert idle.state.exhaustions == 0


def test_the_ace_that_was_the_last_card_is_shuffled_in_when_its_replacement_is_needed() -> None:
    """SP-5, SP-6."""
    state = party("QD", draw_pile="2C AS", discard_pile="3S", shuffled_into=["3S AS"])
    step = after(state, Draw())
    assert step.state.hand == cards("QD 2C 3S")
    assert step.state.draw_pile == cards("AS")
    assert step.state.display == ()


def test_the_third_exhaustion_ends_the_party_in_the_middle_of_a_draw() -> None:
    """SP-4, SP-5, SP-25: nothing is shuffled any more."""
    step = after(party("QD", draw_pile="2C", discard_pile="3S 4H", display="AH", exhaustions=2), Draw())
    assert step.state.ending is Reason.EXHAUSTED
    assert step.state.exhaustions == 3
    assert step.state.hand == cards("QD 2C")
    assert step.state.discard_pile == cards("3S 4H")
    assert step.state.display == cards("AH")
    assert not told(step, Shuffled)


def test_no_etiquette_after_the_end() -> None:
    """SP-9, SP-25."""
    step = after(party("QD", draw_pile="KD", exhaustions=2), Draw())
    assert step.state.hand == cards("QD KD")


def test_the_second_exhaustion_is_not_the_end() -> None:
    """SP-5."""
    state = party("QD", draw_pile="", discard_pile="2C 3S", exhaustions=1, shuffled_into=["3S 2C"])
    step = after(state, Draw())
    assert step.state.ending is None
    assert step.state.exhaustions == 2


def test_a_pile_of_nothing_but_aces_is_exhausted_again_and_again() -> None:
    """SP-5, SP-6."""
    step = after(party("2C", display="AC AD", shuffled_into=["AD AC", "AC AD"]), Draw())
    assert [event.exhaustions for event in told(step, Shuffled)] == [1, 2]
    assert step.state.ending is Reason.EXHAUSTED


def test_an_ace_goes_on_display_and_is_replaced_as_often_as_needed() -> None:
    """SP-6."""
    step = after(party("2H", draw_pile="AD AC 5S AH 3C 4C", display="AS"), Draw())
    assert step.state.hand == cards("2H 5S 3C")
    assert step.state.display == cards("AS AD AC AH")
    assert step.state.draw_pile == cards("4C")


def test_etiquette_waits_until_the_whole_draw_is_done() -> None:
    """SP-7: the second card drawn meets the fate that the first has brought."""
    step = after(party("JS 3D", draw_pile="JH 4H 2C 3C 5D KS 5S"), Draw())
    assert step.state.discard_pile == cards("JS 3D JH 4H")
    assert step.state.hand == cards("2C 3C 5D KS")


def test_a_party_starts_with_four_cards_off_the_first_shuffle() -> None:
    """SP-8."""
    step = GAME.deal(Options(), "leverstoke")
    assert step.state.hand == cards("4D 2H 5D 3C")
    assert step.events == (Started(1), Drawn(cards("4D 2H 5D 3C")))
    assert step.state.shuffles == 1


def test_etiquette_is_resolved_after_the_first_deal() -> None:
    """SP-8: what it takes away is not replaced."""
    step = start(party(shuffled_into=[deck("QH 2C KH AS 3C")]))
    assert step.state.hand == cards("2C 3C")
    assert step.state.discard_pile == cards("QH KH")
    assert step.state.display == cards("AS")
