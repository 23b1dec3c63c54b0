"""Shooter: what a seat may know, what everybody is told, whose turn it is, and leaving (SH-14, SH-15)."""

import pytest

from server.cards import Card, Suit
from server.game import Action, Resign, replace
from server.games.shooter import (
    GAME,
    Accept,
    Accuse,
    AuctionWon,
    Bid,
    Call,
    Called,
    Dealt,
    Finished,
    HandScored,
    Laid,
    Options,
    Phase,
    Play,
    Played,
    PlayerView,
    Reason,
    Reneging,
    Resigned,
    Result,
    State,
    Trick,
    TrickTaken,
    Trump,
    TrumpNamed,
    View,
    house,
)
from tests.cardtable import cards
from tests.games.shooter_table import after, calls, dealt, in_turn, legal, plays, refused, table, takes, view

# What a seat may know


def laid(trick: str) -> tuple[Laid, ...]:
    """The cards of *trick*, from seat 0 on."""
    return tuple(Laid(seat, card) for seat, card in enumerate(cards(trick)))


def test_a_seat_sees_the_table_and_its_own_hand() -> None:
    """SH-14."""
    hands = ["AC KC", "9D TD", "9H TH", "9S TS"]
    state = table(*hands, bidder=1, bid="four", taken=(1, 0, 2, 0), scores=(5, -3, 0, 12))
    state = after(state, plays("AC 9D 9H 9S"), plays("KC TD")).state
    assert view(state, 2) == View(
        phase=Phase.PLAYING,
        hand_number=1,
        dealer=3,
        players=(
            PlayerView(played_by_house=False, score=5, tricks=2, cards=0, call=Call.PASS),
            PlayerView(played_by_house=False, score=-3, tricks=0, cards=0, call=Call.FOUR),
            PlayerView(played_by_house=False, score=0, tricks=2, cards=1, call=Call.PASS),
            PlayerView(played_by_house=False, score=12, tricks=0, cards=1, call=Call.PASS),
        ),
        bidder=1,
        bid=Call.FOUR,
        trump=Suit.CLUBS,
        trick=laid("KC TD"),
        last_trick=Trick(laid("AC 9D 9H 9S"), winner=0),
        hand=cards("TH"),
    )
    assert view(state, 3) == replace(view(state, 2), hand=cards("TS"))


def test_a_spectator_sees_no_hand() -> None:
    """SH-14."""
    state = dealt()
    assert view(state, None) == replace(view(state, 2), hand=None)


def test_what_a_seat_sees_does_not_depend_on_the_other_hands() -> None:
    """SH-14."""
    state = dealt(first_dealer=0)
    first, second, third, fourth = state.hands
    other = replace(state, hands=(third, second, fourth, first))
    assert view(other, 1) == view(state, 1)
    assert view(other, None) == view(state, None)
    assert legal(other, 1) == legal(state, 1)


def test_the_highest_bid_so_far_shows_during_the_auction() -> None:
    """SH-14."""
    seen = view(after(dealt(first_dealer=0), calls("three pass five")).state, 0)
    assert (seen.bidder, seen.bid) == (3, Call.FIVE)
    assert [player.call for player in seen.players] == [None, Call.THREE, Call.PASS, Call.FIVE]


def test_the_last_trick_shows_until_the_next_one_across_hands() -> None:
    """SH-14."""
    assert view(dealt(), 0).last_trick is None
    seen = view(after(table("AC", "9D", "9H", "9S"), plays("AC 9D 9H 9S")).state, 0)
    assert seen.hand_number == 2
    assert seen.last_trick == Trick(laid("AC 9D 9H 9S"), winner=0)
    assert (seen.trick, seen.trump, seen.bid, seen.bidder) == ((), None, None, None)
    assert [player.tricks for player in seen.players] == [0, 0, 0, 0]


# What everybody is told


def test_a_hand_is_told_from_the_deal_to_the_next_in_order() -> None:
    step = GAME.deal(Options(players=3, first_dealer=2), "leverstoke")
    assert step.events == (Dealt(hand_number=1, dealer=2, shuffle=1),)
    step = after(step.state, calls("pass three pass"))
    assert step.events == (
        Called(0, Call.PASS),
        Called(1, Call.THREE),
        Called(2, Call.PASS),
        AuctionWon(1, Call.THREE),
    )
    assert after(step.state, in_turn(Trump(Suit.HEARTS))).events == (TrumpNamed(1, Suit.HEARTS),)

    step = after(table("9D", "AC", "9H", dealer=2, leader=1, bidder=1), plays("AC 9H 9D"))
    assert step.events == (
        Played(1, Card("AC")),
        Played(2, Card("9H")),
        Played(0, Card("9D")),
        TrickTaken(1, cards("AC 9H 9D")),
        HandScored(points=(0, -3, 0), scores=(0, -3, 0), verdicts=()),
        Dealt(hand_number=2, dealer=0, shuffle=2),
    )


def test_the_end_is_told_after_the_score() -> None:
    step = after(table("9D", "AC", "9H", leader=1, scores=(40, 0, 0)), plays("AC 9H 9D"))
    ended = Result(winners=(0,), scores=(37, 1, 0), reason=Reason.TARGET)
    assert step.events[-2:] == (HandScored((-3, 1, 0), (37, 1, 0), ()), Finished(ended))
    assert GAME.result(step.state) == ended


