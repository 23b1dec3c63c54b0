"""Whatever bytes come over a line, nobody acts by them who may not, no worker dies, and nobody else waits."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.faults.client import Client
from tests.faults.raw import BAD_CHUNKS, CHUNKS, CLOSE, GET, INSIDE, OUTSIDE, POST
from tests.faults.wire import say
from tests.serving.server import Server

BEFORE_US = {what: (sent, f"{status} gunicorn") for status, causes in OUTSIDE.items() for what, sent in causes.items()}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with two workers, which are the same at the end, and have had no accident worth a line in the log."""
    with Server(tmp_path_factory.mktemp("hostile"), ("--workers", "2")) as running:
        before = children(running)
        yield running
        assert children(running) == before
    assert "Traceback" not in running.printed
    assert "[ERROR]" not in running.printed
    assert "[CRITICAL]" not in running.printed


class Victim:
    """A solitaire in play, and the request that would end it."""

    def __init__(self, server: Server) -> None:
        with Client(server.url) as host:
            opened = host.call("POST", "/v1/shooting-party/sessions").json
        self._server = server.url
        self._session = opened["session"]["url"]
        self.end = (
            f"POST {self._session}/resign HTTP/1.1\r\nHost: x\r\n"
            f"Authorization: Bearer {opened['token']}\r\nContent-Length: 0\r\n\r\n"
        ).encode()

    @property
    def plays_on(self) -> bool:
        with Client(self._server) as spectator:
            return bool(spectator.call("GET", self._session).json["status"] == "active")


@pytest.fixture
def victim(server: Server) -> Victim:
    return Victim(server)


def children(server: Server) -> list[str]:
    """The processes that the server has started, as numbers: its workers and its store."""
    assert server.process
    return Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()


def others_are_served(server: Server) -> Callable[[], None]:
    """Asks for something on lines of its own, more than there are workers."""

    def ask() -> None:
        for _ in range(3):
            with Client(server.url, patience=5) as other:
                assert other.call("GET", "/ready").status == 200

    return ask


@pytest.mark.parametrize(("sent", "answer"), BEFORE_US.values(), ids=BEFORE_US)
def test_what_is_no_request_ends_the_line(server: Server, victim: Victim, sent: bytes, answer: str) -> None:
    """Whatever was said behind it is not listened to, since nobody knows where it would begin."""
    before = children(server)
    heard = say(server.port, sent + victim.end, meanwhile=others_are_served(server))
    assert heard == [answer] or (heard == [] and len(sent) > 65536)  # a line that breaks may take the answer with it
    assert victim.plays_on
    assert children(server) == before


@pytest.mark.parametrize(("sent", "answer"), INSIDE.values(), ids=INSIDE)
def test_what_is_a_request_of_a_kind_has_one_answer_of_ours(server: Server, sent: bytes, answer: str) -> None:
    before = children(server)
    assert say(server.port, sent, meanwhile=others_are_served(server)) == [answer]
    assert children(server) == before


@pytest.mark.parametrize("chunks", BAD_CHUNKS.values(), ids=BAD_CHUNKS)
def test_chunks_that_are_none_end_the_line(server: Server, victim: Victim, chunks: bytes) -> None:
    heard = say(server.port, CHUNKS + chunks + victim.end, meanwhile=others_are_served(server))
    assert heard[0] == "411 length_required"
    assert set(heard[1:]) <= {"400 gunicorn"}
    assert victim.plays_on


@pytest.mark.parametrize("chunks", BAD_CHUNKS.values(), ids=BAD_CHUNKS)
def test_chunks_that_are_none_are_refused_once(server: Server, chunks: bytes) -> None:
    assert say(server.port, CHUNKS + chunks) == ["411 length_required"]


# Two in the coat of one


def test_a_request_behind_another_is_heard(server: Server, victim: Victim) -> None:
    """What the tests beside this one do not see happen can be seen to happen."""
    assert say(server.port, GET + b"\r\n" + victim.end) == ["200", "200"]
    assert not victim.plays_on


BODIES = {
    "of a look": (GET, "200"),
    "of a look at nothing": (GET.replace(b"/health", b"/nothing"), "404 not_found"),
    "of another method": (GET.replace(b"GET", b"PUT"), "405 method_not_allowed"),
    "of a bad token": (POST + b"Authorization: Bearer x\r\n", "401 unauthorized"),
    "of a bad query": (POST.replace(b" HTTP", b"?x=1 HTTP"), "422 invalid_request"),
    "of no JSON": (POST, "400 malformed_json"),
    "of another type": (POST.replace(b"/json", b"/xml"), "415 unsupported_media_type"),
}


