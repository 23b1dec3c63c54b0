"""A player's line to the server: who is put off waits as long as told, and asks again with the same key.

An answer to come back later (429, 503) is no failure: it has a row of its own in locust's figures. No answer is a
failure, and the request is tried again all the same; a key makes that safe.
"""

import re
import time
import uuid
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from random import uniform
from typing import Any

from gevent import sleep
from locust.contrib.fasthttp import FAILURE_EXCEPTIONS

from tests.load.answer import Answer
from tests.load.invariants import (
    Violated,
    every_answer_is_one_that_may_come,
    every_error_is_a_problem,
    the_server_never_fails,
    who_is_put_off_is_told_until_when,
)
from tests.load.tally import Tally

PAUSE = 0.5  # seconds before another try, where none are told
_ID = re.compile(r"/sessions/[^/?]+")
_VALUE = re.compile(r"=[^&]*")


def operation(path: str) -> str:
    """The row of a path in locust's figures: ``/v1/shooter/sessions/{id}/events?since=&wait=``."""
    return _VALUE.sub("=", _ID.sub("/sessions/{id}", path))


def new_key() -> str:
    return str(uuid.uuid4())


class Patience:
    """How long those at one table wait for anything to happen. A server that puts one of them off wins time for all."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.renew()

    def renew(self) -> None:
        self._since = time.monotonic()

    @property
    def is_over(self) -> bool:
        return time.monotonic() > self._since + self.seconds


class Line:
    """Asks the server, by as many connections as there are requests at once; *client* is locust's, typed in part."""

    def __init__(self, client: Any, tally: Tally, patience: float) -> None:
        self._client = client
        self._tally = tally
        self._patience = patience

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        expecting: Sequence[int] = (200,),
        token: str | None = None,
        key: str | None = None,
        aside: str = "",
        put_off: Callable[[], None] = lambda: None,
        once: bool = False,
        **headers: str | None,
    ) -> Answer:
        """The answer that settles a request; *headers* are in snake case, *aside* is told in the request's row.

        *put_off* is called whenever the server says to come back later. *once* takes that, too, for an answer.
        Raises ``Violated``.
        """
        sent = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        if token:
            sent["Authorization"] = f"Bearer {token}"
        if key:
            sent["Idempotency-Key"] = key
        row = f"{operation(path)}{aside and f' ({aside})'}"
        patience = Patience(self._patience)
        while True:
            answer = self._try(method, path, row, body, sent, expecting)
            if once or not (pause := _pause(answer)):
                return answer
            sleep(pause)
            put_off()
            if answer.status == 429:
                patience.renew()  # there is no end to a limit
            elif patience.is_over:
                raise Violated("every request is settled", f"{method} {row} was answered {answer}")

    @contextmanager
    def stream(self, path: str, **headers: str | None) -> Iterator[tuple[Answer, Iterator[bytes]]]:
        """The answer, and the lines of a stream as they come, until it ends or breaks. Raises ``Violated``."""
        sent = {name.replace("_", "-"): value for name, value in headers.items() if value is not None}
        sent |= {"Accept": "text/event-stream", "Accept-Encoding": "identity"}
        row = f"{operation(path)} (stream)"
        with self._client.request("GET", path, name=row, headers=sent, stream=True, catch_response=True) as response:
            flows = response.status_code == 200
            answer = Answer(200, _headers(response), b"") if flows else _answer(response)
            self._judge(f"GET {row}", answer, response, (200, 204, 404))
        try:
            yield answer, _lines(response) if flows else iter(())
        finally:
            if flows:
                response.release()

    def _try(
        self, method: str, path: str, row: str, body: Any, headers: dict[str, str], expecting: Sequence[int]
    ) -> Answer:
        with self._client.request(method, path, name=row, json=body, headers=headers, catch_response=True) as response:
            answer = _answer(response)
            self._judge(f"{method} {row}", answer, response, expecting)
        return answer

    def _judge(self, asked: str, answer: Answer, response: Any, expecting: Sequence[int]) -> None:
        """Tell locust whether an answer is a failure. Raises ``Violated``."""
        if answer.status == 0:
            return  # what went wrong locust knows itself
        try:
            self._tally.hold(the_server_never_fails, answer)
            self._tally.hold(every_error_is_a_problem, answer)
            self._tally.hold(who_is_put_off_is_told_until_when, answer)
            if _pause(answer):
                self._tally.put_off[str(answer)] += 1
                response.request_meta["name"] += f" ({answer})"
            else:
                self._tally.hold(every_answer_is_one_that_may_come, asked, answer, expecting)
        except Violated as violated:
            response.failure(violated)
            raise
        response.success()


def _pause(answer: Answer) -> float:
    """Seconds until the request is to be tried again; none if it is settled."""
    if answer.status in (429, 503):
        return (answer.comes_back_in or PAUSE) + uniform(0, PAUSE)  # or all would come back at once
    return PAUSE if answer.status == 0 or answer.code == "idempotency_in_progress" else 0


def _answer(response: Any) -> Answer:
    try:
        return Answer(response.status_code, _headers(response), response.content or b"")
    except FAILURE_EXCEPTIONS as error:  # it broke off
        response.failure(error)
        return Answer(0, {}, b"")


def _headers(response: Any) -> dict[str, str]:
    return {name.lower(): value for name, value in (response.headers or {}).items()}


def _lines(response: Any) -> Iterator[bytes]:
    with suppress(*FAILURE_EXCEPTIONS):
        # Locust's own iterator waits for a full block before it tells anything.
        while line := response._response.readline(b"\n"):
            yield line.rstrip(b"\n")
