"""How the house would play The Shooting Party: it pictures the game as the rules have it, and it plays well."""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from server.bots import Advice
from server.bots.shooting_party import IMAGINED, choose, deliberate
from server.bots.shooting_party.position import (
    JOKER,
    Prospect,
    drawn,
    fetches,
    matches,
    prospects,
    singles,
)
from server.bots.shooting_party.reading import Reading
from server.bots.shooting_party.words import reason
from server.cards import SHOOTING_PARTY as PACK
from server.cards import Card
from server.deal import Chance
from server.game import Action, Level, Resign
from server.games.shooting_party import (
    GAME,
    Discard,
    Draw,
    Leave,
    Reason,
    Retrieve,
    Roles,
    Seduce,
    State,
    choices,
    memory,
)
from tests.bots.solitaire import measure
from tests.cardtable import cards
from tests.games.party_table import after, legal, party
from tests.games.random_play import Moment, session

SESSIONS = 120


def advice(state: State, level: Level, seed: str = "a hint") -> Advice:
    return choose(memory(state, 0), 0, legal(state), level, Chance(seed, "hint"))


def read(state: State) -> Reading:
    return Reading(memory(state, 0))


def whole(hand: str, *, discard_pile: str = "", display: str = "", scored: str = "", **more: Any) -> State:
    """A party in which every card has its place: what is not named is in the draw pile."""
    known = cards(f"{hand} {discard_pile} {display} {scored}")
    pile = " ".join(card for card in PACK.cards if card not in known)
    return party(hand, draw_pile=pile, discard_pile=discard_pile, display=display, scored=scored, **more)


def order(reading: Reading, pile: Iterable[str]) -> list[int]:
    """*pile* as the house would imagine it, with all other cards below."""
    top = [reading.set_of([Card(card)]).bit_length() - 1 for card in pile]
    return [*top, *(place for place in range(33) if place not in top)]


def kept(state: State) -> State:
    """*state*, with open choices settled so that the one courted stays, as the house pictures it."""
    while choices(state):
        state = after(state, legal(state)[1]).state
    return state


@cache
def moments() -> tuple[Moment, ...]:
    """What happened in random play, with at most one shuffle at a time."""
    played = (moment for seed in range(SESSIONS) for moment in session(GAME, seed))
    return tuple(moment for moment in played if len(moment.step.shuffles) < 2)


def moves(*kinds: type[Action]) -> Iterator[Moment]:
    return (moment for moment in moments() if isinstance(moment.action, kinds))


# The house's picture of the game


def test_a_picture_has_every_card_in_the_place_the_rules_have_it() -> None:
    for moment in moves(Draw, Discard, Retrieve, Seduce, Leave):
        state, reading = moment.state, read(moment.state)
        position = reading.position
        assert position.pile == reading.set_of(state.draw_pile)
        assert position.hand == reading.set_of(state.hand)
        scored = reading.set_of(state.score_pile)
        assert sum(position[:4]) + scored == (1 << 33) - 1


def test_what_the_house_may_discard_is_what_the_rules_allow() -> None:
    for moment in moves(Draw, Seduce, Leave):
        state, reading = moment.state, read(moment.state)
        if not state.ending and not choices(state):
            allowed = {reading.set_of(action.cards) for action in legal(state) if isinstance(action, Discard)}
            assert set(matches(reading.position.hand)) == allowed


def test_a_draw_leads_where_the_rules_lead_when_the_piles_lie_alike() -> None:
    seen = set()
    for moment in moves(Draw, Seduce, Leave):
        assert moment.action
        reading = read(moment.before)
        (plan,) = (plan for plan, first in reading.plans([moment.action]).items() if first == moment.action)
        reshuffled = moment.step.shuffles[0] if moment.step.shuffles else ()
        position = drawn(plan, order(reading, moment.before.draw_pile), order(reading, reshuffled))
        seen.add((type(moment.action), bool(reshuffled), moment.state.ending))
        if moment.state.ending:
            assert position is None
            continue
        settled = kept(moment.state)
        if settled.shuffles == moment.state.shuffles and not settled.ending:
            assert position == read(settled).position
        assert len(moment.state.score_pile) == len(moment.before.score_pile) + plan.gain
    assert {(Draw, True, None), (Draw, False, Reason.EXHAUSTED), (Seduce, False, None), (Leave, True, None)} <= seen


