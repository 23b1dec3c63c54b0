"""Whoever listens or waits is told, on real servers: what happens, at once; and who goes.

Nobody here waits as long as ``wait`` allows: an answer that came is one that was woken.
"""

import os
import signal
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from server.sessions.link import connect
from server.sessions.record import document_key
from server.sessions.store import address_of
from tests.faults.client import Answer, Client
from tests.faults.formations import Node, alone, until
from tests.faults.sittings import full_table
from tests.faults.workers import leaks, used
from tests.serving.listener import Frame, Listener, as_listed, follow, heard_until_cut
from tests.serving.server import Server
from tests.serving.test_command import valkey_of

HELD = 30  # seconds that a long poll may be held, and longer than a client here has patience
MANY = 20
CROWD = 100
ROUNDS = 40
TURN = 5  # seconds, the least that a table may have
QUIET = 15.0  # seconds after which a stream says that it is still there
KEY = {"LEVERSTOKE_SECRET_KEY": "for tests"}


class Party:
    """A table of *game* with every seat taken, and somebody who knows all its tokens."""

    def __init__(self, server: Server, game: str = "shooter", chance: str = "streams") -> None:
        self._at = server.url
        self._chance = Random(chance)
        with Client(server.url) as client:
            self.url, self.tokens = full_table(client, game)
        self.version = self.look().json["version"]

    @property
    def events(self) -> str:
        return f"{self.url}/events"

    def _call(self, method: str, path: str, token: str | None = None, body: Any = None) -> Answer:
        with Client(self._at) as client:
            return client.call(method, path, token=token, body=body)

    def look(self, token: str | None = None) -> Answer:
        return self._call("GET", self.url, token=token)

    def act(self) -> list[Any]:
        """Whoever is to act does; the events of it."""
        token = self.tokens[self.look().json["to_act"][0]]
        legal = self._chance.choice(self.look(token).json["legal_actions"])
        answer = self._call("POST", f"{self.url}/{legal['action']}", token=token, body=legal["body"])
        assert answer.status == 200, answer.body
        self.version = answer.json["session"]["version"]
        events: list[Any] = answer.json["events"]
        return events

    def end(self) -> None:
        """Everybody resigns."""
        for token in self.tokens:
            if self.look().json["status"] == "active":
                self._call("POST", f"{self.url}/resign", token=token, body={})
        self.version = self.look().json["version"]

    def listed(self) -> bytes:
        """The list of all events, up to the thousandth."""
        return self._call("GET", f"{self.events}?limit=1000").body


def asked(port: int, path: str, token: str | None = None, **headers: str) -> Answer:
    """One answer, over a connection of its own."""
    with Client(f"http://127.0.0.1:{port}", patience=HELD - 5) as client:
        return client.call("GET", path, token=token, **headers)


def listeners_of(server: Server, url: str) -> int:
    """How many processes have the store call them when something is written there."""
    game, _, session_id = url.removeprefix("/v1/").partition("/sessions/")
    with closing(connect(f"unix://{server.data}/valkey.sock")) as client:
        return int(client.pubsub_numsub(document_key(address_of(game, session_id)))[0][1])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("streams"), ("--workers", "2")) as running:
        yield running


@pytest.fixture(scope="module")
def aside() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(200) as pool:
        yield pool


# What takes its time is begun first, and looked at last.


@pytest.fixture(scope="module", autouse=True)
def silence(server: Server, aside: ThreadPoolExecutor) -> Future[list[float]]:
    """When a stream said something in a session in which nothing happens."""
    party = Party(server, "shooting-party")

    def listen() -> list[float]:
        with Listener(server.port, f"{party.events}?since={party.version}", patience=QUIET * 2) as listener:
            spoke = []
            for _ in range(2):
                listener.hear_a_comment()
                spoke.append(time.monotonic())
            return spoke

    return aside.submit(listen)


# Streams


