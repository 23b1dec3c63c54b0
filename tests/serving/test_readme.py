"""The README's curl lines, typed as printed against a live server, print what the README says they print.

``python -m tests.serving.test_readme`` runs them and writes what they print into the README.
"""

import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from tests.serving.server import Server

README = Path(__file__).parents[2] / "README.md"
PORT = "localhost:8000"
CONSOLE = re.compile(r"^```console\n(\$ .*?)^```$", re.DOTALL | re.MULTILINE)
MARK = "-- end of line --"


def commands(block: str) -> list[tuple[str, str]]:
    """(what is typed, what it prints) of each command in a console block; a command goes on in lines with ``>``."""
    typed = re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]
    pairs = []
    for text in typed:
        first, *rest = text.splitlines()
        more = [line for line in rest if line.startswith("> ")]
        printed = [line for line in rest if not line.startswith("> ")]
        pairs.append(("\n".join([first, *(line[2:] for line in more)]), "\n".join(printed)))
    return pairs


def typed_out(lines: list[str], server: Server) -> list[str]:
    """What *lines* print, one after the other in one shell."""
    script = "".join(f"{line}\necho '{MARK}'\n" for line in lines).replace(PORT, f"localhost:{server.port}")
    with tempfile.TemporaryDirectory() as folder:
        shell = subprocess.run(
            ["bash"], input=script, cwd=folder, capture_output=True, text=True, check=False, timeout=120
        )
    assert not shell.stderr, shell.stderr
    return [text.strip("\n") for text in shell.stdout.split(f"{MARK}\n")[:-1]]


def told(text: str) -> list[tuple[str, str]]:
    return [pair for block in CONSOLE.findall(text) for pair in commands(block)]


def test_the_readmes_lines_print_what_it_says(tmp_path: Path) -> None:
    for tool in ("curl", "jq"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed (Debian: {tool})")
    pairs = told(README.read_text())
    assert len(pairs) > 10
    with Server(tmp_path) as server:
        printed = typed_out([line for line, _ in pairs], server)
    assert printed == [expected for _, expected in pairs]


def _write() -> None:
    text = README.read_text()
    with tempfile.TemporaryDirectory() as data, Server(Path(data)) as server:
        printed = iter(typed_out([line for line, _ in told(text)], server))

    def filled(block: re.Match[str]) -> str:
        lines = []
        for line, _ in commands(block[1]):
            lines += ["$ " + line.replace("\n", "\n> ")]
            lines += [output for output in [next(printed)] if output]
        return "```console\n" + "\n".join(lines) + "\n```"

    README.write_text(CONSOLE.sub(filled, text))


if __name__ == "__main__":
    _write()
