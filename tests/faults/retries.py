"""Players on a bad line ask again until they are answered: whatever is lost on the way, nobody acts twice.

Letters are lost, doubled and delayed; the store dies while they play.
"""

import os
import signal
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from random import Random

from tests.faults.client import Client, NoAnswer
from tests.faults.deaths import kill_the_store, kill_the_worker
from tests.faults.drill import Drill, Progress, Report
from tests.faults.proxies import Chances, HttpProxy
from tests.faults.races import sessions_in_the_lobby
from tests.faults.repeats import repeat
from tests.faults.sittings import Outcome, Sitting
from tests.serving.server import Server

BAD = Chances(lost_request=0.5, lost_reply=0.6, doubled=0.1, delayed=0.1, longest=0.01)
POOR = Chances(lost_request=0.05, lost_reply=0.05, doubled=0.1)

_AT_ONCE = ("shooter", "shooter", *["shooting-party"] * 4)  # twelve players


class Evening:
    """Sittings at ``len(_AT_ONCE)`` tables at once, one after the other, until so many *operations* have been tried.

    Nobody goes home before ``last_orders``, whatever has been tried.
    """

    def __init__(self, operations: int, line: str, server: str, progress: Progress) -> None:
        self._operations = operations
        self._line = line
        self._server = server
        self._progress = progress
        self._lock = threading.Lock()
        self.last_orders = True
        self.opened: Counter[str] = Counter()
        self.outcome = Outcome()

    @property
    def over(self) -> bool:
        return self.last_orders and self.outcome.tries >= self._operations

    def run(self) -> None:
        with ThreadPoolExecutor(len(_AT_ONCE)) as tables:
            for table in [tables.submit(self._sit, game, number) for number, game in enumerate(_AT_ONCE)]:
                table.result()

    def _sit(self, game: str, table: int) -> None:
        with Client(self._line) as line, Client(self._server) as server:
            for number in count():
                if self.over:
                    return
                came = Sitting(game, line, server, Random(f"{game} {table} {number}")).play()
                with self._lock:
                    self._add(came)
                    self.opened[game] += 1

    def _add(self, came: Outcome) -> None:
        total = self.outcome
        total.requests += came.requests
        total.tries += came.tries
        total.doubled += came.doubled
        total.seconds = max(total.seconds, came.seconds)
        total.violations += came.violations
        self._progress(came.tries)


def play_on_a_bad_line(operations: int, folder: Path, progress: Progress) -> Report:
    """Twelve players at six tables, whose every request and reply is likelier lost than not."""
    with Server(folder, ("--workers", "2")) as server, HttpProxy(server.url, BAD) as proxy:
        evening = Evening(operations, proxy.url, server.url, progress)
        evening.run()
        return _reported(evening, server, proxy)


def play_while_the_store_dies(operations: int, folder: Path, progress: Progress) -> Report:
    """The same on a poor line, while the store is killed again and again as soon as it is back."""
    with (
        Server(folder, ("--workers", "2")) as server,
        HttpProxy(server.url, POOR) as proxy,
        Client(server.url) as watcher,
        ThreadPoolExecutor(1) as players,
    ):
        evening = Evening(operations, proxy.url, server.url, progress)
        playing = players.submit(evening.run)
        chance, killed = Random("deaths"), 0
        while not playing.done():
            time.sleep(chance.uniform(0.1, 0.6))
            with suppress(NoAnswer):
                if watcher.call("GET", "/ready").status == 200 and not evening.over:
                    os.kill(int((folder / "valkey.pid").read_text()), signal.SIGKILL)
                    killed += 1
        playing.result()
        report = _reported(evening, server, proxy)
    report.figures["deaths of the store"] = f"{killed}"
    return report


def _reported(evening: Evening, server: Server, proxy: HttpProxy) -> Report:
    came = evening.outcome
    report = Report(came.tries, list(came.violations))
    with Client(server.url) as client:
        for game, sittings in evening.opened.items():
            if (listed := sessions_in_the_lobby(client, game)) != sittings:
                report.violations.append(f"{sittings} keys have opened {listed} sessions of {game}")
    report.figures = {
        "operations": f"{came.tries}",
        "requests": f"{came.requests}",
        "sessions": f"{evening.opened.total()}",
        "losses injected": f"{proxy.losses}",
        "requests doubled": f"{proxy.counted('doubled')}",
        "actions that happened twice": f"{came.doubled}",
        "most milliseconds until a request was settled": f"{came.seconds * 1000:.0f}",
    }
    return report


DRILLS = (
    Drill("a bad line", "A request is retried until it is answered, and acts once", 40_000, play_on_a_bad_line),
    Drill("a store that dies", "What was told has happened, once", 10_000, play_while_the_store_dies),
    Drill("a worker that dies", "A step that was written is found by its key", 100, kill_the_worker),
    Drill("a store that dies unheard", "A step that was written is found by its key", 100, kill_the_store),
    Drill("repeats", "The same key acts once, and for one request", 20_000, repeat),
)
