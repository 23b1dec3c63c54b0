"""How we reach our store: one server, or the one that Sentinels name; a Cluster is in ``cluster.py``.

Connections made here never wait long, and nothing is sent twice: redis-py repeats commands by itself if it is let, and
a script whose reply was lost ran eleven times. Commands are sent over a connection of one's own and all in one go, so
it is known what was sent and what was answered (``server.py``).
"""

from collections.abc import Sequence
from typing import Any, Protocol
from urllib.parse import SplitResult, unquote, urlsplit
from weakref import WeakSet

from redis import Connection, ConnectionPool, Redis, SSLConnection
from redis.backoff import NoBackoff
from redis.exceptions import AskError, MovedError, NoPermissionError, ResponseError
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelConnectionPool

from server.sessions.gate import PATIENCE, PLACES
from server.sessions.server import Command, Server
from server.sessions.store import StoreUnavailable

SENTINEL = "redis+sentinel"

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

    def look_round(self) -> None:
        """Give up what takes too long; from now on this is called often, and no trip sets a clock."""

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

    def look_round(self) -> None:
        self._server.look_round()

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
