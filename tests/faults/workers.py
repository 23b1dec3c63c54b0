"""Those who serve are struck down at random while people play: others take their place, and no card is out of place.

Each worker is a process; ``kill -9`` is the worst that can become of it. Afterwards every session must be what its
players were told, and nobody may have waited for what a dead worker held. Nor may the house grow, whether workers die
or not: what it has in memory, in open files and in connections to its store is measured all along, and the last third
of the measurements is held against the first.
"""

import os
import signal
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from dataclasses import dataclass, fields
from itertools import cycle
from pathlib import Path
from random import Random
from statistics import fmean

from server.sessions.link import connect
from tests.faults.client import Answer, Client
from tests.faults.drill import Drill, Progress, Report
from tests.faults.formations import until
from tests.faults.retries import Evening
from tests.faults.sittings import TABLES, new_key
from tests.serving.server import Server

WORKERS = 2
KILLS = 20  # at least

_QUIET = (0.8, 1.4)  # seconds of play between two deaths, at least and at most: it takes half a second to begin work
_REPLACED = 5.0  # seconds in which others are there, on a busy machine
_SETTLED = 10.0  # seconds in which every request is settled, however often it met with death
_CUSTOMERS = 4  # who ask for all sorts of things at once
_WARM = 0.1  # of all requests come before the first measurement: caches and pools fill up
_MEASURED = 30  # times
_LOOKS = 4  # at one session, each with all that comes to mind
_PATIENCE = 600.0  # seconds until more was asked for
_REAL = {"memory": 1_000_000, "files": 1, "connections": 1}  # a real leak, for every hundred requests
_PAGE = os.sysconf("SC_PAGE_SIZE")


# What a server uses


@dataclass(frozen=True, slots=True)
class Use:
    """What all processes of a server and its embedded store use after so many requests; ``memory`` in bytes.

    A connection to the store takes a file at either end; those are not counted with the ``files``.
    """

    requests: int
    memory: int
    files: int
    connections: int


def used(server: Server, requests: int) -> Use:
    """Raises ``OSError`` if a process ends while it is looked at."""
    assert server.process
    store = int((server.data / "valkey.pid").read_text())
    pids = [server.process.pid, *server.workers, store]
    memory = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE for pid in pids)
    files = sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in pids)
    with closing(connect(f"unix://{server.data}/valkey.sock")) as client:
        connections = client.info("clients")["connected_clients"]
        return Use(requests, memory, files - 2 * connections, connections)


def growth(uses: Sequence[Use]) -> dict[str, float]:
    """How much more was used in the last third than in the first, for each hundred requests between; by name."""
    third = len(uses) // 3
    first, last = (
        {field.name: fmean(getattr(use, field.name) for use in part) for field in fields(Use)}
        for part in (uses[:third], uses[-third:])
    )
    hundreds = (last["requests"] - first["requests"]) / 100
    return {name: (last[name] - first[name]) / hundreds for name in _REAL}


def leaks(uses: Sequence[Use]) -> list[str]:
    """What has grown by half of a real leak."""
    grown = growth(uses)
    return [
        f"{name}: {grown[name]:.2f} more for every hundred requests"
        for name, real in _REAL.items()
        if grown[name] > real / 2
    ]


def figures(uses: Sequence[Use]) -> dict[str, str]:
    first, last, grown = uses[0], uses[-1], growth(uses)
    return {
        "megabytes, at first and at last": f"{first.memory / 1e6:.0f}, {last.memory / 1e6:.0f}",
        "open files": f"{first.files}, {last.files}",
        "connections to the store": f"{first.connections}, {last.connections}",
        "kilobytes grown for every hundred requests": f"{grown['memory'] / 1000:.0f}",
        "files grown for every hundred requests": f"{grown['files']:.2f}",
        "connections grown for every hundred requests": f"{grown['connections']:.2f}",
    }


# Deaths


class Raid(Evening):
    """An evening that is not over until so many workers were killed, too."""

    killed = 0

    @property
    def over(self) -> bool:
        return super().over and self.killed >= KILLS


