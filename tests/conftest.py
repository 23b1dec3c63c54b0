"""Stores and servers for the tests: real ones where a promise is proved, the fake where only the edge is looked at."""

import gc
import os
import shutil
import subprocess
import time
from collections.abc import Generator, Iterator

import pytest
from fakeredis import FakeRedis
from hypothesis import settings as hypothesis_settings
from redis import Redis
from redis.exceptions import RedisError

from server.sessions.embedded import EmbeddedStore
from server.sessions.link import connect
from server.sessions.memory import MemoryStore
from server.sessions.redis import RedisStore
from tests.faults.proxies import StoreProxy
from tests.ports import free_port

HOUR = 3600

# The examples of a run are those of the run before: a failure anywhere is a failure everywhere.
hypothesis_settings.register_profile("steady", derandomize=True, deadline=None, max_examples=50)
hypothesis_settings.load_profile("steady")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Where everything is installed (``.ci/run``), a test that skips has not found what it should have."""
    report = yield
    if report.skipped and "LEVERSTOKE_SKIPS_NOTHING" in os.environ:
        report.outcome, report.longrepr = "failed", f"skipped: {report.longrepr}"
    return report


def pytest_collection_finish() -> None:
    gc.collect()
    gc.freeze()  # what is imported stays: to look through it after each test takes far longer than through the rest


@pytest.fixture(autouse=True)
def _all_is_closed() -> Iterator[None]:
    """What a test has left open is found at its own end, and not by chance in the midst of another."""
    yield
    gc.collect()


@pytest.fixture(scope="session")
def valkey(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of an embedded Valkey."""
    store = EmbeddedStore(tmp_path_factory.mktemp("valkey"))
    store.start()
    yield store.url
    store.stop()


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a redis-server, the second kind of store we promise to run on."""
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.skip("redis-server is not installed (Debian: redis-server)")
    folder = tmp_path_factory.mktemp("redis")
    port = free_port()
    process = subprocess.Popen(
        [binary, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes"],
        stdout=subprocess.DEVNULL,
    )
    url = f"redis://127.0.0.1:{port}/0"
    wait_for(url)
    yield url
    process.terminate()
    process.wait()


@pytest.fixture(params=["valkey", "redis_server", "fake"])
def redis_client(request: pytest.FixtureRequest) -> Iterator[Redis]:
    """A client of each kind of store. What only a real server can prove asks for ``real_client``."""
    client: Redis = FakeRedis() if request.param == "fake" else connect(request.getfixturevalue(request.param))
    client.flushall()
    yield client
    client.flushall()  # others use the store too
    client.close()


@pytest.fixture(params=["valkey", "redis_server"])
def real_client(request: pytest.FixtureRequest) -> Iterator[Redis]:
    client = connect(request.getfixturevalue(request.param))
    client.flushall()
    yield client
    client.flushall()  # others use the store too
    client.close()


@pytest.fixture
def proxy(valkey: str) -> Iterator[StoreProxy]:
    """Before a real store, so that the way to it can fail."""
    with StoreProxy(valkey) as proxy:
        yield proxy


@pytest.fixture
def store(redis_client: Redis) -> RedisStore:
    return store_of(redis_client)


def store_of(client: Redis, ttl: int = HOUR) -> RedisStore:
    """A process's own."""
    return MemoryStore(ttl, client) if isinstance(client, FakeRedis) else RedisStore(client, ttl)


def wait_for(url: str) -> None:
    for _ in range(100):
        try:
            with connect(url) as client:
                client.ping()
                return
        except RedisError:
            time.sleep(0.05)
    raise RuntimeError(f"nothing answers at {url}")
