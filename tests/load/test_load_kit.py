"""The load kit plays every kind of session to the end on an honest server, and its exit code tells of a lying one."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.load import liar
from tests.load.answer import Answer
from tests.load.liar import Asked, Lie, lying
from tests.ports import free_port
from tests.serving.server import Server

ROOT = Path(__file__).parents[2]
KINDS = (
    "a solitaire, played",
    "bots, played against",
    "people at a table, played",
    "table watched by stream",
    "view and events watched by poll",
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("load"), ("--workers", "1")) as server:
        yield server


def load(url: str, *options: str) -> "subprocess.CompletedProcess[str]":
    """Load what is at *url*, in a process of its own: locust changes the one it runs in."""
    command = [sys.executable, "-m", "tests.load", "--url", url, *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)


def test_every_kind_of_user_finishes_a_session_without_a_failure(server: Server, tmp_path: Path) -> None:
    report = tmp_path / "report.html"
    ran = load(server.url, "--users", "12", "--time", "6s", "--seed", "kit", "--report", str(report), "--think", "0.02")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    for kind in KINDS:
        assert re.search(rf"^ +[1-9]\d*  {kind}$", ran.stdout, re.MULTILINE), ran.stdout + ran.stderr
    assert "VIOLATED" not in ran.stdout
    assert "/v1/shooter/sessions/{id}/play" in report.read_text()
    assert not re.search(r"/sessions/[^{]", ran.stdout), "a session has a row of its own"


@pytest.mark.parametrize("pace", [("--think", "2"), ("--think", "0", "--linger", "60")], ids=["in_play", "over"])
def test_nothing_is_left_in_the_lobby(server: Server, tmp_path: Path, pace: tuple[str, ...]) -> None:
    """A run that is cut short clears its tables away too."""
    short = ("--users", "2", "--time", "3s", "--stop-timeout", "3", *pace)
    ran = load(server.url, *short, "--report", str(tmp_path / "report.html"), "People")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert _listed(server) == []


def test_the_same_seed_plays_the_same(server: Server, tmp_path: Path) -> None:
    def posted(seed: str) -> list[tuple[str, bytes]]:
        deeds: list[tuple[str, bytes]] = []

        def remember(asked: Asked, answer: Answer) -> Answer:
            if asked.method == "POST":
                deeds.append((asked.path.rpartition("/")[2], asked.body))
            return answer

        quick = ("--users", "1", "--time", "1s", "--think", "0")
        with lying(free_port(), server.port, remember) as url:
            ran = load(url, "--report", str(tmp_path / "report.html"), *quick, "--seed", seed, "Alone")
        assert ran.returncode == 0, ran.stdout + ran.stderr
        return deeds[:15]

    first = posted("one")
    assert len(first) == 15
    assert posted("one") == first
    assert posted("two") != first


@pytest.mark.parametrize(
    ("lie", "user", "invariant"),
    [
        (liar.a_card_twice, "Solitaire", "cards are conserved"),
        (liar.two_winners, "Solitaire", "one turn has one winner"),
        (liar.an_event_lost, "Alone", "events come once each in order"),
        (liar.nobody_is_woken, "People", "no table is stuck"),
        (liar.nobody_is_told, "Alone", "events come once each in order"),
        (liar.a_failure, "Solitaire", "the server never fails"),
    ],
    ids=lambda value: getattr(value, "__name__", value),
)
def test_a_lying_server_is_found_out(server: Server, tmp_path: Path, lie: Lie, user: str, invariant: str) -> None:
    report = str(tmp_path / "report.html")
    quick = ("--seed", "liar", "--time", "1s", "--think", "0", "--patience", "1", "--stop-timeout", "8")
    with lying(free_port(), server.port, lie) as url:
        ran = load(url, "--users", "2", "--report", report, *quick, user)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert re.search(rf"^ +[1-9]\d*  {invariant}$", ran.stdout.partition("VIOLATED")[2], re.MULTILINE), ran.stdout


def test_a_server_that_is_not_there_is_a_failure(tmp_path: Path) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    ran = load(url, "--users", "1", "--time", "1s", "--report", str(tmp_path / "report.html"), "--stop-timeout", "1")
    assert ran.returncode == 1, ran.stdout + ran.stderr


def _listed(server: Server) -> list[object]:
    listed: list[object] = httpx.get(f"{server.url}/v1/shooter/sessions").json()["sessions"]
    return listed
