"""Measures, and writes ``docs/benchmarks.md`` and its plot.

``python -m tests.load.bench --rounds 1 --seconds 2 --only limit --only action`` is a quick look that writes nothing.
"""

import tempfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import click
import httpx

from tests.load.bench import report
from tests.load.bench.asked import Asked, actions, creations, views
from tests.load.bench.contestants import BARE, LIMIT, ON_THREADS, OURS, RIVAL, Contestant, standing
from tests.load.bench.growth import grown
from tests.load.bench.slices import Slice, measured

PARTY, SHOOTER = "shooting-party", "shooter"
AT_EASE = 0.7  # of the requests that a contestant could take
_AT_ONCE = 16  # connections of those who take their time


@dataclass(frozen=True)
class Discipline:
    """What a contestant is asked over and over; *once*: whether each request is good only once."""

    title: str
    contestant: str
    asked: Callable[[httpx.Client], Iterable[Asked]]
    status: int = 200
    once: bool = False


DISCIPLINES = {
    "bare": Discipline("(a) bare Flask, fixed bytes", BARE, partial(actions, game=PARTY)),
    "limit": Discipline("(b) the limit: Flask, a read and a script, on gevent", LIMIT, partial(actions, game=PARTY)),
    "threads": Discipline("(b) the same on two times four threads", ON_THREADS, partial(actions, game=PARTY)),
    "action": Discipline("(c) an action of Shooter", OURS, partial(actions, game=SHOOTER), once=True),
    "solitaire": Discipline("(c) an action of The Shooting Party", OURS, partial(actions, game=PARTY), once=True),
    "view": Discipline("(c) a view of Shooter", OURS, partial(views, game=SHOOTER)),
    "unchanged": Discipline("(c) the same, unchanged: 304", OURS, partial(views, game=SHOOTER, known=True), 304),
    "create": Discipline("(c) create, The Shooting Party", OURS, lambda client: creations(PARTY), 201),
    "rival": Discipline("(d) Starlette, pydantic, uvicorn: an action", RIVAL, partial(actions, game=PARTY), once=True),
}


@click.command()
@click.option("--rounds", default=5, show_default=True, help="The median of so many counts.")
@click.option("--seconds", default=3.0, show_default=True, help="Of one slice.")
@click.option("--only", multiple=True, type=click.Choice(list(DISCIPLINES)), help="These, and nothing is written.")
@click.option("--sessions", default=1_000_000, show_default=True, help="In the full store.")
def main(rounds: int, seconds: float, only: tuple[str, ...], sessions: int) -> None:
    """What a request costs here, beside what it must cost anybody."""
    chosen = {name: DISCIPLINES[name] for name in only or DISCIPLINES}
    slices: dict[str, list[Slice]] = {name: [] for name in chosen}
    at_ease: list[Slice] = []
    for number in range(rounds):
        click.echo(f"round {number + 1} of {rounds}", err=True)
        # All anew: where a process lies in memory makes it dearer or cheaper for as long as it lives.
        with (
            tempfile.TemporaryDirectory() as folder,
            standing(Path(folder)) as found,
            httpx.Client(base_url=f"http://127.0.0.1:{found[OURS].port}", timeout=20) as client,
        ):
            for name, discipline in chosen.items():
                slices[name].append(_slice(found, discipline, client, seconds))
            if "action" in chosen:
                at_ease.append(_at_ease(found, client, slices["action"][-1], seconds))
    table = report.costs({DISCIPLINES[name].title: told for name, told in slices.items()}, at_ease)
    click.echo(table)
    if not only:
        report.write(slices, table, report.growth(grown(sessions, rounds, seconds)))


def _slice(found: dict[str, Contestant], discipline: Discipline, client: httpx.Client, seconds: float) -> Slice:
    one = found[discipline.contestant]
    asked = discipline.asked(client)
    return measured(one.port, one.workers, asked, seconds=seconds, status=discipline.status, once=discipline.once)


def _at_ease(found: dict[str, Contestant], client: httpx.Client, full: Slice, seconds: float) -> Slice:
    """Actions at a part of the rate that was just reached, from many who each take their time."""
    pace = 1000 * _AT_ONCE / (AT_EASE * full.rate)
    one, asked = found[OURS], DISCIPLINES["action"].asked(client)
    return measured(one.port, one.workers, asked, seconds=seconds, once=True, connections=_AT_ONCE, pace=pace)


if __name__ == "__main__":
    main()
