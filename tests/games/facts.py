"""What is true of each game in every state, written apart from its rules.

``invariant`` raises if the state is impossible, ``never_falls`` are numbers that only grow. ``known`` is what the
reader at a seat (None: a spectator) may know;
``other_world`` is a state that differs from this one in nothing else, so nothing the reader gets may differ either.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from server.cards import SHOOTER, SHOOTING_PARTY, Card, Rank
from server.game import Seat, replace
from server.games import shooter, shooting_party
from server.games.shooter import Phase


@dataclass(frozen=True)
class Facts:
    invariant: Callable[[Any], None]
    never_falls: Callable[[Any], tuple[int, ...]]
    known: Callable[[Any, Seat | None], Any]
    other_world: Callable[[Any, Seat | None, Random], Any]
    reveals: tuple[type, ...]
    """Events that may tell one world from another, for they show what was hidden."""


# The Shooting Party


def party_invariant(state: shooting_party.State) -> None:
    places = (state.draw_pile, state.hand, state.discard_pile, state.display, state.score_pile)
    assert Counter(card for place in places for card in place) == Counter(SHOOTING_PARTY.cards)
    aces = [card for card in state.hand + state.discard_pile if card.rank is Rank.ACE]
    assert not aces, "SP-3"
    assert all(card.rank is Rank.ACE for card in state.display), "SP-2"
    queens = {card.suit for card in state.score_pile if card.rank is state.courted}
    scored_aces = {card.suit for card in state.score_pile if card.rank is Rank.ACE}
    assert scored_aces <= queens, "SP-24"
    assert 0 <= state.exhaustions <= 3
    assert (state.exhaustions == 3) == (state.ending is shooting_party.Reason.EXHAUSTED), "SP-25"
    assert (len(queens) == 4) == (state.ending is shooting_party.Reason.ALL_QUEENS), "SP-25"
    if not state.ending and not shooting_party.choices(state):
        _party_settled(state)


def _party_settled(state: shooting_party.State) -> None:
    """SP-13, and that there is always something to do but leave and resign."""
    ranks = Counter(card.rank for card in state.hand)
    couples = {card.suit for card in state.hand if card.rank is Rank.QUEEN} & {
        card.suit for card in state.hand if card.rank is Rank.KING
    }
    assert ranks[state.courted] <= 1
    assert ranks[Rank.JACK] <= 1
    assert not couples
    assert len(state.hand) <= 7
    assert any(not isinstance(action, shooting_party.Leave) for action in shooting_party.legal_actions(state, 0))


def party_known(state: shooting_party.State, seat: Seat | None) -> Any:
    """All but the order of the draw pile (SP-28)."""
    return replace(state, draw_pile=SHOOTING_PARTY.sorted(state.draw_pile), seed="")


def other_party(state: shooting_party.State, seat: Seat | None, chance: Random) -> shooting_party.State:
    return replace(
        state, draw_pile=tuple(chance.sample(state.draw_pile, len(state.draw_pile))), seed=f"{chance.random()}"
    )


# Shooter


def shooter_invariant(state: shooter.State) -> None:
    players, options = state.options.players, state.options
    held = [card for hand in state.hands for card in hand]
    taken = [laid.card for trick in state.tricks for laid in trick.plays]
    laid = [play.card for play in state.trick]
    if state.phase is not Phase.SEATING:
        assert Counter(held + taken + laid) == Counter(SHOOTER.cards), "SH-1"
    each = len(SHOOTER.cards) // players
    played = Counter(play.seat for play in state.trick)
    for seat, hand in enumerate(state.hands):
        assert len(hand) == each - len(state.tricks) - played[seat], "SH-3"
    assert all(trick.winner in {play.seat for play in trick.plays} for trick in state.tricks)
    if options.partners:
        assert state.scores[:2] == state.scores[2:], "SH-13"
    if state.phase is Phase.ACCUSING:
        assert not held
        assert options.reneging is shooter.Reneging.HONOUR, "SH-12"
    if options.reneging is shooter.Reneging.PREVENTED:
        assert not state.reneges, "SH-11"
    if state.ending is shooter.Reason.TARGET:
        assert max(state.scores) >= options.target, "SH-10"
    _shooter_turn(state)


def _shooter_turn(state: shooter.State) -> None:
    """Exactly one seat to act while active, in ``accusing`` those who have not accepted; and each can."""
    acting = shooter.to_act(state)
    match state.phase:
        case Phase.SEATING | Phase.FINISHED:
            assert acting == ()
        case Phase.ACCUSING:
            assert set(acting) == set(state.seats) - set(state.accepted)
            assert acting
        case _:
            assert len(acting) == 1
    assert all(shooter.legal_actions(state, seat) for seat in acting)


def shooter_known(state: shooter.State, seat: Seat | None) -> Any:
    """One's own hand, and how many cards the others hold; never what was a renege (SH-12, SH-14)."""
    hands = tuple(hand if other == seat else len(hand) for other, hand in enumerate(state.hands))
    return replace(state, hands=hands, reneges=(), seed="")


def other_shooter(state: shooter.State, seat: Seat | None, chance: Random) -> shooter.State:
    """The cards in the other hands dealt anew among them, and other plays that reneged."""
    hidden: list[Card] = [card for other, hand in enumerate(state.hands) if other != seat for card in hand]
    chance.shuffle(hidden)
    hands = tuple(
        hand if other == seat else SHOOTER.sorted([hidden.pop() for _ in hand])
        for other, hand in enumerate(state.hands)
    )
    honour = state.options.reneging is shooter.Reneging.HONOUR
    reneges = tuple(play for play in range(state.plays) if chance.random() < 0.3) if honour else ()
    return replace(state, hands=hands, reneges=reneges, seed=f"{chance.random()}")


FACTS = {
    shooting_party.GAME.name: Facts(
        party_invariant,
        lambda state: (state.exhaustions, len(state.score_pile)),
        party_known,
        other_party,
        (shooting_party.Drawn, shooting_party.Displayed),
    ),
    shooter.GAME.name: Facts(
        shooter_invariant,
        lambda state: (state.hand_number, len(state.house) - len(state.kept)),
        shooter_known,
        other_shooter,
        (shooter.HandScored, shooter.Dealt),
    ),
}