@pytest.mark.parametrize("game", ["shooting-party", "shooter"])
def test_all_hear_the_same_once_and_in_order(server: Server, aside: ThreadPoolExecutor, game: str) -> None:
    party = Party(server, game)
    listening = [aside.submit(follow, server.port, party.events) for _ in range(MANY)]
    listening += [aside.submit(follow, server.port, party.events, token=token) for token in party.tokens]
    for _ in range(10):
        party.act()
    party.end()
    for listener in listening:
        assert as_listed(listener.result()) == party.listed()


def test_the_headers_come_before_anything_has_happened(server: Server) -> None:
    party = Party(server)
    with Listener(server.port, f"{party.events}?since={party.version}") as listener:
        assert listener.status == 200
        assert listener.headers["content-type"] == "text/event-stream; charset=utf-8"
        assert listener.headers["transfer-encoding"] == "chunked"
        assert listener.headers["x-accel-buffering"] == "no"
        listener.hear_a_comment()
        told = party.act()
        assert [frame.number for frame in listener.hear(len(told))] == [event["seq"] for event in told]


def test_a_stream_takes_up_where_another_was_left(server: Server) -> None:
    party = Party(server)
    heard: list[Frame] = []
    for _ in range(8):
        with Listener(server.port, party.events, last=heard[-1].id if heard else None) as listener:
            party.act()
            heard += listener.hear(party.version - len(heard))
    assert as_listed(heard) == party.listed()


def test_only_the_head_of_a_stream_may_be_asked_for(server: Server) -> None:
    party = Party(server)
    with Listener(server.port, party.events, method="HEAD") as listener:
        assert listener.status == 200
        assert listener.headers["content-type"].startswith("text/event-stream")
    with Client(server.url) as client:
        for _ in range(3):
            assert client.call("HEAD", party.events, accept="text/event-stream").status == 200
            assert client.call("GET", party.url).status == 200, "the connection is good for more"
    until("nobody listens", lambda: not listeners_of(server, party.url))


def test_a_stream_may_be_carried_by_an_old_proxy(server: Server, aside: ThreadPoolExecutor) -> None:
    """One that speaks HTTP/1.0, as nginx does unless it is told not to, knows the end by the closed connection."""
    party = Party(server)
    with Listener(server.port, party.events, version="1.0") as listener:
        assert "transfer-encoding" not in listener.headers
        told = aside.submit(listener.rest)
        party.end()
        assert told.result().count(b"\n\n") == 1 + party.version


@pytest.mark.parametrize("signed", [False, True], ids=["a spectator's", "a seat's"])
def test_the_stream_of_a_session_that_is_deleted_ends(server: Server, signed: bool) -> None:
    with Client(server.url) as client:
        opened = client.call("POST", "/v1/shooter/sessions", body={}).json
        url, token = opened["session"]["url"], opened["token"]
        with Listener(server.port, f"{url}/events", token=token if signed else None) as listener:
            assert len(listener.hear(1)) == 1
            assert client.call("DELETE", url, token=token).status == 204
            assert list(listener.frames()) == []
            assert listener.ended


def test_the_stream_of_a_seat_that_is_taken_from_its_player_ends(server: Server, aside: ThreadPoolExecutor) -> None:
    with Client(server.url) as client:
        host = client.call("POST", "/v1/shooter/sessions", body={}).json
        url = host["session"]["url"]
        guest = client.call("POST", f"{url}/seats", body={}).json["token"]
        etag = client.call("GET", url, token=guest).headers["etag"]
        with (
            Listener(server.port, f"{url}/events?since=2", token=guest) as of_guest,
            Listener(server.port, f"{url}/events?since=2", token=host["token"]) as of_host,
        ):
            of_guest.hear_a_comment()
            waiting = aside.submit(asked, server.port, f"{url}?wait={HELD}", guest, if_none_match=etag)
            until("they wait", lambda: listeners_of(server, url) > 0)
            assert client.call("DELETE", f"{url}/seats/1", token=host["token"]).status == 204
            assert list(of_guest.frames()) == []
            assert of_guest.ended
            assert [frame.number for frame in of_host.hear(1)] == [3]
            assert waiting.result().code == "unauthorized"


# Long polls


