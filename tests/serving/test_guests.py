"""How long a worker waits for what a client brings next, told by one that waits a second."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

import httpx
import pytest

from tests.ports import free_port

PATIENCE = 1.0  # seconds
_LOOKS = 0.05  # seconds between two looks at who is there
_LATEST = 20.0  # seconds for it to start, or to end

SERVER = f"""
import sys
from server.config import MEMORY_STORE, Settings
from server.serving import Application
from server.web.app import create_app

options = {{
    "bind": f"127.0.0.1:{{sys.argv[1]}}",
    "worker_class": "server.worker.Worker",
    "keepalive": {PATIENCE:.0f},
    "loglevel": "error",
    "control_socket_disable": True,
}}
Application(lambda: create_app(Settings(store=MEMORY_STORE, secret_key="x" * 32)), options).run()
"""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    port = free_port()
    process = subprocess.Popen([sys.executable, "-c", SERVER, str(port)])
    try:
        deadline = time.monotonic() + _LATEST
        while time.monotonic() < deadline:
            try:
                httpx.post(f"http://127.0.0.1:{port}/v1/shooter/sessions").raise_for_status()
                break
            except httpx.HTTPError:
                time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait(_LATEST)


@pytest.mark.parametrize("begun", [b"", b"GET /health HTTP/1.1\r\nHost: x\r\nX-Slow: "], ids=["idle", "half a request"])
def test_who_brings_nothing_whole_for_too_long_is_hung_up_on(port: int, begun: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=_LATEST) as line:
        since = time.monotonic()
        line.sendall(b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n")
        assert line.recv(65536).startswith(b"HTTP/1.1 200")
        line.sendall(begun)
        line.settimeout(_LOOKS)
        ended = None
        while ended is None and time.monotonic() < since + _LATEST:
            try:
                ended = line.recv(65536)
            except TimeoutError:
                with suppress(ConnectionError):
                    line.sendall(b"." if begun else b"")  # a byte now and then is not patience
            except ConnectionResetError:
                assert begun, "a byte was on its way just then"
                ended = b""
        assert ended == b""
        assert time.monotonic() - since >= PATIENCE


def test_who_waits_for_an_answer_is_not_hung_up_on(port: int) -> None:
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=_LATEST) as client:
        session = client.post("/v1/shooter/sessions", json={}).raise_for_status().json()["session"]
        since, seen = time.monotonic(), session["version"]
        held = client.get(f"{session['url']}/events?since={seen}&wait={PATIENCE * 2:.0f}")
        assert held.json() == {"events": []}
        assert time.monotonic() - since >= PATIENCE * 1.5
