"""The house at a Shooter table: it bids what its cards may make, wins cheaply, follows suit and accuses nobody.

It weighs a hand by the tricks it may take: high cards, long trumps and short side suits. It does not remember what
was played before the last trick, and it needs no chance.
"""

from collections.abc import Iterable, Sequence

from server.bots import Advice
from server.cards import Card, Suit
from server.deal import Chance
from server.game import Action, Level, Seat
from server.games.shooter import (
    LEVELS,
    STRENGTH,
    Accept,
    Bid,
    Call,
    Laid,
    Memory,
    Phase,
    Play,
    Trump,
    View,
    follow,
    trick_winner,
)


def choose(view: Memory, seat: Seat, legal: Sequence[Action], level: Level, chance: Chance) -> Advice:
    """What the house does at *seat*: one of the *legal* actions."""
    return Advice(_choose(view, seat, legal), "So the house plays.")


def _choose(view: Memory, seat: Seat, legal: Sequence[Action]) -> Action:
    hand = view.hand or ()
    match view.phase:
        case Phase.BIDDING:
            return _bid(hand, [action for action in legal if isinstance(action, Bid)])
        case Phase.NAMING_TRUMP:
            return Trump(max(Suit, key=lambda suit: tricks_expected(hand, suit)))
        case Phase.PLAYING:
            return Play(_card(view, seat, [action.card for action in legal if isinstance(action, Play)]))
        case _:
            return Accept()


def tricks_expected(hand: Iterable[Card], trump: Suit) -> float:
    """How many tricks *hand* may take with *trump*, alone against all others."""
    suits = {suit: sorted((_rank(c) for c in hand if c.suit is suit), reverse=True) for suit in Suit}
    trumps = suits.pop(trump)
    # A trump wins if it is high, or if it is left when the others' are gone; a side card, if nobody trumps it.
    expected = sum(max(_TRUMP_WINS[rank], 0.8 if place > 2 else 0) for place, rank in enumerate(trumps))
    for ranks in suits.values():
        expected += sum(_SIDE_WINS[rank] for rank in ranks[:2])
    ruffs = sum(not ranks for ranks in suits.values())
    return expected + 0.4 * min(ruffs, max(len(trumps) - 2, 0))


_SIDE_WINS = {5: 0.75, 4: 0.3, 3: 0.1, 2: 0, 1: 0, 0: 0}
_TRUMP_WINS = {5: 1, 4: 0.8, 3: 0.55, 2: 0.35, 1: 0.25, 0: 0.2}


def _bid(hand: Sequence[Card], legal: Sequence[Bid]) -> Bid:
    """The lowest bid there is, if the hand may make it; a moon only with every trick in hand."""
    expected = max(tricks_expected(hand, suit) for suit in Suit)
    bids = [bid for bid in legal if bid.call is not Call.PASS]
    lowest = min(bids, key=lambda bid: LEVELS[bid.call])
    promised = len(hand) if lowest.call is Call.MOON else LEVELS[lowest.call]
    return lowest if promised <= expected else Bid(Call.PASS)


def _card(view: View, seat: Seat, legal: Sequence[Card]) -> Card:
    if not view.trick:
        return _lead(view, seat, legal)
    cards = follow(tuple(legal), view.trick[0].card.suit)
    winning = [card for card in cards if _wins(view, seat, card)]
    if not winning:
        return min(cards, key=lambda card: _cost(card, view.trump))
    last = len(view.trick) == len(view.players) - 1
    return (min if last else max)(winning, key=lambda card: _cost(card, view.trump))


def _lead(view: View, seat: Seat, legal: Sequence[Card]) -> Card:
    """Whoever bid draws trumps from the top; the others lead their best side card."""
    trumps = [card for card in legal if card.suit is view.trump]
    if trumps and view.bidder == seat:
        return max(trumps, key=_rank)
    side = [card for card in legal if card.suit is not view.trump]
    return max(side or trumps, key=_rank)


def _wins(view: View, seat: Seat, card: Card) -> bool:
    return trick_winner((*view.trick, Laid(seat, card)), view.trump) == seat


def _cost(card: Card, trump: Suit | None) -> tuple[bool, int]:
    """What it costs to let *card* go: a trump more than any other, a high card more than a low one."""
    return card.suit is trump, _rank(card)


def _rank(card: Card) -> int:
    return STRENGTH[card.rank] if card.rank else 0
