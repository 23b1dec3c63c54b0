"""The document is taken by the generators of other languages, which nobody here has written."""

import subprocess
from pathlib import Path

import pytest

from clients.generate import DOCUMENT
from clients.generators.golang import tool


@pytest.mark.parametrize("language", ["java", "kotlin", "csharp", "swift6", "rust", "dart"])
def test_another_generator_takes_the_document(language: str, tmp_path: Path) -> None:
    try:
        generator = tool("openapi-generator-cli")
    except FileNotFoundError:
        pytest.skip("openapi-generator-cli is not installed: `make clients` installs what writes the clients")
    command = [generator, "generate", "-i", str(DOCUMENT), "-g", language, "-o", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout[-2000:]
    assert "ERROR" not in done.stdout + done.stderr
    written = "".join(path.name for path in tmp_path.rglob("*")).lower().replace("_", "")
    assert "shooterview" in written
    assert "shootingpartyevent" in written
