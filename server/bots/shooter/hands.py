"""A hand of Shooter as a number, a bit for each card, so that hands can be played over and over in one's head.

Six bits a suit, the nine lowest. With trump named, trumps have the six highest bits, in place of the spades: so of two
cards that can win a trick the greater number does. A suit, a hand and all that is out are such numbers too.
"""

from collections.abc import Iterable

from server.cards import SHOOTER as PACK
from server.cards import Card, Suit

TRUMPS = 0b111111 << 18
SIDE_SUITS = tuple(0b111111 << shift for shift in (0, 6, 12))
SUITS = (*SIDE_SUITS, TRUMPS)
SIDE = sum(SIDE_SUITS)
ALL = SIDE | TRUMPS
RANKS = tuple(0b000001_000001_000001_000001 << strength for strength in range(6))
"""Lowest first: the nines, the tens, up to the aces."""

_ORDER = tuple(Suit)
_PLACE = {card: place for place, card in enumerate(PACK.cards)}


def number(cards: Iterable[Card], trump: Suit | None = None) -> int:
    """*cards* as a number."""
    return trumps_on_top(sum(1 << _PLACE[card] for card in cards), trump)


def card(bit: int, trump: Suit | None = None) -> Card:
    """The card of one *bit*."""
    return PACK.cards[trumps_on_top(bit, trump).bit_length() - 1]


def trumps_on_top(hand: int, trump: Suit | None) -> int:
    """*hand* with the suit *trump* and the spades in each other's place; done twice, it is the same hand again."""
    shift = 6 * _ORDER.index(trump) if trump else 18
    moved = (hand >> 18 ^ hand >> shift) & 0b111111
    return hand ^ moved << 18 ^ moved << shift if shift < 18 else hand


def suit_of(bit: int) -> int:
    """All six cards of the suit that the card *bit* is of."""
    for suit in SUITS:
        if bit & suit:
            return suit
    raise ValueError("no card")


def place_of(suit: Suit, trump: Suit | None) -> int:
    """All six cards of *suit*."""
    return trumps_on_top(0b111111 << 6 * _ORDER.index(suit), trump)


def highest(cards: int) -> int:
    """The highest bit of *cards*."""
    return 1 << cards.bit_length() - 1


def lowest(cards: int) -> int:
    """The lowest bit of *cards*."""
    return cards & -cards
