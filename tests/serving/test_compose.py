"""``docker compose up`` starts what is promised: its servers, its store and its proxy are started here without Docker,
with the settings that ``compose.yaml`` gives them, and are one house that outlives a server.
"""

import http.client
import json
import os
import signal
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import count
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import Any, ClassVar

import jsonschema
import pytest

from server.catalogue import CATALOGUE
from server.serving import _GRACE
from server.web import problems
from tests.faults.client import Answer, Client
from tests.faults.formations import Node, until
from tests.faults.sittings import Outcome, Sitting
from tests.ports import free_port
from tests.serving.composition import Unset, composition, seconds
from tests.serving.evening import Evening
from tests.serving.listener import Listener
from tests.serving.proxy import Proxy, proxy
from tests.serving.server import Server

LINTERS = Path(__file__).parents[2] / ".ci/linters"
SCHEMA = LINTERS / "check_jsonschema/builtin_schemas/vendor/compose-spec.json"
GAMES = [entry.game.name for entry in CATALOGUE]
GIVEN = {"LEVERSTOKE_SECRET_KEY": "for tests", "LEVERSTOKE_WORKERS": "1"}
SERVICES = ("proxy", "api", "store")
ADDRESSES = ("127.0.0.2", "127.0.0.3")
AT_ONCE = 2.0  # seconds
HELD = 6  # seconds
HALF_A_SECOND = 0.5
NOTICED = 5.0  # seconds in which a proxy that asks every second has been told three times
PLAYERS = 4
LONGEST = 5.0  # seconds until an answer, with all tries, while a server dies


# The file


@pytest.fixture
def told() -> Any:
    return composition(GIVEN)


@pytest.mark.skipif(
    not SCHEMA.exists(), reason="the schema of Compose is not installed: .ci/run installs .ci/linters.txt"
)
def test_it_is_what_the_specification_of_compose_asks_for(told: Any) -> None:
    schema = json.loads(SCHEMA.read_text())
    jsonschema.validators.validator_for(schema)(schema).validate(told)


def test_it_says_how_to_make_a_secret_and_starts_nothing_without(told: Any) -> None:
    assert told["services"]["api"]["environment"]["LEVERSTOKE_SECRET_KEY"] == GIVEN["LEVERSTOKE_SECRET_KEY"]
    with pytest.raises(Unset, match="openssl rand"):
        composition({})


def test_there_are_two_servers_and_only_the_proxy_can_be_reached(told: Any) -> None:
    services = told["services"]
    assert set(services) == set(SERVICES)
    assert services["api"]["deploy"]["replicas"] == 2
    assert [name for name in SERVICES if "ports" in services[name]] == ["proxy"]
    assert told["networks"]["back"]["internal"]
    assert services["store"]["networks"] == ["back"]
    assert "back" not in services["proxy"]["networks"]


@pytest.mark.parametrize("name", SERVICES)
def test_everybody_may_do_what_he_must_and_comes_back(told: Any, name: str) -> None:
    service = told["services"][name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert service["restart"] == "unless-stopped"
    assert "healthcheck" in service
    assert all(needed["condition"] == "service_healthy" for needed in service.get("depends_on", {}).values())


def test_nobody_is_ended_before_he_has_finished(told: Any) -> None:
    services = told["services"]
    assert seconds(services["api"]["stop_grace_period"]) > _GRACE
    assert "hard-stop-after 15s" in told["configs"]["proxy"]["content"]
    assert seconds(services["proxy"]["stop_grace_period"]) > 15


def test_what_the_proxy_says_itself_is_a_problem_that_clients_know(told: Any) -> None:
    (line,) = (line for line in told["configs"]["proxy"]["content"].splitlines() if "setenv NO_ANSWER" in line)
    said = json.loads(line.partition("NO_ANSWER ")[2].strip("'"))
    known = problems.described("outcome_unknown")
    assert said == known | {"detail": said["detail"]}


# The house


@dataclass
class House:
    store: Node
    servers: list[Server]
    proxy: Proxy

    def all_are_back(self) -> None:
        until("the proxy has found the servers", lambda: self.proxy.trusts() == len(self.servers))


@contextmanager
def house(folder: Path, **variables: str) -> Iterator[House]:
    told = composition(GIVEN | variables)
    with ExitStack() as ends:
        store = Node(folder / "store", tuple(told["services"]["store"]["command"][1:]))
        ends.callback(store.stop)
        store.start()
        own = {"LEVERSTOKE_STORE": f"redis://127.0.0.1:{store.port}/0"}
        environment, port = told["services"]["api"]["environment"] | own, free_port()
        servers = [
            ends.enter_context(Server(folder, (), environment, port=port, host=address)) for address in ADDRESSES
        ]
        content = told["configs"]["proxy"]["content"]
        yield House(store, servers, ends.enter_context(proxy(folder, content, ADDRESSES, port)))


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("compose")) as standing:
        yield standing


