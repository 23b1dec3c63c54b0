"""``make bots``: measures how well the house plays, with a progress bar, and writes ``docs/bots.md``.

``python -m tests.bots --help`` tells how to measure less, or with other seeds. What is not measured anew stays as it
was written.
"""

import os
from collections import Counter
from collections.abc import Iterator
from math import sqrt
from multiprocessing import Pool
from multiprocessing.pool import Pool as Players
from pathlib import Path
from statistics import mean, pstdev

import click

from server.game import Level
from tests.bots import shooter, solitaire
from tests.bots.shooter import PAIRINGS, Pairing, Session, Standing

REPORT = Path(__file__).parents[2] / "docs" / "bots.md"
BATCH = 20  # sessions of the solitaire that a process plays before it tells of them

HEAD = """\
# The house

The house plays at three levels. It knows what its seat has seen and nothing else, and whatever it needs of chance comes
from the session's seed: the same session is played the same way again. `make bots` plays the sessions below and writes
this page; what a decision takes depends on the machine, the rest does not.
"""

SHOOTER = """\
## Shooter

`easy` is a beginner: it counts aces, kings and long trumps, feels lucky now and then, leads its best card and wins a
trick whenever it can. `steady` has learnt what hands like its own take, calls the lowest bid that it expects to make,
and knows which cards are still out and who lacks a suit. `sharp` deals the cards it cannot see as they may lie, so that
they fit what was played and called, plays each deal out as steady players would, and does what wins the session most
often. It plays as many deals for a forced card as for a choice of six: its time tells nothing of what it holds.

One seat, or one pair, of a level sits with others of another. Each takes every place in turn, so with four players
chance alone would win 25 %, with three 33 %, with partners 50 %. The intervals are those that hold the true
share 95 times in 100.
"""

PARTY = """\
## The Shooting Party

Points of a session, from 0 to 8. `easy` courts when it can, discards what it may and draws. `steady` looks at every
plan up to the next draw and takes the one that is worth most by experience. `sharp` tries the best plans on 384
imagined draws, as many for a forced move as for a choice.
"""


@click.command()
@click.option("--sessions", type=click.IntRange(1), help="So many of each kind, instead of the full number.")
@click.option("--only", type=click.Choice(["shooter", "solitaire"]), help="Measure one of the games.")
@click.option("--seed", default="bots", show_default=True, help="What the seeds of the sessions begin with.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count(), show_default=True, help="Processes.")
@click.option("--report", type=click.Path(dir_okay=False, path_type=Path), default=REPORT, help="Where to write.")
def main(sessions: int | None, only: str | None, seed: str, jobs: int, report: Path) -> None:
    """Measure how well the house plays."""
    before = _sections(report)
    shooter_told, party_told = before.get("Shooter"), before.get("The Shooting Party")
    with Pool(jobs) as players:
        if only != "solitaire":
            shooter_told = _shooter(players, sessions, seed)
        if only != "shooter":
            party_told = _party(players, sessions, seed)
    report.write_text("\n".join(told for told in (HEAD, shooter_told, party_told) if told))
    click.echo(f"written to {report.name}")


def _sections(report: Path) -> dict[str, str]:
    """What the page says so far, by heading."""
    parts = report.read_text().split("\n## ")[1:] if report.exists() else []
    return {part.partition("\n")[0]: f"## {part.rstrip()}\n" for part in parts}


def _shooter(players: Players, sessions: int | None, seed: str) -> str:
    games = [(pairing, n, seed) for pairing in PAIRINGS for n in range(sessions or pairing.sessions)]
    standings = {pairing: Standing() for pairing in PAIRINGS}
    milliseconds: Counter[tuple[Level, float]] = Counter()
    with click.progressbar(length=len(games), label="shooter") as bar:
        for pairing, session in players.imap_unordered(_played, games, chunksize=2):
            standings[pairing].add(session)
            if pairing.timed:
                milliseconds += session.milliseconds
            bar.update(1)
    return "\n".join([SHOOTER, *shooter.table(standings), "", *shooter.times(milliseconds), ""])


def _played(game: tuple[Pairing, int, str]) -> tuple[Pairing, Session]:
    pairing, n, seed = game
    return pairing, shooter.played(pairing, f"{seed} {n}", n % pairing.options.players)


def _party(players: Players, sessions: int | None, seed: str) -> str:
    batches = [
        (level, tuple(f"{seed} {n}" for n in range(begin, min(begin + BATCH, count))))
        for level in Level
        for count in (sessions or solitaire.SESSIONS[level],)
        for begin in range(0, count, BATCH)
    ]
    points: dict[Level, list[int]] = {level: [] for level in Level}
    with click.progressbar(length=sum(len(seeds) for _, seeds in batches), label="solitaire") as bar:
        for level, scored in players.imap_unordered(_scored, batches):
            points[level] += scored
            bar.update(len(scored))
    return "\n".join([PARTY, *_averages(points), ""])


def _scored(batch: tuple[Level, tuple[str, ...]]) -> tuple[Level, list[int]]:
    level, seeds = batch
    return level, list(solitaire.measure(level, seeds))


def _averages(points: dict[Level, list[int]]) -> Iterator[str]:
    yield "| level | sessions | mean points | eight points, % |"
    yield "|---|---|---|---|"
    for level, scored in points.items():
        within = 1.96 * pstdev(scored) / sqrt(len(scored))
        full = 100 * scored.count(8) / len(scored)
        yield f"| {level} | {len(scored):,} | {mean(scored):.2f} ± {within:.2f} | {full:.1f} |"


if __name__ == "__main__":
    main()
