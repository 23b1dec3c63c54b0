"""Shooter at an honour table: what accusations come to when the hand is scored (SH-12)."""

import pytest

from server.game import Resign, Step
from server.games.shooter import Finished, HandScored, Options, Reneging, State, Verdict
from tests.games.shooter_table import (
    ALL_ACCEPT,
    RENEGE,
    SECOND_TRICK,
    Move,
    accept,
    accuses,
    after,
    honour,
    plays,
    points,
    table,
    takes,
)
from tests.games.steps import only, told


def verdicts(step: Step[State]) -> list[tuple[int, int, bool]]:
    return [(verdict.seat, verdict.accused, verdict.caught) for verdict in only(step, HandScored).verdicts]


def test_a_renege_that_nobody_accuses_costs_nothing() -> None:
    step = after(honour(), RENEGE, SECOND_TRICK, ALL_ACCEPT)
    assert points(step) == (1, 0, 1, -3)
    assert verdicts(step) == []


@pytest.mark.parametrize(
    ("moves", "outcome", "scored"),
    [
        ([RENEGE, accuses(0, 1), SECOND_TRICK], [(0, 1, True)], (1, -2, 1, -3)),
        ([RENEGE, SECOND_TRICK, accuses(0, 1)], [(0, 1, True)], (1, -2, 1, -3)),
        ([RENEGE, SECOND_TRICK, accuses(0, 2)], [(0, 2, False)], (-1, 0, 1, -3)),
        ([RENEGE, accuses(3, 1), SECOND_TRICK, accuses(0, 1)], [(3, 1, True), (0, 1, False)], (-1, -2, 1, -3)),
        ([RENEGE, accuses(3, 1), SECOND_TRICK, accuses(3, 1)], [(3, 1, True), (3, 1, False)], (1, -2, 1, -5)),
    ],
    ids=["at once", "later", "of an honest player", "by a second accuser", "once too often"],
)
def test_an_accusation_costs_the_accused_if_it_catches_a_renege_and_else_the_accuser(
    moves: list[Move], outcome: list[tuple[int, int, bool]], scored: tuple[int, ...]
) -> None:
    step = after(honour(), *moves, ALL_ACCEPT)
    assert verdicts(step) == outcome
    assert points(step) == scored


def test_accusations_are_judged_in_their_order() -> None:
    accusations = [accuses(0, 2), accuses(2, 1), accuses(3, 1), accuses(1, 2)]
    step = after(honour(), RENEGE, SECOND_TRICK, *accusations, ALL_ACCEPT)
    assert verdicts(step) == [(0, 2, False), (2, 1, True), (3, 1, False), (1, 2, False)]
    assert points(step) == (-1, -4, 1, -5)


def test_an_accusation_in_the_middle_of_a_trick_catches_the_play_just_made() -> None:
    step = after(honour(), plays("AH 9S"), accuses(2, 1), plays("QH JH"), SECOND_TRICK, ALL_ACCEPT)
    assert verdicts(step) == [(2, 1, True)]


def test_verdicts_are_told_only_when_the_hand_is_scored() -> None:
    step = after(honour(), RENEGE, accuses(0, 1), SECOND_TRICK, accept(0, 1, 2))
    assert not told(step, HandScored)
    assert step.state.scores == (0, 0, 0, 0)
    assert only(after(step.state, accept(3)), HandScored) == HandScored(
        points=(1, -2, 1, -3), scores=(1, -2, 1, -3), verdicts=(Verdict(seat=0, accused=1, caught=True),)
    )


def test_a_renege_after_the_accusation_is_not_caught_by_it() -> None:
    hands = ["AH AC KD", "9S JS 9C", "QH QC TH", "JH TC JC"]
    state = table(*hands, trump="diamonds", bidder=3, reneging=Reneging.HONOUR)
    state = after(state, plays("AH 9S QH JH AC")).state
    renege, rest = plays("JS"), plays("QC TC KD 9C TH JC")
    assert verdicts(after(state, accuses(0, 1), renege, rest, ALL_ACCEPT)) == [(0, 1, False)]
    assert verdicts(after(state, renege, accuses(0, 1), rest, ALL_ACCEPT)) == [(0, 1, True)]


