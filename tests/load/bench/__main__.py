"""Measures, and writes ``docs/benchmarks.md`` and its plot.

A machine that others use too is faster now and slower then, so the contestants are asked in short slices, in turn, and
compared by the lap. ``python -m tests.load.bench --rounds 1 --only limit --only action`` is a quick look that writes
nothing.
"""

import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

import click
import httpx

from tests.load.bench import report
from tests.load.bench.asked import Asked, actions, creations, views
from tests.load.bench.contestants import BARE, LIMIT, ON_THREADS, OURS, RIVAL, Contestant, standing
from tests.load.bench.growth import grown
from tests.load.bench.slices import Slice, measured, wrk

PARTY, SHOOTER = "shooting-party", "shooter"
AT_EASE = 0.7  # of the requests that a contestant could take
_AT_ONCE = 16  # connections
_TRIAL = 1.0  # seconds
_TRIALS = 2
_EASY = ("limit", "action", "solitaire", "rival")  # that are asked at ease too


@dataclass(frozen=True)
class Discipline:
    """What a contestant is asked for some seconds; *once*: whether each request is good only once; *in_turn*: whether
    one that comes after the next of its session is refused."""

    title: str
    contestant: str
    asked: Callable[[httpx.Client, float], Iterable[Asked]]
    status: int = 200
    once: bool = False
    in_turn: bool = False


_by_turns = partial(Discipline, in_turn=True)

DISCIPLINES = {
    "bare": Discipline("(a) bare Flask, fixed bytes", BARE, partial(actions, game=PARTY)),
    "limit": _by_turns("(b) the limit: Flask, a read and a script, on gevent", LIMIT, partial(actions, game=PARTY)),
    "threads": _by_turns("(b) the same on two times four threads", ON_THREADS, partial(actions, game=PARTY)),
    "action": _by_turns("(c) an action of Shooter, no bots", OURS, partial(actions, game=SHOOTER), once=True),
    "solitaire": _by_turns("(c) an action of The Shooting Party", OURS, partial(actions, game=PARTY), once=True),
    "view": Discipline("(c) a view of Shooter", OURS, partial(views, game=SHOOTER)),
    "unchanged": Discipline("(c) the same, unchanged: 304", OURS, partial(views, game=SHOOTER, known=True), 304),
    "create": Discipline("(c) create, The Shooting Party", OURS, partial(creations, game=PARTY), 201),
    "rival": _by_turns("(d) Starlette, pydantic, uvicorn: an action", RIVAL, partial(actions, game=PARTY), once=True),
}


@click.command()
@click.option("--rounds", default=5, show_default=True, help="All are started anew so often.")
@click.option("--laps", default=3, show_default=True, help="In a round each is asked so often, in turn.")
@click.option("--seconds", default=1, show_default=True, help="Of one slice.")
@click.option("--ease", default=10, show_default=True, help="Of one slice at ease.")
@click.option("--only", multiple=True, type=click.Choice(list(DISCIPLINES)), help="These, and nothing is written.")
@click.option("--sessions", default=1_000_000, show_default=True, help="In the full store.")
def main(rounds: int, laps: int, seconds: int, ease: int, only: tuple[str, ...], sessions: int) -> None:
    """What a request costs here, beside what it must cost anybody."""
    wrk()
    chosen = only or tuple(DISCIPLINES)
    told = report.Told({name: [] for name in chosen}, {name: [] for name in _EASY if name in chosen})
    for number in range(rounds):
        click.echo(f"round {number + 1} of {rounds}", err=True)
        # All anew: where a process lies in memory makes it dearer or cheaper for as long as it lives.
        with (
            tempfile.TemporaryDirectory() as folder,
            standing(Path(folder)) as found,
            httpx.Client(base_url=f"http://127.0.0.1:{found[OURS].port}", timeout=20) as client,
        ):
            for lap in range(laps):
                for name in chosen[:: 1 - lap % 2 * 2]:  # there and back: nobody comes after the same one always
                    told.full[name].append(_slice(found, DISCIPLINES[name], client, seconds))
            for name in list(told.at_ease)[:: 1 - number % 2 * 2]:
                rate = median(each.rate for each in told.full[name][-laps:])
                told.at_ease[name].append(_at_ease(found, DISCIPLINES[name], client, rate, ease))
    titles = {name: DISCIPLINES[name].title for name in chosen}
    table = report.costs(titles, told)
    click.echo(table)
    if not only:
        about = f"{rounds} times, and asked in turn for {seconds} s, {laps} times over"
        report.write(titles, told, about, table, report.growth(grown(sessions, rounds * laps, seconds)))


def _slice(
    found: dict[str, Contestant],
    discipline: Discipline,
    client: httpx.Client,
    seconds: float,
    pace: float = 0,
) -> Slice:
    one = found[discipline.contestant]
    return measured(
        one.port,
        one.workers,
        discipline.asked(client, seconds),
        seconds=seconds,
        status=discipline.status,
        once=discipline.once,
        in_turn=discipline.in_turn,
        connections=_AT_ONCE,
        pace=pace,
    )


def _at_ease(
    found: dict[str, Contestant], discipline: Discipline, client: httpx.Client, rate: float, seconds: float
) -> Slice:
    """At a part of the *rate* that was just reached, from many who each take their time, and wait for the answer."""
    each = pace = 1000 * _AT_ONCE / (AT_EASE * rate)
    for _ in range(_TRIALS):
        takes = 1000 * _AT_ONCE / _slice(found, discipline, client, _TRIAL, pace).rate - pace
        pace = max(each - takes, 1)
    return _slice(found, discipline, client, seconds, pace)


if __name__ == "__main__":
    main()
