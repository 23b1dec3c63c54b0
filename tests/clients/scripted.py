"""A server that answers as it is told to: for what a client makes of answers that ours gives only in trouble."""

import json
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

from tests.ports import free_port


@dataclass(frozen=True, slots=True)
class Heard:
    """A request as it came."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: Any


@dataclass(frozen=True, slots=True)
class Say:
    """An answer; bytes are sent as they are, anything else is JSON. Of one ``cut`` only so many bytes are sent."""

    status: int = 200
    body: Any = b""
    headers: Mapping[str, str] = field(default_factory=dict)
    cut: int | None = None


LOSE = Say(cut=0)
"""Hang up without a word."""


class Scripted:
    """Gives the *answers*, one a request; ``heard`` are the requests. What is asked beyond them is a 500."""

    def __init__(self, *answers: Say) -> None:
        self.heard: list[Heard] = []
        self._answers = list(answers)
        self._server = ThreadingHTTPServer(("127.0.0.1", free_port()), self._handler())
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def keys(self) -> list[str | None]:
        """The idempotency keys that came."""
        return [request.headers.get("Idempotency-Key") for request in self.heard]

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        scripted = self

        class Handler(BaseHTTPRequestHandler):
            def answer(self) -> None:
                length = int(self.headers.get("Content-Length", 0))
                body = json.loads(self.rfile.read(length) or b"null")
                scripted.heard.append(Heard(self.command, self.path, dict(self.headers), body))
                said = scripted._answers.pop(0) if scripted._answers else Say(500, b"nothing is left to say")
                self.close_connection = True
                if said.cut == 0:
                    return
                content = said.body if isinstance(said.body, bytes) else json.dumps(said.body).encode()
                self.send_response(said.status)
                headers = {"Content-Type": "application/json", "Content-Length": str(len(content)), **said.headers}
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content[: said.cut])

            do_GET = do_POST = do_DELETE = answer  # noqa: N815 - as its base calls them

            def log_message(self, *_: object) -> None:
                """Nothing."""

        return Handler


def problem(status: int, code: str, headers: Mapping[str, str] | None = None, **more: Any) -> Say:
    told = {"type": f"/v1/problems/{code}", "title": code, "status": status, "detail": "So it is.", "code": code}
    return Say(status, told | more, {"Content-Type": "application/problem+json"} | dict(headers or {}))
