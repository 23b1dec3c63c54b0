"""Who is away: turns that run out, seats that the house keeps, and players who come back (SH-15)."""

from random import Random

import pytest

from server.game import Action, Refused, Resign, Seat, play, replace
from server.games.shooter import (
    GAME,
    Accept,
    Accepted,
    Accuse,
    Bid,
    Call,
    Finished,
    HandScored,
    Options,
    Phase,
    Play,
    Reason,
    Reneging,
    Resigned,
    Return,
    Returned,
    State,
    TimedOut,
    memory,
)
from tests.games.facts import FACTS
from tests.games.shooter_table import dealt
from tests.games.steps import only, refusal, told


def timed_out(state: State) -> State:
    """*state* after its turn has run out and the house has taken the first thing that is legal."""
    assert GAME.time_out
    return house_plays(GAME.time_out(state).state)


def house_plays(state: State) -> State:
    assert GAME.house
    while seats := [seat for seat in GAME.to_act(state) if seat in GAME.house(state)]:
        state = play(GAME, state, seats[0], turn_action(state, seats[0])).state
    return state


def turn_action(state: State, seat: Seat) -> Action:
    return next(a for a in GAME.legal_actions(state, seat) if not isinstance(a, GAME.out_of_turn))


def takes_turn(state: State) -> State:
    (seat, *_) = GAME.to_act(state)
    return house_plays(play(GAME, state, seat, turn_action(state, seat)).state)


def until_turn_of(state: State, seat: Seat) -> State:
    while seat not in GAME.to_act(state):
        state = takes_turn(state)
    return state


def kept(seat: Seat = 1) -> State:
    """A table whose house keeps *seat*."""
    state = dealt(first_dealer=0)
    for _ in range(2):
        state = timed_out(until_turn_of(state, seat))
    assert state.kept == (seat,)
    return state


def over(state: State) -> State:
    """*state* after its hand's last trick, at an honour table."""
    while state.phase is not Phase.ACCUSING:
        state = takes_turn(state)
    return state


def test_a_turn_that_runs_out_is_the_houses_to_play_that_once() -> None:
    state = dealt(first_dealer=0)
    assert GAME.time_out
    step = GAME.time_out(state)
    assert only(step, TimedOut) == TimedOut(1)
    assert GAME.house
    assert GAME.house(step.state) == (1,)
    after = house_plays(step.state)
    assert GAME.to_act(after) == (2,)
    assert GAME.house(after) == ()
    assert not any(player.played_by_house for player in GAME.view(after, None).players)  # type: ignore[attr-defined]


def test_after_two_in_a_row_the_house_keeps_the_seat() -> None:
    state = kept(1)
    assert state.house == (1,)
    assert GAME.legal_actions(state, 1) == (Return(),)
    assert 1 not in GAME.to_act(state), "the house has played its turn"


def test_a_turn_of_ones_own_in_between_starts_the_count_anew() -> None:
    state = timed_out(dealt(first_dealer=0))
    state = takes_turn(until_turn_of(state, 1))
    state = timed_out(until_turn_of(state, 1))
    assert state.kept == ()
    assert state.overruns[1] == 1


def test_other_players_turns_do_not_count() -> None:
    state = timed_out(dealt(first_dealer=0))
    state = timed_out(until_turn_of(state, 2))
    assert state.kept == ()
    assert state.overruns == (0, 1, 1, 0)


def test_who_is_back_plays_on_and_has_nothing_held_against_them() -> None:
    step = play(GAME, kept(1), 1, Return())
    assert step.events == (Returned(1),)
    assert step.state.house == step.state.kept == ()
    assert step.state.overruns[1] == 0
    assert GAME.to_act(until_turn_of(step.state, 1)) == (1,)


def test_a_return_without_cause_is_refused() -> None:
    state = dealt(first_dealer=0)
    assert refusal(GAME, state, 1, Return()) == ("wrong_phase", "SH-15")
    resigned = house_plays(play(GAME, state, 2, Resign()).state)
    assert refusal(GAME, resigned, 2, Return()) == ("wrong_phase", "SH-15")
    back = play(GAME, kept(1), 1, Return()).state
    assert refusal(GAME, back, 1, Return()) == ("wrong_phase", "SH-15")