@pytest.mark.parametrize(("head", "answer"), BODIES.values(), ids=BODIES)
def test_a_request_in_the_body_of_another_is_a_body(server: Server, victim: Victim, head: bytes, answer: str) -> None:
    """Nor is it left lying for whoever asks next on that line."""
    body = victim.end + b" " * 100
    sent = head + b"Content-Length: %d\r\n\r\n" % len(body) + body + GET + CLOSE
    assert say(server.port, sent) == [answer, "200"]
    assert victim.plays_on


def test_a_request_in_the_body_of_a_look_at_the_head_is_a_body(server: Server, victim: Victim) -> None:
    sent = GET.replace(b"GET", b"HEAD") + b"Content-Length: %d\r\n\r\n" % len(victim.end) + victim.end
    assert say(server.port, sent) == ["200"]
    assert victim.plays_on


def test_a_request_in_the_chunks_of_another_is_a_body(server: Server, victim: Victim) -> None:
    for head in (GET, GET.replace(b"/health", b"/nothing")):
        chunks = b"%x\r\n" % len(victim.end) + victim.end + b"\r\n0\r\n\r\n"
        heard = say(server.port, head + b"Transfer-Encoding: chunked\r\n\r\n" + chunks)
        assert len(heard) == 1
        assert victim.plays_on


def test_a_request_in_a_body_that_is_too_large_is_a_body(server: Server, victim: Victim) -> None:
    for padding in (20_000, 2_000_000):
        body = b" " * padding + victim.end
        heard = say(server.port, POST + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        assert heard == ["413 payload_too_large"]
        assert victim.plays_on


def test_who_has_asked_for_a_tunnel_is_not_listened_to_any_more(server: Server, victim: Victim) -> None:
    sent = b"CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n" + victim.end
    assert say(server.port, sent) == ["404 not_found"]
    assert victim.plays_on


# One after the other


def test_what_is_asked_in_one_breath_is_answered_in_order_and_once(server: Server, victim: Victim) -> None:
    look = GET + b"\r\n"
    nothing = look.replace(b"/health", b"/nothing")
    opened = POST + b"Content-Length: 2\r\n\r\n{}"
    wrong = POST + b"Content-Length: 2\r\n\r\n[]"
    asked = [look, nothing, opened, wrong, look, opened, nothing] * 5
    answers = ["200", "404 not_found", "201", "422 invalid_request", "200", "201", "404 not_found"] * 5
    assert say(server.port, b"".join(asked) + victim.end + victim.end) == [*answers, "200", "409 session_finished"]


def test_a_body_is_asked_for_where_that_is_expected(server: Server) -> None:
    expecting = POST + b"Expect: 100-continue\r\n"
    assert say(server.port, expecting + b"Content-Length: 2\r\n\r\n{}") == ["100", "201"]
    assert say(server.port, expecting + b"Content-Length: 14\r\n\r\n") == ["100", "400 malformed_json"]
    assert say(server.port, GET + b"Expect: 100-continue\r\n\r\n")[-1] == "200"


def test_who_is_slow_to_speak_is_heard_and_keeps_nobody_waiting(server: Server) -> None:
    sent = POST + b"Content-Length: 14\r\n\r\n" + b'{"players": 3}'
    slowly = [sent[place : place + 4] for place in range(0, len(sent), 4)]
    assert say(server.port, slowly, pause=0.05, meanwhile=others_are_served(server)) == ["201"]


def test_who_says_nothing_or_half_a_head_gets_nothing(server: Server) -> None:
    for sent in (b"", b"\r\n", b"GET", GET, GET + b"X: y", POST + b"Content-Length: 2\r\n"):
        assert say(server.port, sent, meanwhile=others_are_served(server)) == []


def test_a_hundred_who_hang_up_in_the_middle_harm_nobody(server: Server) -> None:
    before = children(server)
    for number in range(100):
        sent = POST + b"Content-Length: 43\r\n\r\n" + b'{"players": 3}'
        say(server.port, sent[: number * 2])
    others_are_served(server)()
    assert children(server) == before


def test_a_request_without_a_body_has_no_malformed_one(server: Server) -> None:
    too_long = b"GET /health HTTP/1.1\r\nHost: %s\r\n\r\n" % (b"x" * 64)
    assert say(server.port, too_long) == ["422 invalid_request"]


def test_who_asks_for_another_protocol_gets_this_one(server: Server) -> None:
    assert say(server.port, GET + b"Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n") == ["200"]
