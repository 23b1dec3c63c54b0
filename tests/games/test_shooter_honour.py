"""Shooter at an honour table: reneges and accusations (SH-12)."""

from server.game import Resign, replace
from server.games.shooter import (
    GAME,
    Accept,
    Accepted,
    Accuse,
    Accused,
    Dealt,
    HandScored,
    Phase,
    Play,
    Reneging,
    TrickTaken,
)
from tests.cardtable import cards
from tests.games.shooter_table import (
    ALL_ACCEPT,
    RENEGE,
    SECOND_TRICK,
    accept,
    accuses,
    after,
    honour,
    legal,
    may_accuse,
    may_play,
    plays,
    refused,
    table,
    takes,
)
from tests.games.steps import only

# Playing


def test_any_card_in_hand_is_accepted() -> None:
    state = after(honour(), plays("AH")).state
    assert may_play(state, 1) == {*cards("KH 9S")}
    assert refused(state, 1, Play(*cards("TC"))) == ("card_not_in_hand", "SH-8")


def test_a_trick_is_judged_by_the_cards_played_though_one_reneged() -> None:
    state = table("AH", "KH 9S", "QH", "JH", trump="spades", reneging=Reneging.HONOUR)
    assert only(after(state, plays("AH 9S QH JH")), TrickTaken) == TrickTaken(1, cards("AH 9S QH JH"))


# Who may accuse whom


def test_where_reneging_is_prevented_nobody_accuses() -> None:
    state = after(table("AH 9C", "9S TD", "QH 9D", "JH TC"), plays("AH 9S")).state
    assert may_accuse(state, 0) == []
    assert refused(state, 0, Accuse(1)) == ("nothing_to_accuse", "SH-12")


def test_whoever_has_played_off_suit_may_be_accused_by_any_other_in_turn_or_out_of_it() -> None:
    state = after(honour(), plays("AH 9S")).state
    assert GAME.to_act(state) == (2,)
    assert [may_accuse(state, seat) for seat in range(4)] == [[1], [], [1], [1]]


def test_accusations_are_listed_after_the_actions_of_the_turn() -> None:
    state = after(honour(), plays("AH 9S")).state
    assert [type(action) for action in legal(state, 2)] == [Play, Play, Accuse]
    assert legal(state, 3) == (Accuse(1),)


def test_whoever_has_always_followed_suit_is_not_accused() -> None:
    state = after(honour(), RENEGE).state
    assert refused(state, 1, Accuse(0)) == ("nothing_to_accuse", "SH-12")
    assert refused(state, 0, Accuse(3)) == ("nothing_to_accuse", "SH-12")


def test_nobody_accuses_themselves() -> None:
    assert refused(after(honour(), RENEGE).state, 1, Accuse(1)) == ("nothing_to_accuse", "SH-12")


def test_nobody_accuses_a_partner() -> None:
    """SH-12, SH-13."""
    state = after(honour(partners=True), RENEGE).state
    assert [may_accuse(state, seat) for seat in range(4)] == [[1], [], [1], []]
    assert refused(state, 3, Accuse(1)) == ("nothing_to_accuse", "SH-12")


def test_each_accuser_accuses_a_seat_as_often_as_it_has_played_off_suit() -> None:
    state = after(honour(), RENEGE, accuses(0, 1)).state
    assert [may_accuse(state, seat) for seat in range(4)] == [[], [], [1], [1]]
    assert refused(state, 0, Accuse(1)) == ("nothing_to_accuse", "SH-12")

    state = after(state, SECOND_TRICK).state
    assert [may_accuse(state, seat) for seat in range(4)] == [[1, 2], [2], [1], [1, 2]]
    state = after(state, accuses(0, 1), accuses(3, 1), accuses(3, 1)).state
    assert [may_accuse(state, seat) for seat in range(4)] == [[2], [2], [1], [2]]


