"""The TypeScript client: it builds, passes its own tests, and plays where it is installed; in a page too."""

import json
import re
import shutil
import subprocess
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue

import pytest

from tests.clients.conftest import CLIENT, program
from tests.ports import free_port
from tests.serving.server import Server

CLIENTS = CLIENT.parent
BLOCK = re.compile(r"^```ts\n(.*?)^```$", re.DOTALL | re.MULTILINE)
IMPORTS = """import { Refused } from "@leverstoke/client";
import { listGames } from "@leverstoke/client/operations";
"""
STRICT = {
    "compilerOptions": {
        "target": "ES2022",
        "module": "NodeNext",
        "lib": ["ES2022", "DOM", "DOM.AsyncIterable"],
        "types": [],
        "strict": True,
        "noUncheckedIndexedAccess": True,
        "exactOptionalPropertyTypes": True,
        "noEmit": True,
    },
    "files": ["readme.ts"],
}
TYPES = {".html": "text/html", ".js": "text/javascript"}


def run(*command: str | Path, at: Path) -> str:
    """What *command* prints in the folder *at*. It must end well."""
    done = subprocess.run(command, cwd=at, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def folder(npm: str, typescript: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of somebody who has installed the package."""
    home = tmp_path_factory.mktemp("home")
    run(npm, "pack", "--pack-destination", home, at=typescript)
    (home / "package.json").write_text('{"private": true, "type": "module"}')
    run(npm, "install", "--offline", "--no-audit", *home.glob("*.tgz"), at=home)
    return home


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("data")) as server:
        yield server


def test_it_passes_its_own_tests(npm: str, typescript: Path) -> None:
    run(npm, "test", at=typescript)


def test_its_lock_names_no_registry() -> None:
    assert "resolved" not in (CLIENT / "package-lock.json").read_text()


def test_it_depends_on_nothing(folder: Path) -> None:
    assert {path.name for path in (folder / "node_modules").iterdir()} == {"@leverstoke", ".package-lock.json"}


def test_the_bot_plays_to_the_end(folder: Path, server: Server) -> None:
    shutil.copy(CLIENTS / "examples" / "bot.mjs", folder)
    *_, result, dealt = run("node", "bot.mjs", server.url, at=folder).splitlines()
    assert result.startswith("Scores ")
    assert dealt == "The cards were dealt as promised."


def test_the_bot_of_the_readme_does_too(folder: Path, server: Server) -> None:
    five_lines = BLOCK.findall((CLIENT / "README.md").read_text())[0]
    (folder / "five.mjs").write_text(five_lines.replace("http://localhost:8000", server.url))
    assert "winners" in run("node", "five.mjs", at=folder)


def test_what_the_readme_shows_has_the_right_types(typescript: Path, folder: Path) -> None:
    blocks = BLOCK.findall((CLIENT / "README.md").read_text())
    (folder / "readme.ts").write_text(IMPORTS + "\n".join(blocks))
    (folder / "tsconfig.json").write_text(json.dumps(STRICT))
    run("node", typescript / "node_modules" / "typescript" / "bin" / "tsc", "--project", ".", at=folder)


PLAYS = """<script type="module">
import { Leverstoke } from "/dist/index.js";
const tell = (told) => fetch("/told", { method: "POST", body: JSON.stringify(told) });
try {
  const table = await new Leverstoke("SERVER").shooter.create({ players: 4, bots: 3, target: 5 });
  const heard = (async () => { let last; for await (const event of table.events()) last = event; return last; })();
  for await (const turn of table.turns()) await turn.play(turn.legalActions[0]);
  const { shuffles } = await table.verify();
  await tell({ result: table.view.result, last: await heard, shuffles });
} catch (error) { await tell({ error: String(error) }); }
</script>"""

CLICKS = """<script type="module">
const told = new Set();
const clicking = setInterval(() => {
  const said = document.getElementById("said");
  told.add(said.textContent);
  if (said.querySelector("button")) {
    clearInterval(clicking);
    fetch("/told", { method: "POST", body: JSON.stringify([...told]) });
  } else document.querySelector("#calls button, #hand button:enabled")?.click();
}, 20);
</script>"""


class Browser:
    """Chromium on pages that are served here, until one of them posts to ``/told``."""

    def __init__(self, pages: dict[str, str], files: Path) -> None:
        told: Queue[bytes] = Queue()

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                path = self.path.partition("?")[0]
                file = files / path.lstrip("/")
                body = pages[path].encode() if path in pages else file.read_bytes() if file.is_file() else None
                self.send_response(404 if body is None else 200)
                self.send_header("Content-Type", TYPES.get(file.suffix, "text/plain"))
                self.end_headers()
                self.wfile.write(body or b"")

            def do_POST(self) -> None:
                told.put(self.rfile.read(int(self.headers["Content-Length"])))
                self.send_response(204)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Nothing."""

        self._chromium = program("chromium", "chromium")
        self._told = told
        self._pages = ThreadingHTTPServer(("127.0.0.1", free_port()), Handler)

    def visit(self, path: str, profile: Path) -> object:
        """What the page at *path* has told."""
        threading.Thread(target=self._pages.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{self._pages.server_port}{path}"
        command = [self._chromium, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}", url]
        # With a port for a debugger it stays until it is told to go.
        command.append(f"--remote-debugging-port={free_port()}")
        chromium = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            return json.loads(self._told.get(timeout=60))
        finally:
            chromium.terminate()
            chromium.wait()
            self._pages.shutdown()
            self._pages.server_close()


def test_it_plays_in_a_page(typescript: Path, server: Server, tmp_path: Path) -> None:
    told = Browser({"/plays.html": PLAYS.replace("SERVER", server.url)}, typescript).visit("/plays.html", tmp_path)
    assert isinstance(told, dict)
    assert told["result"]["reason"] == "target"
    assert told["last"]["type"] == "finished"
    assert told["shuffles"] >= 1


def test_the_page_without_it_is_played_by_clicks(server: Server, tmp_path: Path) -> None:
    page = (CLIENTS / "examples" / "page.html").read_text()
    browser = Browser({"/page.html": page + CLICKS}, tmp_path)
    told = browser.visit(f"/page.html?server={server.url}", tmp_path / "profile")
    assert isinstance(told, list)
    assert any("It is your turn." in said for said in told)
    assert re.search(r"(You|Seat \d) won", told[-1])
