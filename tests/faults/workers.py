"""Those who serve are struck down at random while people play: others take their place, and no card is out of place.

Each worker is a process; ``kill -9`` is the worst that can become of it. Afterwards every session must be what its
players were told, nobody may wait for something that a dead worker held, and the house must not grow: what it has in
memory, in open files and in connections to its store is measured all along, and the last third of the measurements is
held against the first.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, field, fields
from pathlib import Path
from random import Random
from statistics import fmean

from server.sessions.link import connect
from tests.faults.client import Client, NoAnswer
from tests.faults.drill import Drill, Progress, Report
from tests.faults.formations import until
from tests.faults.retries import Evening, HeardServer

WORKERS = 2
KILLS = 20  # at least, in a drill

_QUIET = (0.2, 0.8)  # seconds of play between two deaths, at least and at most
_REPLACED = 5.0  # seconds in which another is at work, on a busy machine
_CUSTOMERS = 4  # who ask for all sorts of things at once
_WARM = 500  # requests before the first measurement: caches and pools fill up
_MEGABYTE = 1_000_000
_HUNDRED = 100  # requests
_PAGE = os.sysconf("SC_PAGE_SIZE")


# What a server uses


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def workers(server: HeardServer) -> list[int]:
    assert server.process
    return children(server.process.pid)


@dataclass(frozen=True, slots=True)
class Use:
    """What all processes of a server and its embedded store use after so many requests; ``memory`` in bytes."""

    requests: int
    memory: int
    files: int
    connections: int


def used(server: HeardServer, requests: int) -> Use:
    """Raises ``OSError`` if a process ends while it is looked at."""
    assert server.process
    store = int((server.data / "valkey.pid").read_text())
    pids = [server.process.pid, *workers(server), store]
    memory = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE for pid in pids)
    files = sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in pids)
    with closing(connect(f"unix://{server.data}/valkey.sock")) as client:
        return Use(requests, memory, files, client.info("clients")["connected_clients"])


def growth(uses: Sequence[Use]) -> dict[str, float]:
    """How much more was used in the last third than in the first, for each hundred requests between; by name."""
    third = len(uses) // 3
    first, last = ({f.name: fmean(getattr(use, f.name) for use in part) for f in fields(Use)} for part in _ends(uses, third))
    hundreds = (last["requests"] - first["requests"]) / _HUNDRED
    return {name: (last[name] - first[name]) / hundreds for name in first if name != "requests"}


def _ends(uses: Sequence[Use], third: int) -> tuple[Sequence[Use], Sequence[Use]]:
    return uses[:third], uses[-third:]


def leaks(uses: Sequence[Use]) -> list[str]:
    """What has grown by half of what a real leak would: one file, one connection or 1 MB for every hundred requests."""
    grown, real = growth(uses), {"memory": _MEGABYTE, "files": 1, "connections": 1}
    return [
        f"{name} have grown by {grown[name]:.2f} for every {_HUNDRED} requests"
        for name, leak in real.items()
        if grown[name] > leak / 2
    ]


def _figures(uses: Sequence[Use]) -> dict[str, str]:
    grown = growth(uses)
    return {
        "megabytes, at first and at last": f"{uses[0].memory / _MEGABYTE:.0f}, {uses[-1].memory / _MEGABYTE:.0f}",
        "open files, at first and at last": f"{uses[0].files}, {uses[-1].files}",
        "connections to the store, at first and at last": f"{uses[0].connections}, {uses[-1].connections}",
        "kilobytes grown for every hundred requests": f"{grown['memory'] / 1000:.0f}",
        "files grown for every hundred requests": f"{grown['files']:.2f}",
    }


# Deaths


def strike_down_workers(operations: int, folder: Path, progress: Progress) -> Report:
    """Twelve people play until so many requests were tried; at random moments a worker, or all of them, are killed."""
    chance, uses, away, killed = Random("strikes"), list[Use](), list[float](), 0
    with HeardServer(folder, ("--workers", f"{WORKERS}")) as server:
        evening = Evening(operations, server.url, server.url, progress)
        with ThreadPoolExecutor(1) as table:
            playing = table.submit(evening.run)
            while not playing.done():
                time.sleep(chance.uniform(*_QUIET))
                with suppress(OSError):
                    uses.append(used(server, evening.outcome.tries))
                struck = chance.sample(workers(server), chance.choice([1, 1, 1, WORKERS]))
                for pid in struck:
                    os.kill(pid, signal.SIGKILL)
                killed += len(struck)
                away.append(until("others are at work", lambda struck=struck: _replaced(server, struck)))  # type: ignore[misc]
            playing.result()
    came = evening.outcome
    report = Report(came.tries, [*came.violations, *leaks(uses)])
    return report


def _replaced(server: HeardServer, struck: Sequence[int]) -> bool:
    now = workers(server)
    return len(now) == WORKERS and not set(struck) & set(now)
