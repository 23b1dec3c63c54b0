"""The deal that anybody can check: every shuffle follows from the seed (D-1 to D-5 of the rules)."""

import hashlib
import hmac
from collections.abc import Iterator, Sequence
from struct import unpack

_WORDS = 2**32


def commitment(session_id: str, seed: str) -> str:
    """What binds the house to *seed* before it is told: SHA-256 in lower-case hex (D-1)."""
    return hashlib.sha256(f"leverstoke:{session_id}:{seed}".encode()).hexdigest()


def words(seed: str, label: str) -> Iterator[int]:
    """An endless stream of 32-bit words (D-2)."""
    counter = 0
    while True:
        block = hmac.digest(seed.encode(), f"{label}:{counter}".encode(), "sha256")
        yield from unpack(">8I", block)
        counter += 1


def below(n: int, chance: Iterator[int]) -> int:
    """A number from 0 to *n* - 1, each as likely (D-3)."""
    return next(word for word in chance if word < _WORDS - _WORDS % n) % n


def shuffled(cards: Sequence[str], deck: Sequence[str], seed: str, k: int) -> list[str]:
    """The *k*-th shuffle of a session, from 1: *cards* from the order of the *deck*, top card first (D-4, D-5)."""
    pile = sorted(cards, key=deck.index)
    chance = words(seed, f"shuffle:{k}")
    for i in range(len(pile) - 1, 0, -1):
        j = below(i + 1, chance)
        pile[i], pile[j] = pile[j], pile[i]
    return pile


def first_dealer(players: int, seed: str) -> int:
    """The seat that deals first, where nobody has chosen one (D-5)."""
    return below(players, words(seed, "dealer"))
