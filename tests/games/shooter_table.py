"""Shooter in the table's language: for setting up a table in the middle of a hand, and for playing on from there.

A move leads from a state to a step; ``after(table(...), plays("AH 9S"), accuses(0, 1))`` makes one after the other.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeAlias

from server.cards import SHOOTER as PACK
from server.cards import Card, Suit
from server.game import Action, Seat, Step, play
from server.games.shooter import (
    GAME,
    Accept,
    Accuse,
    Bid,
    Call,
    HandScored,
    Laid,
    Options,
    Phase,
    Play,
    Reneging,
    State,
    Trick,
    View,
)
from tests.cardtable import cards
from tests.games.steps import only, refusal

Move: TypeAlias = Callable[[State], Step[State]]

SEED = "leverstoke"

# Setting up


def dealt(**options: Any) -> State:
    """A table with its first hand dealt."""
    return GAME.deal(Options(**options), SEED).state


def table(
    *hands: str,
    trump: str = "clubs",
    leader: Seat = 0,
    bidder: Seat = 0,
    bid: str = "three",
    dealer: Seat = 3,
    taken: Sequence[int] = (),
    scores: Sequence[int] = (),
    **options: Any,
) -> State:
    """A table in play: the *hands* by seat, *leader* to lead, *taken* and *scores* by seat."""
    players = len(hands)
    held = tuple(map(cards, hands))
    bids = [Call(bid) if seat == bidder else Call.PASS for seat in range(players)]
    return State(
        options=Options(players=players, **options),
        seed=SEED,
        phase=Phase.PLAYING,
        scores=tuple(scores) or (0,) * players,
        overruns=(0,) * players,
        hand_number=1,
        dealer=dealer % players,
        hands=held,
        calls=tuple(bids),
        bidder=bidder,
        bid=Call(bid),
        trump=Suit(trump),
        leader=leader,
        tricks=tuple(_tricks(taken, {card for hand in held for card in hand})),
    )


def _tricks(taken: Sequence[int], held: set[Card]) -> Iterator[Trick]:
    """As many tricks as each seat has *taken*, of cards that nobody has *held*."""
    spare = iter([card for card in PACK.cards if card not in held])
    players = len(taken)
    for winner, count in enumerate(taken):
        for _ in range(count):
            yield Trick(tuple(Laid((winner + n) % players, next(spare)) for n in range(players)), winner)


# Playing on


def after(state: State, *moves: Move) -> Step[State]:
    """*state*, and what came of *moves*."""
    step = Step(state)
    for move in moves:
        step = step.then(move)
    return step


def takes(seat: Seat, action: Action) -> Move:
    return lambda state: play(GAME, state, seat, action)


def in_turn(*actions: Action) -> Move:
    """Each of *actions* by the seat whose turn it is."""

    def move(state: State) -> Step[State]:
        step = Step(state)
        for action in actions:
            (seat, *_) = GAME.to_act(step.state)
            step = step.then(takes(seat, action))
        return step

    return move


def calls(text: str) -> Move:
    """``calls("pass three four pass")``: from whoever is to call, clockwise."""
    return in_turn(*(Bid(Call(call)) for call in text.split()))


def plays(text: str) -> Move:
    """``plays("AS 9S KS TS")``: from whoever is to play, clockwise."""
    return in_turn(*map(Play, cards(text)))


def accuses(accuser: Seat, accused: Seat) -> Move:
    return takes(accuser, Accuse(accused))


def accept(*seats: Seat) -> Move:
    return lambda state: after(state, *(takes(seat, Accept()) for seat in seats))


def hand_ends(tricks: Sequence[int], **options: Any) -> Step[State]:
    """The last trick of a hand of which each seat has taken so many *tricks*."""
    players = len(tricks)
    winner = max(range(players), key=lambda seat: tricks[seat])
    hands = ["AC", "9D", "9H", "9S"][:players]
    taken = [count - (seat == winner) for seat, count in enumerate(tricks)]
    state = table(*hands[-winner:], *hands[:-winner], leader=winner, taken=taken, **options)
    return after(state, plays(" ".join(hands)))


# A hand at an honour table


def honour(**options: Any) -> State:
    """Seat 1 is about to renege. Played without accusations, the hand is worth 1 0 1 -3."""
    return table("AH 9C", "KH 9S", "QH 9D", "JH TC", trump="diamonds", bidder=3, reneging=Reneging.HONOUR, **options)


RENEGE = plays("AH 9S QH JH")
SECOND_TRICK = plays("9C KH 9D TC")
"""Seats 1 and 2 are honestly off suit."""

ALL_ACCEPT = accept(0, 1, 2, 3)


# Asking


def legal(state: State, seat: Seat) -> tuple[Action, ...]:
    return GAME.legal_actions(state, seat)


def may_call(state: State, seat: Seat) -> set[Call]:
    return {action.call for action in legal(state, seat) if isinstance(action, Bid)}


def may_play(state: State, seat: Seat) -> set[Card]:
    return {action.card for action in legal(state, seat) if isinstance(action, Play)}


def may_accuse(state: State, seat: Seat) -> list[Seat]:
    return [action.seat for action in legal(state, seat) if isinstance(action, Accuse)]


def view(state: State, seat: Seat | None) -> View:
    seen = GAME.view(state, seat)
    assert isinstance(seen, View)
    return seen


def points(step: Step[State]) -> tuple[int, ...]:
    """The points of the hand that was scored."""
    return only(step, HandScored).points


def refused(state: State, seat: Seat, action: Action) -> tuple[str, str | None]:
    return refusal(GAME, state, seat, action)
