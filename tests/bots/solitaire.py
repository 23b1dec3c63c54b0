"""How many points the house makes at The Shooting Party: whole sessions, played by its own hints.

``python -m tests.bots.solitaire sharp 100`` plays a hundred and tells what they came to.
"""

import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import perf_counter

from server.bots import Bot
from server.bots.shooting_party import choose
from server.deal import Chance
from server.game import Level, Seat, play
from server.games.shooting_party import GAME, Options, result
from server.house import House

SESSIONS = {Level.EASY: 2000, Level.STEADY: 2000, Level.SHARP: 300}
PLAYER: Seat = 0


@dataclass(frozen=True, slots=True)
class Sitting:
    """One session: its points, and how long the house thought about each of its actions, in seconds."""

    points: int
    seconds: tuple[float, ...]

    @property
    def actions(self) -> int:
        return len(self.seconds)


def measure(level: Level, seeds: Iterable[str]) -> Iterator[int]:
    """The points of the sessions of these *seeds*."""
    return (sitting(level, seed).points for seed in seeds)


def sitting(level: Level, seed: str, options: Options | None = None, bot: Bot = choose) -> Sitting:
    """The session of *seed*, played to its end as the house advises."""
    house = House(GAME, bot)
    state = GAME.deal(options or Options(), seed).state
    seconds: list[float] = []
    while (outcome := result(state)) is None:
        chance = Chance(seed, f"hint:{len(seconds)}")
        before = perf_counter()
        advice = house.advise(state, PLAYER, level, chance)
        seconds.append(perf_counter() - before)
        state = play(GAME, state, PLAYER, advice.action).state
    return Sitting(outcome.points, tuple(seconds))


def report(level: Level, sittings: list[Sitting]) -> str:
    """The figures of *sittings*, for people."""
    points = Counter(sitting.points for sitting in sittings)
    mean = sum(sitting.points for sitting in sittings) / len(sittings)
    spread = (sum((sitting.points - mean) ** 2 for sitting in sittings) / len(sittings)) ** 0.5
    thought = sorted(1000 * second for sitting in sittings for second in sitting.seconds)
    return "\n".join(
        (
            f"{level}: {len(sittings)} sessions, {len(thought) / len(sittings):.1f} actions each",
            f"points {mean:.3f} +/- {spread / len(sittings) ** 0.5:.3f}",
            "  ".join(f"{worth}: {points[worth]}" for worth in range(9)),
            f"ms a decision: mean {sum(thought) / len(thought):.2f}, 99 in 100 under "
            f"{thought[len(thought) * 99 // 100]:.2f}, at most {thought[-1]:.2f}",
        )
    )


if __name__ == "__main__":
    level = Level(sys.argv[1])
    count = int(sys.argv[2]) if len(sys.argv) > 2 else SESSIONS[level]
    prefix = sys.argv[3] if len(sys.argv) > 3 else "solitaire"
    print(report(level, [sitting(level, f"{prefix} {number}") for number in range(count)]))