def test_an_accusation_is_told_and_passes_no_turn() -> None:
    step = after(honour(), plays("AH 9S"), accuses(3, 1))
    assert step.events[-1] == Accused(seat=3, accused=1)
    assert GAME.to_act(step.state) == (2,)


def test_a_hand_begins_without_anybody_to_accuse() -> None:
    step = after(honour(), RENEGE, SECOND_TRICK, accuses(0, 1), ALL_ACCEPT)
    assert only(step, Dealt).hand_number == 2
    assert [may_accuse(step.state, seat) for seat in range(4)] == [[], [], [], []]
    assert refused(step.state, 0, Accuse(1)) == ("nothing_to_accuse", "SH-12")


def test_whoever_has_resigned_accuses_no_more_but_may_be_accused() -> None:
    state = after(honour(), RENEGE, takes(0, Resign()), takes(1, Resign())).state
    assert [may_accuse(state, seat) for seat in range(4)] == [[], [], [1], [1]]
    assert refused(state, 0, Accuse(1)) == ("nothing_to_accuse", "SH-12")


# What nobody may see


def test_whether_a_play_reneged_shows_nowhere_before_the_hand_is_scored() -> None:
    guilty, innocent = honour(), replace(honour(), hands=tuple(map(cards, ("AH 9C", "KS 9S", "QH 9D", "JH TC"))))
    moves = [plays("AH 9S"), accuses(3, 1), plays("QH JH")]
    for count in range(1, len(moves) + 1):
        one, another = after(guilty, *moves[:count]), after(innocent, *moves[:count])
        assert one.events == another.events
        assert GAME.to_act(one.state) == GAME.to_act(another.state)
        assert GAME.view(one.state, None) == GAME.view(another.state, None)
        for seat in (0, 2, 3):
            assert GAME.view(one.state, seat) == GAME.view(another.state, seat)
            assert legal(one.state, seat) == legal(another.state, seat)


# Accepting


def test_after_the_last_trick_everybody_accepts_in_any_order_and_then_the_hand_is_scored() -> None:
    step = after(honour(), RENEGE, SECOND_TRICK)
    assert step.state.phase is Phase.ACCUSING
    assert GAME.to_act(step.state) == (0, 1, 2, 3)
    step = after(step.state, accept(3, 0, 2))
    assert step.events == (Accepted(3), Accepted(0), Accepted(2))
    assert GAME.to_act(step.state) == (1,)
    step = after(step.state, accept(1))
    assert [type(event) for event in step.events] == [Accepted, HandScored, Dealt]


def test_every_player_accuses_or_accepts_in_any_order() -> None:
    state = after(honour(), RENEGE, SECOND_TRICK).state
    assert legal(state, 0) == (Accept(), Accuse(1), Accuse(2))
    assert legal(state, 2) == (Accept(), Accuse(1))
    step = after(state, accuses(2, 1), accept(0), accuses(3, 1))
    assert step.state.phase is Phase.ACCUSING
    assert GAME.to_act(step.state) == (1, 2, 3)


def test_whoever_has_accepted_accuses_no_more() -> None:
    state = after(honour(), RENEGE, SECOND_TRICK, accept(0)).state
    assert legal(state, 0) == ()
    assert refused(state, 0, Accuse(1)) == ("nothing_to_accuse", "SH-12")
    assert refused(state, 0, Accept()) == ("not_your_turn", None)


def test_whoever_has_accepted_may_still_be_accused() -> None:
    assert may_accuse(after(honour(), RENEGE, SECOND_TRICK, accept(1)).state, 0) == [1, 2]


def test_nobody_accepts_before_the_last_trick() -> None:
    assert refused(honour(), 0, Accept()) == ("wrong_phase", "SH-12")


def test_there_is_no_accusing_where_reneging_is_prevented() -> None:
    step = after(table("AH", "KH", "QH", "JH"), plays("AH KH QH JH"))
    assert step.state.phase is Phase.BIDDING
