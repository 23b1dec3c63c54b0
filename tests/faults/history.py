"""What every player asked and was told at one table, and when. ``judge.py`` says whether all of it can be true."""

import math
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from threading import Lock
from typing import Any, TypeAlias

from tests.faults.client import Answer, Client, NoAnswer

Event: TypeAlias = Mapping[str, Any]

JOIN = "seats"

ETAG = re.compile(r'"(\d+)-([0-9a-f]*)-(\d+|s)"')


@dataclass(frozen=True, slots=True)
class Operation:
    """One request and what came of it. ``end`` is ``math.inf`` where no answer came; times are ``time.monotonic()``.

    ``seat`` is None for a spectator and for whoever takes a seat; ``action`` None is a look at the view. ``replayed``
    is how the answer is marked.
    """

    start: float
    end: float
    seat: int | None
    action: str | None
    body: Any
    key: str | None
    status: int | None
    answer: Any
    etag: str | None
    if_match: str | None = None
    replayed: bool = False

    def __str__(self) -> str:
        who = "a spectator" if self.seat is None else f"seat {self.seat}"
        what = "looks" if self.action is None else f"asks to {self.action} {self.body or ''}".rstrip()
        return f"{who} {what}{f' ({self.key})' if self.key else ''} at {self.start:.6f}"

    @property
    def accepted(self) -> bool:
        return self.action is not None and self.status in (200, 201)

    @property
    def may_have_acted(self) -> bool:
        """Whether it may have acted without anybody being told: it was not answered, or by "outcome unknown"."""
        return self.action is not None and (self.status is None or self.code == "outcome_unknown")

    @property
    def code(self) -> str | None:
        """The code of a problem."""
        return self.answer.get("code") if isinstance(self.answer, dict) else None

    @property
    def version(self) -> int | None:
        """The version it was shown."""
        tag = ETAG.fullmatch(self.etag) if self.etag else None
        return int(tag[1]) if tag else None


class History:
    """The operations on one session. Threads may share it."""

    def __init__(self) -> None:
        self._operations: list[Operation] = []
        self._lock = Lock()

    def record(self, operation: Operation) -> None:
        with self._lock:
            self._operations.append(operation)

    @property
    def operations(self) -> list[Operation]:
        with self._lock:
            return list(self._operations)


class Recorder:
    """A player at *seat* of the session at the path *url*, or a spectator (None), whose every request is recorded."""

    def __init__(self, client: Client, history: History, url: str, seat: int | None, token: str | None) -> None:
        self._client = client
        self._history = history
        self._url = url
        self._seat = seat
        self._token = token

    def act(self, action: str, body: Any, *, key: str | None = None, if_match: str | None = None) -> Answer:
        """Post *action*; ``seats`` takes a seat. Raises ``NoAnswer``."""
        return self._ask("POST", f"{self._url}/{action}", action, body, key, if_match)

    def look(self) -> Answer:
        """Read the view. Raises ``NoAnswer``."""
        return self._ask("GET", self._url, None, None, None, None)

    def _ask(
        self, method: str, path: str, action: str | None, body: Any, key: str | None, if_match: str | None
    ) -> Answer:
        headers = {"if_match": if_match} if if_match else {}
        asked = (self._seat, action, body, key)
        start = time.monotonic()
        try:
            answer = self._client.call(method, path, token=self._token, body=body, key=key, **headers)
        except NoAnswer:
            self._history.record(Operation(start, math.inf, *asked, None, None, None, if_match))
            raise
        end = time.monotonic()
        told = answer.json if "json" in answer.headers.get("content-type", "") else None
        repeated = "idempotent-replayed" in answer.headers
        etag = answer.headers.get("etag")
        self._history.record(Operation(start, end, *asked, answer.status, told, etag, if_match, repeated))
        return answer
