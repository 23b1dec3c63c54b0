"""A client that wastes no time and hides nothing: one connection, one request, one answer, or none."""

import http.client
import json
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

PATIENCE = 10.0  # seconds to wait for an answer


class NoAnswer(Exception):
    """The connection ended, or nothing came in time: the request may have acted, or not."""


@dataclass(frozen=True, slots=True)
class Answer:
    """``headers`` have lower-case names."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def code(self) -> str | None:
        """The code of a problem; None where the answer is none."""
        told = self.json if self.headers.get("content-type", "").startswith("application/problem+json") else {}
        code: str | None = told.get("code")
        return code


class Client:
    """Talks to the server at *url*, such as ``http://127.0.0.1:8000``; not to be shared between threads."""

    def __init__(self, url: str, patience: float = PATIENCE) -> None:
        place = urlsplit(url)
        self._connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=patience)

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def call(
        self, method: str, path: str, *, token: str | None = None, body: Any = None, key: str | None = None, **more: str
    ) -> Answer:
        """Send one request, once. *more* are headers in snake case. Raises ``NoAnswer``."""
        headers = {name.replace("_", "-"): value for name, value in more.items()}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        if key:
            headers["Idempotency-Key"] = key
        sent = None
        if body is not None:
            headers["Content-Type"] = "application/json"
            sent = json.dumps(body).encode()
        try:
            self._connection.request(method, path, sent, headers)
            with self._connection.getresponse() as came:
                return Answer(came.status, {name.lower(): value for name, value in came.getheaders()}, came.read())
        except (OSError, http.client.HTTPException) as error:
            self._connection.close()  # the next call opens another
            raise NoAnswer from error
