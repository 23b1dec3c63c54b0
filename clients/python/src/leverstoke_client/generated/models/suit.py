from typing import Literal, cast

Suit = Literal["clubs", "diamonds", "hearts", "spades"]


def check_suit(value: str) -> Suit:
    """Any word: what a newer server says is not refused."""
    return cast(Suit, value)
