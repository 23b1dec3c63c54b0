"""``leverstoke serve`` as a user runs it: real processes, real signals, a real store."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.processes import is_alive
from tests.serving.server import Server, create
from tests.web.seats import PLAIN


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("served"), ("--workers", "2")) as running:
        yield running


def command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``leverstoke`` to its end."""
    return subprocess.run(
        [sys.executable, "-m", "server.cli", *arguments],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )


def valkey_of(data: Path) -> int:
    return int((data / "valkey.pid").read_text())


def test_it_says_where_it_listens_and_where_the_data_lies(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        pass
    assert f"http://127.0.0.1:{server.port}" in server.printed
    assert f"embedded Valkey, in {tmp_path}" in server.printed
    assert "Traceback" not in server.printed
    assert "Warning" not in server.printed


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_everything_it_started(tmp_path: Path, ending: signal.Signals) -> None:
    server = Server(tmp_path).start()
    store = valkey_of(tmp_path)
    assert is_alive(store)
    server.stop(ending)
    assert server.process
    assert server.process.returncode == 0
    assert not is_alive(store)
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", server.port)) != 0


def test_after_a_kill_of_the_server_a_new_start_finds_every_session(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    opened = [create(server, "shooting-party", seed=PLAIN)]
    opened += [create(server, game) for game in ("shooting-party", "shooter") for _ in range(5)]
    seated = {"Authorization": f"Bearer {opened[0]['token']}"}
    drawn = httpx.post(f"{server.url}{opened[0]['session']['url']}/leave", headers=seated).json()["session"]
    server.stop(signal.SIGKILL)

    with Server(tmp_path, port=server.port) as again:
        for session in [drawn, *(seat["session"] for seat in opened[1:])]:
            token = next(seat["token"] for seat in opened if seat["session"]["id"] == session["id"])
            found = httpx.get(again.url + session["url"], headers={"Authorization": f"Bearer {token}"})
            assert found.json() == session


def test_a_store_that_is_killed_is_back_at_once_with_all_that_was_acknowledged(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        opened = create(server, "shooting-party")
        for _ in range(3):
            killed = valkey_of(tmp_path)
            os.kill(killed, signal.SIGKILL)
            while (answer := httpx.get(server.url + opened["session"]["url"])).status_code != 200:
                assert answer.status_code == 503
                assert answer.json()["code"] == "store_unavailable"
                assert answer.headers["Retry-After"] == "1"
                time.sleep(0.05)
            assert answer.json()["hand"] == opened["session"]["hand"]
            assert valkey_of(tmp_path) != killed
        store = valkey_of(tmp_path)
    assert "the embedded store has ended; starting it again" in server.printed
    assert not is_alive(store)


def test_a_second_server_on_the_same_folder_is_told_why_not(server: Server) -> None:
    second = command("serve", "--data", str(server.data), "--port", str(server.port + 1))
    assert second.returncode == 1
    assert "another Leverstoke server is using" in second.stderr
    assert "Traceback" not in second.stderr
    assert httpx.get(f"{server.url}/ready").status_code == 200


def test_a_store_of_ones_own_needs_a_key_of_ones_own(tmp_path: Path) -> None:
    refused = command("serve", "--store", "redis://127.0.0.1:1/0", "--data", str(tmp_path))
    assert refused.returncode == 1
    assert "LEVERSTOKE_SECRET_KEY must be set" in refused.stderr


def test_a_variable_that_makes_no_sense_is_named(tmp_path: Path) -> None:
    refused = command("serve", "--data", str(tmp_path), LEVERSTOKE_PORT="eight")
    assert refused.returncode == 1
    assert "LEVERSTOKE_PORT" in refused.stderr


def test_it_serves_on_a_store_of_ones_own(tmp_path: Path, redis_server: str) -> None:
    settings = {"LEVERSTOKE_SECRET_KEY": "for tests", "LEVERSTOKE_STORE": redis_server}
    with Server(tmp_path, environment=settings) as first, Server(tmp_path, environment=settings) as second:
        opened = create(first, "shooting-party")
        seated = {"Authorization": f"Bearer {opened['token']}"}
        assert httpx.get(second.url + opened["session"]["url"], headers=seated).json() == opened["session"]
        assert httpx.get(f"{second.url}/ready").json()["store"].startswith("redis ")
    assert not (tmp_path / "valkey.pid").exists()


def test_it_serves_from_memory_and_says_what_that_means(tmp_path: Path) -> None:
    with Server(tmp_path, ("--store", "memory", "--workers", "4")) as server:
        opened = create(server, "shooting-party")
        for _ in range(8):
            assert httpx.get(server.url + opened["session"]["url"]).status_code == 200
    assert "in memory, and end with this process" in server.printed
    assert "Workers: 1" in server.printed


def test_the_key_is_made_once_and_kept_to_its_owner(server: Server) -> None:
    key = server.data / "secret.key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert len(key.read_text()) >= 43


def test_the_document_is_written_from_the_code() -> None:
    assert command("openapi").stdout == Path("openapi.yaml").read_text(), "run `make openapi`"


def test_two_processes_share_one_store(server: Server) -> None:
    """Every worker sees what any of them has written."""
    assert server.process
    assert len(server.workers) == 2
    opened = create(server, "shooting-party", seed="shared")
    seated = {"Authorization": f"Bearer {opened['token']}"}
    version = opened["session"]["version"]
    for _ in range(10):
        left = httpx.post(f"{server.url}{opened['session']['url']}/leave", headers=seated).json()
        assert left["session"]["version"] > version
        version = left["session"]["version"]


def test_what_cannot_be_served_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "cut").mkdir()
    (tmp_path / "cut" / "secret.key").write_text("")
    for arguments, told in [
        (("--port", "99999"), "99999 is no port"),
        (("--data", str(tmp_path / "file" / "data")), "the data folder cannot be used"),
        (("--data", str(tmp_path / "cut")), "is cut off"),
    ]:
        refused = command("serve", *arguments)
        assert refused.returncode == 1
        assert told in refused.stderr
        assert "Traceback" not in refused.stderr


def test_a_port_that_is_taken_is_not_announced(server: Server, tmp_path: Path) -> None:
    second = command("serve", "--port", str(server.port), "--data", str(tmp_path))
    assert second.returncode == 1
    assert "listens" not in second.stdout
    assert not is_alive(valkey_of(tmp_path)) if (tmp_path / "valkey.pid").exists() else True


def test_a_store_that_cannot_be_used_is_told_of_at_once(redis_server: str) -> None:
    secret = redis_server.replace("redis://", "redis://user:wrong@")
    for store, told in [("foo", "foo is no store"), (secret, "refuses")]:
        refused = command("serve", "--store", store, LEVERSTOKE_SECRET_KEY="for tests")
        assert refused.returncode == 1
        assert told in refused.stderr
        assert "wrong@" not in refused.stderr


def test_origins_are_what_they_look_like(tmp_path: Path) -> None:
    refused = command("serve", "--data", str(tmp_path), LEVERSTOKE_CORS_ORIGINS="https://*.example.com")
    assert "is no origin" in refused.stderr


def test_it_listens_on_an_address_of_the_new_kind(tmp_path: Path) -> None:
    with Server(tmp_path, host="::1") as server:
        assert httpx.get(f"http://[::1]:{server.port}/ready").status_code == 200