# Whose turn it is, and what does not fit the moment


def test_only_the_seat_whose_turn_it_is_may_act() -> None:
    """SH-4, SH-8."""
    auction, play = dealt(first_dealer=0), table("AC KC", "9D TD", "9H TH", "9S TS", leader=2)
    assert [bool(legal(auction, seat)) for seat in range(4)] == [False, True, False, False]
    assert [bool(legal(play, seat)) for seat in range(4)] == [False, False, True, False]
    assert refused(auction, 2, Bid(Call.THREE)) == ("not_your_turn", None)
    assert refused(play, 0, Play(Card("AC"))) == ("not_your_turn", None)


@pytest.mark.parametrize("action", [Play(Card("AS")), Play(Card("9D")), Bid(Call.THREE), Accept()])
def test_whose_turn_it_is_comes_before_what_the_rules_say(action: Action) -> None:
    assert refused(table("AC KC", "9D TD", "9H TH", "9S TS"), 1, action) == ("not_your_turn", None)


PLAYING = table("AC KC", "9D TD", "9H TH", "9S TS")
BIDDING = dealt(first_dealer=3)
NAMING_TRUMP = after(dealt(first_dealer=3), calls("moon")).state
ACCUSING = after(table("AC", "9D", "9H", "9S", reneging=Reneging.HONOUR), plays("AC 9D 9H 9S")).state


@pytest.mark.parametrize(
    ("state", "action", "rule"),
    [
        (NAMING_TRUMP, Bid(Call.THREE), "SH-4"),
        (PLAYING, Bid(Call.PASS), "SH-4"),
        (ACCUSING, Bid(Call.PASS), "SH-4"),
        (BIDDING, Trump(Suit.CLUBS), "SH-7"),
        (PLAYING, Trump(Suit.CLUBS), "SH-7"),
        (ACCUSING, Trump(Suit.CLUBS), "SH-7"),
        (BIDDING, Play(Card("AC")), "SH-8"),
        (NAMING_TRUMP, Play(Card("AC")), "SH-8"),
        (ACCUSING, Play(Card("AC")), "SH-8"),
        (BIDDING, Accept(), "SH-12"),
        (NAMING_TRUMP, Accept(), "SH-12"),
        (PLAYING, Accept(), "SH-12"),
    ],
    ids=lambda value: getattr(value, "phase", None) or repr(value),
)
def test_every_action_has_its_phase(state: State, action: Action, rule: str) -> None:
    assert refused(state, 0, action) == ("wrong_phase", rule)


def test_accusing_has_no_phase_but_needs_a_play_off_suit() -> None:
    """SH-12."""
    for state in (BIDDING, NAMING_TRUMP, PLAYING):
        assert refused(state, 0, Accuse(1)) == ("nothing_to_accuse", "SH-12")


def test_before_the_deal_there_is_nothing_to_do() -> None:
    """SH-2: a table waits until every seat is taken."""
    state = GAME.seating(Options(), "leverstoke")
    assert state.phase is Phase.SEATING
    assert GAME.to_act(state) == ()
    assert refused(state, 0, Resign()) == ("wrong_phase", "SH-15")
    assert view(state, 0).dealer is None


@pytest.mark.parametrize("action", [Bid(Call.THREE), Play(Card("AC")), Accuse(1), Accept(), Resign()])
def test_nothing_is_done_after_the_end(action: Action) -> None:
    finished = after(table("AC", "9D", "9H", "9S", scores=(0, 40, 0, 0)), plays("AC 9D 9H 9S")).state
    assert refused(finished, 0, action) == ("session_finished", None)


# Leaving


def test_the_house_plays_the_seat_of_whoever_resigns() -> None:
    """SH-15: to the end, over all hands to come."""
    step = after(table("AC", "9D", "9H", "9S"), takes(1, Resign()))
    assert step.events == (Resigned(1),)
    assert house(step.state) == (1,)
    assert view(step.state, 0).players[1].played_by_house
    assert not view(step.state, 0).players[2].played_by_house
    assert house(after(step.state, plays("AC 9D 9H 9S")).state) == (1,)


def test_resigning_needs_no_turn_and_moves_none() -> None:
    """SH-15."""
    state = dealt(first_dealer=0)
    for seat in range(4):
        step = after(state, takes(seat, Resign()))
        assert GAME.to_act(step.state) == (1,)
        assert replace(step.state, house=()) == state


def test_nobody_resigns_twice() -> None:
    """SH-15."""
    state = after(dealt(), takes(2, Resign())).state
    assert refused(state, 2, Resign()) == ("wrong_phase", "SH-15")


def test_resigning_is_never_listed() -> None:
    """SH-15."""
    assert all(Resign() not in legal(PLAYING, seat) for seat in range(4))
    assert all(GAME.may_resign(PLAYING, seat) for seat in range(4))


def test_when_all_have_resigned_the_session_is_abandoned_without_winners() -> None:
    """SH-15."""
    step = after(table("AC", "9D", "9H", scores=(5, 40, 3)), takes(2, Resign()), takes(0, Resign()))
    assert GAME.result(step.state) is None
    step = after(step.state, takes(1, Resign()))
    ended = Result(winners=(), scores=(5, 40, 3), reason=Reason.ABANDONED)
    assert step.events == (Resigned(1), Finished(ended))
    assert GAME.result(step.state) == ended
    assert GAME.to_act(step.state) == ()
