"""``leverstoke serve``: the store if it is ours, then gunicorn and its workers, and an end to all of it on Ctrl-C.

Everything is started by this process before gunicorn forks, and stopped by it alone. Workers are gevent's: a client
that is slow to send, or never does, costs a greenlet and not a thread.

So does one that waits, and streams need no process of their own: an action costs little more beside 512 streams and
512 held polls (``docs/benchmarks.md``), and of what they are told nothing is lost or repeated
(``tests/load/streams.py``).
"""

import os
import resource
import socket
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import click
import gevent
from gunicorn.app.base import BaseApplication
from redis import Redis
from redis.exceptions import AuthenticationError, ResponseError

from server.board import Board, write_on
from server.config import DEFAULT_STORE, MEMORY_STORE, Settings, SettingsError, secret_key
from server.journal import open_journal
from server.sessions.condition import UNTOLD, is_too_old, oldest, shortcoming
from server.sessions.embedded import EmbeddedStore, EmbeddedStoreError
from server.sessions.redis import RedisStore, reach
from server.sessions.store import Condition, Durability, StoreUnavailable

_GRACE = 10  # seconds a worker may take to finish its requests
_FILES = 65_536  # that one process may have open, where the system lets it
_ROWS = 4  # to count in, a worker: while they are replaced there are twice as many, and one may be late to go


class Application(BaseApplication):  # type: ignore[misc]
    """gunicorn, set up by us."""

    def __init__(self, load: Callable[[], Any], options: Mapping[str, Any]) -> None:
        self._load = load
        self._options = options
        super().__init__()

    def load_config(self) -> None:
        for name, value in self._options.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        return self._load()


def serve(settings: Settings) -> None:
    """Serve until a signal ends it. Raises ``SettingsError`` for what cannot be served."""
    _check_socket(settings.fd)
    open_journal(settings)
    _open_as_many_files_as_may_be()
    settings = replace(settings, secret_key=secret_key(settings))
    with _store(settings) as (settings, kept):
        options = _options(settings) | _counting(Board(_ROWS * settings.workers))
        options |= {"when_ready": lambda arbiter: _say(settings, kept)}
        Application(lambda: _app(settings), options).run()


@contextmanager
def _store(settings: Settings) -> Iterator[tuple[Settings, str]]:
    """The settings with a store to connect to, and where that is in words. Ours is started, and stopped at the end."""
    if settings.store == MEMORY_STORE:
        if settings.durability not in (None, Durability.NONE):
            raise SettingsError(f"memory is lost with its process: it cannot be {settings.durability}")
        yield replace(settings, workers=1), "in memory, and end with this process"
    elif settings.store != DEFAULT_STORE:
        _ask(settings)
        yield settings, f"at {_without_password(settings.store)}"
    else:
        try:
            durability = settings.durability or Durability.ALWAYS
            embedded = EmbeddedStore(settings.data, memory=settings.store_memory, durability=durability)
            embedded.start()
        except (EmbeddedStoreError, OSError) as error:
            raise SettingsError(str(error)) from error
        gevent.spawn(embedded.keep)
        try:
            settings = replace(settings, store=embedded.url, durability=durability)
            yield settings, f"by an embedded Valkey, in {embedded.folder} ({durability})"
        finally:
            embedded.stop()


def _check_socket(fd: int | None) -> None:
    if fd is None:
        return
    try:
        with socket.socket(fileno=os.dup(fd)) as given:
            listens = given.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN)
    except OSError as error:
        raise SettingsError(f"{fd} is no open socket: {error}") from error
    if not listens:
        raise SettingsError(f"nobody listens on socket {fd}")


def _open_as_many_files_as_may_be() -> None:
    """A client is a file, and many systems start a process with a thousand."""
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if now < _FILES:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, _FILES), most))


def _say(settings: Settings, kept: str) -> None:
    place = f"http://{_bracketed(settings.host)}:{settings.port}" if settings.fd is None else f"socket {settings.fd}"
    click.echo(f"Leverstoke listens on {place} (its document: /docs)")
    click.echo(f"Sessions are kept {kept}")
    click.echo(f"Workers: {settings.workers}. Ctrl-C stops.")


def _bracketed(host: str) -> str:
    """*host* as it stands before a port."""
    return f"[{host}]" if ":" in host else host


def _without_password(url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2], query=""))


def _ask(settings: Settings) -> None:
    """A store of the user's own that is away may come; one that cannot be used, or is too weak, is told of at once."""
    url = settings.store
    try:
        client = reach(url)
        found = RedisStore(client, ttl=1).condition()
        if found.clustered and isinstance(client, Redis):
            raise SettingsError(f"{_without_password(url)} is one of a Cluster: write redis+cluster://host:port")
        _hold_to(settings.durability, found, _without_password(url))
    except ValueError as error:
        raise SettingsError(f"{_without_password(url)} is no store: {error}") from error
    except StoreUnavailable as error:
        if isinstance(error.__cause__, AuthenticationError | ResponseError):
            raise SettingsError(f"{_without_password(url)} refuses: {error.__cause__}") from error
        click.echo(f"{_without_password(url)} does not answer yet: {error.__cause__ or 'it is not ready'}", err=True)


def _hold_to(promised: Durability | None, found: Condition, place: str) -> None:
    if is_too_old(found):
        raise SettingsError(f"{place} is {found.name} {found.version}; {oldest(found.name)} or newer is needed")
    if wrong := shortcoming(found, promised):
        raise SettingsError(f"{place} will not do: {wrong}")
    click.echo(f"{place} is {found.name} {found.version}, durability {found.durability or UNTOLD}")
    if found.eviction not in ("noeviction", UNTOLD):
        click.echo(f"{place} evicts ({found.eviction}): when it is full sessions are lost", err=True)


def _app(settings: Settings) -> Any:
    """The application, made in each worker: its connections are not to be shared over a fork."""
    from server.web.app import create_app

    return create_app(settings, pause=_let_others_come_first)


def _let_others_come_first() -> None:
    """Look once at who has come, and answer them.

    The priority is above theirs, or a thought would wait until nobody comes. Beside four seats that think without end a
    view takes 3.0 ms at the median and 5.5 at the 99th percentile, 1.9 and 2.4 beside none. Thought in threads makes
    that 29 and 69 ms, for they take turns of 5 ms, and ``gevent.sleep(0)`` 18 and 23.
    """
    gevent.idle(1)


def _options(settings: Settings) -> dict[str, Any]:
    return {
        "bind": f"{_bracketed(settings.host)}:{settings.port}" if settings.fd is None else f"fd://{settings.fd}",
        "workers": settings.workers,
        "worker_class": "server.worker.Worker",
        "worker_connections": 2000,
        "graceful_timeout": _GRACE,
        "keepalive": 75,
        "loglevel": "error",  # its warnings quote what was sent: a token may be in it
        "logger_class": "server.worker.Logger",
        "control_socket_disable": True,  # its socket lies in the home folder, where another server takes it over
        "forwarded_allow_ips": "",  # whom to believe where a request came from is said in one place, web/limits.py
        "forwarder_headers": "",  # or SCRIPT_NAME from loopback would rewrite the routes
    }


def _counting(board: Board) -> dict[str, Any]:
    """Every worker counts in a row of *board*, and leaves it to the next."""

    def before_fork(arbiter: Any, worker: Any) -> None:
        worker.row = board.take()

    return {
        "pre_fork": before_fork,
        "post_fork": lambda arbiter, worker: write_on(board, worker.row),
        "child_exit": lambda arbiter, worker: board.give_back(worker.row),
    }