def waiters(aside: ThreadPoolExecutor, port: int, party: Party) -> list[tuple[Future[Answer], Callable[[], Answer]]]:
    """Everybody who can wait at *party*, each with how they would be answered without waiting."""
    token = party.tokens[0]
    since, spectated = f"{party.events}?since={party.version}", party.look().headers["etag"]
    plain = asked(port, party.url, accept="text/plain").headers["etag"]
    ways: list[tuple[str, str | None, dict[str, str]]] = [
        (since, None, {}),
        (since, token, {}),
        (party.url, None, {"if_none_match": spectated}),
        (party.url, token, {"if_none_match": party.look(token).headers["etag"]}),
        (party.url, None, {"if_none_match": plain, "accept": "text/plain"}),
    ]
    found: list[tuple[Future[Answer], Callable[[], Answer]]] = []
    for path, bearer, headers in ways:
        held = f"{path}{'&' if '?' in path else '?'}wait={HELD}"
        waiting = aside.submit(partial(asked, port, held, bearer, **headers))
        found.append((waiting, partial(asked, port, path, bearer, **headers)))
    return found


def test_whoever_waits_is_answered_when_something_has_happened(server: Server, aside: ThreadPoolExecutor) -> None:
    party = Party(server)
    for _ in range(5):
        waiting = waiters(aside, server.port, party)
        until("they wait", lambda: listeners_of(server, party.url) > 0)
        party.act()
        for waiter, directly in waiting:
            found, expected = waiter.result(), directly()
            assert (found.status, found.body) == (200, expected.body)
            assert found.headers.get("etag") == expected.headers.get("etag")


def test_a_step_at_one_server_is_told_at_another(tmp_path: Path, aside: ThreadPoolExecutor) -> None:
    with alone(tmp_path / "store") as store:
        own = KEY | {"LEVERSTOKE_STORE": store.url}
        with (
            Server(tmp_path / "here", ("--workers", "1"), own) as here,
            Server(tmp_path / "there", ("--workers", "1"), own) as there,
        ):
            party = Party(here)
            listening = aside.submit(follow, there.port, party.events)
            for _ in range(3):
                waiting = waiters(aside, there.port, party)
                until("both listen", lambda: _subscribed(store))
                party.act()
                assert [waiter.result().status for waiter, _ in waiting] == [200] * len(waiting)
            party.end()
            assert as_listed(listening.result()) == party.listed()


def _subscribed(store: Node) -> bool:
    with store.client() as client:
        return bool(client.pubsub_channels())


# Clocks


def test_whoever_waits_settles_a_turn_that_is_over(server: Server, aside: ThreadPoolExecutor) -> None:
    """Each at a table of its own, where nobody else looks."""

    def seated() -> tuple[str, str, int]:
        with Client(server.url) as client:
            opened = client.call("POST", "/v1/shooter/sessions", body={"turn_seconds": TURN, "first_dealer": 0}).json
            url = opened["session"]["url"]
            for _ in range(3):
                view = client.call("POST", f"{url}/seats", body={}).json["session"]
            return url, opened["token"], view["version"]

    def listen() -> list[bytes]:
        url, _, version = seated()
        with Listener(server.port, f"{url}/events?since={version}") as listener:
            return [frame.data for frame in listener.hear(1)]

    def poll() -> list[Any]:
        url, _, version = seated()
        return list(asked(server.port, f"{url}/events?since={version}&wait={HELD}").json["events"])

    def look() -> Any:
        url, token, version = seated()
        etag = asked(server.port, url, token).headers["etag"]
        view = asked(server.port, f"{url}?wait={HELD}", token, if_none_match=etag).json
        return view["version"] - version

    listened, polled, looked = aside.submit(listen), aside.submit(poll), aside.submit(look)
    assert b'"type":"timed_out"' in listened.result()[0]
    assert polled.result()[0]["type"] == "timed_out"
    assert looked.result() > 0


# Ends


