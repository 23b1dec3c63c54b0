"""The deal that anybody can check: every shuffle of a session follows from its seed (D-1 to D-5).

A seed keys HMAC-SHA-256; a label names what the chance is for; the digests, read as 32-bit words, are the
dice. There is no other randomness in a game, so a seed and the actions replay a session to the card, and a
seed made public at the end proves that nothing was stacked on the way.
"""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from struct import unpack

from server.cards import Card, Cards, Pack

_WORDS = 2**32


class Chance:
    """An endless stream of 32-bit words, named by a label (D-2)."""

    def __init__(self, seed: str, label: str) -> None:
        self._words = _words(seed, label)

    def __iter__(self) -> Iterator[int]:
        return self._words

    def below(self, n: int) -> int:
        """A number from 0 to *n* - 1, each as likely: words that would favour some are thrown away (D-3)."""
        limit = _WORDS - _WORDS % n
        return next(word for word in self._words if word < limit) % n


def _words(seed: str, label: str) -> Iterator[int]:
    counter = 0
    while True:
        block = hmac.digest(seed.encode(), f"{label}:{counter}".encode(), hashlib.sha256)
        yield from unpack(">8I", block)
        counter += 1


def shuffled(cards: Sequence[Card], pack: Pack, *, seed: str, k: int) -> Cards:
    """The *k*-th shuffle of a session, from 1: *cards* from the order of their *pack*, top card first (D-4, D-5)."""
    pile = list(pack.sorted(cards))
    chance = Chance(seed, f"shuffle:{k}")
    for i in range(len(pile) - 1, 0, -1):
        j = chance.below(i + 1)
        pile[i], pile[j] = pile[j], pile[i]
    return tuple(pile)


def first_dealer(players: int, *, seed: str) -> int:
    """The seat that deals first, where nobody has chosen one (SH-2, D-5)."""
    return Chance(seed, "dealer").below(players)


def commitment(session_id: str, seed: str) -> str:
    """What binds the house to *seed* before it is told: a SHA-256 in lower-case hex (D-1)."""
    return hashlib.sha256(f"leverstoke:{session_id}:{seed}".encode()).hexdigest()
