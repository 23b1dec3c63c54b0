"""How long a trip to a server of the store may take, by a clock of its own and where somebody looks round."""

import time
from collections.abc import Iterator
from concurrent.futures import Future
from threading import Thread
from typing import Any

import pytest
from redis.connection import AbstractConnection

from server.sessions.gate import PATIENCE
from server.sessions.link import Single, connect
from server.sessions.server import Command
from server.sessions.store import OutcomeUnknown, StoreUnavailable
from tests.faults.proxies import StoreProxy

ROUND = 0.05  # seconds between two looks
AWHILE = 5.0  # seconds in which whatever is to happen has happened


@pytest.fixture
def proxy(valkey: str) -> Iterator[StoreProxy]:
    with StoreProxy(valkey) as proxy:
        yield proxy


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


def test_a_reply_that_is_there_is_read_however_late(link: Single, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that was held up may look round before it reads."""
    send: Any = AbstractConnection.send_packed_command

    def send_and_be_held_up(*args: Any, **kwargs: Any) -> None:
        send(*args, **kwargs)
        time.sleep(PATIENCE * 1.5)

    monkeypatch.setattr(AbstractConnection, "send_packed_command", send_and_be_held_up)
    breaks = link.breaks
    for _ in range(2):
        assert ask(link, ("GET", "card")) == [b"KS"]
    assert link.breaks == breaks


def test_where_nobody_looks_round_a_trip_has_a_clock(proxy: StoreProxy) -> None:
    with connect(proxy.url) as client:
        proxy.black_hole()
        begin = time.monotonic()
        with pytest.raises(StoreUnavailable):
            Single(client).ask("card", ("PING",))
        assert PATIENCE <= time.monotonic() - begin < PATIENCE + 1
