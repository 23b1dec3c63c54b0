"""A hand of Shooter thought through to its end, everybody playing by card sense.

The same rules as in ``server.games.shooter``, on hands as numbers with trumps on top; a test compares the two.
"""

from collections.abc import Sequence
from typing import NamedTuple

from server.bots.shooter.hands import SUITS, TRUMPS
from server.bots.shooter.sense import follow, lead
from server.game import Seat


class OpenTrick(NamedTuple):
    """The trick on the table, as whoever is to play next finds it."""

    led: int = 0
    """The suit led; 0 before the lead."""
    best: int = 0
    """The card that is winning."""
    taker: Seat = 0
    """Whose it is."""
    laid: int = 0
    """How many cards there are."""


def with_card(trick: OpenTrick, seat: Seat, card: int) -> OpenTrick:
    """*trick* after *card* from *seat* (SH-8)."""
    led, best, taker, laid = trick
    if not laid:
        led = next(suit for suit in SUITS if card & suit)
    if not laid or (card > best and card & (led | TRUMPS)):
        best, taker = card, seat
    return OpenTrick(led, best, taker, laid + 1)


def play_out(
    hands: Sequence[int],
    seat: Seat,
    card: int,
    trick: OpenTrick = OpenTrick(),  # noqa: B008 (a tuple)
    *,
    declarer: Seat,
    partners: bool = False,
    ruffed: int = 0,
) -> tuple[int, ...]:
    """The tricks by seat that come of it when *seat* plays *card* of its hand to *trick*; those before do not count.

    Speed is all here: the trick is in local names, and ``with_card`` says the same once more.
    """
    players = len(hands)
    held = list(hands)
    taken = [0] * players
    left = sum(hands)
    led, best, taker, laid = trick
    behind = players - 1 - laid
    while True:
        held[seat] ^= card
        left ^= card
        if not led:
            for led in SUITS:
                if card & led:
                    break
            best, taker = card, seat
        elif card & led:
            if card > best:
                best, taker = card, seat
        else:
            ruffed |= led
            if card > best and card & TRUMPS:
                best, taker = card, seat
        if behind:
            behind -= 1
            seat += 1
            if seat == players:
                seat = 0
            hand = held[seat]
            card = follow(hand, led, best, left ^ hand, behind, partners and (seat + taker) % 2 == 0)
            continue
        taken[taker] += 1
        if not left:
            return tuple(taken)
        seat, led, behind = taker, 0, players - 1
        hand = held[seat]
        card = lead(hand, left ^ hand, ruffed, seat == declarer)
