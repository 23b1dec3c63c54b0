"""Those who look on leave places at the store to those who play."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Lock

import pytest

from server.game import Refused, Resign
from server.look import Claim
from server.sessions.memory import MemoryStore
from server.sessions.session import Tag
from server.sessions.store import Entry
from server.table import Table
from server.watch import READERS
from tests.conftest import HOUR
from tests.games.random_play import ENTRIES

STREAMS = 3 * READERS
A_WHILE = 0.02  # seconds that the store takes for a page


class Slow(MemoryStore):
    """Takes its time over pages of the log, and counts how many it is asked for at once."""

    def __init__(self) -> None:
        super().__init__(HOUR)
        self.most = 0
        self._now = 0
        self._lock = Lock()

    def entries(self, address: str, *, since: int, limit: int) -> list[Entry]:
        with self._counted():
            time.sleep(A_WHILE)
            return super().entries(address, since=since, limit=limit)

    @contextmanager
    def _counted(self) -> Iterator[None]:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        yield
        with self._lock:
            self._now -= 1


class Overtaken(MemoryStore):
    """Something happens before it reads its log for the first time."""

    def __init__(self) -> None:
        super().__init__(HOUR)
        self.meanwhile: Callable[[], None] | None = None

    def entries(self, address: str, *, since: int, limit: int) -> list[Entry]:
        happens, self.meanwhile = self.meanwhile, None
        if happens:
            happens()
        return super().entries(address, since=since, limit=limit)


def test_events_of_a_session_that_is_removed_just_then_are_not_found() -> None:
    store, entry = Overtaken(), ENTRIES["shooting-party"]
    table = Table(entry.game, entry.bot, store, ttl=HOUR, place=str, mark=str)
    look = table.open(entry.game.options()).look
    table.act(look.session_id, Claim(0), Resign())
    store.meanwhile = lambda: table.delete(look.session_id, Claim(0))
    with pytest.raises(Refused) as refused:
        table.watch.events(look.session_id, None, after=Tag(), limit=100)
    assert refused.value.code == "not_found"


def test_streams_that_catch_up_ask_the_store_a_few_at_a_time() -> None:
    store, entry = Slow(), ENTRIES["shooting-party"]
    table = Table(entry.game, entry.bot, store, ttl=HOUR, place=str, mark=str)
    look = table.open(entry.game.options()).look
    table.act(look.session_id, Claim(0), Resign())

    def told(_: int) -> int:
        stream = table.watch.follow(look.session_id, None, after=Tag())
        return sum(len(page) for page in stream or ())

    with ThreadPoolExecutor(STREAMS) as crowd:
        heard = list(crowd.map(told, range(STREAMS)))
    assert len(set(heard)) == 1
    assert heard[0] > 0
    assert 1 < store.most <= READERS