def test_a_kept_seat_may_be_resigned_and_then_not_be_had_back() -> None:
    step = play(GAME, kept(1), 1, Resign())
    assert only(step, Resigned) == Resigned(1)
    assert step.state.kept == ()
    assert refusal(GAME, step.state, 1, Return()) == ("wrong_phase", "SH-15")
    assert refusal(GAME, step.state, 1, Resign()) == ("wrong_phase", "SH-15")


def test_who_is_kept_accuses_no_more() -> None:
    state = over(dealt(first_dealer=0, reneging=Reneging.HONOUR))
    accusers = [seat for seat in state.seats if any(isinstance(a, Accuse) for a in GAME.legal_actions(state, seat))]
    seat = accusers[0]
    away = replace(state, house=(seat,), kept=(seat,))
    assert not any(isinstance(action, Accuse) for action in GAME.legal_actions(away, seat))


def test_at_the_end_of_a_hand_an_overrun_accepts_for_all_who_owe_it() -> None:
    state = over(dealt(first_dealer=0, reneging=Reneging.HONOUR))
    state = play(GAME, state, 2, Accept()).state
    assert GAME.time_out
    step = GAME.time_out(state)
    assert [event.seat for event in told(step, TimedOut)] == [0, 1, 3]
    for seat in (0, 1, 3):
        step = step.then(lambda state, seat=seat: play(GAME, state, seat, Accept()))  # type: ignore[misc]
    assert [event.seat for event in told(step, Accepted)] == [0, 1, 3]
    assert only(step, HandScored)
    assert step.state.hand_number == state.hand_number + 1


def test_with_every_seat_the_houses_the_session_is_abandoned() -> None:
    state = GAME.deal(Options(first_dealer=0), "leverstoke", house=(2, 3)).state
    assert state.house == (2, 3)
    state = house_plays(play(GAME, house_plays(state), 0, Resign()).state)
    state = timed_out(until_turn_of(state, 1))
    while GAME.to_act(state) != (1,):
        state = takes_turn(state)
    assert GAME.time_out
    step = GAME.time_out(state)
    assert only(step, Finished).result.reason is Reason.ABANDONED
    assert only(step, Finished).result.winners == ()


def test_a_bots_seat_is_nobodys_to_resign_or_to_have_back() -> None:
    state = GAME.deal(Options(first_dealer=3), "leverstoke", house=(3,)).state
    assert not GAME.may_resign(state, 3)
    assert refusal(GAME, state, 3, Return()) == ("wrong_phase", "SH-15")


@pytest.mark.parametrize("reneging", Reneging)
def test_the_invariants_hold_whoever_is_away(reneging: Reneging) -> None:
    for number in range(30):
        chance = Random(number)
        house = (3,) if chance.random() < 0.5 else ()
        options = Options(reneging=reneging, target=8, turn_seconds=5)
        state = house_plays(GAME.deal(options, f"away {number}", house=house).state)
        for _ in range(120):
            FACTS[GAME.name].invariant(state)
            assert set(state.kept) <= set(state.house)
            assert state.late == ()
            assert not set(GAME.to_act(state)) & set(state.house), "the house has played its turns"
            if GAME.result(state):
                break
            able = [seat for seat in state.seats if GAME.legal_actions(state, seat)]
            if chance.random() < 0.2:
                state = timed_out(state)
            else:
                seat = chance.choice(able)
                state = house_plays(play(GAME, state, seat, chance.choice(GAME.legal_actions(state, seat))).state)


def test_a_memory_is_the_view_with_the_tricks_of_the_hand_and_nothing_else() -> None:
    state = until_turn_of(dealt(first_dealer=0), 1)
    state = play(GAME, state, 1, Bid(Call.MOON)).state
    for _ in range(6):
        state = takes_turn(state)
    seen = memory(state, 0)
    assert seen.hand == state.hands[0]
    assert seen.tricks == state.tricks
    assert seen.options == state.options
    with pytest.raises(Refused):
        play(GAME, state, GAME.to_act(state)[0], Play(state.tricks[0].plays[0].card))
