"""What was measured, as people read it: tables, and a plot."""

import os
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median

import pygal

from tests.load.bench.growth import Growth
from tests.load.bench.slices import Slice

PLACE = Path("docs/benchmarks.md")
PLOT = Path("docs/benchmarks.svg")

_TEXT = """\
# Benchmarks

What a request costs this server, beside what the framework and the store cost anybody. Written by `make bench`, which
needs wrk (`apt-get install wrk`), and 5 GB of memory and of disk for a million sessions (`--sessions` takes fewer).

The contestants are started anew {about}, by wrk on the
same machine, 16 connections; all figures are medians. All have two workers, and one Valkey behind a unix socket that
writes every step to disk. **CPU** is the processor time of the workers a request: it depends less on who else uses the
machine than requests per second do. Still, a busy neighbour makes all of them dearer, so look at the last columns: each
is compared to another of the same lap, and they are medians of those ratios, not the ratios of the medians. Up to
{overtaken} of the requests in a slice came after the next of their session, and were refused; they count too.
The last lines are of {at_ease:.0f} s at a part of what each had just taken, from connections that take their time. Now
and then the store writes its log anew, and whoever asks just then waits for tens of milliseconds.

{machine}.

(b) is what an action cannot do without, written as anybody would: Flask, gunicorn and redis-py as they come, a read and
a script that compares, writes, tells and sets an expiry, and a fixed answer. It knows no rule, token, schema, condition
or problem. Where ours costs less it is by what it spares around them: how connections to the store are kept
([`server.py`](../server/sessions/server.py)), paths found ([`paths.py`](../server/web/paths.py)) and HTTP written
([`messages.py`](../server/messages.py), [`reply.py`](../server/web/reply.py)). (d) is what
one would write instead; it plays The Shooting Party by our rules on our sessions
([`rival.py`](../tests/load/bench/rival.py)), without keys, conditions, clocks and problems.

{table}

![Processor time of a request](benchmarks.svg)

## What grows

{growth}
"""


@dataclass(frozen=True)
class Told:
    """What was measured, by discipline: ``full``, a slice a lap of as much as each could take; ``at_ease``, one a round
    of a part of that."""

    full: Mapping[str, list[Slice]]
    at_ease: Mapping[str, list[Slice]]


def costs(titles: Mapping[str, str], told: Told) -> str:
    """A line a discipline, and one for each that was asked at ease."""
    lines = [
        "| | requests/s | CPU, µs | p50, ms | p99, ms | p99 to p50 | CPU to (b) | CPU to (d) | requests/s to (d) |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    limit, rival = (told.full.get(name, []) for name in ("limit", "rival"))
    for name, slices in told.full.items():
        dearer = " | ".join(_ratio([s.cpu for s in slices], [s.cpu for s in others]) for others in (limit, rival))
        faster = _ratio([s.rate for s in slices], [s.rate for s in rival])
        lines.append(f"| {titles[name]} | {_figures(slices)} | {dearer} | {faster} |")
    for name, slices in told.at_ease.items():
        laps = len(told.full[name]) // len(slices)
        full = [median(s.rate for s in told.full[name][n * laps : (n + 1) * laps]) for n in range(len(slices))]
        share = float(_ratio([s.rate for s in slices], full))
        lines.append(f"| {titles[name]}, at {share:.0%} of that | {_figures(slices)} | | | |")
    return "\n".join(lines)


def growth(told: Sequence[Growth]) -> str:
    """A line for each thing that may grow."""
    lines = ["| | at first | then | |", "|---|---|---|---|"]
    lines += [f"| {each.title} | {each.few} | {each.many} | {each.told} |" for each in told]
    return "\n".join(lines)


def write(titles: Mapping[str, str], told: Told, about: str, table: str, growth: str) -> None:
    """*about*: how often and how long each was asked."""
    overtaken = f"{max(s.overtaken for slices in told.full.values() for s in slices):.1%}"
    at_ease = told.at_ease["limit"][0].seconds
    PLACE.write_text(
        _TEXT.format(about=about, machine=_machine(), table=table, growth=growth, overtaken=overtaken, at_ease=at_ease)
    )
    PLOT.write_bytes(_plot({titles[name]: slices for name, slices in told.full.items()}))


def _plot(slices: Mapping[str, Sequence[Slice]]) -> bytes:
    chart = pygal.HorizontalBar(
        title="Processor time of the workers a request, µs",
        show_legend=False,
        print_values=True,
        value_formatter=lambda value: f"{value:.0f}",
        no_prefix=True,
        disable_xml_declaration=True,
        js=[],
        height=420,
    )
    names = list(slices)[::-1]
    chart.x_labels = names
    chart.add("", [round(_cpu(slices[name])) for name in names])
    plot: bytes = chart.render()
    return plot if isinstance(plot, bytes) else str(plot).encode()


def _cpu(told: Sequence[Slice]) -> float:
    return median(s.cpu for s in told)


def _figures(told: Sequence[Slice]) -> str:
    p50, p99, spread = (median(figures) for figures in zip(*((s.p50, s.p99, s.p99 / s.p50) for s in told), strict=True))
    return f"{median(s.rate for s in told):,.0f} | {_cpu(told):,.0f} | {p50:.1f} | {p99:.1f} | {spread:.1f}"


def _ratio(figures: Sequence[float], others: Sequence[float]) -> str:
    """The median of what each figure is to the other of its lap; nothing without others."""
    return f"{median(figure / other for figure, other in zip(figures, others, strict=True)):.2f}" if others else ""


def _machine() -> str:
    names = ("flask", "gunicorn", "gevent", "redis", "starlette", "pydantic", "uvicorn")
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    return f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}; {versions}"
