"""The gate before a server of the store: so many requests at a time, and no queue before one that is away.

Hundreds of one worker that connect at once would each take too long, so requests wait for a place. When a trip was
not answered the server is in doubt: one request goes ahead to see, the others wait for what becomes of it. If it comes
back all go on, and nobody was refused for a single lost reply; if it does not, all are told within the patience of one
trip, however many they are.

A trip that fails says what may have happened: nothing (``StoreUnavailable``), or that the server was asked to write and
nobody knows whether it did (``OutcomeUnknown``).
"""

import logging
import time
from queue import Empty, SimpleQueue
from threading import Lock

from redis.exceptions import (
    AskError,
    AuthenticationError,
    BusyLoadingError,
    ClusterDownError,
    ExecAbortError,
    MasterDownError,
    MaxConnectionsError,
    MovedError,
    NoPermissionError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    TryAgainError,
)
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from server import meters
from server.sessions.store import OutcomeUnknown, StoreUnavailable

PATIENCE = 0.4  # seconds to wait for a server, to connect or for a reply
PLACES = 32  # trips of one worker to one server at a time
_QUEUE = 2.0  # seconds a request waits for a place before a server that answers
_FRESH = 0.05  # seconds; whoever has waited longer than that does not go ahead to see
_QUIET = 10.0  # seconds between two lines in the log about what a server refuses

_log = logging.getLogger(__name__)

ELSEWHERE = (MovedError, AskError, NoScriptError)
"""Answers that say how to ask again: nothing was done."""

_REFUSALS = (
    ClusterDownError,
    ExecAbortError,
    MasterDownError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    TryAgainError,
)
_REFUSING = ("BUSY", "MISCONF", "NOREPLICAS", "WRONGTYPE")
"""What a server says before it has done anything: as redis-py's errors, and as the first word where it has none.

Scripts ask whatever can fail before they write (``commit.lua``)."""


class Gate:
    """The way to one server. ``failures`` counts the trips that were not answered."""

    def __init__(self, places: int = PLACES) -> None:
        self._places: SimpleQueue[None] = SimpleQueue()  # a semaphore takes ten times as long
        for _ in range(places):
            self._places.put(None)
        self._ahead = Lock()
        self._in_doubt = False
        self._told = -_QUIET
        self.failures = 0

    def trip(self, *, writes: bool = False) -> "Trip":
        """A trip to the server, to be made in a ``with``."""
        return Trip(self, writes)

    def enter(self, came: float) -> bool:
        """Wait for a place; whether whoever *came* then goes ahead to see. Raises ``StoreUnavailable``."""
        try:
            self._places.get(timeout=_QUEUE)
        except Empty:
            meters.trip_unavailable.add()
            raise StoreUnavailable from None
        if not self._in_doubt:
            return False
        try:
            return self._goes_ahead(came)
        except BaseException as error:
            if isinstance(error, StoreUnavailable):
                meters.trip_unavailable.add()
            self._places.put(None)
            raise

    def leave(self, ahead: bool) -> None:
        if ahead:
            self._ahead.release()
        self._places.put(None)

    def answered(self) -> None:
        if self._in_doubt:
            _log.warning("the store answers again")
        self._in_doubt = False

    def failed(self, error: BaseException, *, writes: bool) -> None:
        """A trip has ended so. Raises ``StoreUnavailable`` or ``OutcomeUnknown`` for what redis-py raises, and lets
        through what says how to ask again (``ELSEWHERE``)."""
        match error:
            case OutcomeUnknown():
                meters.trip_unknown.add()
                self.answered()
            case RedisError() if isinstance(error, ELSEWHERE):
                self.answered()
            case RedisConnectionError() | RedisTimeoutError():
                if not isinstance(error, MaxConnectionsError):
                    self._was_not_answered(error)
                raise _lost(OutcomeUnknown if writes and not _not_done(error) else StoreUnavailable) from error
            case RedisError():
                self.answered()
                self._tell_of(error)
                raise _lost(OutcomeUnknown if writes and not _refused(error) else StoreUnavailable) from error

    def _goes_ahead(self, came: float) -> bool:
        """Whether to go ahead and see; no once somebody has come back. Raises ``StoreUnavailable`` if nobody does."""
        left = came + PATIENCE - time.monotonic()
        if not self._ahead.acquire(timeout=max(left, 0)):
            raise StoreUnavailable
        if self._in_doubt and time.monotonic() - came < _FRESH:
            return True
        self._ahead.release()
        if self._in_doubt:
            raise StoreUnavailable
        return False

    def _was_not_answered(self, error: RedisError) -> None:
        if not self._in_doubt:
            _log.warning("the store does not answer: %s", error)
        self._in_doubt = True
        self.failures += 1

    def _tell_of(self, error: RedisError) -> None:
        if time.monotonic() - self._told > _QUIET:
            self._told = time.monotonic()
            _log.warning("the store refuses: %s", error)


class Trip:
    """``writes``: whether the server may have written something if the trip fails from here on."""

    __slots__ = ("_ahead", "_came", "_gate", "writes")

    def __init__(self, gate: Gate, writes: bool) -> None:
        self._gate = gate
        self.writes = writes

    def __enter__(self) -> "Trip":
        self._came = time.monotonic()
        self._ahead = self._gate.enter(self._came)
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        try:
            if error is not None:
                self._gate.failed(error, writes=self.writes)
                return
            self._gate.answered()
            meters.trip_answered.add()
            meters.trip_seconds.add(time.monotonic() - self._came)
        finally:
            self._gate.leave(self._ahead)


def _lost(outcome: type[OutcomeUnknown | StoreUnavailable]) -> Exception:
    """What a trip that failed is told by, counted."""
    (meters.trip_unknown if outcome is OutcomeUnknown else meters.trip_unavailable).add()
    return outcome()


def _not_done(error: RedisError) -> bool:
    """Whether the server has said that it does not do that now, or not for us, in what redis-py calls a failure."""
    return isinstance(error, BusyLoadingError | AuthenticationError | MaxConnectionsError) or isinstance(
        error.__context__, ReadOnlyError
    )


def _refused(error: RedisError) -> bool:
    return isinstance(error, _REFUSALS) or str(error).startswith(_REFUSING)
