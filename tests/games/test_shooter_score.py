"""Shooter: what a hand is worth, who has won, and partners (SH-9, SH-10, SH-13)."""

import pytest

from server.games.shooter import (
    GAME,
    Bid,
    Call,
    Dealt,
    Finished,
    HandScored,
    Options,
    Phase,
    Reason,
    Result,
)
from tests.games.shooter_table import after, calls, dealt, hand_ends, legal, plays, points, refused, table, view
from tests.games.steps import only, told

# A hand


@pytest.mark.parametrize(
    ("bid", "tricks", "scored"),
    [
        ("three", (3, 1, 1, 1), 3),
        ("three", (5, 1, 0, 0), 5),
        ("three", (2, 2, 1, 1), -3),
        ("four", (4, 1, 1, 0), 4),
        ("four", (3, 1, 1, 1), -4),
        ("five", (5, 0, 0, 1), 5),
        ("five", (0, 2, 2, 2), -5),
        ("six", (6, 0, 0, 0), 6),
        ("six", (5, 1, 0, 0), -6),
        ("moon", (6, 0, 0, 0), 12),
        ("moon", (5, 0, 1, 0), -12),
        ("three", (6, 0, 0, 0), 6),
    ],
)
def test_a_bid_is_worth_its_tricks_if_made_and_costs_itself_if_not(
    bid: str, tricks: tuple[int, ...], scored: int
) -> None:
    """SH-9: every other player has a point a trick either way."""
    assert points(hand_ends(tricks, bidder=0, bid=bid)) == (scored, *tricks[1:])


@pytest.mark.parametrize("bidder", [0, 1, 2, 3])
def test_any_seat_may_be_the_bidder(bidder: int) -> None:
    """SH-9."""
    scored = points(hand_ends((2, 2, 1, 1), bidder=bidder, bid="three"))
    assert scored == tuple(-3 if seat == bidder else tricks for seat, tricks in enumerate((2, 2, 1, 1)))


@pytest.mark.parametrize(
    ("bid", "tricks", "scored"),
    [("moon", (8, 0, 0), 12), ("moon", (7, 1, 0), -12), ("six", (8, 0, 0), 8), ("six", (5, 1, 2), -6)],
)
def test_three_players_have_eight_tricks(bid: str, tricks: tuple[int, ...], scored: int) -> None:
    """SH-9."""
    assert points(hand_ends(tricks, bidder=0, bid=bid)) == (scored, *tricks[1:])


@pytest.mark.parametrize(("tricks", "scored"), [((7, 1, 0), 7), ((6, 1, 1), -7), ((8, 0, 0), 8)])
def test_seven_can_be_bid_where_six_is_moon(tricks: tuple[int, ...], scored: int) -> None:
    """SH-9, SH-13."""
    assert points(hand_ends(tricks, bidder=0, bid="seven", six_is_moon=True))[0] == scored


def test_points_are_added_to_the_scores_which_may_go_below_zero() -> None:
    """SH-1, SH-9."""
    step = hand_ends((2, 2, 1, 1), bidder=0, bid="three", scores=(1, 5, -7, 0))
    assert only(step, HandScored).scores == step.state.scores == (-2, 7, -6, 1)


# The end


def ends(*scores: int, **options: object) -> Result | None:
    """The result if a hand leads to these *scores*."""
    hand = (3, 1, 1, 1) if len(scores) == 4 else (4, 2, 2)
    before = [score - point for score, point in zip(scores, hand, strict=True)]
    step = hand_ends(hand, bidder=0, bid="three", scores=before, **options)
    assert bool(told(step, Finished)) is not bool(told(step, Dealt))
    outcome = GAME.result(step.state)
    assert isinstance(outcome, Result | None)
    return outcome


def test_whoever_has_reached_the_target_alone_wins() -> None:
    """SH-10."""
    assert ends(32, 30, 12, -4) == Result(winners=(0,), scores=(32, 30, 12, -4), reason=Reason.TARGET)
    assert ends(12, 5, 40) == Result(winners=(2,), scores=(12, 5, 40), reason=Reason.TARGET)


def test_below_the_target_another_hand_is_dealt() -> None:
    """SH-10."""
    assert ends(31, 30, 12, -4) is None


def test_of_two_at_the_target_the_higher_wins_whoever_bid() -> None:
    """SH-10."""
    assert ends(33, 35, 12, -4) == Result(winners=(1,), scores=(33, 35, 12, -4), reason=Reason.TARGET)


