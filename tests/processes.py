"""Processes by their number, as the system tells of them."""

from collections.abc import Iterable
from pathlib import Path


def children_of(pid: int) -> list[int]:
    """The processes it has forked; none once it has ended."""
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except FileNotFoundError:
        return []


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and was not waited for does not."""
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False


def cpu_of(pids: Iterable[int]) -> float:
    """Seconds of processor that processes have used, all their threads together."""
    threads = [thread for pid in pids for thread in Path(f"/proc/{pid}/task").iterdir()]
    return sum(int((thread / "schedstat").read_text().split()[0]) for thread in threads) / 1e9
