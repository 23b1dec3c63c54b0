"""The TypeScript client's ``src/generated``: hey-api's generator, pinned in ``package.json`` and run by Node.

The package has the version of the document.
"""

import json
import shutil
import subprocess
from pathlib import Path

import yaml

from clients.games import Game

_HOME = Path(__file__).parents[1] / "typescript"


def generate(document: Path, games: list[Game], folder: Path) -> None:
    """Write ``src/generated`` in *folder* from *document*, and its version into the package.

    The generator is that of *folder*, or else of the repository's ``clients/typescript``. FileNotFoundError if nobody
    has done ``npm ci`` in either, or there is no Node.
    """
    version = yaml.safe_load(document.read_text())["info"]["version"]
    for file in ("package.json", "package-lock.json"):
        _set_version(folder / file, version)
    options = ("--file", "openapi-ts.config.js", "--input", str(document.resolve()), "--no-log-file")
    done = subprocess.run([tool("node"), _generator(folder), *options], cwd=folder, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"openapi-ts ended with {done.returncode}:\n{done.stdout}{done.stderr}")


def tool(name: str) -> str:
    """The program *name*, from PATH. FileNotFoundError without it."""
    found = shutil.which(name)
    if found is None:
        raise FileNotFoundError(name)
    return found


def _generator(folder: Path) -> Path:
    for home in (folder, _HOME):
        if (found := home / "node_modules" / "@hey-api" / "openapi-ts" / "bin" / "run.js").exists():
            return found
    raise FileNotFoundError(f"{_HOME / 'node_modules'} (npm ci)")


def _set_version(file: Path, version: str) -> None:
    """npm keeps the version of a package in two files, and in one of them twice."""
    package = json.loads(file.read_text())
    package["version"] = version
    if "packages" in package:
        package["packages"][""]["version"] = version
    file.write_text(json.dumps(package, indent=2, ensure_ascii=False) + "\n")
