"""How a beginner plays: counts aces and kings, likes long suits, leads the best card and wins whenever it can.

It does not look back at what was played, and now and then it plays the first card that comes to hand.
"""

from collections.abc import Sequence

from server.bots import Advice
from server.bots.shooter.words import counted, spoken
from server.cards import Card, Cards, Rank, Suit
from server.deal import Chance
from server.game import Action, Seat
from server.games.shooter import LEVELS, STRENGTH, Bid, Call, Laid, Memory, Phase, Play, Trump, trick_winner

_OFTEN = 5
"""One card in so many is played without a thought."""


def play_easily(memory: Memory, seat: Seat, legal: Sequence[Action], chance: Chance) -> Advice:
    """What a beginner does at *seat*: one of the *legal* actions, which follow suit."""
    match memory.phase:
        case Phase.BIDDING:
            return _bid(memory, [action.call for action in legal if isinstance(action, Bid)], chance)
        case Phase.NAMING_TRUMP:
            suit = _longest(memory.hand or ())
            return Advice(Trump(suit), f"Name {suit}: no suit in hand is longer.")
        case _:
            return _play(memory, seat, [action.card for action in legal if isinstance(action, Play)], chance)


def _bid(memory: Memory, calls: Sequence[Call], chance: Chance) -> Advice:
    """The lowest bid there is, if it counts as many tricks, or all but one and feels lucky."""
    hand = memory.hand or ()
    tricks = min(_counted(hand), len(hand))
    lowest = min((call for call in calls if call is not Call.PASS), key=lambda call: LEVELS[call])
    promised = len(hand) if lowest is Call.MOON else LEVELS[lowest]
    lucky = chance.below(3) == 0
    if tricks >= promised:
        return Advice(Bid(lowest), f"Bid {lowest}: high cards and long trumps count for {counted(tricks)}.")
    if tricks + 1 == promised and lucky:
        return Advice(Bid(lowest), f"Bid {lowest}: {counted(tricks)} by the cards, and one more by luck.")
    return Advice(Bid(Call.PASS), f"Pass: high cards and long trumps count for {counted(tricks)}.")


def _counted(hand: Cards) -> int:
    """The aces, the kings of the longest suit and of suits with an ace, and what is more than two of the longest."""
    trump = _longest(hand)
    aces = [card.suit for card in hand if card.rank is Rank.ACE]
    kings = [card for card in hand if card.rank is Rank.KING and card.suit in (trump, *aces)]
    low = sum(card.suit is trump and card.rank not in (Rank.ACE, Rank.KING) for card in hand)
    return len(aces) + len(kings) + max(low - 2, 0)


def _longest(hand: Cards) -> Suit:
    """The longest suit, of several the one with the highest cards."""
    ranks = {suit: [_rank(card) for card in hand if card.suit is suit] for suit in Suit}
    return max(Suit, key=lambda suit: (len(ranks[suit]), sum(ranks[suit])))


def _play(memory: Memory, seat: Seat, legal: Sequence[Card], chance: Chance) -> Advice:
    if chance.below(_OFTEN) == 0:
        card = legal[chance.below(len(legal))]
        return Advice(Play(card), f"The {spoken(card)} will do.")
    if not memory.trick:
        card = max(legal, key=_rank)
        return Advice(Play(card), f"Lead the {spoken(card)}: no card in hand is higher.")
    winning = [card for card in legal if trick_winner((*memory.trick, Laid(seat, card)), memory.trump) == seat]
    if winning:
        card = max(winning, key=_rank)
        return Advice(Play(card), f"The {spoken(card)} beats what is on the table.")
    card = min(legal, key=_rank)
    return Advice(Play(card), f"The {spoken(card)}: nothing to play beats what is on the table.")


def _rank(card: Card) -> int:
    return STRENGTH[card.rank] if card.rank else 0
