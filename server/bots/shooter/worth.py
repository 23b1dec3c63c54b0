"""What scores are worth: how likely each is to win in the end.

A lead is worth the more the nearer the target is. The figure was fitted to sessions of steady players.
"""

from collections.abc import Sequence
from math import exp, sqrt

from server.game import Seat
from server.games.shooter import Options, winning_side

_LUCK = 1.2


def worth(options: Options, scores: Sequence[int], seat: Seat) -> float:
    """How likely *seat* is to win from these *scores*, from 0 to 1."""
    winners = winning_side(options, scores)
    if winners:
        return float(seat in winners)
    best = max(scores)
    ahead = _LUCK * sqrt(max(options.target - best, 0) + 1)
    chances = [exp((score - best) / ahead) for score in scores]
    return sum(chances[other] for other in options.side(seat)) / sum(chances)
