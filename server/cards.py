"""Cards, and the packs our games are played with.

A card is written as on the wire: its rank, then its suit, ``QS``; the joker is ``JOKER``. It *is* that
string, so a card costs nothing to send, and there is one object a card, so cards compare with ``is``.
All fifty-two and a joker are here, for the sake of games to come; a game plays with a ``Pack`` of its own,
and only the cards of that pack exist for its players.
"""

from collections.abc import Iterable
from enum import StrEnum
from functools import cache
from typing import TypeAlias


class _Sign(StrEnum):
    """What is on a card. It has the hash of the string that it is: an enum's own is Python code, and slow."""

    __hash__ = str.__hash__


class Suit(_Sign):
    """The four suits, in the order a pack is laid out in (D-4)."""

    CLUBS = "clubs"
    DIAMONDS = "diamonds"
    HEARTS = "hearts"
    SPADES = "spades"


class Rank(_Sign):
    """The ranks by their letter on the card; which of two is higher is for a game to say."""

    ACE = "A"
    TWO = "2"
    THREE = "3"
    FOUR = "4"
    FIVE = "5"
    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    TEN = "T"
    JACK = "J"
    QUEEN = "Q"
    KING = "K"


_SUITS = {suit.value[0].upper(): suit for suit in Suit}


class Card(_Sign):
    """A playing card. The joker has neither ``rank`` nor ``suit``: both are None (SP-1)."""

    ACE_OF_CLUBS = "AC"
    TWO_OF_CLUBS = "2C"
    THREE_OF_CLUBS = "3C"
    FOUR_OF_CLUBS = "4C"
    FIVE_OF_CLUBS = "5C"
    SIX_OF_CLUBS = "6C"
    SEVEN_OF_CLUBS = "7C"
    EIGHT_OF_CLUBS = "8C"
    NINE_OF_CLUBS = "9C"
    TEN_OF_CLUBS = "TC"
    JACK_OF_CLUBS = "JC"
    QUEEN_OF_CLUBS = "QC"
    KING_OF_CLUBS = "KC"
    ACE_OF_DIAMONDS = "AD"
    TWO_OF_DIAMONDS = "2D"
    THREE_OF_DIAMONDS = "3D"
    FOUR_OF_DIAMONDS = "4D"
    FIVE_OF_DIAMONDS = "5D"
    SIX_OF_DIAMONDS = "6D"
    SEVEN_OF_DIAMONDS = "7D"
    EIGHT_OF_DIAMONDS = "8D"
    NINE_OF_DIAMONDS = "9D"
    TEN_OF_DIAMONDS = "TD"
    JACK_OF_DIAMONDS = "JD"
    QUEEN_OF_DIAMONDS = "QD"
    KING_OF_DIAMONDS = "KD"
    ACE_OF_HEARTS = "AH"
    TWO_OF_HEARTS = "2H"
    THREE_OF_HEARTS = "3H"
    FOUR_OF_HEARTS = "4H"
    FIVE_OF_HEARTS = "5H"
    SIX_OF_HEARTS = "6H"
    SEVEN_OF_HEARTS = "7H"
    EIGHT_OF_HEARTS = "8H"
    NINE_OF_HEARTS = "9H"
    TEN_OF_HEARTS = "TH"
    JACK_OF_HEARTS = "JH"
    QUEEN_OF_HEARTS = "QH"
    KING_OF_HEARTS = "KH"
    ACE_OF_SPADES = "AS"
    TWO_OF_SPADES = "2S"
    THREE_OF_SPADES = "3S"
    FOUR_OF_SPADES = "4S"
    FIVE_OF_SPADES = "5S"
    SIX_OF_SPADES = "6S"
    SEVEN_OF_SPADES = "7S"
    EIGHT_OF_SPADES = "8S"
    NINE_OF_SPADES = "9S"
    TEN_OF_SPADES = "TS"
    JACK_OF_SPADES = "JS"
    QUEEN_OF_SPADES = "QS"
    KING_OF_SPADES = "KS"
    JOKER = "JOKER"

    rank: Rank | None
    suit: Suit | None

    def __init__(self, code: str) -> None:
        joker = code == "JOKER"
        self.rank = None if joker else Rank(code[0])
        self.suit = None if joker else _SUITS[code[1]]


Cards: TypeAlias = tuple[Card, ...]


@cache
def card_of(rank: Rank, suit: Suit) -> Card:
    return Card(rank + suit[0].upper())


class Pack:
    """All the cards of one game, in the order from which every shuffle starts (D-4)."""

    def __init__(self, ranks: str, *, joker: bool = False) -> None:
        suited = tuple(card_of(Rank(rank), suit) for suit in Suit for rank in ranks)
        self.cards: Cards = (*suited, Card.JOKER) if joker else suited
        self._place = {card: place for place, card in enumerate(self.cards)}

    def sorted(self, cards: Iterable[Card]) -> Cards:
        """*cards* in the order of the pack (D-4)."""
        return tuple(sorted(cards, key=self._place.__getitem__))


SHOOTING_PARTY = Pack("A2345JQK", joker=True)
SHOOTER = Pack("9TJQKA")
