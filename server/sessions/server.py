"""One server of a store: the connections to it that are kept, and what is asked over them.

A connection is looked at before it is used, for the server may have closed it, and where one was not answered all are
made anew. While somebody looks round for trips that take too long, no trip needs a clock of its own: gevent makes one
for each wait, and takes a quarter of the trip for it.
"""

import math
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from select import POLLIN
from socket import SHUT_RDWR
from typing import Any, TypeAlias

from gevent.monkey import get_original
from hiredis import pack_command
from redis import ConnectionPool
from redis.exceptions import ResponseError
from redis.exceptions import TimeoutError as RedisTimeoutError

from server.sessions.gate import PATIENCE, Gate
from server.sessions.store import OutcomeUnknown

MULTI = ("MULTI",)
EXEC = ("EXEC",)
ASKING = ("ASKING",)

Command: TypeAlias = tuple[Any, ...]

Tolerance: TypeAlias = Callable[[ResponseError], bool]
"""Which refusals may stand in the place of a reply."""

_poll = get_original("select", "poll")


class Server:
    """The connections come from redis-py's *pool* and do not go back, which would cost as much as a trip."""

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool = pool
        self._gate = Gate()
        self._kept: list[_Kept] = []
        self._resting: list[_Kept] = []
        self._late: dict[_Kept, float] = {}

    @property
    def breaks(self) -> int:
        return self._gate.failures + getattr(self._pool, "reconnections", 0)

    def ask(self, commands: Sequence[Command], *, writes: bool = False, takes: Tolerance | None = None) -> list[Any]:
        """The replies; raises for the first that is a refusal, as ``Link.ask`` does, unless it *takes* that one."""
        with self._gate.trip() as trip:
            kept = self._take()
            try:
                trip.writes = writes
                replies = kept.ask(commands)
            except BaseException:
                self._close()
                raise
            finally:
                self._resting.append(kept)
            if refusal := _refusal(commands, replies, writes=writes, takes=takes):
                try:
                    raise refusal
                finally:
                    del refusal, replies  # or the traceback would hold the refusal, and both this server
            return replies

    def look_round(self) -> None:
        """Give up the trips that take too long, and have no others set a clock: from now on this is called often.

        They are found late twice: of a process that was held up, what it was about to send is late already.
        """
        waiting = [kept for kept in self._kept if kept.asked < math.inf]
        for kept in (*self._resting, *waiting):  # and not one that is being made
            kept.needs_no_clock()
        latest = time.monotonic() - PATIENCE
        late = {kept: kept.asked for kept in waiting if kept.asked < latest}
        for kept, asked in late.items():
            if self._late.get(kept) == asked and kept.is_silent():
                kept.give_up()
        self._late = late

    def line(self, question: Command) -> tuple[Any, Any]:
        """A connection beside those that are kept, and what it was told on *question*. Raises what redis-py does."""
        connection: Any = self._pool.connection_class(**self._pool.connection_kwargs | {"protocol": 2})
        try:
            connection.connect()
            connection.send_command(*question)
            return connection, connection.read_response()
        except BaseException:
            connection.disconnect()
            raise

    def _take(self) -> "_Kept":
        """One that nobody uses, and that is open as far as anybody knows. Raises what redis-py does."""
        try:
            kept = self._resting.pop()
        except IndexError:
            kept = _Kept(self._pool.get_connection())
            self._kept.append(kept)
            return kept
        connection = kept.connection
        try:
            if connection.is_connected and (self._is_elsewhere(connection) or not kept.is_silent()):
                connection.disconnect()
            if not connection.is_connected:
                connection.connect()
        except BaseException:
            connection.disconnect()
            self._resting.append(kept)
            raise
        return kept

    def _is_elsewhere(self, connection: Any) -> bool:
        """Whether Sentinels have named another primary since."""
        primary = getattr(self._pool, "master_address", None)
        return primary is not None and (connection.host, connection.port) != primary

    def _close(self) -> None:
        """Close those that rest; they are made anew when they are needed. Meanwhile nobody else can have them."""
        resting: list[_Kept] = []
        with suppress(IndexError):
            while True:
                resting.append(self._resting.pop())
        for kept in resting:
            kept.connection.disconnect()
        self._resting += resting


class _Kept:
    """A connection that is kept. A reply is waited for since ``asked``, which is never where none is."""

    __slots__ = ("_given_up", "_looks", "_sock", "asked", "connection")

    def __init__(self, connection: Any) -> None:
        self.connection = connection
        self.asked = math.inf
        self._given_up = False
        self._sock: Any = None
        self._looks: Any = None

    def ask(self, commands: Sequence[Command]) -> list[Any]:
        """Send all *commands*, and read a reply to each; what was refused is in the place of one.

        Where one does not come the connection is closed, or whoever uses it next would read that.
        """
        connection, self._given_up = self.connection, False
        self.asked = time.monotonic()
        try:
            connection.send_packed_command([b"".join(map(pack_command, commands))], check_health=False)
            replies = []
            for _ in commands:
                replies.append(_reply(connection))
                self.asked = time.monotonic()
            return replies
        except BaseException as error:
            connection.disconnect()
            if self._given_up:
                raise RedisTimeoutError("no reply in time") from error
            raise
        finally:
            self.asked = math.inf

    def is_silent(self) -> bool:
        """Whether it is open and has nothing to tell: if nobody has asked, there should be nothing.

        redis-py's ``can_read`` says so too. But it waits for no time at all in gevent's way, which takes longer than a
        trip.
        """
        sock = self.connection._sock
        if self._sock is not sock:
            self._sock, self._looks = sock, _poll()
            self._looks.register(sock, POLLIN)
        return not self._looks.poll(0)

    def needs_no_clock(self) -> None:
        if self.connection.is_connected:
            self.connection._sock.settimeout(None)

    def give_up(self) -> None:
        """Have whoever waits for a reply wait no longer."""
        self._given_up = True
        with suppress(OSError):
            self.connection._sock.shutdown(SHUT_RDWR)


def _refusal(
    commands: Sequence[Command], replies: Sequence[Any], *, writes: bool, takes: Tolerance | None
) -> Exception | None:
    """The first refusal among the *replies*, and those of a transaction, as it is to be raised."""
    transaction = commands[-1] == EXEC
    for number, reply in enumerate(replies):
        if isinstance(reply, ResponseError) and not (takes and takes(reply)):
            if writes and not transaction and any(command != ASKING for command in commands[:number]):
                unknown = OutcomeUnknown()  # what came before was done
                unknown.__cause__ = reply
                return unknown
            return reply
    if transaction:
        return next((reply for reply in replies[-1] if isinstance(reply, ResponseError)), None)
    return None


def _reply(connection: Any) -> Any:
    try:
        return connection.read_response()
    except ResponseError as refused:
        return refused.with_traceback(None)  # whose frames have it among their replies
