"""How the server reaches its store: one server, the primary that Sentinels name, or a Cluster.

Clients made here never wait long and never repeat a command: redis-py does by itself if it is let, and a script whose
reply was lost ran eleven times.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from typing import Any, TypeAlias
from urllib.parse import SplitResult, unquote, urlsplit
from weakref import WeakSet

from redis import Connection, ConnectionPool, Redis, RedisCluster
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import MovedError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry
from redis.sentinel import Sentinel, SentinelConnectionPool

from server.sessions.gate import PATIENCE, PLACES, Gate

SENTINEL = "redis+sentinel"
CLUSTER = "redis+cluster"

_SENTINEL_PATIENCE = 0.15  # seconds for one Sentinel to say who the primary is: there are others
_DEFAULT_PORTS = {SENTINEL: 26379, CLUSTER: 6379}
_SPARE = 8  # connections beside those of requests, for whoever looks at the store itself


def reach(url: str) -> "Redis | Cluster":
    """A client for *url*. Raises ``ValueError`` for another kind than these.

    ``redis://``, ``rediss://`` and ``unix://`` are as redis-py reads them; ``redis+sentinel://user:password@host:port,
    host:port/service`` asks Sentinels, ``redis+cluster://user:password@host:port,host:port`` any node of a Cluster.
    """
    parts = urlsplit(url)
    if parts.scheme == CLUSTER:
        return Cluster(_hosts(parts), **_credentials(parts))
    return connect(url)


def connect(url: str) -> Redis:
    """A client for one server: at *url*, or whichever Sentinels name. Raises ``ValueError``."""
    parts = urlsplit(url)
    if parts.scheme == SENTINEL:
        return _behind_sentinels(parts)
    pool = Pool.from_url(url, max_connections=PLACES + _SPARE, retry=_never(), retry_on_error=[], **_patience())
    return Redis.from_pool(pool)


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
        self.reconnections += connection in self._known
        self._known.add(connection)


class Pool(_Reconnecting, ConnectionPool):
    """Connections to one server."""


class SentinelPool(_Reconnecting, SentinelConnectionPool):
    """Connections to whichever server is the primary."""


class Cluster:
    """A Cluster that is met when it is first needed: one that is away must not keep the server from starting."""

    def __init__(self, hosts: list[tuple[str, int]], **credentials: Any) -> None:
        self._hosts = hosts
        self._credentials = credentials

    @cached_property
    def client(self) -> RedisCluster:
        """Raises redis-py's errors, each time anew, while no node answers."""
        return RedisCluster(
            startup_nodes=[ClusterNode(host, port) for host, port in self._hosts],
            require_full_coverage=False,
            retry=_never(),
            max_connections=PLACES + _SPARE,
            **_patience(),
            **self._credentials,
        )


Client: TypeAlias = Redis | Cluster


class Link:
    """What the store asks of its client: which server has a key, and a connection to it of one's own."""

    def __init__(self, client: Redis) -> None:
        self.client: Any = client
        self._gate = Gate()

    def gate(self, key: str) -> Gate:
        """The gate before the server that has *key*."""
        return self._gate

    @contextmanager
    def connection(self, key: str) -> Iterator[Any]:
        """A connection to the server that has *key*, for commands whose fate must be known."""
        yield from _lent(self.client.connection_pool)

    @property
    def breaks(self) -> int:
        """How often a server may have gone away and come back."""
        return self._gate.failures + getattr(self.client.connection_pool, "reconnections", 0)


class ClusterLink:
    """The same for a Cluster: of its servers one may be away and the others not."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._door = Gate()
        self._gates: dict[str, Gate] = {}

    @property
    def client(self) -> Any:
        """Typed as anything: that it has the commands of the other client is not told to mypy."""
        return self._cluster.client

    def gate(self, key: str) -> Gate:
        """Raises ``StoreUnavailable`` if no node can say."""
        with self._door.trip():
            name = self.client.get_node_from_key(key).name
        return self._gates.setdefault(name, Gate())

    @contextmanager
    def connection(self, key: str) -> Iterator[Any]:
        """Raises ``MovedError``, once, where the key has another server by now."""
        node = self.client.get_node_from_key(key)
        try:
            yield from _lent(node.redis_connection.connection_pool)
        except MovedError as moved:
            self.client.nodes_manager.move_slot(moved)
            raise
        except (RedisConnectionError, RedisTimeoutError):  # a replica may have taken its place
            self.client.nodes_manager.initialize(last_failed_node_name=node.name)
            raise

    @property
    def breaks(self) -> int:
        return sum(gate.failures for gate in self._gates.values())


def link(client: Client) -> Link | ClusterLink:
    return ClusterLink(client) if isinstance(client, Cluster) else Link(client)


def _lent(pool: ConnectionPool) -> Iterator[Any]:
    connection = pool.get_connection()
    try:
        yield connection
    finally:
        pool.release(connection)


def _behind_sentinels(parts: SplitResult) -> Redis:
    service, _, database = parts.path.strip("/").partition("/")
    if not service:
        raise ValueError("the name of the service is missing: redis+sentinel://host:port/service")
    sentinels = Sentinel(
        _hosts(parts),
        sentinel_kwargs={
            "socket_timeout": _SENTINEL_PATIENCE,
            "socket_connect_timeout": _SENTINEL_PATIENCE,
            "retry": _never(),
        },
    )
    pool = SentinelPool(
        service,
        sentinels,
        max_connections=PLACES + _SPARE,
        db=int(database or 0),
        retry=_never(),
        retry_on_error=[],
        **_patience(),
        **_credentials(parts),
    )
    return Redis.from_pool(pool)


def _hosts(parts: SplitResult) -> list[tuple[str, int]]:
    """The hosts of a URL that names several. Raises ``ValueError`` for one that names none."""
    netloc = parts.netloc.rpartition("@")[2]
    places = [urlsplit(f"//{place}") for place in netloc.split(",")]
    hosts = [(place.hostname or "", place.port or _DEFAULT_PORTS[parts.scheme]) for place in places]
    if not all(host for host, _ in hosts):
        raise ValueError(f"a host is missing: {parts.scheme}://host:port,host:port")
    return hosts


def _credentials(parts: SplitResult) -> dict[str, str]:
    user, _, password = parts.netloc.rpartition("@")[0].partition(":")
    given = {"username": unquote(user), "password": unquote(password)}
    return {name: value for name, value in given.items() if value}


def _patience() -> dict[str, Any]:
    return {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}


def _never() -> Retry:
    return Retry(NoBackoff(), 0)
