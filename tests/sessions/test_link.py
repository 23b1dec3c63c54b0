"""The ways to a store: what a URL may say, and that no client repeats a command by itself."""

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from redis import Redis, UnixDomainSocketConnection

from server.sessions.cluster import Cluster
from server.sessions.link import SentinelPool, connect
from server.sessions.redis import RedisStore, reach
from server.sessions.store import StoreUnavailable
from tests.conftest import HOUR, wait_for
from tests.ports import free_port

SENTINELS = "redis+sentinel://user:p%40ss@127.0.0.1:26001,[::1]/leverstoke/2"


@pytest.mark.parametrize("url", ["redis://127.0.0.1:6379/0", "unix:///tmp/valkey.sock", SENTINELS])
def test_no_client_repeats_a_command(url: str) -> None:
    with connect(url) as client:
        assert client.connection_pool.connection_kwargs["retry"].get_retries() == 0
        assert client.connection_pool.connection_kwargs["retry_on_error"] == []


def test_a_socket_is_reached_by_its_path() -> None:
    with connect("unix:///tmp/valkey.sock") as client:
        assert client.connection_pool.connection_class is UnixDomainSocketConnection


def test_sentinels_are_asked_for_a_service() -> None:
    with connect(SENTINELS) as client:
        pool: Any = client.connection_pool
        assert isinstance(pool, SentinelPool)
        assert pool.service_name == "leverstoke"
        assert {name: pool.connection_kwargs[name] for name in ("username", "password", "db")} == {
            "username": "user",
            "password": "p@ss",
            "db": 2,
        }
        places = [sentinel.connection_pool.connection_kwargs for sentinel in pool.sentinel_manager.sentinels]
        assert [(place["host"], place["port"]) for place in places] == [("127.0.0.1", 26001), ("::1", 26379)]


@pytest.mark.parametrize(
    "url",
    ["foo", "http://127.0.0.1", "redis+sentinel://127.0.0.1:26379", "redis+cluster://", "redis+sentinel://:1/x"],
)
def test_what_names_no_store_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        reach(url)


def test_a_cluster_that_is_away_is_met_when_it_is_there() -> None:
    away = reach(f"redis+cluster://127.0.0.1:{free_port()},127.0.0.1:{free_port()}")
    assert isinstance(away, Cluster)
    store = RedisStore(away, HOUR)
    for _ in range(2):
        with pytest.raises(StoreUnavailable):
            store.load("shooter:any")


def test_reconnecting_is_counted_and_connecting_is_not(valkey: str) -> None:
    client: Redis
    with connect(valkey) as client, connect(valkey) as other:
        pool: Any = client.connection_pool
        assert client.ping()
        assert pool.reconnections == 0
        other.client_kill_filter(_type="normal", skipme=True)
        assert client.ping()
        assert pool.reconnections == 1


@pytest.fixture
def tls_url(tmp_path: Path) -> Iterator[str]:
    """The URL of a redis-server that is reached by TLS alone."""
    for tool in ("redis-server", "openssl"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is not installed (Debian: {tool})")
    port = free_port()
    request = "openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -subj /CN=localhost"
    subject = ["-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run([*request.split(), *subject], cwd=tmp_path, check=True, capture_output=True)
    listening = f"redis-server --port 0 --tls-port {port} --bind 127.0.0.1 --save"
    secured = "--tls-cert-file cert.pem --tls-key-file key.pem --tls-ca-cert-file cert.pem --tls-auth-clients no"
    process = subprocess.Popen([*listening.split(), "", *secured.split()], cwd=tmp_path, stdout=subprocess.DEVNULL)
    url = f"rediss://127.0.0.1:{port}/0?ssl_ca_certs={tmp_path / 'cert.pem'}"
    wait_for(url)
    yield url
    process.terminate()
    process.wait()


def test_every_new_connection_by_tls_is_good(tls_url: str) -> None:
    for _ in range(50):
        with connect(tls_url) as client:
            assert RedisStore(client, HOUR).load("shooter:any").stored is None
