"""The worked examples of Shooter."""

import pytest

from server.cards import Card
from server.games.shooter import (
    GAME,
    AuctionWon,
    Call,
    Dealt,
    Finished,
    HandScored,
    Options,
    Phase,
    ThrownIn,
    TrickTaken,
)
from tests.games.examples import Row, each, examples
from tests.games.shooter_table import after, calls, dealt, hand_ends, may_play, plays, points, table
from tests.games.steps import only, told

ROWS: list[Row] = examples("shooter")
NOTES = [row for row in ROWS if row.keys() == {"id", "note"}]
AUCTIONS = [row for row in ROWS if "calls" in row]
HANDS = [row for row in ROWS if "legal" in row]
TRICKS = [row for row in ROWS if "plays" in row]
SCORES = [row for row in ROWS if "tricks" in row]
SUMS = [row for row in ROWS if "before" in row]
ENDS = [row for row in ROWS if "scores" in row]


def test_every_example_is_tested_once() -> None:
    tested = [row["id"] for kind in (NOTES, AUCTIONS, HANDS, TRICKS, SCORES, SUMS, ENDS) for row in kind]
    assert sorted(tested) == sorted(row["id"] for row in ROWS)
    assert [row["id"] for row in NOTES] == ["SH01"]


@pytest.mark.parametrize("players", [3, 4])
def test_sh01_cards_are_dealt_one_at_a_time_from_the_dealers_left(players: int) -> None:
    step = GAME.deal(Options(players=players, first_dealer=0), "leverstoke")
    (pack,) = step.shuffles
    for turn in range(players):
        assert {*step.state.hands[(1 + turn) % players]} == {*pack[turn::players]}


@each(AUCTIONS)
def test_an_auction_ends_as_in_the_example(row: Row) -> None:
    step = after(dealt(players=row["players"], first_dealer=row["dealer"]), calls(" ".join(row["calls"])))
    match row["result"]:
        case {"redeal": True, "next_dealer": dealer}:
            assert only(step, ThrownIn)
            assert step.state.dealer == dealer
            assert step.state.phase is Phase.BIDDING
        case {"bidder": bidder, "bid": bid}:
            assert only(step, AuctionWon) == AuctionWon(bidder, Call(bid))
            assert step.state.phase is Phase.NAMING_TRUMP


@each(HANDS)
def test_these_cards_may_be_played(row: Row) -> None:
    led = {"hearts": "AH", "clubs": "AC"}[row["led"]]
    state = table(led, " ".join(row["hand"]), "9D", "9S", trump="spades")
    assert may_play(after(state, plays(led)).state, 1) == {*row["legal"]}


@each(TRICKS)
def test_this_seat_wins_the_trick(row: Row) -> None:
    by_seat = dict(row["plays"])
    state = table(*(by_seat[seat] for seat in range(4)), trump=row["trump"], leader=row["plays"][0][0])
    step = after(state, plays(" ".join(card for _, card in row["plays"])))
    assert only(step, TrickTaken) == TrickTaken(row["winner"], tuple(Card(card) for _, card in row["plays"]))


@each(SCORES)
def test_a_hand_is_scored_as_in_the_example(row: Row) -> None:
    assert points(hand_ends(row["tricks"], bidder=row["bidder"], bid=row["bid"])) == tuple(row["delta"])


@each(SUMS)
def test_points_are_added_to_the_score(row: Row) -> None:
    step = hand_ends((5, 1, 0, 0), bidder=0, bid="moon", scores=(row["before"], 0, 0, 0))
    assert (points(step)[0], only(step, HandScored).scores[0]) == (row["delta"], row["after"])


@each(ENDS)
def test_these_scores_after_a_hand_decide_whether_the_session_is_won(row: Row) -> None:
    hand = (3, 1, 1, 1)
    before = [score - point for score, point in zip(row["scores"], hand, strict=True)]
    step = hand_ends(hand, bidder=0, bid="three", scores=before)
    assert only(step, HandScored).scores == tuple(row["scores"])
    if row["winner"] is None:
        assert not told(step, Finished)
        assert only(step, Dealt).hand_number == 2
    else:
        assert only(step, Finished).result.winners == (row["winner"],)
        assert not told(step, Dealt)
