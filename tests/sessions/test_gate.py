"""The gate before the store: nobody queues before one that is away, and nobody is refused for one lost reply."""

import time
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest
from redis.exceptions import BusyLoadingError, MovedError, OutOfMemoryError, ResponseError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from server.sessions.gate import PATIENCE, Gate
from server.sessions.store import OutcomeUnknown, StoreUnavailable

HALF_A_SECOND = 0.5


def go(gate: Gate, seconds: float = 0.0, error: Exception | None = None) -> str:
    """Make a trip that takes so long and ends so; what the traveller tells."""
    try:
        with gate.trip():
            time.sleep(seconds)
            if error:
                raise error
    except StoreUnavailable:
        return "unavailable"
    return "well"


@pytest.fixture
def doubtful() -> Gate:
    """A gate through which the last trip failed."""
    gate = Gate()
    assert go(gate, error=RedisConnectionError()) == "unavailable"
    return gate


def test_a_trip_that_fails_before_anything_was_written_is_only_unavailable() -> None:
    for error in (RedisTimeoutError(), RedisConnectionError(), OutOfMemoryError()):
        with pytest.raises(StoreUnavailable), Gate().trip():
            raise error


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (RedisTimeoutError(), OutcomeUnknown),
        (RedisConnectionError(), OutcomeUnknown),
        (OutOfMemoryError(), StoreUnavailable),
        (BusyLoadingError(), StoreUnavailable),
        (ResponseError("MISCONF it cannot write to disk"), StoreUnavailable),
        (ResponseError("UNBLOCKED the instance state changed"), OutcomeUnknown),
        (ResponseError("a script that failed half-way"), OutcomeUnknown),
    ],
)
def test_a_trip_that_may_have_written_has_an_unknown_outcome_unless_the_store_says_no(
    error: Exception, told: type[Exception]
) -> None:
    with pytest.raises(told), Gate().trip(writes=True):
        raise error


def test_a_key_that_has_moved_is_for_the_traveller_to_follow() -> None:
    with pytest.raises(MovedError), Gate().trip():
        raise MovedError("1 127.0.0.1:6379")


def test_after_one_lost_reply_all_go_on_and_nobody_is_refused(doubtful: Gate) -> None:
    with ThreadPoolExecutor(20) as many:
        assert set(many.map(lambda _: go(doubtful, 0.02), range(20))) == {"well"}


def test_before_a_store_that_is_away_all_are_told_within_the_patience_of_one_trip(doubtful: Gate) -> None:
    begin = time.monotonic()
    with ThreadPoolExecutor(100) as many:
        told = list(many.map(lambda _: go(doubtful, PATIENCE, RedisTimeoutError()), range(100)))
    assert set(told) == {"unavailable"}
    assert doubtful.failures <= 3, "one goes ahead, not all"
    assert time.monotonic() - begin < PATIENCE + HALF_A_SECOND


def test_whoever_waits_for_a_place_when_the_store_goes_away_does_not_wait_for_another_try() -> None:
    gate, away = Gate(places=1), Event()

    def first() -> str:
        away.set()
        return go(gate, PATIENCE, RedisTimeoutError())

    with ThreadPoolExecutor(10) as many:
        first_told = many.submit(first)
        away.wait()
        begin = time.monotonic()
        told = [many.submit(go, gate, PATIENCE, RedisTimeoutError()) for _ in range(9)]
        assert [first_told.result(), *(each.result() for each in told)] == ["unavailable"] * 10
    assert time.monotonic() - begin < PATIENCE + HALF_A_SECOND
    assert gate.failures == 1


def test_an_answer_however_bad_shows_that_the_store_is_there(doubtful: Gate) -> None:
    assert go(doubtful, error=OutOfMemoryError()) == "unavailable"
    begin = time.monotonic()
    with ThreadPoolExecutor(4) as many:
        assert set(many.map(lambda _: go(doubtful, PATIENCE), range(4))) == {"well"}
    assert time.monotonic() - begin < 2 * PATIENCE, "nobody has gone ahead of the others"
