"""One slice of a measurement: wrk asks for some seconds, and the workers' processor time is read before and after."""

import json
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import click

from tests.load.bench.asked import Asked
from tests.processes import cpu_of

SCRIPT = Path(__file__).parent / "requests.lua"
OVERTAKEN = 0.05  # of all requests may come after the next of their session: a connection waits to be let in


class Unmeasured(click.ClickException):
    """A slice that says nothing; the message says why."""


@dataclass(frozen=True)
class Slice:
    """``rate``: requests a second; ``cpu``: microseconds of workers a request; ``p50`` and ``p99``: milliseconds;
    ``overtaken``: the share of requests that were refused, as they came after the next of their session."""

    seconds: float
    rate: float
    cpu: float
    p50: float
    p99: float
    overtaken: float = 0


def measured(
    port: int,
    pids: list[int],
    asked: Iterable[Asked],
    *,
    seconds: float,
    status: int = 200,
    once: bool = False,
    in_turn: bool = False,
    connections: int = 16,
    pace: float = 0,
) -> Slice:
    """What comes of asking for *seconds*. *once*: whether a request is good only once; *in_turn*: whether one that
    comes after the next of its session is refused; *pace* is milliseconds that each connection waits between two.
    Raises ``Unmeasured``."""
    binary = wrk()
    lines = [each.line for each in asked]
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
        file.write("\n".join(lines))
        file.flush()
        command = [
            binary,
            "--threads",
            "1",
            "--connections",
            str(connections),
            "--duration",
            f"{seconds:.0f}s",
        ]
        command += ["--timeout", "10s", "--script", str(SCRIPT), f"http://127.0.0.1:{port}"]
        before = cpu_of(pids)
        ran = subprocess.run([*command, "--", file.name, str(status), f"{pace:.1f}"], capture_output=True, text=True)
        used = cpu_of(pids) - before
    if ran.returncode:
        raise Unmeasured(ran.stderr or ran.stdout)
    told = json.loads(ran.stdout.splitlines()[-1])
    if told["lost"] or told["wrong"] > OVERTAKEN * in_turn * told["answers"]:
        raise Unmeasured(f"{told['wrong']} answers are not {status}, and {told['lost']} requests were lost")
    if once and told["sent"] > len(lines):
        raise Unmeasured(f"{len(lines)} requests did not last for {seconds} seconds")
    return Slice(
        seconds,
        rate=told["answers"] / told["seconds"],
        cpu=1e6 * used / told["answers"],
        p50=told["p50"],
        p99=told["p99"],
        overtaken=told["wrong"] / told["answers"],
    )


def wrk() -> str:
    """Where it is. Raises ``Unmeasured`` if it is nowhere."""
    if binary := shutil.which("wrk"):
        return binary
    raise Unmeasured("wrk is not installed (Debian: wrk)")
