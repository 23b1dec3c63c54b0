"""The Shooting Party in the table's language: for setting up a party in full swing, and for going on from there."""

from collections.abc import Sequence
from typing import Any

from server.cards import SHOOTING_PARTY as PACK
from server.cards import Cards
from server.game import Action, Step, play
from server.games.shooting_party import GAME, Options, State
from tests.cardtable import cards
from tests.games.steps import refusal


class Party(State, frozen=True, kw_only=True):
    """A party whose shuffles come out in the orders given, one after the other; more shuffles it does not know."""

    orders: tuple[Cards, ...] = ()

    def shuffle(self, cards: Cards) -> Cards:
        order = self.orders[self.shuffles]
        assert sorted(order) == sorted(cards), "a shuffle keeps the cards it was given"
        return order


def party(
    hand: str = "",
    *,
    draw_pile: str = "",
    discard_pile: str = "",
    display: str = "",
    scored: str = "",
    exhaustions: int = 0,
    shuffled_into: Sequence[str] = (),
    **options: Any,
) -> Party:
    """A party with the cards that matter, and no others."""
    return Party(
        options=Options(**options),
        seed="a party",
        hand=cards(hand),
        draw_pile=cards(draw_pile),
        discard_pile=cards(discard_pile),
        display=cards(display),
        score_pile=cards(scored),
        exhaustions=exhaustions,
        orders=tuple(map(cards, shuffled_into)),
    )


def deck(top: str) -> str:
    """The whole pack, with the cards of *top* on top."""
    first = cards(top)
    return " ".join((*first, *(card for card in PACK.cards if card not in first)))


def after(state: State, *actions: Action) -> Step[State]:
    """*state* and what came of *actions*, one after the other."""
    step = Step(state)
    for action in actions:
        step = step.then(lambda state, action=action: play(GAME, state, 0, action))  # type: ignore[misc]
    return step


def legal(state: State) -> tuple[Action, ...]:
    return GAME.legal_actions(state, 0)


def refused(state: State, action: Action) -> tuple[str, str | None]:
    return refusal(GAME, state, 0, action)
