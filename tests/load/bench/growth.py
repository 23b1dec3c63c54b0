"""What may grow: an action with the length of its session, and with the number of sessions in the store."""

import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import httpx
from redis import Redis

from server.sessions.embedded import EmbeddedStore
from server.sessions.link import connect
from server.web.auth import Tokens
from tests.load.bench.contestants import OURS, Contestant, standing
from tests.load.bench.crowd import Crowd
from tests.load.bench.slices import Slice, measured

TENTH, LATE = 10, 200
FEW = 1_000  # sessions
_PER_SECOND = 4000  # more requests than anybody answers


@dataclass(frozen=True)
class Growth:
    """Two figures that should be alike, or one that should be small, in words."""

    title: str
    few: str
    many: str
    told: str


def grown(sessions: int, rounds: int, seconds: float) -> list[Growth]:
    """All that may grow, with up to so many *sessions* in the store."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, standing(Path(folder), ()) as found:
        ours, started = found[OURS], time.monotonic() - began
        size = median(map(_megabytes, ours.workers))
        tokens = Tokens((Path(folder) / "secret.key").read_text().strip())
        with (
            httpx.Client(base_url=f"http://127.0.0.1:{ours.port}", timeout=20) as client,
            connect(EmbeddedStore(Path(folder)).url) as store,
        ):
            early, late = (Crowd(store, tokens, client, turn) for turn in (TENTH, LATE))
            told = [_longer(ours, early, late, rounds, seconds), *_more(ours, early, store, sessions, rounds, seconds)]
    told.append(Growth("from the start to the first answer", f"{started:.1f} s", "", "the store starts too"))
    told.append(Growth("a worker", f"{size:.0f} MB", "", "its share of what the workers have in common among it"))
    return told


def _longer(ours: Contestant, early: Crowd, late: Crowd, rounds: int, seconds: float) -> Growth:
    """Sessions at their tenth action, and at a late one."""
    early.grow_to(FEW)
    late.grow_to(FEW)
    pairs = [(_slice(ours, early, seconds), _slice(ours, late, seconds)) for _ in range(rounds)]
    return _compared(f"an action, from its session's {TENTH}th on and {LATE}th on", *zip(*pairs, strict=True))


def _more(ours: Contestant, crowd: Crowd, store: Redis, sessions: int, rounds: int, seconds: float) -> Iterator[Growth]:
    """Sessions taken at random, among few and among many."""
    few = [_slice(ours, crowd, seconds) for _ in range(rounds)]
    before = _memory(store)
    crowd.grow_to(sessions)
    bytes_each = (_memory(store) - before) / (sessions - FEW)
    many = [_slice(ours, crowd, seconds) for _ in range(rounds)]
    yield _compared(f"an action, among {FEW:,} sessions and among {sessions:,}", few, many)
    title = f"a table of four at its {TENTH}th action, in the store"
    yield Growth(title, f"{bytes_each:,.0f} bytes", "", "without keys")


def _slice(ours: Contestant, crowd: Crowd, seconds: float) -> Slice:
    asked = crowd.asked(round(_PER_SECOND * seconds))
    return measured(ours.port, ours.workers, asked, seconds=seconds, once=True)


def _compared(title: str, few: "list[Slice] | tuple[Slice, ...]", many: "list[Slice] | tuple[Slice, ...]") -> Growth:
    first, then = median(s.cpu for s in few), median(s.cpu for s in many)
    return Growth(title, f"{first:,.0f} µs", f"{then:,.0f} µs", f"{then / first:.2f} times")


def _memory(store: Redis) -> int:
    """Bytes that the store uses."""
    told: dict[str, int] = store.info("memory")
    return told["used_memory"]


def _megabytes(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