@pytest.mark.parametrize("scores", [(33, 33, 12, -4), (5, 32, 32, 32), (40, 0, 33, 40)])
def test_a_tie_at_the_top_goes_on(scores: tuple[int, ...]) -> None:
    """SH-10."""
    assert ends(*scores) is None


def test_tied_players_may_fall_back_and_another_win() -> None:
    """SH-10: nothing is frozen."""
    step = hand_ends((1, 1, 3, 1), bidder=0, bid="moon", scores=(33, 30, 33, 32))
    assert step.state.scores == (21, 31, 36, 33)
    assert only(step, Finished).result.winners == (2,)


def test_a_tie_is_no_tie_below_the_leader() -> None:
    """SH-10."""
    outcome = ends(34, 33, 33, 0)
    assert outcome is not None
    assert outcome.winners == (0,)


@pytest.mark.parametrize(("target", "won"), [(10, True), (11, False)])
def test_the_target_is_an_option(target: int, won: bool) -> None:
    """SH-10."""
    assert bool(ends(10, 3, 2, 1, target=target)) is won


def test_the_target_is_32_unless_the_table_says_otherwise() -> None:
    """SH-10."""
    assert Options().target == 32


def test_the_last_hand_ends_the_session() -> None:
    """SH-10."""
    step = hand_ends((3, 1, 1, 1), bidder=0, bid="three", scores=(29, 0, 0, 0))
    assert step.state.phase is Phase.FINISHED
    assert GAME.to_act(step.state) == ()
    assert [legal(step.state, seat) for seat in range(4)] == [(), (), (), ()]


# Partners


@pytest.mark.parametrize(
    ("bid", "tricks", "scored"),
    [
        ("four", (2, 1, 2, 1), (4, 2, 4, 2)),
        ("four", (0, 2, 4, 0), (4, 2, 4, 2)),
        ("four", (2, 2, 1, 1), (-4, 3, -4, 3)),
        ("moon", (2, 0, 4, 0), (12, 0, 12, 0)),
        ("moon", (5, 0, 0, 1), (-12, 1, -12, 1)),
    ],
)
def test_tricks_bid_and_moon_are_the_pairs(bid: str, tricks: tuple[int, ...], scored: tuple[int, ...]) -> None:
    """SH-13: seats 0 and 2 against 1 and 3."""
    assert points(hand_ends(tricks, bidder=0, bid=bid, partners=True)) == scored


def test_the_bid_of_seat_three_is_the_bid_of_seat_one_too() -> None:
    """SH-13."""
    assert points(hand_ends((1, 2, 1, 2), bidder=3, bid="four", partners=True)) == (2, 4, 2, 4)


def test_both_seats_of_a_pair_show_its_score_but_their_own_tricks() -> None:
    """SH-13."""
    state = table("AC KC", "9D TD", "9H TH", "9S TS", partners=True, taken=(1, 1, 2, 0), scores=(7, 3, 7, 3))
    players = view(after(state, plays("AC 9D 9H 9S")).state, 0).players
    assert [player.score for player in players] == [7, 3, 7, 3]
    assert [player.tricks for player in players] == [2, 1, 2, 0]


def test_both_seats_of_a_pair_win() -> None:
    """SH-13, SH-10."""
    step = hand_ends((2, 1, 2, 1), bidder=1, bid="five", scores=(28, 31, 28, 31), partners=True)
    assert only(step, Finished).result == Result(winners=(0, 2), scores=(32, 26, 32, 26), reason=Reason.TARGET)
    step = hand_ends((2, 1, 2, 1), bidder=0, bid="five", scores=(28, 31, 28, 31), partners=True)
    assert only(step, Finished).result.winners == (1, 3)


def test_pairs_may_tie() -> None:
    """SH-13, SH-10."""
    step = hand_ends((2, 1, 2, 1), bidder=0, bid="four", scores=(30, 32, 30, 32), partners=True)
    assert step.state.scores == (34, 34, 34, 34)
    assert only(step, Dealt)


def test_partners_bid_each_for_themselves_in_the_auction() -> None:
    """SH-13."""
    step = after(dealt(first_dealer=0, partners=True), calls("three pass four pass"))
    assert (step.state.bidder, step.state.bid) == (3, Call.FOUR)


def test_a_partner_may_outbid_a_partner_but_not_repeat_the_bid() -> None:
    """SH-13, SH-4."""
    state = after(dealt(first_dealer=0, partners=True), calls("three pass")).state
    assert refused(state, 3, Bid(Call.THREE)) == ("bid_too_low", "SH-4")
