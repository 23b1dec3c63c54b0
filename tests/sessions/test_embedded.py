"""The embedded Valkey: durable, alone on its folder, found again after a kill, and small enough to be moved about."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from server.sessions.embedded import EmbeddedStore, EmbeddedStoreError, valkey
from server.sessions.link import connect
from server.sessions.redis import RedisStore
from tests.conftest import HOUR
from tests.processes import is_alive
from tests.sessions.test_store import HERE, change

START_AND_DIE = """
import os, signal
from pathlib import Path
from server.sessions.embedded import EmbeddedStore
EmbeddedStore(Path({folder!r})).start()
os.kill(os.getpid(), signal.SIGKILL)
"""

TRY_TO_START = """
from pathlib import Path
from server.sessions.embedded import EmbeddedStore
EmbeddedStore(Path({folder!r})).start()
"""


def run(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code.format(folder=str(folder))], capture_output=True, text=True, check=False
    )


def process_id(store: EmbeddedStore) -> int:
    with connect(store.url) as client:
        return int(client.info("server")["process_id"])


def test_what_was_acknowledged_survives_a_kill_of_the_store(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path)
    store.start()
    RedisStore(connect(store.url), HOUR).commit(HERE, change(b"one"))
    os.kill(process_id(store), signal.SIGKILL)
    store.stop()

    again = EmbeddedStore(tmp_path)
    again.start()
    assert RedisStore(connect(again.url), HOUR).load(HERE)[0] == change(b"one").stored
    again.stop()


def test_a_store_whose_server_was_killed_is_ended_before_another_starts(tmp_path: Path) -> None:
    assert run(START_AND_DIE, tmp_path).returncode == -signal.SIGKILL
    orphan = EmbeddedStore(tmp_path)
    before = process_id(orphan)
    RedisStore(connect(orphan.url), HOUR).commit(HERE, change(b"one"))

    store = EmbeddedStore(tmp_path)
    store.start()
    assert process_id(store) != before
    assert not is_alive(before)
    assert RedisStore(connect(store.url), HOUR).load(HERE)[0] == change(b"one").stored
    store.stop()


def test_a_second_server_is_refused_the_folder(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path)
    store.start()
    second = run(TRY_TO_START, tmp_path)
    assert second.returncode == 1
    assert f"another Leverstoke server is using {tmp_path}" in second.stderr
    with connect(store.url) as client:
        assert client.ping()
    store.stop()


def test_stopping_leaves_no_process_behind(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path)
    store.start()
    pid = process_id(store)
    store.stop()
    assert not is_alive(pid)


def test_a_fork_of_the_server_does_not_stop_the_store(tmp_path: Path) -> None:
    code = TRY_TO_START.replace("EmbeddedStore(Path({folder!r})).start()", "") + (
        "import os\n"
        "store = EmbeddedStore(Path({folder!r}))\n"
        "store.start()\n"
        "if os.fork() == 0:\n"
        "    store.stop()\n"
        "    os._exit(0)\n"
        "os.wait()\n"
        "from server.sessions.link import connect\n"
        "print(connect(store.url).ping())\n"
        "store.stop()\n"
    )
    assert run(code, tmp_path).stdout.strip() == "True"


def test_it_runs_as_promised(valkey: str) -> None:
    with connect(valkey) as client:
        promised = client.config_get("appendonly", "appendfsync", "save", "maxmemory-policy", "port")
    assert promised == {
        "appendonly": "yes",
        "appendfsync": "always",
        "save": "",
        "maxmemory-policy": "noeviction",
        "port": "0",
    }


def test_only_its_owner_can_reach_it(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path / "data")
    store.start()
    assert (tmp_path / "data").stat().st_mode & 0o777 == 0o700
    assert Path(store.url.removeprefix("unix://")).stat().st_mode & 0o777 == 0o700
    store.stop()


def test_a_folder_with_a_long_name_is_as_good(tmp_path: Path) -> None:
    store = EmbeddedStore(tmp_path / ("long" * 20) / "data")
    store.start()
    with connect(store.url) as client:
        assert client.ping()
    store.stop()


def test_a_store_that_does_not_start_says_why_and_leaves_the_folder_free(tmp_path: Path) -> None:
    with pytest.raises(EmbeddedStoreError, match="maxmemory no number"):
        EmbeddedStore(tmp_path, memory="no number").start()
    store = EmbeddedStore(tmp_path)
    store.start()
    store.stop()


@pytest.mark.parametrize("name", ["a folder", 'a "folder"', "b\\c", "d'e", "Zoë"])
def test_a_folder_may_be_called_anything(tmp_path: Path, name: str) -> None:
    store = EmbeddedStore(tmp_path / name)
    store.start()
    with connect(store.url) as client:
        assert client.ping()
    store.stop()


def test_what_it_writes_is_for_its_owner_alone(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    store = EmbeddedStore(tmp_path)
    store.start()
    RedisStore(connect(store.url), HOUR).commit(HERE, change(b"one"))
    store.stop()
    assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "appendonlydir").iterdir())


@pytest.mark.parametrize("package", ["msgspec", "no_such_package"])
def test_a_machine_without_a_valkey_is_told_what_to_do(package: str) -> None:
    with pytest.raises(EmbeddedStoreError, match="use --store with one of your own"):
        valkey(package)
