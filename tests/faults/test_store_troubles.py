"""The store is in trouble: everybody is told so at once and truthfully, and plays on the moment it is back.

A real server, whose store is reached through a messenger (``proxies.py``) that can lose everything. An answer is
promised within half a second; the slowest of many on a busy machine is granted ``BUSY``.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from itertools import cycle, islice
from statistics import median
from threading import Event

import pytest

from tests.faults.client import Answer, Client
from tests.faults.formations import until
from tests.faults.sittings import new_key
from tests.faults.troubles import AWAY, FULL, MUTE, READ_ONLY, SLOW, House, Trouble, house_with_a_store, loading
from tests.faults.volley import Post, Volley

PROMISED = 0.5  # seconds until an answer, at the median
BUSY = 1.5  # seconds until the slowest of many
BACK = 1.0  # seconds from the store's return until everything is good
TIMES = 20
CROWD = 200
NEED_NO_STORE = ("/", "/health", "/docs", "/openapi.json", "/v1/games", "/v1/problems/store_unavailable")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house_with_a_store(tmp_path_factory.mktemp("troubles")) as there:
        yield there


@pytest.fixture(autouse=True)
def same_workers(house: House) -> Iterator[None]:
    """Whatever became of the store, nobody who serves has been replaced."""
    assert house.is_well()
    before = house.server.workers
    yield
    assert house.server.workers == before
    assert len(before) == 2


def timed(ask: Callable[[], Answer]) -> tuple[float, Answer]:
    begin = time.monotonic()
    answer = ask()
    return time.monotonic() - begin, answer


def at_once(asked: Sequence[Callable[[], Answer]]) -> list[Answer]:
    """The answers to *asked*, over and over, all within the time that is promised."""
    came = [timed(ask) for ask in islice(cycle(asked), max(TIMES, len(asked)))]
    seconds = [each for each, _ in came]
    assert median(seconds) < PROMISED, seconds
    assert max(seconds) < BUSY, seconds
    return [answer for _, answer in came]


def codes(answers: Sequence[Answer]) -> set[str | None]:
    """What trouble they tell of. Every one must be a problem of the store, and say when to come again."""
    for answer in answers:
        assert answer.status == 503, answer.body
        assert answer.headers["retry-after"] == "1"
    return {answer.code for answer in answers}


@contextmanager
def elsewhere(house: House) -> Iterator[Future[list[float]]]:
    """Meanwhile somebody asks for what needs no store, time and again; how long each took, at the end."""
    over = Event()

    def ask() -> list[float]:
        took = []
        with Client(house.server.url) as client:
            for path in cycle(NEED_NO_STORE):
                seconds, answer = timed(partial(client.call, "GET", path))
                assert answer.status == 200
                took.append(seconds)
                if over.wait(0.02):
                    break
        return took

    with ThreadPoolExecutor(1) as aside:
        asking = aside.submit(ask)
        try:
            yield asking
        finally:
            over.set()


def is_good_again(house: House) -> float:
    return until("all is good", house.is_well)


@pytest.mark.parametrize("trouble", AWAY, ids=str)
def test_a_store_that_is_away_is_told_of_at_once_and_good_at_once_when_it_is_back(
    house: House, trouble: Trouble
) -> None:
    there = house.open()
    before = house.look(there).json
    with trouble(house):
        with elsewhere(house) as others:
            ready = partial(house.client.call, "GET", "/ready")
            answers = at_once([*house.reads(there), *house.writes(there), ready])
        assert "store_unavailable" in codes(answers) <= {"store_unavailable", "outcome_unknown"}
        took = others.result()
        assert median(took) < 0.1, took
        assert max(took) < PROMISED, took
    assert is_good_again(house) < BACK
    assert house.look(there).json == before, "nobody has acted: each was refused at its first look"


@pytest.mark.parametrize("trouble", AWAY, ids=str)
def test_a_crowd_is_told_as_soon(house: House, trouble: Trouble) -> None:
    there = house.open()
    before = house.look(there).json
    posts = [Post(f"{there.url}/{there.action}", there.body, there.token, new_key(house.chance)) for _ in range(CROWD)]
    with Volley((house.server.port,), CROWD) as volley, trouble(house), elsewhere(house) as others:
        begin = time.monotonic()
        answers = volley.fire(posts)
        seconds = time.monotonic() - begin
    assert codes(answers) == {"store_unavailable"}
    assert seconds < BUSY
    assert max(others.result()) < BUSY
    assert is_good_again(house) < BACK
    assert house.look(there).json == before


def test_a_step_whose_answer_is_lost_is_unknown_and_its_key_settles_it(house: House) -> None:
    for asked in (house.act, lambda _, key: house.create(key)):
        there, key = house.open(), new_key(house.chance)
        begin = time.monotonic()
        with MUTE(house):
            lost = asked(there, key)
        assert time.monotonic() - begin < BUSY
        assert codes([lost]) == {"outcome_unknown"}
        settled = asked(there, key)
        assert settled.status in (200, 201)
        assert settled.headers["idempotent-replayed"] == "true"
        again = asked(there, key)
        assert (again.status, again.body) == (settled.status, settled.body)


def test_what_was_refused_has_not_happened_and_its_key_is_good(house: House) -> None:
    for trouble in AWAY:
        there, key = house.open(), new_key(house.chance)
        with trouble(house):
            assert codes([house.act(there, key)]) == {"store_unavailable"}
        is_good_again(house)
        acted = house.act(there, key)
        assert acted.status == 200
        assert "idempotent-replayed" not in acted.headers


def test_a_slow_store_is_slow_and_no_worse(house: House) -> None:
    there = house.open()
    with SLOW(house):
        for ask in [*house.reads(there), *house.writes(house.open())[1:]]:
            assert ask().status < 300


def test_a_store_that_takes_no_writes_is_read(house: House) -> None:
    there = house.open()
    before = house.look(there).json
    with READ_ONLY(house):
        assert {answer.status for answer in at_once(house.reads(there)[:2])} == {200}
        assert codes(at_once(house.writes(there))) == {"store_unavailable"}
        assert house.look(there).json == before
    assert is_good_again(house) < BACK
    assert house.act(there).status == 200


def test_the_lobby_of_a_store_that_takes_no_writes_is_read(house: House) -> None:
    *_, lobby = house.reads(house.open())
    with READ_ONLY(house):
        assert {answer.status for answer in at_once([lobby])} == {200}


def test_in_a_full_store_those_who_sit_play_on(house: House) -> None:
    there = house.open()
    with FULL(house):
        assert {answer.status for answer in at_once(house.reads(there))} == {200}
        assert codes(at_once([house.create, lambda: house.create(new_key(house.chance))])) == {"store_unavailable"}
        assert house.act(there).status == 200
    assert is_good_again(house) < BACK


def test_a_store_that_still_reads_its_log_is_away(house: House) -> None:
    there = house.open()
    with loading(house):
        came = [timed(ask) for ask in [*house.reads(there), *house.writes(there)]]
        assert codes([answer for _, answer in came]) == {"store_unavailable"}
        assert median(seconds for seconds, _ in came) < PROMISED
        assert house.client.call("GET", "/health").status == 200
    assert is_good_again(house) < BACK
    assert house.look(there).status == 200