@pytest.fixture
def client(ours: House) -> Iterator[Client]:
    with Client(ours.proxy.url, patience=30) as client:
        yield client


@pytest.fixture(scope="module")
def aside() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(PLAYERS + 1) as pool:
        yield pool


@pytest.mark.parametrize("game", GAMES)
def test_a_session_is_played_to_its_end_at_both_servers(ours: House, client: Client, game: str) -> None:
    before = ours.proxy.asked()
    evening = Evening(game, client, "readme").sit_down().play()
    after = ours.proxy.asked()
    asked = [after[f"{server.host}:{server.port}"] - before[f"{server.host}:{server.port}"] for server in ours.servers]
    assert min(asked) > evening.actions / 2
    with Client(ours.servers[0].url) as one, Client(ours.servers[1].url) as other:
        evening.is_kept(client, one, other)


def test_a_stream_is_let_through_as_it_comes(ours: House, client: Client) -> None:
    evening = Evening("shooter", client, "readme").sit_down()
    path = f"{evening.url}/events?since={evening.view()['version']}"
    with Listener(ours.proxy.port, path, patience=AT_ONCE) as listener:
        listener.hear_a_comment()
        for _ in range(5):
            told = Evening("shooter", client, "", evening.url, evening.tokens).play(1).told
            assert [frame.number for frame in listener.hear(len(told))] == [event["seq"] for event in told]


def test_a_poll_is_held_as_long_as_it_was_asked_to(ours: House, client: Client, aside: ThreadPoolExecutor) -> None:
    quiet, busy = (Evening("shooter", client, "readme").sit_down() for _ in range(2))

    def held(evening: Evening) -> tuple[int, float]:
        with Client(ours.proxy.url, patience=30) as waiting:
            etag, begin = waiting.call("GET", evening.url).headers["etag"], time.monotonic()
            status = waiting.call("GET", f"{evening.url}?wait={HELD}", if_none_match=etag).status
            return status, time.monotonic() - begin

    waiting = [aside.submit(held, evening) for evening in (quiet, busy)]
    time.sleep(HELD / 2)
    busy.play(1)
    (quiet_status, quiet_seconds), (busy_status, busy_seconds) = (waiter.result() for waiter in waiting)
    assert (quiet_status, busy_status) == (304, 200)
    assert quiet_seconds >= HELD
    assert busy_seconds < HELD / 2 + AT_ONCE


class Player(Client):
    """Remembers in *failures* what he was answered when something went wrong on the way."""

    def __init__(self, url: str, failures: list[str]) -> None:
        super().__init__(url)
        self._failures = failures

    def call(self, *request: Any, **more: Any) -> Answer:
        answer = super().call(*request, **more)
        if answer.status >= 500:
            self._failures.append(f"{request}: {answer.status} {answer.code}")
        return answer


@dataclass
class Evenings:
    """What came of sessions, played one after the other by several players at a time."""

    outcomes: list[Outcome] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    def are_well(self) -> bool:
        assert len(self.outcomes) > PLAYERS
        assert [violation for outcome in self.outcomes for violation in outcome.violations] == []
        return not any(outcome.doubled for outcome in self.outcomes)


@contextmanager
def players(ours: House, aside: ThreadPoolExecutor, chance: str) -> Iterator[Evenings]:
    """Some who play until the end of the block."""
    over, evenings = Event(), Evenings()

    def play(player: int) -> None:
        with (
            Player(ours.proxy.url, evenings.failures) as line,
            Player(ours.proxy.url, evenings.failures) as look,
        ):
            for number in count():
                if over.is_set():
                    return
                game = GAMES[(player + number) % len(GAMES)]
                sitting = Sitting(game, line, look, Random(f"{chance} {player} {number}"))
                evenings.outcomes.append(sitting.play())

    playing = [aside.submit(play, player) for player in range(PLAYERS)]
    try:
        yield evenings
    finally:
        over.set()
        for player in playing:
            player.result()


def test_a_server_that_dies_takes_nothing_with_it(ours: House, aside: ThreadPoolExecutor) -> None:
    dying = ours.servers[0]
    with players(ours, aside, "dies") as evenings:
        time.sleep(1)
        _kill(dying)
        time.sleep(2)
        dying.start()
        ours.all_are_back()
    assert evenings.are_well()
    assert max(outcome.seconds for outcome in evenings.outcomes) < LONGEST


