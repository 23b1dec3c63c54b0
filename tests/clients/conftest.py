"""The clients as whoever uses them has them: installed, or built."""

import shutil
import subprocess
from fcntl import LOCK_EX, flock
from pathlib import Path

import pytest

OFFLINE = {"GOFLAGS": "-mod=mod", "GOPROXY": "off", "GOTOOLCHAIN": "local"}
"""What Go is told, so that it asks nobody for anything."""

CLIENT = Path(__file__).parents[2] / "clients" / "typescript"


def program(name: str, package: str) -> str:
    """Where the program *name* is; who has it not skips, and is told the Debian *package*."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed (Debian: {package})")
    return found


@pytest.fixture(scope="session")
def npm() -> str:
    program("node", "nodejs")
    return program("npm", "npm")


def _install(npm: str) -> None:
    """What it is built with, as locked; who has it already is not asked for the registry."""
    installed = CLIENT / "node_modules" / ".package-lock.json"
    if not installed.exists() or installed.stat().st_mtime < (CLIENT / "package-lock.json").stat().st_mtime:
        done = subprocess.run([npm, "ci"], cwd=CLIENT, capture_output=True, text=True, timeout=300)
        if done.returncode:
            pytest.skip("npm ci fails: no registry can be reached, and clients/typescript/node_modules is not there")


@pytest.fixture(scope="session")
def typescript(npm: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the TypeScript client, built, with what it is built with; so no test meets one that is half built."""
    with (CLIENT / "package-lock.json").open() as lock:
        flock(lock, LOCK_EX)  # one at a time
        _install(npm)
    copy = tmp_path_factory.mktemp("client") / "typescript"
    shutil.copytree(CLIENT, copy, ignore=shutil.ignore_patterns("node_modules", "dist"))
    (copy / "node_modules").symlink_to(CLIENT / "node_modules")
    done = subprocess.run([npm, "run", "build"], cwd=copy, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return copy
