"""Load on an installation: players and watchers of both games who find every answer wrong that is.

    locust -f tests/load/locustfile.py --host https://cards.example.org --headless --users 50 --run-time 10m

Every kind of user is a class; locust's ``--config-users`` sets how many there are of each, and names after the options
pick some of them. An invariant that does not hold is a failure of type INVARIANT, and the exit code is 1.
"""

import itertools
import logging
import re
import secrets
import time
from argparse import ArgumentTypeError
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from gevent import Timeout, sleep
from locust import FastHttpUser, events, task
from locust.argument_parser import LocustArgumentParser
from locust.contrib.fasthttp import FastHttpSession
from locust.env import Environment
from locust.runners import MasterRunner, WorkerRunner

from tests.load.invariants import Violated
from tests.load.line import Line
from tests.load.pace import Pace
from tests.load.players import chance
from tests.load.sitting import Sitting
from tests.load.tally import Tally
from tests.load.watcher import Watcher

TALLY = Tally()
PACE = Pace()


class Guest(FastHttpUser):
    """One of its kind, by number: with the seed of the run, that is the seed of what it does."""

    abstract = True
    kind = ""  # what it has done when a session is over
    network_timeout = 45.0  # longer than an answer is held, and than a stream is silent
    connection_timeout = 10.0
    _numbers: ClassVar[dict[str, Iterator[int]]] = defaultdict(itertools.count)

    def __init__(self, environment: Environment) -> None:
        super().__init__(environment)
        options: Any = environment.parsed_options
        name, process = type(self).__name__, getattr(environment.runner, "worker_index", 0)
        self.seed = f"{options.seed or secrets.token_hex(8)}.{name}{process}.{next(self._numbers[name])}"
        self.options = options
        self._lines: dict[int, Line] = {}

    def line(self, number: int = 0) -> Line:
        """A line of its own for each of those who sit with this user."""
        if number not in self._lines:
            session = FastHttpSession(
                self.host,
                self.environment.events.request,
                self,
                network_timeout=self.network_timeout,
                connection_timeout=self.connection_timeout,
            )
            self._lines[number] = Line(session, TALLY, self.options.patience)
        return self._lines[number]

    def tell(self, kind: str, name: str, seconds: float = 0, exception: Exception | None = None) -> None:
        """Add a row to locust's figures that is no request."""
        self.environment.events.request.fire(
            request_type=kind,
            name=name,
            response_time=1000 * seconds,
            response_length=0,
            exception=exception,
            context={},
        )

    def over(self, begin: float) -> None:
        """A session that was begun then is over."""
        TALLY.played[self.kind] += 1
        self.tell("SESSION", self.kind, time.perf_counter() - begin)

    def violated(self, violated: Violated, where: str) -> None:
        logging.error("%s, at %s", violated, where)
        TALLY.violated[violated.invariant] += 1
        self.tell("INVARIANT", violated.invariant, exception=violated)
        self.environment.process_exit_code = 1
        sleep(1)


class Player(Guest):
    """Sits down, plays to the end, and sits down again."""

    abstract = True
    _sat = 0

    def sit(self, play: Callable[[Sitting], None]) -> None:
        self._sat += 1
        begin = time.perf_counter()
        sitting = Sitting(
            self.line,
            TALLY,
            f"{self.seed}.{self._sat}",
            seeded=self.options.seed is not None,
            pace=PACE,
            patience=self.options.patience + 2 * PACE.seconds,
        )
        try:
            with sitting:
                play(sitting)
                self.over(begin)
        except Violated as violated:
            self.violated(violated, sitting.seats[0].url if sitting.seats else "no session")


class Solitaire(Player):
    """A player of The Shooting Party."""

    weight = 4
    kind = "a solitaire, played"

    @task
    def play(self) -> None:
        self.sit(Sitting.solitaire)


class Alone(Player):
    """A player of Shooter, with bots at all other seats."""

    weight = 3
    kind = "bots, played against"

    @task
    def play(self) -> None:
        self.sit(Sitting.alone)


class People(Player):
    """Three or four players of Shooter at one table, each with a line of their own."""

    weight = 3
    kind = "people at a table, played"

    @task
    def play(self) -> None:
        self.sit(Sitting.people)


class Watching(Guest):
    """Follows a table of the load from the lobby, and then another."""

    abstract = True

    def on_start(self) -> None:
        self.watcher = Watcher(self.line(), TALLY, chance(self.seed), self.options.patience)

    def watch(self, follow: Callable[[str], bool]) -> None:
        url = None
        try:
            url = self.watcher.find()
            begin = time.perf_counter()
            if url is None:
                sleep(1)
            elif follow(url):
                self.over(begin)
        except Violated as violated:
            self.violated(violated, url or "the lobby")


class Streaming(Watching):
    """A watcher by stream."""

    weight = 1
    kind = "table watched by stream"

    @task
    def follow(self) -> None:
        self.watch(self.watcher.stream)


class Polling(Watching):
    """A watcher by poll."""

    weight = 1
    kind = "view and events watched by poll"

    @task
    def follow(self) -> None:
        self.watch(self.watcher.poll)


# What locust is told


def _options(parser: LocustArgumentParser, **_: Any) -> None:
    own = parser.add_argument_group("Load on a card table")
    own.add_argument("--seed", type=_seed, help="The same seed: the same deals, and the same choices at them.")
    own.add_argument("--think", type=float, default=0.2, help="Seconds that a player takes for a turn, on average.")
    own.add_argument("--linger", type=float, default=2.0, help="Seconds that a table stands after its end.")
    own.add_argument("--patience", type=float, default=30.0, help="Seconds after which a table is called stuck.")


def _seed(text: str) -> str:
    if not re.fullmatch(r"[ -~]{1,32}", text):
        raise ArgumentTypeError("a seed has 1 to 32 characters from space to ~")
    return text


def _set_up(environment: Environment, **_: Any) -> None:
    options: Any = environment.parsed_options
    PACE.seconds = options.think
    PACE.lingers = options.linger
    # What has begun is finished: a table that is stuck shows.
    environment.stop_timeout = environment.stop_timeout or 2 * options.patience


def _hurry(**_: Any) -> None:
    PACE.hurries = True


def _take_time(**_: Any) -> None:
    PACE.hurries = False


def _wait_for_workers(environment: Environment, **_: Any) -> None:
    """Locust's master would leave half a second after it has told its workers to; they may need as long as anybody."""
    runner = environment.runner
    if isinstance(runner, MasterRunner) and runner.user_count:
        runner.send_message("quit")
        with Timeout(environment.stop_timeout + 5, exception=False):
            while runner.user_count:
                sleep(0.1)


def _hand_over(data: dict[str, Any], **_: Any) -> None:
    data["tally"] = TALLY.told()
    TALLY.clear()


def _take_over(data: dict[str, Any], **_: Any) -> None:
    TALLY.add(data["tally"])


def _tell(environment: Environment, **_: Any) -> None:
    if not isinstance(environment.runner, WorkerRunner):
        print("\n".join(["", *TALLY.lines()]))


_events: Any = events  # not typed
_events.init_command_line_parser.add_listener(_options)
_events.init.add_listener(_set_up)
_events.test_start.add_listener(_take_time)
_events.test_stopping.add_listener(_hurry)
_events.test_stop.add_listener(_wait_for_workers)
_events.report_to_master.add_listener(_hand_over)
_events.worker_report.add_listener(_take_over)
_events.quitting.add_listener(_tell)
