"""What may grow: an action with the length of its session, and with the number of sessions in the store."""

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import httpx
from redis import Redis

from server.sessions.embedded import EmbeddedStore
from server.sessions.link import connect
from server.web.auth import Tokens
from tests.load.bench.asked import PER_SECOND
from tests.load.bench.contestants import OURS, Contestant, standing
from tests.load.bench.crowd import Crowd
from tests.load.bench.slices import Slice, measured
from tests.load.streams import waiting

TENTH, LATE = 10, 200
FEW = 1_000  # sessions
IDLE = 512  # streams, and as many held polls


@dataclass(frozen=True)
class Growth:
    """Two figures that should be alike, or one that should be small, in words."""

    title: str
    few: str
    many: str
    told: str


@dataclass(frozen=True)
class House:
    """A server, and its store, which is filled with copies of sessions that were played over *client*."""

    server: Contestant
    store: Redis
    tokens: Tokens
    client: httpx.Client

    def crowd(self, turn: int) -> Crowd:
        return Crowd(self.store, self.tokens, self.client, turn)

    def slice(self, crowd: Crowd, seconds: float) -> Slice:
        asked = crowd.asked(round(PER_SECOND * seconds))
        return measured(self.server.port, self.server.workers, asked, seconds=seconds, once=True, in_turn=True)


@contextmanager
def _house() -> Iterator[House]:
    with tempfile.TemporaryDirectory() as folder, standing(Path(folder), ()) as found:
        server, tokens = found[OURS], Tokens((Path(folder) / "secret.key").read_text().strip())
        with (
            httpx.Client(base_url=f"http://127.0.0.1:{server.port}", timeout=20) as client,
            connect(EmbeddedStore(Path(folder)).url) as store,
        ):
            yield House(server, store, tokens, client)


def grown(sessions: int, laps: int, seconds: float) -> list[Growth]:
    """All that may grow, with up to so many *sessions* in the store."""
    began = time.monotonic()
    with _house() as small:
        started = time.monotonic() - began
        resident, own = (median(_megabytes(worker, kind) for worker in small.server.workers) for kind in ("Rss", "Pss"))
        told = [_longer(small, laps, seconds)]
        with _house() as large:
            told.append(_followed(small, large, laps, seconds))
            told += _more(small, large, sessions, laps, seconds)
    told.append(Growth("from the start to the first answer", f"{started:.1f} s", "", "the store starts too"))
    told.append(Growth("a worker", f"{resident:.0f} MB", "", f"{own:.0f} MB if what they have in common counts once"))
    return told


def _longer(house: House, laps: int, seconds: float) -> Growth:
    """Sessions at their tenth action, and at a late one."""
    early, late = house.crowd(TENTH), house.crowd(LATE)
    early.grow_to(FEW)
    late.grow_to(FEW)
    pairs = [(house.slice(early, seconds), house.slice(late, seconds)) for _ in range(laps)]
    return _compared(f"an action, from its session's {TENTH}th on and {LATE}th on", pairs)


def _followed(alone: House, followed: House, laps: int, seconds: float) -> Growth:
    """Sessions in a house of their own, and in one in which many wait at others and nothing happens."""
    crowds = [house.crowd(TENTH) for house in (alone, followed)]
    for crowd in crowds:
        crowd.grow_to(FEW)
    opened = [followed.client.post("/v1/shooting-party/sessions").json() for _ in range(IDLE)]
    urls = [seated["session"]["url"] for seated in opened]
    with waiting(followed.server.port, urls, streams=IDLE, polls=IDLE):
        pairs = [(alone.slice(crowds[0], seconds), followed.slice(crowds[1], seconds)) for _ in range(laps)]
    return _compared(f"an action, alone and beside {IDLE} streams and {IDLE} held polls that are idle", pairs)


def _more(small: House, large: House, sessions: int, laps: int, seconds: float) -> Iterator[Growth]:
    """Sessions taken at random, in a house of few and in one of many."""
    few, many = small.crowd(TENTH), large.crowd(TENTH)
    few.grow_to(FEW)
    many.grow_to(FEW)
    before = _memory(large.store)
    many.grow_to(sessions)
    bytes_each = (_memory(large.store) - before) / (sessions - FEW)
    pairs = [(small.slice(few, seconds), large.slice(many, seconds)) for _ in range(laps)]
    yield _compared(f"an action, among {FEW:,} sessions and among {sessions:,}", pairs)
    title = f"a table of four at its {TENTH}th action, in the store"
    yield Growth(title, f"{bytes_each:,.0f} bytes", "", "without keys")


def _compared(title: str, pairs: Sequence[tuple[Slice, Slice]]) -> Growth:
    """What an action costs in the first of each pair, and in the second; and how these compare where they met."""
    first, then = (median(s.cpu for s in slices) for slices in zip(*pairs, strict=True))
    times = median(late.cpu / early.cpu for early, late in pairs)
    return Growth(title, f"{first:,.0f} µs", f"{then:,.0f} µs", f"{times:.2f} times")


def _memory(store: Redis) -> int:
    """Bytes that the store uses."""
    told: dict[str, int] = store.info("memory")
    return told["used_memory"]


def _megabytes(pid: int, kind: str) -> float:
    """Of memory that is resident (Rss), or a process's share of it (Pss)."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{kind}:")) / 1024
