"""The yardstick measures what it says: the rival answers as we do, and a slice of each contestant is right."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.load.bench.asked import Table, make, opened
from tests.load.bench.contestants import OURS, RIVAL, Contestant, standing

PARTY = "shooting-party"
ITS_OWN = ("id", "url", "created_at", "expires_at")  # what differs between two sessions that are played alike
TRIES = 3
ROOT = Path(__file__).parents[2]


def to(contestant: Contestant) -> httpx.Client:
    return httpx.Client(base_url=f"http://127.0.0.1:{contestant.port}")


def played(client: httpx.Client, table: Table) -> list[dict[str, Any]]:
    """What is answered to each move at *table*."""
    answers = []
    for move in table.moves:
        told = make(client, table, move).json()
        told["session"] = {name: value for name, value in told["session"].items() if name not in ITS_OWN}
        told["events"] = [{name: value for name, value in event.items() if name != "at"} for event in told["events"]]
        answers.append(told)
    return answers


def test_the_rival_answers_as_we_do(tmp_path: Path) -> None:
    with standing(tmp_path, (RIVAL,)) as found, to(found[OURS]) as ours, to(found[RIVAL]) as rival:
        one, other = (opened(ours, PARTY, 7) for _ in range(2))
        assert len(one.moves) > 10
        assert played(rival, one) == played(ours, other)


@pytest.mark.skipif(shutil.which("wrk") is None, reason="wrk is not installed")
def test_a_slice_of_each_kind_is_measured() -> None:
    """On a busy machine one may say nothing, and then another is taken."""
    command = [sys.executable, "-m", "tests.load.bench", "--rounds", "1", "--laps", "1", "--ease", "1"]
    chosen = [option for name in ("limit", "action", "unchanged", "rival") for option in ("--only", name)]
    for _ in range(TRIES):
        ran = subprocess.run([*command, *chosen], cwd=ROOT, capture_output=True, text=True, check=False, timeout=90)
        if ran.returncode == 0:
            break
    assert ran.returncode == 0, ran.stderr
    for kind in (r"\(b\) the limit", r"\(c\) an action", r"\(c\) the same, unchanged", r"\(d\) Starlette"):
        assert re.search(rf"^\| {kind}[^|]*( \| [\d,.]+){{8}} \|$", ran.stdout, re.MULTILINE), ran.stdout
