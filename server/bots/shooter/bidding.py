"""What a hand is good for, and what to call with it.

Whoever bids scores every trick, not only those promised (SH-9), so the lowest bid there is will do: a higher one scores
no more when it is made, and is missed the sooner.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from server.game import Seat
from server.games.shooter import LEVELS, Call, Options

MOON = LEVELS[Call.MOON]

_PARTNERS_HAND = 6  # only four players make pairs


@dataclass(frozen=True)
class Weights:
    """What the parts of a hand add to the tricks it takes with its own trump, fitted to hands played by card sense."""

    trumps: tuple[float, ...]
    """By how many there are."""
    high_trumps: tuple[float, float, float]
    """Queen, king, ace."""
    ace: float
    length: float
    """For each card beside the ace of a side suit: the longer the suit, the sooner somebody trumps it."""
    king_and_ace: float
    king: float
    void: float
    single: float
    promises: dict[int, float]
    """By the level of a bid: the tricks expected from which on it is worth calling."""


_FOUR_PLAYERS = Weights(
    trumps=(-1.0, -0.6, -0.5, -0.45, -0.45, -0.45, 0.0),
    high_trumps=(0.15, 0.35, 1.15),
    ace=0.86,
    length=-0.13,
    king_and_ace=0.49,
    king=0.11,
    void=1.67,
    single=0.62,
    promises={3: 3.0, 4: 4.0, 5: 5.0, 6: 5.6, 8: 5.6},
)
_THREE_PLAYERS = Weights(
    trumps=(0.0, 0.2, 0.5, 1.0, 1.35, 1.5, 1.55),
    high_trumps=(0.15, 0.43, 1.22),
    ace=0.97,
    length=-0.06,
    king_and_ace=0.71,
    king=0.41,
    void=1.46,
    single=0.53,
    promises={3: 3.0, 4: 4.0, 5: 5.0, 6: 6.0, 7: 6.8, 8: 7.5},
)


class Valuation:
    """How many tricks a hand may take at a table of so many, and which bids that is enough for."""

    def __init__(self, weights: Weights) -> None:
        self.promises = weights.promises
        self._trumps = tuple(_as_trumps(weights, holding) for holding in range(64))
        self._side = tuple(_as_side_suit(weights, holding) for holding in range(64))

    def tricks(self, hand: int) -> float:
        """What *hand* takes with the suit on top as trump."""
        side = self._side
        return self._trumps[hand >> 18] + side[hand >> 12 & 63] + side[hand >> 6 & 63] + side[hand & 63]

    def best(self, hand: int) -> tuple[float, int]:
        """What *hand* takes with the best trump it can name, and that suit's place from the lowest."""
        side, trumps = self._side, self._trumps
        a, b, c, d = hand & 63, hand >> 6 & 63, hand >> 12 & 63, hand >> 18
        all_side = side[a] + side[b] + side[c] + side[d]
        gains = (trumps[a] - side[a], trumps[b] - side[b], trumps[c] - side[c], trumps[d] - side[d])
        gain = max(gains)
        return all_side + gain, gains.index(gain)


def _as_trumps(weights: Weights, holding: int) -> float:
    high = sum(worth for place, worth in enumerate(weights.high_trumps, start=3) if holding >> place & 1)
    return weights.trumps[holding.bit_count()] + high


def _as_side_suit(weights: Weights, holding: int) -> float:
    length, ace, king = holding.bit_count(), holding >> 5 & 1, holding >> 4 & 1
    shape = weights.void if length == 0 else weights.single if length == 1 else 0.0
    high = ace * (weights.ace + weights.length * (length - 1))
    return shape + high + king * (weights.king_and_ace if ace else weights.king)


_VALUATIONS = {3: Valuation(_THREE_PLAYERS), 4: Valuation(_FOUR_PLAYERS)}


class Bidding:
    """How a steady player bids at a table with these *options*, levels being those of ``LEVELS``."""

    def __init__(self, options: Options) -> None:
        self.valuation = _VALUATIONS[options.players]
        self.levels = tuple(LEVELS[call] for call in options.ladder)
        self._promises = self.valuation.promises
        self._partners = options.partners

    def lowest_above(self, level: int) -> int:
        """The lowest bid there is above *level*."""
        return next(bid for bid in self.levels if bid > level)

    def expected(self, tricks: float) -> float:
        """What the side takes whose bidder's hand is good for *tricks*: a partner takes a third of the rest."""
        return tricks + (_PARTNERS_HAND - tricks) / 3 if self._partners else tricks

    def are_partners(self, seat: Seat, other: Seat) -> bool:
        return self._partners and (seat - other) % 2 == 0

    def margin(self, expected: float, level: int) -> float:
        """By how much *expected* is more than it takes to promise *level*."""
        return expected - self._promises[level]

    def call(self, expected: float, before: int, *, ours: bool = False) -> int:
        """The level to call over the level *before*, 0 to pass. Over a partner's bid (*ours*) nothing but a moon."""
        if before < MOON and expected >= self._promises[MOON]:
            return MOON
        lowest = self.lowest_above(before) if before < MOON else MOON
        return 0 if ours or lowest == MOON or expected < self._promises[lowest] else lowest

    def closed(
        self, expected: Sequence[float], callers: Sequence[Seat], bidder: Seat | None, before: int
    ) -> tuple[Seat | None, int]:
        """The bidder and the bid after all *callers*, in order, have called."""
        for seat in callers:
            if before == MOON:
                break
            ours = bidder is not None and self.are_partners(seat, bidder)
            level = self.call(expected[seat], before, ours=ours)
            if level:
                bidder, before = seat, level
        return bidder, before
