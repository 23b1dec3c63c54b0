"""What is counted is counted once, whichever worker has done it, and whatever becomes of that worker."""

import os
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from server.board import Board, write_on
from server.meters import METERS, Counter, Gauge, Histogram
from tests.serving.server import PATIENCE, Server, create
from tests.web.scrape import Sample, sample, samples

ASKED = 400
SESSIONS = 20
HEALTH = sample("requests_total", operation="getHealth", status="200")


# The board


@pytest.fixture
def board() -> Iterator[Board]:
    """With two rows to count in, in the place of this process's own. The meters of a test go with it."""
    kept = METERS[:]
    yield Board(2)
    METERS[:] = kept
    write_on(Board(1), 0)


def test_a_meter_is_read_over_all_rows(board: Board) -> None:
    count, times = Counter("evenings", "").of(), Histogram("evening_seconds", "", bounds=(1, 2)).of()
    for seconds in (0.5, 1, 2.5):
        write_on(board, board.take())
        count.add()
        times.add(seconds)
    assert [figure.numbers for figure in _meter("evenings").read()] == [(3,)]
    assert [figure.numbers for figure in _meter("evening_seconds").read()] == [(4, 2, 0, 1)]


def test_what_was_counted_stays_when_a_row_is_given_back_and_what_was_open_does_not(board: Board) -> None:
    count, gauge = Counter("guests", "").of(), Gauge("guests_here", "").of()
    first, second = board.take(), board.take()
    for row in (first, second):
        write_on(board, row)
        count.add()
        gauge.add()
    board.give_back(first)
    assert [figure.numbers for figure in _meter("guests").read()] == [(2,)]
    assert [figure.numbers for figure in _meter("guests_here").read()] == [(1,)]
    assert board.take() == first, "the next one goes on there"
    write_on(board, first)
    count.add()
    assert [figure.numbers for figure in _meter("guests").read()] == [(3,)]


def test_who_has_more_than_another_leads(board: Board) -> None:
    guests = Gauge("guests", "").of()
    first, second = board.take(), board.take()
    write_on(board, first)
    guests.add()
    assert not guests.leads(), "nobody else is there"
    write_on(board, second)
    assert not guests.leads()
    write_on(board, first)
    assert guests.leads()
    board.give_back(second)
    assert not guests.leads(), "the other has gone"


def test_a_board_does_not_grow_however_many_come_and_go(board: Board) -> None:
    for _ in range(1000):
        row = board.take()
        write_on(board, row)
        board.give_back(row)
    assert len(board.rows()) == 1


def test_a_meter_is_bound_once_for_the_same_words(board: Board) -> None:
    meter = Counter("toasts", "", "to")
    write_on(board, 0)
    meter.of("the dealer").add()
    meter.of("the dealer").add()
    assert [(figure.words, figure.numbers) for figure in meter.read()] == [(("the dealer",), (2,))]
    with pytest.raises(ValueError, match="toasts"):
        meter.of("the dealer", "and the bank")


def _meter(name: str) -> Counter | Gauge | Histogram:
    (found,) = [meter for meter in METERS if meter.name == f"leverstoke_{name}"]
    assert isinstance(found, Counter | Gauge | Histogram)
    return found


# The workers


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("counted"), ("--workers", "2")) as running:
        yield running


def scrape(server: Server) -> dict[Sample, float]:
    return samples(httpx.get(f"{server.url}/metrics").raise_for_status().text)


def ask(server: Server, times: int) -> None:
    with ThreadPoolExecutor(8) as callers:
        answers = callers.map(lambda _: httpx.get(f"{server.url}/health").status_code, range(times))
        assert set(answers) == {200}


def test_requests_to_two_workers_add_up_exactly(server: Server) -> None:
    before = scrape(server).get(HEALTH, 0)
    ask(server, ASKED)
    assert {scrape(server)[HEALTH] - before for _ in range(20)} == {ASKED}, "whichever worker is asked"


def test_what_a_killed_worker_has_counted_remains(server: Server) -> None:
    for _ in range(3):
        opened = create(server, "shooter")
        before = scrape(server)
        with httpx.stream("GET", f"{server.url}{opened['session']['url']}/events", headers=STREAM) as stream:
            next(stream.iter_raw())
            assert scrape(server)[sample("streams")] == 1
            assert scrape(server)[sample("connections")] >= 2
            _kill_all(server)
        after = scrape(server)
        assert after[sample("streams")] == 0
        assert after[sample("connections")] == 1, "the one that asks"
        assert after[HEALTH] >= before[HEALTH]
        name = sample("sessions_opened_total", game="shooter")
        assert after[name] == before[name] > 0
    ask(server, 10)
    assert scrape(server)[HEALTH] == after[HEALTH] + 10


def test_the_sessions_of_all_workers_are_open(server: Server) -> None:
    name = sample("sessions_open", game="shooting-party")
    before = scrape(server)[name]
    for _ in range(SESSIONS):
        create(server, "shooting-party")
    deadline = time.monotonic() + PATIENCE
    while (found := scrape(server)[name]) != before + SESSIONS:
        assert found < before + SESSIONS
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.mark.parametrize("ends", [signal.SIGTERM, signal.SIGINT], ids=lambda ends: ends.name)
def test_the_sessions_of_yesterday_are_still_open(tmp_path: Path, ends: signal.Signals) -> None:
    server = Server(tmp_path).start()
    try:
        for _ in range(SESSIONS):
            create(server, "shooter")
    finally:
        server.stop(ends)
    with Server(tmp_path) as server:
        assert scrape(server)[sample("sessions_open", game="shooter")] == SESSIONS


STREAM = {"Accept": "text/event-stream"}


def _kill_all(server: Server) -> None:
    """All workers, and wait for those that take their places."""
    killed = server.workers
    for worker in killed:
        os.kill(worker, signal.SIGKILL)
    deadline = time.monotonic() + PATIENCE
    while set(server.workers) & set(killed) or len(server.workers) < len(killed):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    while True:
        try:
            httpx.get(f"{server.url}/ready").raise_for_status()
            return
        except httpx.HTTPError:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_nothing_of_it_lies_on_the_disk(server: Server) -> None:
    assert not list(server.data.rglob("*.db"))
