"""How a steady player plays: it counts tricks, remembers every card and who lacks which suits, and keeps to card sense.

It bids what its hand is good for. Somebody else about to win makes it bolder; about to win itself, it lets others bid.
"""

from collections.abc import Sequence

from server.bots import Advice
from server.bots.shooter.bidding import Bidding
from server.bots.shooter.hands import TRUMPS, number, suit_of
from server.bots.shooter.hands import card as card_of
from server.bots.shooter.sense import follow, lead
from server.bots.shooter.sight import Sight, sight
from server.bots.shooter.words import called, counted, spoken
from server.cards import Card, Suit
from server.game import Action, Seat
from server.games.shooter import LEVELS, Bid, Call, Memory, Phase, Play, Trump

_SUITS = tuple(Suit)
_NERVE = 0.4
"""The tricks that a player adds who has to stop another, and leaves out who need not bid to win."""


def play_steadily(memory: Memory, seat: Seat, legal: Sequence[Action]) -> Advice:
    """What a steady player does at *seat*: one of the *legal* actions, which follow suit."""
    match memory.phase:
        case Phase.BIDDING:
            return _bid(memory, seat)
        case Phase.NAMING_TRUMP:
            return _trump(memory)
        case _:
            return _play(memory, seat, [action.card for action in legal if isinstance(action, Play)])


def _bid(memory: Memory, seat: Seat) -> Advice:
    bidding, side = Bidding(memory.options), memory.options.side(seat)
    tricks, place = bidding.valuation.best(number(memory.hand or ()))
    before = LEVELS[memory.bid] if memory.bid else 0
    ours = memory.bid is not None and memory.bidder in side
    level = bidding.call(bidding.expected(tricks) + _nerve(memory, side), before, ours=ours)
    if level:
        call = called(level)
        return Advice(Bid(call), f"Bid {call}: the hand is good for {tricks:.1f} tricks with {_SUITS[place]} as trump.")
    if ours:
        return Advice(Bid(Call.PASS), "Pass: the highest bid is the partner's.")
    lowest = called(bidding.lowest_above(before))
    return Advice(Bid(Call.PASS), f"Pass: {tricks:.1f} tricks with the best trump are too few for {lowest}.")


def _nerve(memory: Memory, side: Sequence[Seat]) -> float:
    target, scores = memory.options.target, [player.score for player in memory.players]
    own = scores[side[0]]
    best = max(score for seat, score in enumerate(scores) if seat not in side)
    if best >= target - 3 and own < best:
        return _NERVE
    return -_NERVE if own >= target - 2 and own > best else 0.0


def _trump(memory: Memory) -> Advice:
    valuation, hand = Bidding(memory.options).valuation, memory.hand or ()
    tricks, place = valuation.best(number(hand))
    suit = _SUITS[place]
    length = counted(sum(card.suit is suit for card in hand))
    return Advice(Trump(suit), f"Name {suit}: with {length} of them the hand is good for {tricks:.1f} tricks.")


def _play(memory: Memory, seat: Seat, legal: Sequence[Card]) -> Advice:
    here, side = sight(memory, seat, memory.trump), memory.options.side(seat)
    led, best, taker, laid = here.trick
    partners = laid > 0 and taker in side
    if laid:
        bit = follow(here.hand, led, best, here.out, here.behind, partners)
    else:
        bit = lead(here.hand, here.out, here.ruffed, memory.bidder == seat)
    card = card_of(bit, memory.trump)
    if len(legal) == 1:
        return Advice(Play(card), f"The {spoken(card)} is the only card there is to play.")
    return Advice(Play(card), _why_follow(here, bit, card, partners) if laid else _why_lead(here, bit, card))


def _why_lead(here: Sight, bit: int, card: Card) -> str:
    suit = suit_of(bit)
    missing = here.out & suit
    if not missing:
        return f"Lead the {spoken(card)}: no other {card.suit} are out."
    if bit < missing:
        return f"Lead the {spoken(card)}: higher {card.suit} are still out, so it is no great loss."
    if suit == TRUMPS:
        left = missing.bit_count()
        be = "is" if left == 1 else "are"
        return f"Lead the {spoken(card)}: it draws trumps, of which {counted(left)} {be} still out."
    return f"Lead the {spoken(card)}: no {card.suit} still out are higher."


def _why_follow(here: Sight, bit: int, card: Card, partners: bool) -> str:
    """*partners*: the trick is the partner's so far."""
    led, best, _, _ = here.trick
    missing, winners = here.out & led, (here.hand & led or here.hand & TRUMPS) & -(best << 1)
    if not winners:
        return f"Let the {spoken(card)} go: no card that may be played wins this trick."
    if bit & winners and not bit & led:
        return f"Trump with the {spoken(card)}, the lowest card that wins."
    if bit & winners and not here.behind:
        return f"Take the trick with the {spoken(card)}, the lowest card that wins."
    if bit & winners and bit > missing:
        return f"Play the {spoken(card)}: no {card.suit} still out are higher."
    if partners:
        return f"Let the {spoken(card)} go: the trick is the partner's so far."
    return f"Spend no more than the {spoken(card)}: a card above those in hand is still out."
