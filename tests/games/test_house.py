"""How the house plays a seat of Shooter."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from server.bots.shooter import choose
from server.cards import Card, Suit
from server.deal import Chance
from server.game import Action, Level, Seat, Step
from server.games.shooter import (
    GAME,
    Accept,
    AuctionWon,
    Bid,
    Call,
    HandScored,
    Options,
    Phase,
    Play,
    Reneging,
    State,
    Trump,
    memory,
)
from tests.cardtable import cards
from tests.games.random_play import session
from tests.games.shooter_table import RENEGE, SECOND_TRICK, after, calls, dealt, honour, plays, table, takes
from tests.games.steps import told


def house(state: State, seat: Seat) -> Action:
    """What the house does at *seat*, whose turn it is."""
    chance = Chance(state.seed, f"bot:{seat}:1")
    return choose(memory(state, seat), seat, GAME.legal_actions(state, seat), Level.STEADY, chance).action


def holding(state: State, hand: str) -> State:
    """*state*, with *hand* held by the seat whose turn it is."""
    (seat,) = GAME.to_act(state)
    return replace(state, hands=(*state.hands[:seat], cards(hand), *state.hands[seat + 1 :]))


def bid(hand: str, called: str = "") -> Call:
    """What the house calls with *hand* when *called* has been said before."""
    state = holding(after(dealt(first_dealer=3), calls(called)).state, hand)
    (seat,) = GAME.to_act(state)
    action = house(state, seat)
    assert isinstance(action, Bid)
    return action.call


def house_table(options: Options, seed: str, hands: int) -> Iterator[Step[State]]:
    """The steps of a session in which the house plays every seat, for so many *hands* at most."""
    step = GAME.deal(options, seed)
    while GAME.result(step.state) is None and step.state.hand_number <= hands:
        (seat, *_) = GAME.to_act(step.state)
        step = after(step.state, takes(seat, house(step.state, seat)))
        yield step


# Bidding


@pytest.mark.parametrize("hand", ["9C 9D 9H 9S TC TD", "9C TC JC 9D TD JD", "QC QD QH TS 9S JH"])
def test_the_house_passes_with_a_hand_that_takes_no_three_tricks(hand: str) -> None:
    assert bid(hand) is Call.PASS
    assert bid(hand, "pass pass pass") is Call.PASS


@pytest.mark.parametrize("hand", ["AH KH QH AS AD 9C", "AC KC QC JC TC 9C", "AS KS QS JS AC 9D"])
def test_the_house_bids_with_a_hand_that_may_make_it(hand: str) -> None:
    assert bid(hand) not in (Call.PASS, Call.MOON)


def test_the_house_does_not_bid_more_than_its_hand_may_make() -> None:
    assert bid("AH KH QH AS AD 9C", "five") is Call.PASS
    assert bid("AH KH QH AS AD 9C", "six") is Call.PASS


@pytest.mark.parametrize("players", [3, 4])
def test_most_bids_of_the_house_are_made(players: int) -> None:
    made = []
    for n in range(200):
        bidder = 0
        for step in house_table(Options(players=players), f"deal {n}", hands=1):
            bidder = next((won.seat for won in told(step, AuctionWon)), bidder)
            made += [scored.points[bidder] > 0 for scored in told(step, HandScored)]
    assert len(made) > 80
    assert sum(made) > len(made) / 2


# Naming trump


@pytest.mark.parametrize(
    ("hand", "trump"),
    [
        ("AS KS QS 9C TC JC", Suit.SPADES),
        ("AH KH QH JH AS AD", Suit.HEARTS),
        ("9D TD JD QD KD AC", Suit.DIAMONDS),
        ("AC KC JC TC AS KS", Suit.CLUBS),
    ],
)
def test_the_house_names_the_suit_it_is_long_and_strong_in(hand: str, trump: Suit) -> None:
    state = holding(after(dealt(first_dealer=3), calls("three pass pass pass")).state, hand)
    assert house(state, 0) == Trump(trump)


# Playing


@pytest.mark.parametrize(
    ("hand", "trick", "played"),
    [
        ("AH QH JH 9H", "9D TH KC", "9H"),
        ("AH QH JH 9H", "TH 9D KC", "JH"),
        ("AH QH JH 9H", "QH 9H KH", "AH"),
        ("9S AS AD", "KH 9H TH", "9S"),
        ("9S QS AS AD", "KH JS TH", "QS"),
        ("9H KH", "QH AH TH", "9H"),
        ("9D AC", "QH AH TH", "9D"),
    ],
)
def test_the_last_to_play_wins_as_cheaply_as_it_can_or_throws_its_cheapest_card(
    hand: str, trick: str, played: str
) -> None:
    """Spades are trump."""
    first, second, third = trick.split()
    state = after(table(hand, first, second, third, trump="spades", leader=1), plays(trick)).state
    assert house(state, 0) == Play(Card(played))


# At an honour table


def test_the_house_follows_suit_where_it_need_not() -> None:
    state = after(table("AH", "KH 9S", "QH", "JH", trump="spades", reneging=Reneging.HONOUR), plays("AH")).state
    assert house(state, 1) == Play(Card("KH"))


@pytest.mark.parametrize("players", [3, 4])
def test_the_house_never_reneges(players: int) -> None:
    """SH-12."""
    for n in range(20):
        for step in house_table(Options(players=players, reneging=Reneging.HONOUR), f"honour {n}", hands=4):
            assert step.state.reneges == ()


def test_the_house_accepts_and_accuses_nobody() -> None:
    """SH-12."""
    state = after(honour(), RENEGE, SECOND_TRICK).state
    assert state.phase is Phase.ACCUSING
    assert [house(state, seat) for seat in range(4)] == [Accept()] * 4


# Whatever comes


def test_what_the_house_does_is_always_legal() -> None:
    for seed in range(60):
        for moment in session(GAME, seed, most=200):
            for seat in GAME.to_act(moment.state):
                assert house(moment.state, seat) in GAME.legal_actions(moment.state, seat)
