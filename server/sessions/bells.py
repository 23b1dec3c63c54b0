"""The bells at the tables: whoever waits there is called as soon as something has happened.

The store publishes the name of a document whenever it is written. One connection a process hears that, whatever the
number of those who wait; it is made when the first comes in, and hung up when nobody has listened for a while.

A bell may ring for nothing, but it is never silent when something was written: what is published while a connection is
away is lost, and subscribing takes a moment. So a bell also rings when the store has confirmed its subscription, and as
a new connection subscribes to everything again, all ring after a break. What was written is read from the store, never
from the message. Between the servers of a Cluster a message may still get lost, when they lose each other: whoever
waits should not do so for ever.

redis-py's ``PubSub`` is not used. Whoever subscribes through a connection that has just been cut is told so and the
subscription is forgotten, and it connects anew inside whatever command finds the connection gone, so a thread that
subscribes and the one that reads may do it at once. All that would need the same guards as the bare connection does:
one thread, the ringer, makes it, reads and closes; the others only send, behind a lock which is not held while the
ringer waits. The lock is for the reading too, because a TLS connection may not be read and written at once.

A connection whose other end hangs looks like a quiet one. So the ringer asks for a sign of life after some silence.
"""

import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError, ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError

from server.sessions.link import Link

_SILENCE = 3.0  # seconds after which the store is asked for a sign of life, or hung up on if nobody listens
_PATIENCE = 1.0  # seconds it has to give one: it may be busy with a script
_PAUSES = (0.1, 0.2, 0.4, 0.8, 1.0)  # seconds between two tries to reach a store that is away; then the last for ever

_log = logging.getLogger(__name__)


class Bell:
    """What one listener hears."""

    def __init__(self, bells: "Bells") -> None:
        self._bells = bells
        self._rung = threading.Event()

    def wait(self, seconds: float) -> None:
        """Until it has rung since the last wait, or since ``listen``, or the time is up."""
        if not self._bells.closing:
            self._rung.wait(seconds)
            self._rung.clear()

    def ring(self) -> None:
        self._rung.set()


class Bells:
    """The bells of this process."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._lock = threading.Lock()
        self._bells: dict[bytes, set[Bell]] = {}
        self._line: Any = None  # the connection, from when it has subscribed to all channels until it is no good
        self._attended = False  # whether there is a ringer
        self._closing = False

    @property
    def closing(self) -> bool:
        return self._closing

    @contextmanager
    def listen(self, channel: str) -> Iterator[Bell]:
        """A bell for what is published on *channel*. Who listens first, then reads and then waits misses nothing."""
        name, bell = channel.encode(), Bell(self)
        try:
            self._enter(name, bell)
            yield bell
        finally:
            self._leave(name, bell)

    def last_orders(self) -> None:
        """This process is about to stop: all bells ring, and nobody waits any more."""
        self._closing = True
        self._ring_all()

    def _enter(self, name: bytes, bell: Bell) -> None:
        with self._lock:
            known = name in self._bells
            self._bells.setdefault(name, set()).add(bell)
            if not known:
                self._tell("SUBSCRIBE", name)
            if not self._attended and not self._closing:
                threading.Thread(target=self._attend, name="bells", daemon=True).start()
                self._attended = True

    def _leave(self, name: bytes, bell: Bell) -> None:
        with self._lock:
            listeners = self._bells.get(name, set())
            listeners.discard(bell)
            if not listeners and self._bells.pop(name, None) is not None:
                self._tell("UNSUBSCRIBE", name)

    def _tell(self, *command: Any) -> None:
        """Send *command*, with the lock held. If that fails, the ringer makes a connection that knows by itself."""
        line, self._line = self._line, None
        if line:
            with suppress(RedisError):
                line.send_command(*command)
                self._line = line

    def _attend(self) -> None:
        """Ring for what the store tells, until nobody listens."""
        tries = 0
        while not self._is_over():
            line = None
            try:
                line = self._link.line()
                self._subscribe(line)
                while self._hear(line, _PATIENCE):
                    if tries:
                        _log.warning("the store calls again")
                        tries = 0
                    while self._hear(line, _SILENCE):
                        pass
                    if self._is_over():
                        return
                    with self._lock:
                        self._tell("PING")
                raise RedisTimeoutError("no sign of life")
            except Exception as error:  # redis-py raises all sorts if it is closed while it reads; the ringer goes on
                if not tries:
                    _log.warning("the store does not call when something is written: %s", error)
                if isinstance(error, ResponseError):  # nor will it: who waits looks now and then instead
                    self._ring_all()
            finally:
                self._hang_up(line)
            time.sleep(_PAUSES[min(tries, len(_PAUSES) - 1)])
            tries += 1

    def _is_over(self) -> bool:
        """Whether the ringer may go. Who comes in from then on starts another."""
        with self._lock:
            if self._bells and not self._closing:
                return False
            self._attended = False
            self._line = None
            return True

    def _subscribe(self, line: Any) -> None:
        """Subscribe to what is listened to; from now on listeners do so themselves."""
        with self._lock:
            self._line = line
            if self._bells:
                self._tell("SUBSCRIBE", *self._bells)
            self._tell("PING")

    def _hear(self, line: Any, seconds: float) -> bool:
        """Ring for what comes next; no if nothing does in time. Raises what redis-py does if the store is away."""
        came = line.can_read(timeout=seconds)
        with self._lock:
            if self._line is not line:
                raise RedisConnectionError("the connection was closed")
            match line.read_response() if came else None:
                case [b"message" | b"subscribe", name, _]:
                    called = tuple(self._bells.get(name, ()))
                case _:
                    called = ()
        for bell in called:
            bell.ring()
        return bool(came)

    def _hang_up(self, line: Any) -> None:
        with self._lock:
            if self._line is line:
                self._line = None
            if line:
                line.disconnect()

    def _ring_all(self) -> None:
        with self._lock:
            called = [bell for bells in self._bells.values() for bell in bells]
        for bell in called:
            bell.ring()
