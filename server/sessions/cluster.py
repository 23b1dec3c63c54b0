"""A store in a Cluster of servers: which of them has a key, and where it is when it has moved.

redis-py has a client for this. It learns the places of all keys anew inside every command that fails, one after the
other: before three servers that did not answer twenty reads took up to 24 seconds. Here the places are learnt once for
all, beside the requests, and whoever meets a server that is away is told so at once.
"""

import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from redis.crc import key_slot
from redis.exceptions import AskError, ClusterDownError, MovedError, RedisError, ResponseError
from redis.exceptions import ConnectionError as RedisConnectionError

from server.sessions.gate import PATIENCE
from server.sessions.link import Pool, credentials, hosts, manners, not_allowed, wrong_kind
from server.sessions.server import ASKING, MULTI, Command, Server, Tolerance
from server.sessions.store import OutcomeUnknown, StoreUnavailable

CLUSTER = "redis+cluster"

Place: TypeAlias = tuple[str, int]
"""A server's host and port."""

_PORT = 6379
_MOVES = 4  # places that one request is sent on to
_PAUSE = 0.1  # seconds between two times that the places are learnt


class Cluster:
    """A link to the Cluster at *url*, ``redis+cluster://user:password@host:port,host:port``: any of its servers.

    Raises ``ValueError`` for another kind of URL. It is met when it is first asked: one that is away does not keep the
    server from starting.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme != CLUSTER:
            raise ValueError(f"{parts.scheme or 'nothing'} is no Cluster")
        self._hosts = hosts(parts, _PORT)
        self._credentials = credentials(parts)
        self._servers: dict[Place, Server] = {}
        self._homes: dict[int, Place] = {}
        self._learning = threading.Lock()
        self._learnt = threading.Event()
        self._last = -_PAUSE
        self._trouble: BaseException | None = None

    def ask(self, key: str, *commands: Command, writes: bool = False) -> list[Any]:
        return self._ask(key, commands, writes=writes)

    def ask_for(self, reads: Sequence[tuple[str, Command]]) -> list[Any]:
        together: dict[Place, list[int]] = defaultdict(list)
        for number, (key, _) in enumerate(reads):
            together[self._home(key_slot(key.encode()))].append(number)
        replies: list[Any] = [None] * len(reads)
        for home, numbers in together.items():
            try:
                found = self._server(home).ask([reads[number][1] for number in numbers], takes=wrong_kind)
            except (MovedError, AskError):
                found = [self._ask(reads[number][0], reads[number][1:], takes=wrong_kind)[0] for number in numbers]
            except StoreUnavailable:
                self._learn()
                raise
            for number, reply in zip(numbers, found, strict=True):
                replies[number] = reply
        return replies

    def ask_all(self, *commands: Command) -> list[list[Any]]:
        self._learn()  # nobody else may ask: what is not ready is sent nothing
        self._home(0)
        return [self._server(home).ask(commands, takes=not_allowed) for home in sorted(set(self._homes.values()))]

    def line(self) -> Any:
        """To the first server that has a majority with it: what is published anywhere is passed on to it."""
        trouble: BaseException | None = None
        for place in self._places():
            try:
                line, state = self._server(place).line(("CLUSTER", "INFO"))
            except RedisError as error:
                trouble = error
                continue
            if _is_whole(state):
                return line
            line.disconnect()
        raise RedisConnectionError("no server has a majority with it") from trouble

    def look_round(self) -> None:
        for server in tuple(self._servers.values()):
            server.look_round()

    @property
    def breaks(self) -> int:
        return sum(server.breaks for server in tuple(self._servers.values()))

    def _ask(
        self, key: str, commands: Sequence[Command], *, writes: bool = False, takes: Tolerance | None = None
    ) -> list[Any]:
        slot = key_slot(key.encode())
        asking: Place | None = None  # whom to ask this once, while the keys of the slot are on their way
        for _ in range(_MOVES):
            place = asking or self._home(slot)
            try:
                if asking:
                    return self._server(place).ask([ASKING, *commands], writes=writes, takes=takes)[1:]
                return self._server(place).ask(commands, writes=writes, takes=takes)
            except MovedError as moved:
                asking = None
                self._homes[slot] = (moved.host or place[0], moved.port)
                self._learn()
            except AskError as moving:
                if len(commands) > 1 and not writes and commands[0] != MULTI:  # some of the keys may still be here
                    return [self._ask(key, [command], takes=takes)[0] for command in commands]
                asking = (moving.host or place[0], moving.port)
            except (StoreUnavailable, OutcomeUnknown) as error:
                if not _is_a_refusal(error.__cause__):
                    self._learn()
                raise
        raise StoreUnavailable

    def _home(self, slot: int) -> Place:
        """Who has the keys of *slot*. Raises ``StoreUnavailable`` if nobody says so in time."""
        home = self._homes.get(slot)
        if home is None:
            self._learn()
            self._learnt.wait(PATIENCE)
            home = self._homes.get(slot)
        if home is None:
            raise StoreUnavailable from self._trouble
        return home

    def _server(self, place: Place) -> Server:
        if place not in self._servers:
            host, port = place
            server = Server(Pool(host=host, port=port, **manners(), **self._credentials))
            self._servers.setdefault(place, server)
        return self._servers[place]

    def _places(self) -> list[Place]:
        """All servers that we have heard of; first those that take writes."""
        return list(dict.fromkeys([*self._homes.values(), *self._hosts]))

    def _learn(self) -> None:
        """Have the places learnt, unless that is going on or was just done."""
        if time.monotonic() - self._last > _PAUSE and self._learning.acquire(blocking=False):
            self._learnt.clear()
            threading.Thread(target=self._ask_around, daemon=True).start()

    def _ask_around(self) -> None:
        """Believe the first server that has a majority with it."""
        try:
            for place in self._places():
                try:
                    state, told = self._server(place).ask([("CLUSTER", "INFO"), ("CLUSTER", "SLOTS")])
                except (StoreUnavailable, OutcomeUnknown) as error:
                    self._trouble = _bare(error.__cause__)
                    continue
                if _is_whole(state):
                    self._homes = _homes(told, place[0])
                    return
        finally:
            self._last = time.monotonic()
            self._learnt.set()
            self._learning.release()


def _bare(error: BaseException | None) -> BaseException | None:
    """*error* as it reads, without the frames it has passed: those hold the Cluster that keeps it, and connections."""
    if error:
        error.__traceback__ = error.__cause__ = error.__context__ = None
    return error


def _is_whole(state: bytes) -> bool:
    """Whether a server has a majority with it, as CLUSTER INFO tells."""
    return b"cluster_state:ok" in state


def _homes(told: Any, host: str) -> dict[int, Place]:
    """The primary of every slot, as CLUSTER SLOTS tells; one that names no host is where it was asked."""
    return {
        slot: (host if primary[0] in (None, b"", b"?") else primary[0].decode(), primary[1])
        for first, last, primary, *_ in told
        for slot in range(first, last + 1)
    }


def _is_a_refusal(error: BaseException | None) -> bool:
    """Whether a server has answered and is where it should be."""
    return isinstance(error, ResponseError) and not isinstance(error, ClusterDownError)
