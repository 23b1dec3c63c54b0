"""The gate before the store: so many requests of one worker at a time, and no queue before a store that is away.

Hundreds that connect at once would each take too long, so requests wait for a place. When a trip has failed the store
is in doubt: one request goes ahead to see, the others wait for what becomes of it. If it comes back all go on, and
nobody was refused for a single lost reply; if it does not, all are told within the patience of one trip, however many
they are.

A trip that fails says what may have happened: nothing (``StoreUnavailable``), or that the store was asked to write and
did not answer (``OutcomeUnknown``).
"""

import logging
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import BoundedSemaphore, Lock

from redis.exceptions import BusyLoadingError, MovedError, RedisClusterException, RedisError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from server.sessions.store import OutcomeUnknown, StoreUnavailable

_log = logging.getLogger(__name__)

PATIENCE = 0.4  # seconds to wait for the store, to connect or for an answer
PLACES = 32  # trips of one worker at a time
_QUEUE = 5.0  # seconds a request waits for a place
_FRESH = 0.05  # seconds; whoever has waited longer than that does not go ahead to see


@dataclass
class Trip:
    """``writes``: whether the store may have written something if the trip fails from here on."""

    writes: bool


class Gate:
    """The way to one server. ``failures`` counts the trips that were not answered."""

    def __init__(self, places: int = PLACES) -> None:
        self._places = BoundedSemaphore(places)
        self._ahead = Lock()
        self._in_doubt = False
        self.failures = 0

    @contextmanager
    def trip(self, *, writes: bool = False) -> Iterator[Trip]:
        """Go to the store. Raises ``StoreUnavailable`` or ``OutcomeUnknown`` for whatever redis-py raises inside."""
        came = time.monotonic()
        if not self._places.acquire(timeout=_QUEUE):
            raise StoreUnavailable
        ahead = False
        trip = Trip(writes)
        try:
            if self._in_doubt:
                ahead = self._goes_ahead(came)
            yield trip
        except (RedisConnectionError, RedisTimeoutError) as error:
            if not self._in_doubt:
                _log.warning("the store does not answer: %s", error)
            self._in_doubt = True
            self.failures += 1
            raise (OutcomeUnknown if trip.writes and not _never_left(error) else StoreUnavailable) from error
        except MovedError:  # an answer, and no trouble
            raise
        except (RedisError, RedisClusterException) as error:
            self._answered()
            _log.warning("the store refuses: %s", error)
            raise StoreUnavailable from error
        else:
            self._answered()
        finally:
            if ahead:
                self._ahead.release()
            self._places.release()

    def _answered(self) -> None:
        if self._in_doubt:
            _log.warning("the store answers again")
        self._in_doubt = False

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


def _never_left(error: RedisError) -> bool:
    """Whether the store has not even been asked, or has said that it does not listen yet."""
    return isinstance(error, BusyLoadingError) or isinstance(
        error.__context__, ConnectionRefusedError | FileNotFoundError
    )
