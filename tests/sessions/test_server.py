"""How long a trip to a server of the store may take, by a clock of its own and where somebody looks round."""

import socket
import time
import weakref
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Event, Thread
from typing import Any

import pytest
from redis.exceptions import NoScriptError

from server.sessions.gate import PATIENCE
from server.sessions.link import Single, connect
from server.sessions.server import Command, Server
from server.sessions.store import OutcomeUnknown, StoreUnavailable
from tests.faults.proxies import StoreProxy
from tests.ports import free_port

ROUND = 0.05  # seconds between two looks
AWHILE = 5.0  # seconds in which whatever is to happen has happened


@pytest.fixture
def link(proxy: StoreProxy) -> Iterator[Single]:
    """A link with one connection, which has no clock."""
    with connect(proxy.url) as client:
        link = Single(client)
        link.ask("card", ("SET", "card", "KS"))
        link.look_round()
        yield link


def ask(link: Single, *commands: Command, writes: bool = False) -> list[Any]:
    """The replies to *commands*, while somebody looks round; raises what the trip did."""
    trip: Future[list[Any]] = Future()

    def go() -> None:
        try:
            trip.set_result(link.ask("card", *commands, writes=writes))
        except Exception as error:
            trip.set_exception(error)

    Thread(target=go, daemon=True).start()
    deadline = time.monotonic() + AWHILE
    while not trip.done() and time.monotonic() < deadline:
        time.sleep(ROUND)
        link.look_round()
    return trip.result(timeout=0)


@pytest.mark.parametrize(("writes", "told"), [(False, StoreUnavailable), (True, OutcomeUnknown)])
def test_a_trip_that_is_not_answered_is_given_up(
    proxy: StoreProxy, link: Single, writes: bool, told: type[Exception]
) -> None:
    proxy.black_hole()
    begin = time.monotonic()
    with pytest.raises(told) as raised:
        ask(link, ("GET", "card"), writes=writes)
    assert PATIENCE <= time.monotonic() - begin < PATIENCE + 1
    assert "no reply in time" in str(raised.value.__cause__)
    proxy.pass_on()
    assert ask(link, ("GET", "card")) == [b"KS"]


def test_whoever_asks_next_does_not_hear_a_reply_that_was_late(proxy: StoreProxy, link: Single) -> None:
    proxy.slow(PATIENCE * 1.5)
    with pytest.raises(StoreUnavailable):
        ask(link, ("GET", "card"))
    proxy.pass_on()
    assert ask(link, ("PING",)) == [b"PONG"]


def test_a_connection_that_is_being_made_is_given_up_too() -> None:
    """The server is there again, and hangs once it has said hello."""
    hung_up = Event()
    with socket.create_server(("127.0.0.1", free_port())) as door, ThreadPoolExecutor(1) as pool:
        door.settimeout(AWHILE)
        serving = pool.submit(answer, door, (3, 1), hung_up)
        with connect(f"redis://:secret@127.0.0.1:{door.getsockname()[1]}/1") as client:
            link = Single(client)
            assert ask(link, ("PING",)) == [b"OK"]
            assert hung_up.wait(AWHILE)
            with pytest.raises(StoreUnavailable):
                ask(link, ("PING",))
        serving.result()


def answer(door: socket.socket, replies: Sequence[int], hung_up: Event) -> None:
    """Give each who comes so many replies, after which the last waits for ever, and the others are hung up on."""
    for number in replies:
        line, _ = door.accept()
        line.settimeout(AWHILE)
        with line:
            for _ in range(number):
                line.recv(1000)
                time.sleep(ROUND * 2)
                line.sendall(b"+OK\r\n")
            while number == replies[-1] and line.recv(1000):
                pass
        hung_up.set()


def test_where_nobody_looks_round_a_trip_has_a_clock(proxy: StoreProxy) -> None:
    with connect(proxy.url) as client:
        proxy.black_hole()
        begin = time.monotonic()
        with pytest.raises(StoreUnavailable):
            Single(client).ask("card", ("PING",))
        assert PATIENCE <= time.monotonic() - begin < PATIENCE + 1


@pytest.mark.parametrize(
    ("told", "commands"),
    [(NoScriptError, [("EVALSHA", "0" * 40, 0)]), (OutcomeUnknown, [("SET", "suit", "S"), ("HGET", "suit", "S")])],
)
def test_a_refusal_holds_no_server(valkey: str, told: type[Exception], commands: Sequence[Command]) -> None:
    """Its connections would stay open until somebody collects the garbage."""
    with connect(valkey) as client:
        server = Server(client.connection_pool)
        gone = weakref.ref(server)
        with suppress(told):
            server.ask(commands, writes=True)
            pytest.fail("it was not refused")
        server.ask(commands, takes=lambda refused: True)
        del server
        assert gone() is None
