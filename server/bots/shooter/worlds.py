"""Hands that the others may hold: dealt at random, so that they fit what a seat has seen.

Whoever has not followed suit is dealt none of it, and a deal weighs as much as its hands go with what their holders
called. At an honour table that proves nothing, so there one deal in four takes nobody at their word.
"""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from server.bots.shooter.bidding import Bidding
from server.bots.shooter.sight import Sight
from server.game import Seat

_TRIES = 6
_DOUBT = 0.06
"""How likely a call is that the hand does not bear out at all."""


class World(NamedTuple):
    hands: tuple[int, ...]
    """By seat."""
    weight: float


class Worlds:
    """An endless stream of worlds for what *sight* has seen, after the *calls* of an auction."""

    def __init__(
        self,
        sight: Sight,
        calls: Sequence[tuple[Seat, int, int]],
        bidding: Bidding,
        chance: Random,
        *,
        declarer: Seat | None,
        honour: bool,
    ) -> None:
        """*declarer* has named the trumps that are on top; None before that."""
        self._sight = sight
        self._bidding = bidding
        self._chance = chance
        self._honour = honour
        self._calls = list(_told(calls, sight.seat, bidding))
        self._declarer = declarer
        self._cards = [1 << place for place in range(24) if sight.out >> place & 1]
        lacking = [(seat, sight.lacks[seat]) for seat in sight.others]
        self._takers = {
            card: tuple(seat for seat, lacks in lacking if not card & lacks) or sight.others for card in self._cards
        }
        self._free = all(len(takers) == len(sight.others) for takers in self._takers.values())
        self._cards.sort(key=lambda card: len(self._takers[card]))

    def __iter__(self) -> Iterator[World]:
        while True:
            hands = self._dealt()
            yield World(hands, self._weight(hands))

    def _dealt(self) -> tuple[int, ...]:
        if not self._free and not (self._honour and self._chance.random() < 0.25):
            for _ in range(_TRIES):
                hands = self._fitting()
                if hands:
                    return hands
        return self._any()

    def _any(self) -> tuple[int, ...]:
        random, sight = self._chance.random, self._sight
        cards = sorted(self._cards, key=lambda _: random())
        hands = [0] * sight.players
        hands[sight.seat] = sight.hand
        begin = 0
        for seat in sight.others:
            end = begin + sight.held[seat]
            hands[seat] = sum(cards[begin:end])
            begin = end
        return tuple(hands)

    def _fitting(self) -> tuple[int, ...] | None:
        """Each card to one of those who may hold it and have room, the cards with the fewest takers first."""
        random, sight = self._chance.random, self._sight
        hands = [0] * sight.players
        room = list(sight.held)
        room[sight.seat] = 0
        spare = len(self._cards) - sum(room)
        hands[sight.seat] = sight.hand
        cards = self._cards if spare == 0 else sorted(self._cards, key=lambda _: random())
        for card in cards:
            takers = self._takers[card]
            pick = random() * sum([room[seat] for seat in takers])
            for seat in takers:
                pick -= room[seat]
                if pick < 0:
                    hands[seat] |= card
                    room[seat] -= 1
                    break
            else:
                if spare <= 0:
                    return None
                spare -= 1
        return tuple(hands)

    def _weight(self, hands: tuple[int, ...]) -> float:
        """How likely the calls are with these hands."""
        weight, played, bidding = 1.0, self._sight.played, self._bidding
        for seat, level, made in self._calls:
            hand = hands[seat] | played[seat]
            tricks = bidding.valuation.tricks(hand) if seat == self._declarer else bidding.valuation.best(hand)[0]
            margin = bidding.margin(bidding.expected(tricks), level)
            sure = 0.5 + 2 * (margin if made else -margin)
            weight *= _DOUBT if sure < _DOUBT else min(sure, 1.0)
        return weight


def _told(calls: Sequence[tuple[Seat, int, int]], seat: Seat, bidding: Bidding) -> Iterator[tuple[Seat, int, bool]]:
    """What *calls* tell *seat* of the others: who has promised a level, or else has not.

    Whoever leaves their partner the bid tells nothing.
    """
    bidder: Seat | None = None
    for caller, before, level in calls:
        left = bidder is not None and bidding.are_partners(caller, bidder) and not level
        if caller != seat and not left:
            yield caller, level or bidding.lowest_above(before), level > 0
        if level:
            bidder = caller