def test_a_discard_and_a_settlement_lead_where_the_rules_lead() -> None:
    for moment in moves(Discard):
        reading, now = read(moment.before), moment.state
        assert isinstance(moment.action, Discard)
        if not choices(moment.before):
            gone = reading.set_of(moment.action.cards)
            assert read(now).position.hand == reading.position.hand ^ gone
        elif not choices(now) and not now.ending:
            outcome = reading.settled(moment.action)
            if isinstance(outcome, Prospect):
                reshuffled = moment.step.shuffles[0] if moment.step.shuffles else ()
                piles = order(reading, moment.before.draw_pile), order(reading, reshuffled)
                assert drawn(outcome, *piles) == read(now).position
            else:
                assert outcome == read(now).position


def test_the_joker_fetches_what_the_rules_let_it_fetch() -> None:
    fetched = 0
    for moment in moves(Draw, Seduce, Leave):
        state, reading = moment.state, read(moment.state)
        hand, discards, display, pile, *_ = reading.position
        if state.ending or choices(state) or not hand & JOKER:
            continue
        allowed = {reading.set_of([action.card]): action for action in legal(state) if isinstance(action, Retrieve)}
        for card, then in fetches(hand, hand | discards, pile, display):
            now = kept(after(state, allowed[card]).state)
            left = read(now).position.hand
            fetched += 1
            if left != then:  # company has come, and is discarded with its card at once
                assert left ^ then in matches(left)
                assert card & (left ^ then)
    assert fetched > 100


def test_every_plan_begins_with_a_legal_action() -> None:
    for moment in moves(Draw, Discard, Retrieve, Seduce, Leave):
        state = moment.state
        if not state.ending:
            plans = read(state).plans(legal(state))
            assert plans
            assert set(plans.values()) <= set(legal(state))


def test_a_party_that_may_not_be_left_is_not_left_in_a_plan() -> None:
    reading = read(whole("2C 4D", leave=False))
    assert all(plan.draws == 2 for plan in prospects(reading.position, reading.may_leave))


# What it advises


@pytest.mark.parametrize("level", [Level.STEADY, Level.SHARP])
def test_the_last_queen_is_courted_when_her_ace_is_on_display(level: Level) -> None:
    state = whole("QH", display="AH", scored="QC QD QS AC", exhaustions=2)
    assert advice(state, level) == Advice(Seduce(), "Seduce the queen of hearts: the ace of hearts is on display.")


@pytest.mark.parametrize("level", [Level.STEADY, Level.SHARP])
def test_a_pair_goes_to_leave_the_queen_alone(level: Level) -> None:
    state = whole("2H QS 4H", display="AS", discard_pile="KS", exhaustions=2)
    assert advice(state, level) == Advice(
        Discard(cards("2H 4H")), "Discard the two and four of hearts: the queen of spades is then alone."
    )


@pytest.mark.parametrize("level", [Level.STEADY, Level.SHARP])
def test_the_joker_fetches_the_ace_of_the_last_queen(level: Level) -> None:
    state = whole("QS JOKER", scored="QC QD QH AC", exhaustions=2)
    assert advice(state, level) == Advice(
        Retrieve(*cards("AS")), "Give the joker for the ace of spades: the queen of spades is in your hand."
    )


@pytest.mark.parametrize("level", [Level.STEADY, Level.SHARP])
def test_kings_are_courted_where_the_roles_are_reversed(level: Level) -> None:
    state = whole("2H KS 4H", display="AS", discard_pile="QS", scored="KC KD KH", exhaustions=2, roles=Roles.REVERSED)
    assert advice(state, level).action == Discard(cards("2H 4H"))
    last = after(state, Discard(cards("2H 4H"))).state
    assert advice(last, level) == Advice(Seduce(), "Seduce the king of spades: the ace of spades is on display.")


@pytest.mark.parametrize("level", list(Level))
def test_an_open_choice_is_settled(level: Level) -> None:
    state = whole("QD KD JD 3C")
    assert advice(state, level).action in legal(state)
    assert (
        advice(state, level).reason.endswith("diamonds may stay.") or "jack of diamonds" in advice(state, level).reason
    )


