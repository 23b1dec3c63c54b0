"""The words of the card table, for the sentences in which the house gives its reasons."""

from server.cards import Card, Rank
from server.games.shooter import LEVELS, Call

_CALLS = {level: call for call, level in LEVELS.items()}
_NUMBERS = ("nothing", "one", "two", "three", "four", "five", "six", "seven", "eight")


def called(level: int) -> Call:
    """The call of a *level*, 0 being a pass."""
    return _CALLS[level] if level else Call.PASS


def counted(number: int) -> str:
    return _NUMBERS[number]


def spoken(card: Card) -> str:
    """``ace of spades``."""
    rank = card.rank or Rank.NINE
    return f"{rank.name.lower()} of {card.suit}"