def test_a_server_that_ends_lets_everybody_go(tmp_path: Path, aside: ThreadPoolExecutor) -> None:
    with Server(tmp_path, ("--workers", "2")) as server, ExitStack() as ends:
        party = Party(server)
        here = f"{party.events}?since={party.version}"
        listeners = [ends.enter_context(Listener(server.port, here)) for _ in range(CROWD)]
        etag = party.look().headers["etag"]
        polls = [aside.submit(asked, server.port, f"{here}&wait={HELD}") for _ in range(MANY)]
        looks = [aside.submit(asked, server.port, f"{party.url}?wait={HELD}", if_none_match=etag) for _ in range(MANY)]
        until("they wait", lambda: listeners_of(server, party.url) > 0)
        time.sleep(2)  # so that all do
        server.stop(signal.SIGTERM)
        assert server.process
        assert server.process.returncode == 0
        for listener in listeners:
            assert list(listener.frames()) == []
            assert listener.ended
            assert listener.retry == 1000
        assert [poll.result().json for poll in polls] == [{"events": []}] * MANY
        assert [look.result().status for look in looks] == [304] * MANY
    assert "Traceback" not in server.printed


# Stores in trouble


def test_streams_outlive_their_store(server: Server, aside: ThreadPoolExecutor) -> None:
    """It is killed again and again, and once it only hangs."""
    party = Party(server)
    listening = [aside.submit(hear_all, server.port, party.events) for _ in range(MANY)]
    for ending in (signal.SIGKILL, signal.SIGKILL, signal.SIGSTOP):
        party.act()
        store = valkey_of(server.data)
        os.kill(store, ending)
        if ending == signal.SIGSTOP:
            until("nobody is answered", lambda: party.look().status == 503)
            time.sleep(1)
            os.kill(store, signal.SIGCONT)
        until("all is good", lambda: party.look().status == 200)
        party.act()
    party.end()
    for listener in listening:
        assert as_listed(listener.result()) == party.listed()


def hear_all(port: int, path: str) -> list[Frame]:
    """All that one stream has, which must end by itself."""
    with Listener(port, path) as listener:
        heard = list(listener.frames())
        assert listener.ended
        return heard


# Those who go


def test_whoever_goes_is_noticed(server: Server) -> None:
    party = Party(server)
    with ExitStack() as ends:
        for _ in range(MANY):
            ends.enter_context(Listener(server.port, party.events)).hear(1)
        until("a worker is called", lambda: listeners_of(server, party.url) > 0)
    party.act()
    party.act()
    until("nobody is", lambda: listeners_of(server, party.url) == 0)


def test_those_who_wait_leave_nothing_behind(server: Server, aside: ThreadPoolExecutor) -> None:
    party = Party(server)
    uses = []
    with ExitStack() as ends:
        clients = [ends.enter_context(Client(server.url, patience=HELD - 5)) for _ in range(MANY)]
        for number in range(ROUNDS):
            path = f"{party.events}?since={party.version}&wait={HELD}"
            polls = [aside.submit(client.call, "GET", path) for client in clients]
            until("they wait", lambda: listeners_of(server, party.url) > 0)
            events = party.act()
            assert all(poll.result().json["events"][: len(events)] == events for poll in polls)
            uses.append(used(server, number * len(clients)))
        until("nobody is called", lambda: listeners_of(server, party.url) == 0)
    assert leaks(uses[ROUNDS // 10 :]) == []


# What has taken its time


def test_a_stream_in_which_nothing_happens_says_that_it_is_there(silence: Future[list[float]]) -> None:
    first, second = silence.result()
    assert second - first >= QUIET - 0.1


def test_a_stream_that_is_cut_anywhere_is_resumed_without_loss_or_repeat(
    server: Server, aside: ThreadPoolExecutor
) -> None:
    party = Party(server, chance="cut")

    def listen(number: int) -> list[Frame]:
        chance, heard = Random(number), list[Frame]()
        while not heard or b'"type":"finished"' not in heard[-1].data:
            last = heard[-1].id if heard else None
            heard += heard_until_cut(server.port, party.events, last, chance.randrange(1, 3000))
        return heard

    listening = [aside.submit(listen, number) for number in range(MANY)]
    for _ in range(60):
        party.act()
    party.end()
    told = party.listed()
    for each in listening:
        assert as_listed(each.result(HELD)) == told
