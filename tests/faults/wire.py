"""A bare line to the server: any bytes can be said on it, and every answer that comes back is told.

An answer is a word: ``201``; ``411 length_required`` for one of ours that is a problem; ``400 gunicorn`` for one that
gunicorn gave before we were asked. Whatever else comes back is no HTTP, and told as such.
"""

import json
import re
import socket
import time
from collections.abc import Callable, Iterable

PATIENCE = 10.0  # seconds of silence from the server until it is given up

_HEAD = re.compile(rb"HTTP/1\.[01] (\d{3}) [^\r\n]*\r\n((?:[!-9;-~]+: ?[^\r\n]*\r\n)*)\r\n")


def say(
    port: int, said: bytes | Iterable[bytes], *, pause: float = 0, meanwhile: Callable[[], None] = lambda: None
) -> list[str]:
    """Say all of it, with a *pause* after each part, and no more; the answers, until the server hangs up.

    *meanwhile* is done before the first answer is listened to.
    """
    came = b""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as line:
        try:
            for part in [said] if isinstance(said, bytes) else said:
                line.sendall(part)
                time.sleep(pause)
            line.shutdown(socket.SHUT_WR)
        except TimeoutError:
            raise
        except OSError:
            pass  # the server has heard enough and hung up; it may have answered
        meanwhile()
        try:
            while heard := line.recv(65536):
                came += heard
        except ConnectionError:
            pass  # what was said and not read makes the end of the line a hard one
    return answers(came)


def answers(came: bytes) -> list[str]:
    """Each answer in what *came*, as a word."""
    told: list[str] = []
    while came:
        head = _HEAD.match(came)
        if head is None:
            return [*told, f"no HTTP: {came[:60]!r}"]
        lines = [line.partition(b":") for line in head[2].lower().splitlines()]
        headers = {name.decode(): value.strip().decode() for name, _, value in lines}
        length = int(headers.get("content-length", "0"))
        body, came = came[head.end() :][:length], came[head.end() :][length:]
        told.append(_word(head[1].decode(), headers, body))
    return told


def _word(status: str, headers: dict[str, str], body: bytes) -> str:
    """Ours are marked as such; an answer of ours from 400 on that is no problem would not be."""
    if "x-content-type-options" in headers:
        if headers.get("content-type") == "application/problem+json":
            problem = json.loads(body)
            return f"{problem['status']} {problem['code']}" if str(problem["status"]) == status else f"{status} a lie"
        return status if status < "400" else f"{status} no problem"
    return f"{status} gunicorn" if body else status
