"""What the store promises is what was asked for, or the server says so and does not start."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.faults.formations import Node, cluster, primary_and_replica
from tests.processes import is_alive
from tests.serving.server import Server, create
from tests.serving.test_command import command, valkey_of

KEY = {"LEVERSTOKE_SECRET_KEY": "for tests"}


@pytest.fixture
def node(tmp_path: Path) -> Iterator[Node]:
    """A store of one's own that writes to disk once a second."""
    node = Node(tmp_path / "node", ("--appendonly", "yes", "--appendfsync", "everysec"))
    node.start()
    yield node
    node.stop()


def ready(server: Server) -> dict[str, Any]:
    found: dict[str, Any] = httpx.get(f"{server.url}/ready").json()
    return found


@pytest.mark.parametrize("durability", ["always", "everysec", "none"])
def test_the_embedded_store_is_as_durable_as_is_asked_for(tmp_path: Path, durability: str) -> None:
    with Server(tmp_path, ("--durability", durability)) as server:
        found = ready(server)
        assert (found["durability"], found["eviction"], found["replicas"]) == (durability, "noeviction", 0)
        assert found["promised"] == durability
        opened = create(server, "shooting-party")
    with Server(tmp_path) as server:  # less was promised, and a stop loses nothing all the same
        assert ready(server)["durability"] == ready(server)["promised"] == "always"
        assert httpx.get(server.url + opened["session"]["url"]).status_code == 200


def test_the_embedded_store_cannot_be_replicated(tmp_path: Path) -> None:
    refused = command("serve", "--data", str(tmp_path), "--durability", "replicated")
    assert refused.returncode == 1
    assert "it cannot be replicated" in refused.stderr
    assert not (tmp_path / "valkey.pid").exists() or not is_alive(valkey_of(tmp_path))


def test_a_store_that_comes_back_weaker_is_not_ready(tmp_path: Path, node: Node) -> None:
    with node.client() as client:
        client.config_set("appendfsync", "always")
        with Server(tmp_path, ("--store", node.url, "--durability", "always"), KEY) as server:
            client.config_set("appendfsync", "no")
            assert httpx.get(f"{server.url}/ready").json()["code"] == "store_unavailable"
    assert f"{node.url.removeprefix('redis://')}" in server.printed
    assert "durability always" in server.printed


def test_memory_cannot_be_durable() -> None:
    refused = command("serve", "--store", "memory", "--durability", "always")
    assert refused.returncode == 1
    assert "memory is lost with its process" in refused.stderr


def test_a_store_of_ones_own_is_as_it_is_found(tmp_path: Path, node: Node) -> None:
    with Server(tmp_path, ("--store", node.url), KEY) as server:
        assert ready(server)["durability"] == "everysec"


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("always", ["promises less than always", "it is everysec", "`appendfsync always`"]),
        ("replicated", ["has no replica"]),
    ],
)
def test_a_store_that_promises_less_is_refused(node: Node, asked: str, told: list[str]) -> None:
    refused = command("serve", "--store", node.url, "--durability", asked, **KEY)
    assert refused.returncode == 1
    assert all(words in refused.stderr for words in told)
    assert "Traceback" not in refused.stderr


def test_a_store_that_does_not_tell_is_refused_where_more_is_asked(node: Node) -> None:
    with node.client() as client:
        client.acl_setuser("guest", enabled=True, nopass=True, keys=["*"], categories=["+@all"], commands=["-config"])
    url = node.url.replace("redis://", "redis://guest@")
    refused = command("serve", "--store", url, "--durability", "everysec", **KEY)
    assert "it is not told" in refused.stderr


def test_one_server_of_a_cluster_is_not_taken_for_a_store(tmp_path: Path) -> None:
    with cluster(tmp_path) as formation:
        refused = command("serve", "--store", formation.nodes[0].url, **KEY)
    assert refused.returncode == 1
    assert "write redis+cluster://" in refused.stderr
    assert "Traceback" not in refused.stderr


def test_a_store_that_evicts_is_warned_of(tmp_path: Path, node: Node) -> None:
    with node.client() as client:
        client.config_set("maxmemory-policy", "allkeys-lru")
    with Server(tmp_path, ("--store", node.url), KEY) as server:
        assert ready(server)["eviction"] == "allkeys-lru"
    assert "evicts (allkeys-lru): when it is full sessions are lost" in server.printed


def test_a_replicated_store_is_served(tmp_path: Path) -> None:
    with primary_and_replica(tmp_path) as formation:
        arguments = ("--store", formation.url, "--durability", "replicated")
        with Server(tmp_path, arguments, KEY) as server:
            found = ready(server)
            assert (found["promised"], found["durability"], found["replicas"]) == ("replicated", "always", 1)
            create(server, "shooting-party")
            formation.nodes[1].kill()
            answer = httpx.post(f"{server.url}/v1/shooting-party/sessions")
            assert (answer.status_code, answer.json()["code"]) == (503, "outcome_unknown")
            assert httpx.get(f"{server.url}/ready").status_code == 503, "what was promised cannot be kept now"
    assert "not what was promised: it has no replica" in server.printed


def test_a_store_that_comes_late_is_served_when_it_comes(tmp_path: Path) -> None:
    node = Node(tmp_path / "node")
    server = Server(tmp_path, ("--store", node.url), KEY).start(until="/health")
    try:
        assert httpx.get(f"{server.url}/ready").status_code == 503
        node.start()
        assert ready(server)["status"] == "ready"
        create(server, "shooting-party")
    finally:
        server.stop()
        node.stop()
    assert "does not answer yet" in server.printed
