"""The store in Redis or Valkey.

A session has three keys under one hash tag: the document, a stream of its events, and for every scope a hash of
the answers given to idempotency keys. A look is one read; a step is one read and one call of ``commit.lua``.

redis-py repeats commands by itself if it is let: a script whose reply was lost ran eleven times. So nothing is
retried here, and a call that writes tells apart what never left (``StoreUnavailable``) from what was sent and
not answered (``OutcomeUnknown``).
"""

import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

import msgspec
from redis import BlockingConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.exceptions import BusyLoadingError, NoScriptError, RedisError
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError
from redis.retry import Retry

from server.sessions.lobby import Lobby
from server.sessions.session import Status, Tag
from server.sessions.store import (
    DAY,
    Answer,
    Change,
    Conflict,
    Entry,
    Key,
    OutcomeUnknown,
    Row,
    Stored,
    StoreUnavailable,
)

PATIENCE = 0.4  # seconds a worker waits for the store, to connect or for an answer
CONNECTIONS = 32  # of one worker to the store
QUEUE = 5.0  # seconds a request waits for one of them
KEYS_KEPT = 32  # answers kept for one scope

_COMMIT = files("server.sessions").joinpath("commit.lua").read_text()


def connect(url: str) -> Redis:
    """A client for ``redis://``, ``rediss://`` or ``unix://`` that never waits long and never repeats a command.

    In a burst requests wait for a connection: hundreds that connect at once would each take too long. Raises
    ``ValueError`` for another kind of URL.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=CONNECTIONS,
        timeout=QUEUE,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
        retry_on_error=[],
    )
    return Redis.from_pool(pool)


class RedisStore:
    """``ttl``: seconds a session lives untouched, and a lobby after its last new row."""

    def __init__(self, client: Redis, ttl: int) -> None:
        self._client = client
        self._ttl = ttl
        self._lobby = Lobby(client, ttl)
        self._commit_sha = client.register_script(_COMMIT).sha
        self._read_answer = msgspec.msgpack.Decoder(Answer).decode

    def load(self, address: str, key: Key | None = None) -> tuple[Stored | None, Answer | None]:
        with _away():
            if key is None:
                return _stored(self._client.get(_document(address))), None
            with self._client.pipeline(transaction=False) as pipe:
                pipe.get(_document(address))
                pipe.hget(_answers(address, key.scope), key.name)
                document, answer = pipe.execute()
        return _stored(document), self._read_answer(zlib.decompress(answer)) if answer else None

    def load_all(self, addresses: Sequence[str]) -> list[Stored | None]:
        with _away(), self._client.pipeline(transaction=False) as pipe:
            for address in addresses:
                pipe.get(_document(address))
            return [_stored(document) for document in pipe.execute()]

    def commit(self, address: str, change: Change) -> None:
        scope = change.key.scope if change.key else "none"
        keys = (_document(address), _events(address), _answers(address, scope))
        if not self._run_script(keys, _arguments(change)):
            raise Conflict

    def entries(self, address: str, *, since: int, limit: int) -> list[Entry]:
        with _away():
            found: Any = self._client.xrange(_events(address), min=f"{since + 1}-0", count=limit)
        return [
            Entry(Tag(int(number.partition(b"-")[0]), told[b"d"].decode()), told[b"e"], told.get(b"a"), told.get(b"s"))
            for number, told in found
        ]

    def reserve(self, key: Key, value: str) -> tuple[str, str]:
        name = f"leverstoke:{{key:{key.scope}:{key.name}}}"
        with _away():  # one reserved for nothing does no harm
            kept: Any = self._client.set(name, f"{key.digest} {value}", nx=True, get=True, ex=min(DAY, self._ttl))
        if kept is None:
            return key.digest, value
        digest, _, value = kept.decode().partition(" ")
        return digest, value

    def announce(self, lobby: str, row: Row, status: Status) -> None:
        with _away(writing=True):
            oldest = self._lobby.announce(lobby, row, status)
            with self._client.pipeline(transaction=False) as pipe:
                for old in oldest:
                    pipe.exists(_document(f"{lobby}:{old.session_id}"))
                gone = [old for old, found in zip(oldest, pipe.execute(), strict=True) if not found]
            if gone:
                self._lobby.withdraw(lobby, gone)

    def withdraw(self, lobby: str, row: Row) -> None:
        with _away(writing=True):
            self._lobby.withdraw(lobby, [row])

    def page(
        self, lobby: str, statuses: Sequence[Status], *, before: Row | None, limit: int
    ) -> list[tuple[Row, Status]]:
        with _away():
            return self._lobby.page(lobby, statuses, before, limit)

    def ping(self) -> str:
        with _away():
            server = self._client.info("server")
        name = server.get("server_name", "redis")
        return f"{name} {server.get(f'{name}_version', server['redis_version'])}"

    def _run_script(self, keys: Sequence[str], arguments: Sequence[Any]) -> int:
        """Run ``commit.lua`` at most once. Its connection is taken first, so that a failure to connect is no riddle."""
        pool = self._client.connection_pool
        with _away():
            connection: Any = pool.get_connection()
        try:
            with _away(writing=True):
                try:
                    connection.send_command("EVALSHA", self._commit_sha, len(keys), *keys, *arguments)
                    written = connection.read_response()
                except NoScriptError:  # a new server: nothing ran
                    connection.send_command("EVAL", _COMMIT, len(keys), *keys, *arguments)
                    written = connection.read_response()
        finally:
            pool.release(connection)
        return int(written)


@contextmanager
def _away(*, writing: bool = False) -> Iterator[None]:
    """Tell a store that did not answer from one that refused: only the first may have written."""
    try:
        yield
    except (RedisConnectionError, RedisTimeoutError) as error:
        refused = isinstance(error, BusyLoadingError) or isinstance(
            error.__context__, ConnectionRefusedError | FileNotFoundError
        )
        raise (OutcomeUnknown if writing and not refused else StoreUnavailable) from error
    except RedisError as error:
        raise StoreUnavailable from error


def _document(address: str) -> str:
    return f"leverstoke:{{{address}}}:session"


def _events(address: str) -> str:
    return f"leverstoke:{{{address}}}:events"


def _answers(address: str, scope: str) -> str:
    return f"leverstoke:{{{address}}}:answers:{scope}"


def _stored(document: Any) -> Stored | None:
    if document is None:
        return None
    tag, _, body = document.partition(b" ")
    return Stored(Tag.parse(tag.decode()), body)


def _arguments(change: Change) -> list[Any]:
    """What ``commit.lua`` takes as ARGV."""
    stored = change.stored
    lifetime = change.ttl * 1000
    arguments: list[Any] = [
        str(change.base) if change.base else "",
        b"%s %s" % (str(stored.tag).encode(), stored.body),
        lifetime,
        change.entries[0].tag.version if change.entries else 0,
        len(change.entries),
    ]
    for entry in change.entries:
        arguments += [entry.event, entry.tag.digest, entry.action or b"", entry.shuffles or b""]
    if change.key and change.answer:
        answer = zlib.compress(msgspec.msgpack.encode(change.answer), level=1)
        arguments += [change.key.name, answer, min(lifetime, DAY * 1000), KEYS_KEPT]
    return arguments
