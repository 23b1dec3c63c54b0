"""The yardstick measures what it says: the rival answers as we do, and a slice of each contestant is right."""

import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.load.bench.asked import Table, opened
from tests.load.bench.contestants import OURS, RIVAL, Contestant, standing

PARTY = "shooting-party"
ITS_OWN = ("id", "url", "created_at", "expires_at")  # what differs between two sessions that are played alike
TRIES = 3
ROOT = Path(__file__).parents[2]


def played(client: httpx.Client, table: Table, by: Contestant) -> list[dict[str, Any]]:
    """What *by* answers to each move at *table*."""
    answers = []
    for asked in map(table.asked, table.moves):
        headers = {"Authorization": f"Bearer {asked.token}", "Content-Type": "application/json"}
        answer = client.post(f"http://127.0.0.1:{by.port}{asked.path}", headers=headers, content=asked.body)
        assert answer.status_code == 200, answer.text
        told = answer.json()
        told["session"] = {name: value for name, value in told["session"].items() if name not in ITS_OWN}
        told["events"] = [{name: value for name, value in event.items() if name != "at"} for event in told["events"]]
        answers.append(told)
    return answers


def test_the_rival_answers_as_we_do(tmp_path: Path) -> None:
    with (
        standing(tmp_path, (RIVAL,)) as found,
        httpx.Client(base_url=f"http://127.0.0.1:{found[OURS].port}") as client,
    ):
        ours, rivals = (opened(client, PARTY, 7) for _ in range(2))
        assert len(ours.moves) > 10
        assert played(client, rivals, found[RIVAL]) == played(client, ours, found[OURS])


@pytest.mark.skipif(shutil.which("wrk") is None, reason="wrk is not installed")
def test_a_slice_of_each_kind_is_measured() -> None:
    """On a busy machine one may say nothing, and then another is taken."""
    command = [sys.executable, "-m", "tests.load.bench", "--rounds", "1", "--laps", "1"]
    chosen = [option for name in ("limit", "action", "unchanged", "rival") for option in ("--only", name)]
    for _ in range(TRIES):
        ran = subprocess.run([*command, *chosen], cwd=ROOT, capture_output=True, text=True, check=False, timeout=90)
        if ran.returncode == 0:
            break
    assert ran.returncode == 0, ran.stderr
    for kind in (r"\(b\) the limit", r"\(c\) an action", r"\(c\) the same, unchanged", r"\(d\) Starlette"):
        assert re.search(rf"^\| {kind}[^|]*( \| [\d,.]+){{8}} \|$", ran.stdout, re.MULTILINE), ran.stdout