REASONS: list[tuple[State, Action, str]] = [
    (
        whole("2H KD", discard_pile="3H"),
        Draw(),
        "Draw: nothing in hand can be discarded, and 30 cards are left in the pile.",
    ),
    (
        whole("2H 4H", discard_pile="3H"),
        Draw(),
        "Draw, and keep what you hold: 30 cards are left before the pile runs out.",
    ),
    (party("2H", discard_pile="3H"), Draw(), "Draw: the pile is empty, so the discards come back."),
    (party("2H", exhaustions=2), Draw(), "Draw: the last pile is empty, and this ends the party."),
    (whole("QC"), Seduce(), "Seduce the queen of clubs, now alone in hand, though the ace of clubs is not on display."),
    (whole("2C 4C"), Discard(cards("2C 4C")), "Discard the two and four of clubs: that empties your hand."),
    (
        whole("2C JC QH 3D"),
        Discard(cards("2C JC")),
        "Discard the two and jack of clubs: a second jack would cost you the whole hand.",
    ),
    (
        whole("2C 2D QH 3D KS"),
        Discard(cards("2C 2D")),
        "Discard the twos of clubs and diamonds: two cards stay beside the queen of hearts.",
    ),
    (whole("2C 4D JOKER"), Discard(cards("JOKER")), "Discard the joker: two cards stay in hand."),
    (
        whole("QD KD JD 3C"),
        Discard(cards("KD JD")),
        "Discard the jack and king of diamonds: the queen of diamonds may stay.",
    ),
    (
        whole("QD KD JD QC"),
        Discard(cards("KD JD")),
        "Discard the jack and king of diamonds: the queen of clubs may stay.",
    ),
    (
        whole("QD KD JD JC"),
        Discard(cards("QD KD")),
        "Discard the queen and king of diamonds: with two jacks left you get a new hand.",
    ),
    (
        whole("3C JOKER", discard_pile="4C"),
        Retrieve(*cards("4C")),
        "Give the joker for the four of clubs: it can go with the three of clubs.",
    ),
    (
        whole("JOKER", discard_pile="QS", display="AS"),
        Retrieve(*cards("QS")),
        "Give the joker for the queen of spades: the ace of spades is on display.",
    ),
    (whole("2C 4D 5S"), Leave(), "Leave the room: four new cards for the three cards in hand."),
    (whole(""), Leave(), "Leave the room: four new cards for an empty hand."),
]


@pytest.mark.parametrize(("state", "action", "said"), REASONS, ids=[said for _, _, said in REASONS])
def test_a_reason_is_true_of_what_is_seen(state: State, action: Action, said: str) -> None:
    assert action in legal(state)
    assert reason(memory(state, 0), legal(state), action) == said


@pytest.mark.parametrize("level", list(Level))
def test_the_same_question_gets_the_same_answer(level: Level) -> None:
    state = whole("2H QS 4D", display="AC", discard_pile="KS 5C JOKER")
    assert advice(state, level) == advice(state, level)


@pytest.mark.parametrize("level", list(Level))
def test_a_reason_is_one_short_sentence(level: Level) -> None:
    every = 40 if level is Level.SHARP else 3
    for moment in islice(moves(Draw, Discard, Retrieve, Seduce, Leave), 0, 800, every):
        if not moment.state.ending and moment.action != Resign():
            said = advice(moment.state, level).reason
            assert said[0].isupper()
            assert said.endswith(".")
            assert len(said) <= 100


# How much it thinks, and how well


def test_a_forced_move_is_thought_about_as_long_as_a_choice() -> None:
    choice = read(whole("2H QS 4H 5D", display="AC"))
    plans = tuple(choice.plans(legal(whole("2H QS 4H 5D", display="AC"))))
    forced = (Prospect(choice.position._replace(hand=0, discards=choice.position.hand), 4),)
    for options in (plans, plans[:3], plans[:2], forced):
        assert deliberate(options, True, Chance("a hint", "hint")).imagined == IMAGINED


def points(level: Level, sessions: int) -> int:
    return sum(measure(level, [f"levels {number}" for number in range(sessions)]))


def test_the_better_the_level_the_more_points() -> None:
    assert points(Level.EASY, 40) < points(Level.STEADY, 40)
    assert points(Level.STEADY, 3) < points(Level.SHARP, 3)


def test_single_cards_are_told_one_by_one() -> None:
    assert list(singles(0b10110)) == [0b10, 0b100, 0b10000]