def two_reneges() -> tuple[State, Move, Move, Move]:
    """A table where seat 1 reneges twice, and is honestly off suit in the third trick."""
    hands = ["AH KH QC", "TH 9S JS", "QH 9H AC", "JH TS KC"]
    state = table(*hands, trump="diamonds", bidder=3, reneging=Reneging.HONOUR)
    return state, plays("AH 9S QH JH"), plays("KH JS 9H TS"), plays("QC TH AC KC")


def test_every_renege_is_caught_once() -> None:
    state, first, second, third = two_reneges()
    step = after(state, first, second, third, accuses(0, 1), accuses(2, 1), accuses(3, 1), ALL_ACCEPT)
    assert verdicts(step) == [(0, 1, True), (2, 1, True), (3, 1, False)]
    assert points(step) == (2, -4, 1, -5)


def test_one_accuser_may_catch_two_reneges() -> None:
    state, first, second, third = two_reneges()
    step = after(state, first, accuses(0, 1), second, accuses(0, 1), third, accuses(0, 1), ALL_ACCEPT)
    assert verdicts(step) == [(0, 1, True), (0, 1, True), (0, 1, False)]
    assert points(step) == (0, -4, 1, -3)


def test_an_early_accusation_does_not_spend_a_renege_that_came_later() -> None:
    state, first, second, third = two_reneges()
    step = after(state, first, accuses(0, 1), accuses(2, 1), second, third, accuses(3, 1), ALL_ACCEPT)
    assert verdicts(step) == [(0, 1, True), (2, 1, False), (3, 1, True)]


def test_tricks_and_bid_are_untouched_by_a_renege_that_is_caught() -> None:
    hands = ["KH 9C TC", "AH 9S TS", "QH 9D TD", "JH 9H TH"]
    state = table(*hands, trump="spades", bidder=1, bid="three", reneging=Reneging.HONOUR)
    step = after(state, plays("KH 9S QH JH"), accuses(0, 1), plays("TS 9D 9H 9C"), plays("AH TD TH TC"), ALL_ACCEPT)
    assert verdicts(step) == [(0, 1, True)]
    assert points(step) == (0, 3 - 2, 0, 0)


@pytest.mark.parametrize("false_accusation", [0, 1, 2])
def test_the_table_says_what_a_wrong_accusation_costs(false_accusation: int) -> None:
    moves = [RENEGE, SECOND_TRICK, accuses(0, 2), accuses(2, 1), ALL_ACCEPT]
    step = after(honour(false_accusation=false_accusation), *moves)
    assert points(step) == (1 - false_accusation, -2, 1, -3)


def test_a_wrong_accusation_costs_two_unless_the_table_says_otherwise() -> None:
    assert Options().false_accusation == 2


def test_the_accusations_of_whoever_resigns_afterwards_stand() -> None:
    step = after(honour(), RENEGE, accuses(0, 1), takes(0, Resign()), SECOND_TRICK, ALL_ACCEPT)
    assert verdicts(step) == [(0, 1, True)]


def test_the_target_is_compared_after_all_penalties() -> None:
    accuser = honour(scores=(31, 0, 0, 0))
    assert only(after(accuser, RENEGE, SECOND_TRICK, ALL_ACCEPT), Finished).result.winners == (0,)
    assert not told(after(accuser, RENEGE, SECOND_TRICK, accuses(0, 2), ALL_ACCEPT), Finished)

    accused = honour(scores=(0, 33, 31, 0))
    assert only(after(accused, RENEGE, SECOND_TRICK, ALL_ACCEPT), Finished).result.winners == (1,)
    caught = after(accused, RENEGE, SECOND_TRICK, accuses(0, 1), ALL_ACCEPT)
    assert only(caught, Finished).result.winners == (2,)


@pytest.mark.parametrize(
    ("accusations", "scored"),
    [
        ([], (2, -3, 2, -3)),
        ([accuses(0, 1)], (2, -5, 2, -5)),
        ([accuses(2, 1), accuses(0, 1)], (0, -5, 0, -5)),
        ([accuses(1, 2), accuses(3, 2)], (2, -7, 2, -7)),
    ],
    ids=["none", "one caught", "one caught once too often", "both wrong"],
)
def test_penalties_fall_on_the_pair(accusations: list[Move], scored: tuple[int, ...]) -> None:
    """SH-12, SH-13."""
    step = after(honour(partners=True), RENEGE, SECOND_TRICK, *accusations, ALL_ACCEPT)
    assert points(step) == scored
