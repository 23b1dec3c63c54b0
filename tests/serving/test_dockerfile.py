"""The image is what it should be, as far as that can be told without building it: its steps are done here instead, on
what it copies and nothing else, and what they make serves and is found healthy.
"""

import importlib.metadata
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.faults.formations import until
from tests.ports import free_port

ROOT = Path(__file__).parents[2]
DOCKERFILE = ROOT / "Dockerfile"
LINTER = ROOT / ".ci/linters/bin/hadolint"
INSTALLED = "/opt/leverstoke/bin"
PATIENCE = 20.0  # seconds for what is started to answer, or to end
BUILDS = ("editables", "hatchling")  # what pyproject.toml has under build
KEPT_OUT = (
    ".git/config",
    ".venv/bin/python",
    ".env",
    "data/secret.key",
    "compose.yaml",
    "clients/python/pyproject.toml",
    "docs/promises.md",
    "tests/conftest.py",
    "server/__pycache__/cli.cpython-313.pyc",
    "server/web/__pycache__/app.cpython-313.pyc",
)


def instructions() -> list[tuple[str, str]]:
    """(``RUN``, what), in their order."""
    lines = (line for line in DOCKERFILE.read_text().splitlines() if line.strip() and not line.startswith("#"))
    whole = "\n".join(lines).replace("\\\n", " ").splitlines()
    return [(name, " ".join(rest.split())) for name, _, rest in (line.partition(" ") for line in whole)]


def last_stage() -> dict[str, str]:
    """Of each instruction the last."""
    return dict(instructions()[max(n for n, (name, _) in enumerate(instructions()) if name == "FROM") :])


def copied() -> Iterator[tuple[str, str]]:
    """Source and destination of what comes from this folder."""
    for name, rest in instructions():
        if name == "COPY" and "--from" not in rest:
            *sources, destination = rest.split()
            for source in sources:
                yield source, f"{destination}{source}" if destination.endswith("/") else destination


def is_kept_out(path: str) -> bool:
    """Whether ``.dockerignore`` does: the last line that is true of the path, or of a folder it is in, decides."""
    kept_out = False
    for line in filter(None, (ROOT / ".dockerignore").read_text().splitlines()):
        if not line.startswith("#"):
            pattern = re.escape(line.removeprefix("!")).replace(r"\*\*/", "(?:.*/)?").replace(r"\*", "[^/]*")
            if re.fullmatch(f"{pattern}(?:/.*)?", path):
                kept_out = not line.startswith("!")
    return kept_out


@pytest.mark.skipif(not LINTER.exists(), reason="hadolint is not installed: .ci/run installs .ci/linters.txt")
def test_a_linter_finds_nothing() -> None:
    told = subprocess.run([LINTER, "--no-color", DOCKERFILE], capture_output=True, text=True, timeout=60)
    assert (told.returncode, told.stdout) == (0, ""), told.stdout + told.stderr


def test_what_is_copied_is_there_and_the_rest_is_kept_out() -> None:
    sources = {source for source, _ in copied()}
    assert sources
    for source in sources:
        assert (ROOT / source).exists()
        assert not is_kept_out(source)
    assert all(map(is_kept_out, KEPT_OUT))
    assert {path.name for path in ROOT.iterdir() if not is_kept_out(path.name)} == sources


def test_it_runs_as_nobody_in_particular_and_says_how_to_end_and_to_ask_it() -> None:
    last = last_stage()
    user, _, group = last["USER"].partition(":")
    assert int(user) > 0
    assert int(group) > 0
    assert f"--uid {user} " in last["RUN"]
    assert last["STOPSIGNAL"] == "SIGTERM"
    assert "HEALTHCHECK" in last
    assert "pip" not in last["RUN"]
    assert [name for name, _ in instructions()].count("FROM") == 2


def test_what_builds_the_package_stays_behind() -> None:
    removed = next(rest for _, rest in instructions() if "uninstall" in rest).rpartition("--yes ")[2].split()
    assert set(removed) == needed_by(BUILDS) - needed_by(["leverstoke"])


def needed_by(names: Iterable[str]) -> set[str]:
    """These packages and all that they need."""
    needed, asked = set[str](), list(names)
    while asked:
        name = canonicalize_name(asked.pop())
        if name not in needed:
            needed.add(name)
            wanted = map(Requirement, importlib.metadata.requires(name) or [])
            asked += [other.name for other in wanted if not other.marker or other.marker.evaluate({"extra": ""})]
    return needed


def test_what_is_copied_serves_and_is_found_healthy(tmp_path: Path) -> None:
    target, port = installed(tmp_path), free_port()
    told = last_stage()
    environment = os.environ | dict(shlex.split(told["ENV"])[n].split("=", 1) for n in range(3))
    environment |= {
        "LEVERSTOKE_HOST": "127.0.0.1",
        "LEVERSTOKE_PORT": str(port),
        "LEVERSTOKE_DATA": str(tmp_path / "data"),
        "LEVERSTOKE_WORKERS": "1",
        "PYTHONPATH": str(target),
    }
    check = json.loads(told["HEALTHCHECK"].partition("CMD ")[2])
    assert check.pop(0) == f"{INSTALLED}/python"

    def is_healthy() -> bool:
        return subprocess.run([sys.executable, *check], env=environment, capture_output=True).returncode == 0

    def module(name: str) -> Path:
        """Where it is imported from."""
        asked = [sys.executable, "-c", f"import {name}; print({name}.__file__)"]
        return Path(subprocess.check_output(asked, env=environment, cwd=tmp_path, text=True).strip())

    assert module("server").parent == target / "server"
    assert module("schemas").parent == target / "schemas"
    assert not is_healthy()
    command = [*json.loads(told["ENTRYPOINT"]), *json.loads(told["CMD"])]
    command[0] = command[0].replace(INSTALLED, str(target / "bin"))
    with ended(subprocess.Popen(command, env=environment, cwd=tmp_path, stdout=subprocess.DEVNULL)) as process:
        until("it is healthy", is_healthy, PATIENCE)
        assert httpx.post(f"http://127.0.0.1:{port}/v1/shooter/sessions", json={}).status_code == 201
        assert httpx.get(f"http://127.0.0.1:{port}/openapi.yaml").text == (ROOT / "openapi.yaml").read_text()
        process.send_signal(signal.Signals[told["STOPSIGNAL"]])
        assert process.wait(PATIENCE) == 0
        assert not is_healthy()


def installed(folder: Path) -> Path:
    """The package, made of what is copied alone."""
    source, target = folder / "src", folder / "installed"
    source.mkdir()
    for name, destination in copied():
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, source / destination, ignore=_kept_out)
        else:
            shutil.copyfile(ROOT / name, source / destination)
    step = next(rest for _, rest in instructions() if "--no-build-isolation" in rest)
    options = re.findall(r"--no-(?:cache-dir|deps|build-isolation)\b", step)
    command = [sys.executable, "-m", "pip", "install", "--quiet", *options, "--target", target, "."]
    subprocess.run(command, cwd=source, check=True, capture_output=True, timeout=120)
    return target


def _kept_out(folder: str, names: list[str]) -> list[str]:
    below = Path(folder).relative_to(ROOT)
    return [name for name in names if is_kept_out(str(below / name))]


@contextmanager
def ended(process: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    try:
        yield process
    finally:
        if process.poll() is None:
            process.terminate()
            process.wait(PATIENCE)
