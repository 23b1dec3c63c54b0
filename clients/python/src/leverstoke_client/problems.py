"""What can go wrong: every refusal as an exception of its own, with what the server said of it (RFC 9457)."""

import json
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

DOUBT = "leverstoke_doubt"
"""Among a response's extensions: whether a try before it may have been carried out."""


class LeverstokeError(Exception):
    """Whatever this package raises beside mistakes in how it is called."""


class Unreachable(LeverstokeError):
    """There was no answer, whatever was tried. Whether the request was carried out is not known."""


class VerificationFailed(LeverstokeError):
    """A finished session was not dealt as the rules promise; the message says which clause does not hold."""


class Problem(LeverstokeError):
    """A refusal. ``code`` is for programs; ``detail`` says what was wrong; ``instance`` is known to the server's log.

    ``body`` has all members that came with it. A refusal that was no problem (a proxy's page) has the code ``""``.
    After ``doubt`` a try before this one may have been carried out.
    """

    def __init__(self, status: int, headers: Mapping[str, str], body: Mapping[str, Any], doubt: bool = False) -> None:
        self.status = status
        self.body = body
        self.code = str(body.get("code", ""))
        self.title = str(body.get("title", ""))
        self.detail = str(body.get("detail", ""))
        self.instance: str | None = body.get("instance")
        self.etag: str | None = headers.get("ETag")
        self.retry_after = retry_after(headers)
        self.doubt = doubt
        super().__init__(f"{status} {self.code or 'without a problem'}: {self.detail or self.title}".rstrip(": "))


class InvalidRequest(Problem):
    """422: ``errors`` are messages by field."""

    def __str__(self) -> str:
        return f"{super().__str__()} {self.errors}"

    @property
    def errors(self) -> Mapping[str, list[str]]:
        return dict(self.body.get("errors") or {})


class Unauthorized(Problem):
    """401: no token, a forged one, or one whose seat has changed hands."""


class Forbidden(Problem):
    """403: only the creator may."""


class NotFound(Problem):
    """404: no such session, or not for you."""


class Conflict(Problem):
    """409: it cannot be done as the session stands."""


class Refused(Conflict):
    """409: the rules refuse. ``rule`` is the clause, ``legal_actions`` (ready to post) what may be done instead."""

    @property
    def rule(self) -> str:
        return str(self.body["rule"])

    @property
    def legal_actions(self) -> list[dict[str, Any]]:
        return list(self.body.get("legal_actions") or ())


class HistoryLost(Conflict):
    """409: the session has not the history that was referred to; a weaker store lost it."""


class StaleVersion(Problem):
    """412: the session has moved on; ``session`` is how it stands now, as the server wrote it."""

    @property
    def session(self) -> Mapping[str, Any]:
        return dict(self.body["session"])


class TooManyRequests(Problem):
    """429: wait ``retry_after`` seconds."""


class Unavailable(Problem):
    """502, 503 or 504, whatever was tried. With the code ``outcome_unknown`` it may have been carried out."""


_BY_STATUS: Mapping[int, type[Problem]] = {
    401: Unauthorized,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: StaleVersion,
    422: InvalidRequest,
    429: TooManyRequests,
    502: Unavailable,
    503: Unavailable,
    504: Unavailable,
}


def problem_of(response: httpx.Response) -> Problem:
    """What *response*, which has been read, refuses."""
    try:
        body = json.loads(response.content)
    except ValueError:
        body = None
    if not isinstance(body, dict):  # not ours: the page of a proxy
        body = {"title": response.reason_phrase, "detail": response.text[:200]}
    kind = _BY_STATUS.get(response.status_code, Problem)
    if kind is Conflict:
        kind = Refused if "rule" in body else HistoryLost if body.get("code") == "history_lost" else Conflict
    if kind is StaleVersion and "session" not in body:
        kind = Problem
    return kind(response.status_code, response.headers, body, response.extensions.get(DOUBT, False))


def retry_after(headers: Mapping[str, str]) -> float | None:
    """The seconds that a ``Retry-After`` asks for, by their number or by a date; None without one."""
    text = headers.get("Retry-After", "")
    if text.isdecimal():
        return float(text)
    try:
        return max(parsedate_to_datetime(text).timestamp() - time.time(), 0)
    except ValueError:
        return None
