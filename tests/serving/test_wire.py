"""What goes over the wire beside the answer: who made it is nobody's business, and a log quotes nobody."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from gunicorn.http.errors import InvalidResponseHeader

from server.messages import Answer
from server.worker import _PATIENCE
from tests.faults.proxies import message
from tests.serving.server import Server, create
from tests.serving.test_command import command

LATEST = 5.0  # seconds in which a server that is told to stop has stopped


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path) as server:
        yield server


def test_no_answer_says_what_made_it(server: Server) -> None:
    for path in ("/", "/v1/shooter/sessions", "/nowhere", "/docs", "/openapi.yaml"):
        headers = httpx.get(server.url + path).headers
        assert "server" not in headers
        assert "x-powered-by" not in headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "strict-transport-security" not in headers, "whoever speaks TLS says that"


@pytest.mark.parametrize("value", ["a\r\nX: y", "a\nX: y", "\0"])
def test_no_line_that_is_two_goes_out_however_often_it_is_tried(value: str) -> None:
    answer = Answer(None, None, None)
    answer.process_headers([("ETag", '"1"'), ("Content-Length", "5"), ("ETag", '"1"')])
    assert (answer.headers, answer.response_length) == (
        [("ETag", '"1"'), ("Content-Length", "5"), ("ETag", '"1"')],
        5,
    )
    for _ in range(2):
        with pytest.raises(InvalidResponseHeader):
            answer.process_headers([("ETag", value)])


def test_what_is_refused_before_it_is_read_is_not_quoted_in_the_log(tmp_path: Path) -> None:
    secret = create_and_misspell(tmp_path)
    server = Server(tmp_path)
    with server, socket.create_connection(("127.0.0.1", server.port), timeout=5) as line:
        line.sendall(f"GET /health HTTP/1.1\r\nHost: x\r\nAuthorization Bearer {secret}\r\n\r\n".encode())
        assert b" 400 " in line.recv(65536)
    assert secret not in server.printed


def create_and_misspell(folder: Path) -> str:
    """A token, which is then sent in a header without a colon."""
    with Server(folder) as server:
        return str(create(server, "shooting-party")["token"])


def test_connections_that_are_kept_open_do_not_keep_the_server(tmp_path: Path) -> None:
    server = Server(tmp_path).start()
    with httpx.Client() as idle:
        assert idle.get(f"{server.url}/health").headers["connection"] == "keep-alive"
        assert server.process
        server.process.terminate()
        server.process.wait(LATEST)
        server.stop()
    assert server.process.returncode == 0


def test_a_line_may_be_idle_for_longer_than_a_body_may_take(tmp_path: Path) -> None:
    asked = b"GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
    posted = b"POST /v1/shooter/sessions HTTP/1.1\r\nHost: x\r\nContent-Length: 999\r\n\r\n"
    with Server(tmp_path) as server, ExitStack() as lines:
        idle, slow = (
            lines.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=5)) for _ in range(2)
        )
        answers, refusals = (lines.enter_context(line.makefile("rb")) for line in (idle, slow))
        idle.sendall(asked)
        slow.sendall(posted)
        assert message(answers).startswith(b"HTTP/1.1 200")
        for _ in range(_PATIENCE + 1):  # a byte now and then keeps nobody waiting for ever
            slow.sendall(b" ")
            time.sleep(1)
        idle.sendall(asked)
        assert message(answers).startswith(b"HTTP/1.1 200")
        assert message(refusals).startswith(b"HTTP/1.1 400")
    assert "Traceback" not in server.printed


def test_it_listens_on_a_socket_that_was_opened_for_it(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        arguments = ("--fd", str(listener.fileno()))
        for _ in range(2):  # the socket outlives a server, and serves the next
            with Server(tmp_path, arguments, port=port, inherited=(listener.fileno(),)) as server:
                assert httpx.get(f"{server.url}/health").status_code == 200
            assert f"listens on socket {listener.fileno()}" in server.printed


def test_a_socket_that_is_none_or_to_which_nobody_listens_is_told_of(tmp_path: Path) -> None:
    refused = command("serve", "--fd", "99", "--data", str(tmp_path))
    assert refused.returncode == 1
    assert "99 is no open socket" in refused.stderr
    assert "Traceback" not in refused.stderr
