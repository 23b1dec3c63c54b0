"""The tournament at the Shooter table: a seat of one level against the others of another, for many sessions.

The seat goes round the table. A session is named by its seed and played through the game's own functions, so whoever
plays it again sees the same cards and the same play.
"""

import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import accumulate
from math import sqrt

from server.bots.shooter import choose
from server.deal import Chance
from server.game import Level, Seat, play
from server.games.shooter import GAME, AllPass, Options, Reneging, Result, State
from server.house import House

HOUSE: House[State] = House(GAME, choose)
MOST_MOVES = 20_000  # of one session: more is a table that sinks


@dataclass(frozen=True, kw_only=True)
class Pairing:
    """One seat, and its partner if it has one, of level ``one`` against the ``others``."""

    one: Level
    others: Level
    sessions: int
    options: Options = field(default_factory=Options)
    table: str = "four players"
    timed: bool = False
    """Whether what its decisions take is told: one table is enough."""

    def levels(self, seat: Seat) -> tuple[Level, ...]:
        """The levels by seat when the one sits at *seat*."""
        side = self.options.side(seat)
        return tuple(self.one if other in side else self.others for other in range(self.options.players))


PAIRINGS = (
    Pairing(one=Level.STEADY, others=Level.EASY, sessions=2000, timed=True),
    Pairing(one=Level.SHARP, others=Level.STEADY, sessions=2000, timed=True),
    Pairing(one=Level.EASY, others=Level.EASY, sessions=400),
    Pairing(one=Level.STEADY, others=Level.STEADY, sessions=400),
    *(
        Pairing(one=one, others=others, sessions=sessions, options=options, table=table)
        for table, options in (
            ("three players", Options(players=3)),
            ("partners", Options(partners=True)),
            ("an honour table", Options(reneging=Reneging.HONOUR)),
            ("six is a moon, the dealer is stuck", Options(six_is_moon=True, all_pass=AllPass.STICK_DEALER)),
        )
        for one, others, sessions in ((Level.STEADY, Level.EASY, 400), (Level.SHARP, Level.STEADY, 120))
    ),
)


@dataclass(frozen=True)
class Session:
    """How a session went for the one seat."""

    won: bool
    score: int
    hands: int
    milliseconds: Counter[tuple[Level, float]]
    """How often a decision at a level took so long, to a hundredth."""


def played(pairing: Pairing, seed: str, seat: Seat) -> Session:
    """The session that *seed* deals, with the one at *seat*."""
    levels = pairing.levels(seat)
    state = GAME.deal(pairing.options, seed).state
    milliseconds: Counter[tuple[Level, float]] = Counter()
    for move in range(MOST_MOVES):
        ended = GAME.result(state)
        if ended is not None:
            assert isinstance(ended, Result)
            return Session(seat in ended.winners, ended.scores[seat], state.hand_number, milliseconds)
        (acting, *_) = GAME.to_act(state)
        begin = time.perf_counter()
        advice = HOUSE.advise(state, acting, levels[acting], Chance(seed, f"bot:{acting}:{move}"))
        milliseconds[levels[acting], round(1000 * (time.perf_counter() - begin), 2)] += 1
        state = play(GAME, state, acting, advice.action).state
    raise AssertionError(f"{seed} does not come to an end")


@dataclass
class Standing:
    """How a pairing stands after some sessions."""

    sessions: int = 0
    wins: int = 0
    score: int = 0
    hands: int = 0

    def add(self, session: Session) -> None:
        self.sessions += 1
        self.wins += session.won
        self.score += session.score
        self.hands += session.hands

    @property
    def share(self) -> str:
        """The sessions won, in per cent, with the interval that holds the true share 95 times in 100."""
        won = self.wins / self.sessions
        return f"{100 * won:.1f} ± {196 * sqrt(won * (1 - won) / self.sessions):.1f}"


def table(standings: dict[Pairing, Standing]) -> list[str]:
    """The lines of the table of results."""
    lines = [
        "| table | one seat | the others | sessions | won, % | mean score | hands a session |",
        "|---|---|---|---|---|---|---|",
    ]
    for pairing, standing in standings.items():
        count = standing.sessions
        figures = f"{standing.share} | {standing.score / count:.1f} | {standing.hands / count:.1f}"
        lines.append(f"| {pairing.table} | {pairing.one} | {pairing.others} | {count:,} | {figures} |")
    return lines


def times(milliseconds: Counter[tuple[Level, float]]) -> list[str]:
    """The lines of the table of what a decision takes."""
    lines = ["| level | decisions | mean, ms | 99th percentile, ms |", "|---|---|---|---|"]
    for level in Level:
        took = sorted((ms, count) for (of, ms), count in milliseconds.items() if of is level)
        decisions = sum(count for _, count in took)
        if decisions:
            mean = sum(ms * count for ms, count in took) / decisions
            lines.append(f"| {level} | {decisions:,} | {mean:.2f} | {_percentile(took, decisions * 0.99):.2f} |")
    return lines


def _percentile(took: list[tuple[float, int]], rank: float) -> float:
    """Of what decisions *took*, each so often, the one of this *rank*."""
    sums = accumulate(count for _, count in took)
    return next(ms for (ms, _), done in zip(took, sums, strict=True) if done >= rank)
