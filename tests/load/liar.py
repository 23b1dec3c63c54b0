"""A liar stands before an honest server and passes its answers on, some of them changed."""

import http.client
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, TypeAlias

from tests.load.answer import Answer

ANSWER_HEADERS = ("content-type", "etag", "retry-after", "idempotent-replayed", "location")
REQUEST_HEADERS = ("content-type", "authorization", "accept", "if-match", "if-none-match", "idempotency-key")

Lie: TypeAlias = "Callable[[Asked, Answer], Answer]"


@dataclass(frozen=True)
class Asked:
    """One request of all those that were passed on."""

    method: str
    path: str
    body: bytes
    known: str  # the ETag that the asker has
    number: int


class Liar(ThreadingHTTPServer):
    """Listens on a *port* of this machine for the server on another."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, port: int, honest: int, lie: Lie) -> None:
        super().__init__(("127.0.0.1", port), _Passing)
        self.honest = honest
        self.lie = lie
        self.asked = 0

    def handle_error(self, *_: Any) -> None:
        """Who asks may hang up."""


class _Passing(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Liar

    def do_GET(self) -> None:
        self._pass()

    do_POST = do_DELETE = do_GET  # noqa: N815 - http.server calls them so

    def log_message(self, *_: Any) -> None:
        pass

    def _pass(self) -> None:
        self.server.asked += 1
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        known = self.headers.get("If-None-Match", "")
        asked = Asked(self.command, self.path, body, known, self.server.asked)
        headers = {name: value for name, value in self.headers.items() if name.lower() in REQUEST_HEADERS}
        with closing(http.client.HTTPConnection("127.0.0.1", self.server.honest, timeout=40)) as honest:
            honest.request(self.command, self.path, body or None, headers)
            came = honest.getresponse()
            told = {name.lower(): value for name, value in came.getheaders() if name.lower() in ANSWER_HEADERS}
            answer = self.server.lie(asked, Answer(came.status, told, came.read()))
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if answer.status not in (204, 304):
            self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body)


@contextmanager
def lying(port: int, honest: int, lie: Lie) -> Iterator[str]:
    """The URL of a liar."""
    with Liar(port, honest, lie) as liar:
        thread = threading.Thread(target=liar.serve_forever, args=(0.05,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            liar.shutdown()
            thread.join()


def a_card_twice(asked: Asked, answer: Answer) -> Answer:
    """Now and then an action is answered with the newest card of a hand twice: a view that nobody has seen yet, so that
    this is what is wrong with it."""
    if asked.method != "POST" or answer.status != 200 or asked.number % 10 or b'"hand":["' not in answer.body:
        return answer
    told = answer.json
    view = told.get("session", told)
    view["hand"] = [view["hand"][-1], *view["hand"][1:]] if len(view["hand"]) > 1 else view["hand"] * 2
    return Answer(200, answer.headers, json.dumps(told).encode())


def two_winners(_: Asked, answer: Answer) -> Answer:
    """Whoever is too late is told that the action was taken."""
    if answer.status != 412:
        return answer
    headers = {**answer.headers, "content-type": "application/json"}
    return Answer(200, headers, json.dumps({"session": answer.json["session"], "events": []}).encode())


def an_event_lost(asked: Asked, answer: Answer) -> Answer:
    """What has happened is told but for the first of it."""
    if answer.status != 200 or "/events" not in asked.path:
        return answer
    return Answer(200, answer.headers, json.dumps({"events": answer.json["events"][1:]}).encode())


def nobody_is_woken(asked: Asked, answer: Answer) -> Answer:
    """Who asks for another view is told that there is none."""
    return Answer(304, {"etag": asked.known}, b"") if asked.known and answer.status == 200 else answer


def nobody_is_told(asked: Asked, answer: Answer) -> Answer:
    """Nothing has ever happened."""
    lies = answer.status == 200 and "/events" in asked.path
    return Answer(200, answer.headers, b'{"events": []}') if lies else answer


def a_failure(asked: Asked, answer: Answer) -> Answer:
    """Every twentieth answer is a 500."""
    told = {"type": "/v1/problems/internal_error", "status": 500, "code": "internal_error"}
    headers = {"content-type": "application/problem+json"}
    return answer if asked.number % 20 else Answer(500, headers, json.dumps(told).encode())
