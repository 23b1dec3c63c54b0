"""Restarts in the small, how one server ends, and that whoever calls tells of every request that was lost."""

import signal
import socket
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.faults import stops
from tests.faults.callers import Caller, HungUp, Load
from tests.faults.client import NoAnswer
from tests.faults.drill import Drill, unheard
from tests.faults.proxies import message

SMALL = 800
KEY = "a key that is long enough"
WELL = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"

HEALTH = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
CREATE = (
    b"POST /v1/shooting-party/sessions HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
    b'Content-Length: 16\r\n\r\n{"listed": true}'
)


@pytest.mark.parametrize("drill", stops.DRILLS, ids=lambda drill: drill.name)
def test_a_restart_loses_no_request(drill: Drill, tmp_path: Path) -> None:
    done: list[int] = []
    report = drill.run(SMALL, tmp_path, done.append)
    assert report.violations == []
    assert report.operations == sum(done) >= SMALL
    assert int(report.figures["restarts"]) >= 2


def test_a_server_that_dies_instead_is_told_of(tmp_path: Path) -> None:
    report = stops.restart_on_the_embedded_store(1, tmp_path, unheard, end=signal.SIGKILL)
    assert "a server has ended with -9" in report.violations


def test_a_server_that_ends_answers_what_was_begun_and_waits_for_nobody_who_is_silent(tmp_path: Path) -> None:
    with stops.open_door() as door, ThreadPoolExecutor(1) as aside:
        server = stops.started(stops.behind(door, tmp_path))
        with (
            socket.create_connection(door.getsockname(), timeout=20) as idle,
            socket.create_connection(door.getsockname(), timeout=20) as begun,
        ):
            silent = idle.makefile("rb")
            idle.sendall(HEALTH)
            assert message(silent).startswith(b"HTTP/1.1 200 ")
            begun.sendall(CREATE[:-5])
            time.sleep(0.2)  # so that it has been heard
            ending = aside.submit(stops.ended, server)
            time.sleep(0.3)
            begun.sendall(CREATE[-5:])
            with begun.makefile("rb") as reader:
                assert message(reader).startswith(b"HTTP/1.1 201 ")
                begun.sendall(HEALTH)
                answer = message(reader)
                assert answer.startswith(b"HTTP/1.1 200 ")
                assert b"\r\nConnection: close\r\n" in answer
                assert reader.read() == b""
            assert silent.read() == b""
            silent.close()
            assert stops.wrongs(server, ending.result()) == []


# Those who call


@contextmanager
def hangs_up(*connections: Sequence[bytes]) -> Iterator[int]:
    """The port of a server that gives these answers on each of its connections, and hangs up after the last."""

    def serve() -> None:
        for answers in connections:
            line, _ = door.accept()
            with line, line.makefile("rb") as reader:
                for answer in answers:
                    assert message(reader)
                    line.sendall(answer)

    with stops.open_door() as door:
        thread = threading.Thread(target=serve)
        thread.start()
        yield door.getsockname()[1]
        thread.join()


def test_what_was_hung_up_on_is_sent_again_if_that_does_no_harm() -> None:
    for method, key in [("GET", None), ("POST", KEY)]:
        with hangs_up([WELL, b""], [WELL]) as port, Caller(port, keeps=True) as caller:
            assert caller.ask("GET", "/", token=None).status == 200
            assert caller.ask(method, "/", token=None, key=key).status == 200
            assert caller.resent == 1


def test_what_must_not_be_sent_twice_is_not() -> None:
    with hangs_up([WELL, b""]) as port, Caller(port, keeps=True) as caller:
        caller.ask("GET", "/", token=None)
        with pytest.raises(NoAnswer) as lost:
            caller.ask("POST", "/", token=None)
        assert isinstance(lost.value.__cause__, HungUp)
        assert caller.resent == 0


@pytest.mark.parametrize(
    "answers", [[b""], [WELL, WELL[:-1]]], ids=["on a new connection", "in the midst of an answer"]
)
def test_whoever_is_hung_up_on_otherwise_has_no_answer(answers: list[bytes]) -> None:
    with hangs_up(answers) as port, Caller(port, keeps=True) as caller:
        for _ in answers[1:]:
            caller.ask("GET", "/", token=None)
        with pytest.raises(NoAnswer):
            caller.ask("GET", "/", token=None)
        assert caller.resent == 0


def test_every_request_that_has_no_answer_or_a_bad_one_has_failed() -> None:
    bad = b"HTTP/1.1 500 Internal Server Error\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"
    done: list[int] = []
    with stops.open_door() as door:
        served = 0

        def serve() -> None:
            nonlocal served
            while True:
                line, _ = door.accept()
                with line, line.makefile("rb") as reader:
                    if not message(reader):
                        return
                    served += 1
                    if served % 2:
                        line.sendall(bad)

        thread = threading.Thread(target=serve)
        thread.start()
        load = Load(door.getsockname()[1], done.append)
        with load.running():
            time.sleep(1)
        socket.create_connection(door.getsockname()).close()
        thread.join()
    assert load.requests == len(load.failed) == sum(done) > 10
    assert {failure.partition(" had ")[2][:9] for failure in load.failed} == {"500 None", "no answer"}
