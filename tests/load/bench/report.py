"""What was measured, as people read it: tables, and a plot."""

import os
import platform
from collections.abc import Mapping, Sequence
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
needs wrk: {command}. The contestants are asked in turn, {rounds} rounds of {seconds:.0f} s each, by wrk on the same
machine, 16 connections; all figures are medians. All have two workers, and one Valkey behind a unix socket that writes
every step to disk. **CPU** is the processor time of the workers a request, the figure to go by: it does not depend on
who else uses the machine as requests per second do. Still, a busy neighbour makes all of them dearer, so look at the
last column.

{machine}.

(b) is what an action cannot do without here: bare Flask, redis-py as it comes, a read and a script that compares,
writes, tells and sets an expiry, and a fixed answer. It knows no rule, token, schema, condition or problem. (d) is what
one would write instead; it plays by our rules on our sessions ([`rival.py`](../tests/load/bench/rival.py)).

{table}

![Processor time of a request](benchmarks.svg)

## What grows

{growth}
"""


def costs(slices: Mapping[str, Sequence[Slice]], at_ease: Sequence[Slice]) -> str:
    """A line a discipline, by title."""
    limit = next((_cpu(told) for title, told in slices.items() if title.startswith("(b)")), None)
    lines = ["| | requests/s | CPU, µs | p50, ms | p99, ms | CPU to (b) |", "|---|---|---|---|---|---|"]
    for title, told in slices.items():
        ratio = f"{_cpu(told) / limit:.2f}" if limit else ""
        lines.append(
            f"| {title} | {median(s.rate for s in told):,.0f} | {_cpu(told):,.0f} | {_times(told)} | {ratio} |"
        )
    if at_ease:
        rate = median(s.rate for s in at_ease)
        lines.append(f"| (c) an action at 70 % of that | {rate:,.0f} | {_cpu(at_ease):,.0f} | {_times(at_ease)} | |")
    return "\n".join(lines)


def growth(told: Sequence[Growth]) -> str:
    """A line for each thing that may grow."""
    lines = ["| | at first | then | |", "|---|---|---|---|"]
    lines += [f"| {each.title} | {each.few} | {each.many} | {each.told} |" for each in told]
    return "\n".join(lines)


def write(slices: Mapping[str, Sequence[Slice]], table: str, growth: str) -> None:
    some = next(iter(slices.values()))
    text = _TEXT.format(
        command="`apt-get install wrk`",
        rounds=len(some),
        seconds=some[0].seconds,
        machine=_machine(),
        table=table,
        growth=growth,
    )
    PLACE.write_text(text)
    PLOT.write_bytes(_plot(slices))


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


def _times(told: Sequence[Slice]) -> str:
    return f"{median(s.p50 for s in told):.1f} | {median(s.p99 for s in told):.1f}"


def _machine() -> str:
    names = ("flask", "gunicorn", "gevent", "redis", "starlette", "pydantic", "uvicorn")
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    return f"{os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}; {versions}"
