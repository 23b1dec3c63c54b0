"""How the server reaches its store: one server, or the one that Sentinels name; a Cluster is in ``cluster.py``.

Connections made here never wait long, and nothing is sent twice: redis-py repeats commands by itself if it is let, and
a script whose reply was lost ran eleven times. Commands are sent over a connection of one's own and all in one go, so
it is known what was sent and what was answered; a connection that was not answered is closed, or whoever uses it next
would read that reply.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from select import POLLIN
from typing import Any, Protocol, TypeAlias
from urllib.parse import SplitResult, unquote, urlsplit
from weakref import WeakSet

from gevent.monkey import get_original
from hiredis import pack_command
from redis import Connection, ConnectionPool, Redis, SSLConnection
from redis.backoff import NoBackoff
from redis.exceptions import AskError, MovedError, NoPermissionError, ResponseError
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelConnectionPool

from server.sessions.gate import PATIENCE, PLACES, Gate
from server.sessions.store import OutcomeUnknown, StoreUnavailable

SENTINEL = "redis+sentinel"

MULTI = ("MULTI",)
EXEC = ("EXEC",)
ASKING = ("ASKING",)

Command: TypeAlias = tuple[Any, ...]

Tolerance: TypeAlias = Callable[[ResponseError], bool]
"""Which refusals may stand in the place of a reply."""

_poll = get_original("select", "poll")
_SENTINEL_PATIENCE = 0.15  # seconds for one Sentinel to say who the primary is: there are others
_SENTINEL_PORT = 26379


class Link(Protocol):
    """The way to a store of one server or several."""

    def ask(self, key: str, *commands: Command, writes: bool = False) -> list[Any]:
        """The replies to *commands*, sent in one go to the server that has *key*.

        Raises ``StoreUnavailable``, ``OutcomeUnknown`` where *writes* says that something may have been written, and
        redis-py's ``NoScriptError``.
        """

    def ask_for(self, reads: Sequence[tuple[str, Command]]) -> list[Any]:
        """The replies to one command each for several keys, wherever they are.

        A key of another kind than its command is for has that error in the place of its reply.
        """

    def ask_all(self, *commands: Command) -> list[list[Any]]:
        """The replies of every server that takes writes; what one refuses is in the place of its reply."""

    def line(self) -> Any:
        """A connection for one caller alone, to a server that has just answered: whoever publishes is heard there.

        It takes nobody's place. Raises what redis-py does.
        """

    @property
    def breaks(self) -> int:
        """How often a server may have gone away and come back."""


def connect(url: str) -> Redis:
    """A client for one server: at *url*, or whichever Sentinels name. Raises ``ValueError`` for another kind of URL.

    ``redis://``, ``rediss://`` and ``unix://`` are as redis-py reads them; ``redis+sentinel://user:password@host:port,
    host:port/service/database`` asks Sentinels.
    """
    parts = urlsplit(url)
    if parts.scheme == SENTINEL:
        return _behind_sentinels(parts)
    return Redis.from_pool(Pool.from_url(url, **manners()))


class _Reconnecting:
    """Counts in ``reconnections`` how often a connection was made anew: the server at its end may have restarted."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self.reconnections = 0
        self._known: WeakSet[Any] = WeakSet()
        super().__init__(*args, **kwargs)

    def make_connection(self) -> Any:
        connection = super().make_connection()  # type: ignore[misc]
        connection.register_connect_callback(self._connected)
        return connection

    def _connected(self, connection: Connection) -> None:
        if isinstance(connection, SSLConnection):  # or what TLS adds to a handshake is taken for a stray reply
            connection.send_command("PING")
            connection.read_response()
        self.reconnections += connection in self._known
        self._known.add(connection)


class Pool(_Reconnecting, ConnectionPool):
    """Connections to one server."""


class SentinelPool(_Reconnecting, SentinelConnectionPool):
    """Connections to whichever server is the primary."""


