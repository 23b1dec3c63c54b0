"""Shooter: the auction, and naming trump (SH-4 to SH-7, and the ladders of SH-13)."""

import pytest

from server.cards import Suit
from server.games.shooter import (
    GAME,
    AllPass,
    AuctionWon,
    Bid,
    Call,
    Dealt,
    Phase,
    ThrownIn,
    Trump,
)
from tests.games.shooter_table import (
    after,
    calls,
    dealt,
    in_turn,
    legal,
    may_call,
    may_play,
    refused,
)
from tests.games.steps import only, told


@pytest.mark.parametrize(("players", "order"), [(4, [3, 0, 1, 2]), (3, [0, 1, 2])])
def test_each_calls_once_from_the_dealers_left_to_the_dealer(players: int, order: list[int]) -> None:
    """SH-4."""
    state = dealt(players=players, first_dealer=2)
    for seat, call in zip(order, ("pass", "three", "pass", "four"), strict=False):
        assert GAME.to_act(state) == (seat,)
        assert state.phase is Phase.BIDDING
        state = after(state, calls(call)).state
    assert state.phase is Phase.NAMING_TRUMP


@pytest.mark.parametrize("players", [3, 4])
def test_the_ladder_is_three_to_six_and_moon(players: int) -> None:
    """SH-4."""
    state = dealt(players=players, first_dealer=0)
    assert may_call(state, 1) == {"pass", "three", "four", "five", "six", "moon"}


@pytest.mark.parametrize(
    ("so_far", "calls_left"),
    [
        ("pass", "pass three four five six moon"),
        ("three", "pass four five six moon"),
        ("five", "pass six moon"),
        ("five pass", "pass six moon"),
        ("six", "pass moon"),
    ],
)
def test_a_bid_is_above_the_highest_so_far(so_far: str, calls_left: str) -> None:
    """SH-4."""
    state = after(dealt(first_dealer=0), calls(so_far)).state
    (seat,) = GAME.to_act(state)
    assert may_call(state, seat) == {*calls_left.split()}


def test_whoever_always_takes_the_first_call_listed_opens_low_and_passes_after_a_bid() -> None:
    state = dealt(first_dealer=0)
    assert legal(state, 1)[0] == Bid(Call.THREE)
    assert legal(after(state, calls("pass")).state, 2)[0] == Bid(Call.THREE)
    assert legal(after(state, calls("three")).state, 2)[0] == Bid(Call.PASS)


@pytest.mark.parametrize("call", ["three", "four"])
def test_a_bid_no_higher_than_the_last_is_refused(call: str) -> None:
    """SH-4."""
    state = after(dealt(first_dealer=0), calls("four")).state
    assert refused(state, 2, Bid(Call(call))) == ("bid_too_low", "SH-4")


def test_a_bid_that_is_not_on_the_ladder_is_refused() -> None:
    """SH-4."""
    assert refused(dealt(first_dealer=0), 1, Bid(Call.SEVEN)) == ("no_such_bid", "SH-4")


def test_the_highest_bidder_wins_the_auction() -> None:
    """SH-4, SH-7."""
    step = after(dealt(first_dealer=0), calls("three pass five pass"))
    assert only(step, AuctionWon) == AuctionWon(3, Call.FIVE)
    assert GAME.to_act(step.state) == (3,)


def test_nobody_calls_after_a_moon() -> None:
    """SH-5."""
    step = after(dealt(first_dealer=0), calls("moon"))
    assert only(step, AuctionWon) == AuctionWon(1, Call.MOON)
    assert step.state.calls == (None, Call.MOON, None, None)
    assert refused(step.state, 2, Bid(Call.MOON)) == ("not_your_turn", None)


def test_if_all_pass_the_deal_is_thrown_in_without_score() -> None:
    """SH-6."""
    step = after(dealt(first_dealer=2), calls("pass pass pass pass"))
    assert step.events[-2:] == (ThrownIn(), Dealt(2, 3, 2))
    assert step.state.scores == (0, 0, 0, 0)
    assert step.state.calls == (None,) * 4
    assert GAME.to_act(step.state) == (0,)


def test_hands_may_be_thrown_in_again_and_again() -> None:
    """SH-6."""
    step = after(dealt(players=3, first_dealer=0), *[calls("pass pass pass")] * 4)
    assert [event.dealer for event in told(step, Dealt)] == [1, 2, 0, 1]


def test_a_stuck_dealer_plays_three_when_all_have_passed() -> None:
    """SH-6."""
    step = after(dealt(first_dealer=2, all_pass=AllPass.STICK_DEALER), calls("pass pass pass pass"))
    assert only(step, AuctionWon) == AuctionWon(2, Call.THREE)
    assert (step.state.bidder, step.state.bid) == (2, Call.THREE)
    assert GAME.to_act(step.state) == (2,)
    assert not told(step, ThrownIn)


def test_a_dealer_is_not_stuck_when_somebody_has_bid() -> None:
    """SH-6."""
    step = after(dealt(first_dealer=2, all_pass=AllPass.STICK_DEALER), calls("pass four pass pass"))
    assert only(step, AuctionWon) == AuctionWon(0, Call.FOUR)


def test_the_bidder_names_any_suit_trump_and_leads_any_card() -> None:
    """SH-7."""
    won = after(dealt(first_dealer=0), calls("pass three pass pass")).state
    assert {*legal(won, 2)} == {*map(Trump, Suit)}
    assert [legal(won, seat) for seat in (0, 1, 3)] == [(), (), ()]
    for suit in Suit:
        named = after(won, in_turn(Trump(suit))).state
        assert named.trump is suit
        assert GAME.to_act(named) == (2,)
        assert may_play(named, 2) == {*named.hands[2]}


# Six is moon


def test_six_is_moon_ends_the_ladder_of_four_players_at_five() -> None:
    """SH-13."""
    state = dealt(six_is_moon=True, first_dealer=0)
    assert may_call(state, 1) == {"pass", "three", "four", "five", "moon"}
    assert refused(state, 1, Bid(Call.SIX)) == ("no_such_bid", "SH-4")


def test_six_is_moon_takes_the_ladder_of_three_players_up_to_seven() -> None:
    """SH-13."""
    state = dealt(six_is_moon=True, players=3, first_dealer=0)
    assert may_call(state, 1) == {"pass", "three", "four", "five", "six", "seven", "moon"}
    assert after(state, calls("seven moon")).state.bidder == 2
