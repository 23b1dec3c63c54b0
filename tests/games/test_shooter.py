"""Shooter: the deal and the tricks (SH-1 to SH-3, SH-8, SH-11)."""

from itertools import pairwise

import pytest

from server.cards import SHOOTER as PACK
from server.cards import Suit
from server.deal import first_dealer
from server.games.shooter import (
    GAME,
    Dealt,
    HandScored,
    Options,
    Play,
    TrickTaken,
    Trump,
)
from tests.cardtable import cards
from tests.games.shooter_table import (
    after,
    calls,
    dealt,
    hand_ends,
    in_turn,
    legal,
    may_play,
    plays,
    refused,
    table,
)
from tests.games.steps import only, told

# The deal


def test_the_pack_is_six_ranks_in_four_suits() -> None:
    """SH-1."""
    assert sorted(PACK.cards) == sorted(rank + suit for rank in "9TJQKA" for suit in "CDHS")


def test_scores_start_at_zero() -> None:
    """SH-1."""
    assert dealt().scores == (0, 0, 0, 0)


def test_the_ace_is_high_and_the_nine_low_in_every_suit_trump_too() -> None:
    """SH-1."""
    ranks = "9TJQKA"
    for trump in ("hearts", "clubs"):
        for lower, higher in pairwise(ranks):
            state = table(f"{lower}H", f"{higher}H", "9D", "9S", trump=trump)
            assert only(after(state, plays(f"{lower}H {higher}H 9D 9S")), TrickTaken).seat == 1


@pytest.mark.parametrize("players", [3, 4])
def test_the_first_dealer_is_drawn(players: int) -> None:
    """SH-2, D-5."""
    for seed in ("leverstoke", "daily 2026-12-24"):
        step = GAME.deal(Options(players=players), seed)
        assert only(step, Dealt).dealer == first_dealer(players, seed=seed)


@pytest.mark.parametrize("seat", [0, 1, 2, 3])
def test_the_first_dealer_may_be_chosen(seat: int) -> None:
    """SH-2."""
    assert dealt(first_dealer=seat).dealer == seat


def test_the_deal_passes_one_seat_on_after_a_hand_that_was_played() -> None:
    """SH-2."""
    assert only(hand_ends((3, 1, 1, 1), dealer=1), Dealt).dealer == 2
    assert only(hand_ends((3, 1, 1, 1), dealer=3), Dealt).dealer == 0
    assert only(hand_ends((3, 3, 2), dealer=2), Dealt).dealer == 0


def test_the_deal_passes_one_seat_on_after_a_hand_that_was_thrown_in() -> None:
    """SH-2."""
    assert after(dealt(first_dealer=3), calls("pass pass pass pass")).state.dealer == 0


@pytest.mark.parametrize(("players", "dealer"), [(3, 0), (3, 2), (4, 0), (4, 3)])
def test_the_pack_is_dealt_one_card_at_a_time_from_the_dealers_left(players: int, dealer: int) -> None:
    """SH-3."""
    step = GAME.deal(Options(players=players, first_dealer=dealer), "leverstoke")
    (pack,) = step.shuffles
    hands: list[list[str]] = [[] for _ in range(players)]
    for n, card in enumerate(pack):
        hands[(dealer + 1 + n) % players].append(card)
    assert [sorted(hand) for hand in step.state.hands] == [sorted(hand) for hand in hands]
    assert {len(hand) for hand in step.state.hands} == {24 // players}


def test_every_deal_has_a_shuffle_of_its_own() -> None:
    """SH-3, D-5."""
    step = after(dealt(first_dealer=0), calls("pass pass pass pass"))
    assert only(step, Dealt) == Dealt(hand_number=2, dealer=1, shuffle=2)
    assert step.state.hands != dealt(first_dealer=1).hands


def test_a_hand_lies_in_the_order_of_the_pack() -> None:
    """SH-3, D-4."""
    assert all(hand == PACK.sorted(hand) for hand in dealt().hands)


# The tricks


def test_the_suit_led_is_followed_if_it_can_be() -> None:
    """SH-8, SH-11."""
    state = after(table("AH", "9H AS KH JD", "9S", "9D", trump="spades"), plays("AH")).state
    assert may_play(state, 1) == {*cards("9H KH")}
    assert refused(state, 1, Play(*cards("AS"))) == ("must_follow_suit", "SH-8")


def test_who_cannot_follow_plays_any_card_and_need_not_trump() -> None:
    """SH-8."""
    state = after(table("AC", "9H AS KH JD", "9S", "9D", trump="spades"), plays("AC")).state
    assert may_play(state, 1) == {*cards("9H AS KH JD")}


def test_nobody_has_to_win() -> None:
    """SH-8."""
    state = after(table("QH", "9H KH", "9S", "9D", trump="spades"), plays("QH")).state
    assert may_play(state, 1) == {*cards("9H KH")}


def test_a_leader_plays_any_card_trump_too() -> None:
    """SH-8."""
    assert may_play(table("QH 9S", "9H KH", "TS JS", "9D TD", trump="spades"), 0) == {*cards("QH 9S")}


@pytest.mark.parametrize("card", ["AC", "TH", "9D", "QS"])
def test_only_cards_in_hand_are_played(card: str) -> None:
    """SH-8: one already played, one in another hand, one in nobody's."""
    state = after(table("AC KC", "9H", "9D TH", "9S"), plays("AC")).state
    assert refused(state, 1, Play(*cards(card))) == ("card_not_in_hand", "SH-8")


@pytest.mark.parametrize(
    ("trick", "winner"),
    [
        ("TS KS 9S QS", 1),
        ("9S AD AC TS", 3),
        ("AS 9H KS QS", 1),
        ("AS 9H JH QS", 2),
        ("JH JD QH 9H", 2),
        ("9S AD AC KD", 0),
    ],
)
def test_the_highest_trump_wins_else_the_highest_card_of_the_suit_led(trick: str, winner: int) -> None:
    """SH-8: hearts are trump."""
    step = after(table(*trick.split(), trump="hearts"), plays(trick))
    assert only(step, TrickTaken) == TrickTaken(winner, cards(trick))


def test_the_winner_leads_to_the_next_trick_and_play_goes_on_clockwise() -> None:
    """SH-8."""
    state = table("9S TD", "TS JD", "AS QD", "QS KD")
    for seat, card in enumerate(("9S", "TS", "AS", "QS")):
        assert GAME.to_act(state) == (seat,)
        state = after(state, plays(card)).state
    assert GAME.to_act(state) == (2,)
    assert GAME.to_act(after(state, plays("QD KD")).state) == (0,)


@pytest.mark.parametrize("players", [3, 4])
def test_every_trick_is_played_though_the_bid_is_lost_or_won_before(players: int) -> None:
    """SH-8."""
    step = after(dealt(players=players, first_dealer=0), calls("moon"), in_turn(Trump(Suit.HEARTS)))
    while not told(step, HandScored):
        (seat,) = GAME.to_act(step.state)
        step = step.then(in_turn(legal(step.state, seat)[0]))
    assert len(told(step, TrickTaken)) == 24 // players