class Server:
    """One server: the connections to it that are kept, and the gate before them.

    They come from redis-py's *pool* and do not go back, which would cost as much as a trip. Each is looked at before it
    is used, for the server may have closed it; and where one was not answered all are made anew.
    """

    def __init__(self, pool: ConnectionPool) -> None:
        self._pool = pool
        self._gate = Gate()
        self._resting: list[Any] = []

    @property
    def breaks(self) -> int:
        return self._gate.failures + getattr(self._pool, "reconnections", 0)

    def ask(self, commands: Sequence[Command], *, writes: bool = False, takes: Tolerance | None = None) -> list[Any]:
        """The replies; raises for the first that is a refusal, as ``Link.ask`` does, unless it *takes* that one."""
        with self._gate.trip() as trip:
            connection = self._connection()
            try:
                trip.writes = writes
                replies = _replies(connection, commands)
            except BaseException:
                connection.disconnect()
                self._close()
                raise
            finally:
                self._resting.append(connection)
            transaction = commands[-1] == EXEC
            for number, reply in enumerate(replies):
                if isinstance(reply, ResponseError) and not (takes and takes(reply)):
                    if writes and not transaction and any(command != ASKING for command in commands[:number]):
                        raise OutcomeUnknown from reply  # what came before was done
                    raise reply
            if transaction:
                for reply in replies[-1]:
                    if isinstance(reply, ResponseError):
                        raise reply
            return replies

    def _connection(self) -> Any:
        """One that nobody uses, and that is open as far as anybody knows. Raises what redis-py does."""
        try:
            connection = self._resting.pop()
        except IndexError:
            return self._pool.get_connection()
        try:
            if connection.is_connected and (self._is_elsewhere(connection) or not _is_good(connection)):
                connection.disconnect()
            if not connection.is_connected:
                connection.connect()
        except BaseException:
            connection.disconnect()
            self._resting.append(connection)
            raise
        return connection

    def _is_elsewhere(self, connection: Any) -> bool:
        """Whether Sentinels have named another primary since."""
        primary = getattr(self._pool, "master_address", None)
        return primary is not None and (connection.host, connection.port) != primary

    def _close(self) -> None:
        """Close those that rest; they are made anew when they are needed. Meanwhile nobody else can have them."""
        resting: list[Any] = []
        with suppress(IndexError):
            while True:
                resting.append(self._resting.pop())
        for connection in resting:
            connection.disconnect()
        self._resting += resting

    def line(self, question: Command) -> tuple[Any, Any]:
        """A connection beside those of the pool, and what it was told on *question*. Raises what redis-py does."""
        connection: Any = self._pool.connection_class(**self._pool.connection_kwargs | {"protocol": 2})
        try:
            connection.connect()
            connection.send_command(*question)
            return connection, connection.read_response()
        except BaseException:
            connection.disconnect()
            raise


class Single:
    """A link to one server."""

    def __init__(self, client: Redis) -> None:
        self._server = Server(client.connection_pool)

    def ask(self, key: str, *commands: Command, writes: bool = False) -> list[Any]:
        try:
            return self._server.ask(commands, writes=writes)
        except (MovedError, AskError) as elsewhere:  # it is one of a Cluster, and was not called so
            raise StoreUnavailable from elsewhere

    def ask_for(self, reads: Sequence[tuple[str, Command]]) -> list[Any]:
        return self._server.ask([command for _, command in reads], takes=wrong_kind) if reads else []

    def ask_all(self, *commands: Command) -> list[list[Any]]:
        return [self._server.ask(commands, takes=not_allowed)]

    def line(self) -> Any:
        return self._server.line(("PING",))[0]

    @property
    def breaks(self) -> int:
        return self._server.breaks


def wrong_kind(refusal: ResponseError) -> bool:
    """Whether a key is of another kind than the command is for."""
    return str(refusal).startswith("WRONGTYPE")


def not_allowed(refusal: ResponseError) -> bool:
    """Whether a server does not know a command, or not from us: those that are rented out hide some."""
    return isinstance(refusal, NoPermissionError) or str(refusal).lower().startswith("unknown command")


def manners() -> dict[str, Any]:
    """How every connection behaves: never long, never twice, and in the plain protocol."""
    return {
        "max_connections": PLACES,
        "socket_timeout": PATIENCE,
        "socket_connect_timeout": PATIENCE,
        "retry": Retry(NoBackoff(), 0),
        "retry_on_error": [],
        "protocol": 2,
        "driver_info": None,  # or every new connection begins with two trips more
    }


def hosts(parts: SplitResult, port: int) -> list[tuple[str, int]]:
    """The hosts of a URL that names several. Raises ``ValueError`` for one that names none."""
    places = [urlsplit(f"//{place}") for place in parts.netloc.rpartition("@")[2].split(",")]
    found = [(place.hostname or "", place.port or port) for place in places]
    if not all(host for host, _ in found):
        raise ValueError(f"a host is missing: {parts.scheme}://host:port,host:port")
    return found


def credentials(parts: SplitResult) -> dict[str, str]:
    user, _, password = parts.netloc.rpartition("@")[0].partition(":")
    given = {"username": unquote(user), "password": unquote(password)}
    return {name: value for name, value in given.items() if value}


def _behind_sentinels(parts: SplitResult) -> Redis:
    service, _, database = parts.path.strip("/").partition("/")
    if not service:
        raise ValueError("the name of the service is missing: redis+sentinel://host:port/service")
    quick = {"socket_timeout": _SENTINEL_PATIENCE, "socket_connect_timeout": _SENTINEL_PATIENCE}
    sentinels = Sentinel(hosts(parts, _SENTINEL_PORT), sentinel_kwargs=quick | {"retry": Retry(NoBackoff(), 0)})
    return Redis.from_pool(SentinelPool(service, sentinels, db=int(database or 0), **manners(), **credentials(parts)))


def _is_good(connection: Any) -> bool:
    """Whether a connection is open and has nothing to tell that nobody has asked for.

    ``can_read`` says so too. But it waits for no time at all in gevent's way, which takes longer than the trip.
    """
    now = _poll()
    now.register(connection._sock, POLLIN)
    return not now.poll(0)


def _replies(connection: Any, commands: Sequence[Command]) -> list[Any]:
    """Send all *commands*, and read a reply to each; what was refused is in the place of one."""
    connection.send_packed_command([b"".join(map(pack_command, commands))], check_health=False)
    return [_reply(connection) for _ in commands]


def _reply(connection: Any) -> Any:
    try:
        return connection.read_response()
    except ResponseError as refused:
        return refused
