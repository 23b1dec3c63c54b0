"""A volley: requests on as many connections, let go at the same moment.

All have sent everything but their last byte before any of them may finish, so the server has them all in hand then.
"""

import json
import socket
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any, BinaryIO

from tests.faults.client import Answer
from tests.faults.proxies import message

_PATIENCE = 20.0  # seconds for the last answer


@dataclass(frozen=True, slots=True)
class Post:
    """A request to *path*."""

    path: str
    body: Any
    token: str | None = None
    key: str | None = None
    if_match: str | None = None

    def written(self) -> bytes:
        body = json.dumps(self.body).encode()
        headers = {
            "Host": "localhost",
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            "Authorization": self.token and f"Bearer {self.token}",
            "Idempotency-Key": self.key,
            "If-Match": self.if_match,
        }
        lines = [f"{name}: {value}" for name, value in headers.items() if value]
        return "\r\n".join([f"POST {self.path} HTTP/1.1", *lines, "", ""]).encode() + body


class Volley:
    """*size* connections, two by two to the servers on *ports* in turn; a context manager that closes them."""

    def __init__(self, ports: Sequence[int], size: int) -> None:
        self._ports = ports
        self._size = size
        self._stack = ExitStack()
        self._lines: list[tuple[socket.socket, BinaryIO]] = []

    def __enter__(self) -> "Volley":
        for number in range(self._size):
            place = ("127.0.0.1", self._ports[number // 2 % len(self._ports)])
            line = self._stack.enter_context(socket.create_connection(place, timeout=_PATIENCE))
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._lines.append((line, self._stack.enter_context(line.makefile("rb"))))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def fire(self, requests: Sequence[Post]) -> list[Answer]:
        """The answers to *requests*, in their order; with status 0 where a connection ended without one."""
        texts = [request.written() for request in requests]
        for (line, _), text in zip(self._lines, texts, strict=False):
            line.sendall(text[:-1])
        for (line, _), text in zip(self._lines, texts, strict=False):
            line.sendall(text[-1:])
        return [_answer(message(reader)) for (_, reader), _ in zip(self._lines, texts, strict=False)]


def _answer(text: bytes) -> Answer:
    head, _, body = text.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    told = (line.partition(": ") for line in lines)
    return Answer(int(first.split(" ")[1]) if text else 0, {name.lower(): value for name, _, value in told}, body)