def strike_down_workers(operations: int, folder: Path, progress: Progress) -> Report:
    """Twelve people play while now one worker is killed and now all."""
    chance, uses, away = Random("strikes"), list[Use](), list[float]()
    with Server(folder, ("--workers", f"{WORKERS}")) as server, ThreadPoolExecutor(1) as table:
        raid = Raid(operations, server.url, server.url, progress)
        playing = table.submit(raid.run)
        while not playing.done():
            time.sleep(chance.uniform(*_QUIET))
            with suppress(OSError):
                uses.append(used(server, raid.outcome.tries))
            struck = chance.sample(server.workers, chance.choice([1, 1, 1, WORKERS]))
            for pid in struck:
                os.kill(pid, signal.SIGKILL)
            raid.killed += len(struck)
            away.append(until("others are there", lambda struck=struck: _replaced(server, struck)))  # type: ignore[misc]
        playing.result()
    came = raid.outcome
    wrong = [*came.violations, *leaks(uses)]
    if max(away) > _REPLACED:
        wrong.append(f"nobody had taken a worker's place for {max(away):.1f} seconds")
    if came.seconds > _SETTLED:
        wrong.append(f"a request was not settled for {came.seconds:.1f} seconds")
    if "Traceback" in server.printed:
        wrong.append(f"the server has complained: {server.printed}")
    told = {
        "operations": f"{came.tries}",
        "sessions played to the end": f"{raid.opened.total()}",
        "workers killed": f"{raid.killed}",
        "actions that happened twice": f"{came.doubled}",
        "most seconds until others were there": f"{max(away):.2f}",
        "most seconds until a request was settled": f"{came.seconds:.1f}",
    }
    return Report(came.tries, wrong, told | figures(uses))


def _replaced(server: Server, struck: Sequence[int]) -> bool:
    now = server.workers
    return len(now) == WORKERS and not set(struck) & set(now)


# Peace


def serve_in_peace(operations: int, folder: Path, progress: Progress) -> Report:
    """Some customers ask for all sorts of things, well and badly."""
    uses: list[Use] = []
    with Server(folder, ("--workers", f"{WORKERS}")) as server, ThreadPoolExecutor(_CUSTOMERS) as customers:
        answers: Counter[int] = Counter()

        def shop(number: int) -> None:
            with Client(server.url) as client:
                for answer in _errands(client, Random(f"customer {number}")):
                    answers[answer.status] += 1
                    progress(1)
                    if answers.total() >= operations:
                        return

        shopping = [customers.submit(shop, number) for number in range(_CUSTOMERS)]
        begin = operations * _WARM
        for number in range(_MEASURED):
            due = begin + (operations - begin) * number / _MEASURED
            until("more was asked for", lambda due=due: answers.total() >= due, _PATIENCE)  # type: ignore[misc]
            uses.append(used(server, answers.total()))
        for customer in shopping:
            customer.result()
    wrong = leaks(uses)
    wrong += [f"{number} were answered {status}" for status, number in answers.items() if status not in _EXPECTED]
    wrong += [f"nobody was answered {status}" for status in _EXPECTED if not answers[status]]
    told = {"answers": ", ".join(f"{number} x {status}" for status, number in sorted(answers.items()))}
    return Report(answers.total(), wrong, told | figures(uses))


_EXPECTED = (200, 201, 204, 304, 401, 404, 405, 409, 412, 422)


def _errands(client: Client, chance: Random) -> Iterator[Answer]:
    """One session after the other: opened, looked at, acted in, well and badly, and deleted; all that is answered."""
    for game in cycle(TABLES):
        yield (opened := client.call("POST", f"/v1/{game}/sessions", body=TABLES[game], key=new_key(chance)))
        url, token = opened.json["session"]["url"], opened.json["token"]
        for _ in range(_LOOKS):
            yield (look := client.call("GET", url, token=token))
            etag = look.headers["etag"]
            yield client.call("GET", url, token=token, if_none_match=etag)
            for legal in look.json["legal_actions"][:1]:
                path, body = f"{url}/{legal['action']}", legal["body"]
                yield client.call("POST", path, token=token, body=body, key=new_key(chance), if_match=etag)
                yield client.call("POST", path, token=token, body=body, if_match=etag)
            yield client.call("POST", f"{url}/resign", token=token, body={"nonsense": 1})
            yield client.call("POST", f"{url}/resign", token="nonsense", body={})
            yield client.call("GET", f"{url}/events")
            yield client.call("GET", f"{url}/replay")
            yield client.call("GET", f"{url[:-1]}~")
            yield client.call("PUT", url)
            yield client.call("GET", f"/v1/{game}/sessions?limit=2")
        yield client.call("DELETE", url, token=token)
        yield client.call("GET", url)


DRILLS = (
    Drill("workers that die", "A worker that dies costs nobody a card", 10_000, strike_down_workers),
    Drill("a long evening", "The house does not grow", 20_000, serve_in_peace),
)