def test_of_a_server_that_is_stopped_nobody_is_told(ours: House, aside: ThreadPoolExecutor) -> None:
    """A connection may be closed before an answer, as HTTP has it: whoever has sent a key asks again."""
    leaving = ours.servers[1]
    with players(ours, aside, "stops") as evenings:
        time.sleep(1)
        leaving.stop()
        leaving.start()
        ours.all_are_back()
    assert evenings.are_well()
    assert evenings.failures == []


def test_a_store_that_is_away_is_told_of_by_the_servers(ours: House, client: Client) -> None:
    evening = Evening("shooter", client, "readme").sit_down().play(5)
    ours.store.kill()
    begin, took = time.monotonic(), []
    while ours.proxy.trusts() or time.monotonic() < begin + NOTICED:  # asked before and after the proxy has seen it
        assert time.monotonic() < begin + 2 * NOTICED
        asked = time.monotonic()
        answer = client.call("GET", evening.url)
        took.append(time.monotonic() - asked)
        assert (answer.status, answer.code) == (503, "store_unavailable")
        assert "retry-after" in answer.headers
        time.sleep(0.1)
    assert sorted(took)[len(took) // 2] < HALF_A_SECOND
    ours.store.start()
    until("it is good again", lambda: client.call("GET", evening.url).status == 200, seconds=5)
    ours.all_are_back()
    evening.play().is_kept(client)


def test_a_house_without_servers_answers_with_a_problem(ours: House, client: Client) -> None:
    for server in ours.servers:
        _kill(server)
    for method, path in (("GET", "/v1/shooter/sessions"), ("POST", "/v1/shooter/sessions")):
        answer = client.call(method, path, origin="https://example.org")
        assert (answer.status, answer.code) == (503, "outcome_unknown")
        assert answer.headers["retry-after"] == "1"
        assert answer.headers["access-control-allow-origin"] == "*"
    for server in ours.servers:
        server.start()
    ours.all_are_back()
    assert client.call("GET", "/v1/shooter/sessions").status == 200


class Mute(BaseHTTPRequestHandler):
    """A server that is found to be well, and hangs up on whoever asks for anything else."""

    heard: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        if self.path in ("/ready", "/health"):
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            self.heard.append(self.command)

    do_POST = do_DELETE = do_GET  # noqa: N815 - its base asks for these names

    def log_message(self, *_: object) -> None: ...


def test_the_proxy_sends_again_only_what_acts_once(tmp_path: Path) -> None:
    port, content = free_port(), composition(GIVEN)["configs"]["proxy"]["content"]
    key = "one and the same key"
    with ExitStack() as ends:
        for address in ADDRESSES:
            server = ends.enter_context(ThreadingHTTPServer((address, port), Mute))
            serving = Thread(target=server.serve_forever)
            serving.start()
            ends.callback(serving.join)
            ends.callback(server.shutdown)
        before = ends.enter_context(proxy(tmp_path, content, ADDRESSES, port))
        for method, given, again in (
            ("GET", None, True),
            ("POST", key, True),
            ("POST", None, False),
            ("DELETE", None, False),
            ("DELETE", key, False),
        ):
            Mute.heard.clear()
            with Client(before.url) as client:
                answer = client.call(method, "/v1/shooter/sessions", key=given)
            assert (answer.status, answer.code) == (503, "outcome_unknown")
            assert (len(Mute.heard) > 1) == again, f"{method} {given}: {Mute.heard}"


def test_requests_are_counted_by_who_sends_them_to_the_proxy(tmp_path: Path) -> None:
    with house(tmp_path, LEVERSTOKE_RATE_LIMIT="5/minute") as limited:
        for address in ("127.0.0.11", "127.0.0.12"):
            statuses = _statuses(limited.proxy, address, [{}, {"X-Forwarded-For": "192.0.2.1"}] * 4)
            assert statuses == [200] * 5 + [429] * 3


def _kill(server: Server) -> None:
    """All of its processes, as when its machine dies."""
    for worker in server.workers:
        os.kill(worker, signal.SIGKILL)
    server.stop(signal.SIGKILL)


def _statuses(proxy: Proxy, address: str, requests: Sequence[dict[str, str]]) -> list[int]:
    """What is answered to *requests* from *address* with these headers."""
    line = http.client.HTTPConnection("127.0.0.1", proxy.port, timeout=10, source_address=(address, 0))
    statuses = []
    for headers in requests:
        line.request("GET", "/v1/shooter/sessions", headers=headers)
        answer = line.getresponse()
        answer.read()
        statuses.append(answer.status)
    line.close()
    return statuses
