"""The clients are what the document and the generators make of them, and have its version."""

import json
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from clients.generate import DOCUMENT, HOME, LANGUAGES, generate

NOT_OURS = shutil.ignore_patterns("node_modules", "dist", "__pycache__", "*.egg-info", "*.tsbuildinfo")


def files_of(folder: Path) -> dict[Path, bytes]:
    return {path.relative_to(folder): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_client_is_as_it_is_made(language: str, tmp_path: Path) -> None:
    kept, made = tmp_path / "kept", tmp_path / "made"
    shutil.copytree(HOME / language, kept, ignore=NOT_OURS)
    shutil.copytree(kept, made)
    try:
        generate(language, made)
    except FileNotFoundError as missing:
        pytest.skip(f"{missing} is not there: `make clients` installs what writes the clients")
    before, after = files_of(kept), files_of(made)
    drifted = [str(path) for path in before.keys() | after.keys() if before.get(path) != after.get(path)]
    assert not drifted, f"run `make clients`: {drifted[:10]}"


def test_every_client_has_the_version_of_the_document() -> None:
    version = yaml.safe_load(DOCUMENT.read_text())["info"]["version"]
    package: dict[str, Any] = json.loads((HOME / "typescript/package.json").read_text())
    project = tomllib.loads((HOME.parent / "pyproject.toml").read_text())["project"]
    assert package["version"] == project["version"] == version
    assert f'VERSION = "{version}"' in (HOME / "python/src/leverstoke_client/version.py").read_text()
    assert f'"{version}"' in (HOME / "go/api/client.go").read_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_client_has_a_readme_and_the_licence(language: str) -> None:
    assert (HOME / language / "LICENSE").read_bytes() == (HOME.parent / "LICENSE").read_bytes()
    assert "http://localhost:8000" in (HOME / language / "README.md").read_text()


def test_every_client_is_held_to_the_same_examples_of_a_deal() -> None:
    examples = (HOME.parent / "tests/games/vectors/deal.json").read_bytes()
    for copy in ("go/testdata/deal.json", "typescript/test/deal.json"):
        assert (HOME / copy).read_bytes() == examples, copy
