"""The journal: what the server says of itself while it plays, line by line, for whoever keeps it running.

Plain lines for people, or with ``LEVERSTOKE_LOG=json`` an object a line for machines, libraries' words among them. What
is known of the request that a line was written in stands in it: its id, its method, the operation or the route that it
took, the session. Nothing else of a request is ever written, so that no token, key, seed or card can be; a library says
no more than its warnings, at any level, for some would repeat what they were sent.

structlog writes the objects, and is read in only for them: plain lines need nothing of it, and a worker less memory. A
line a request takes some 40 µs, an object somewhat more, so there are none unless they are asked for.
"""

import logging
import re
import secrets
import threading
from collections.abc import Callable, Mapping
from typing import Any

from server.config import Settings
from server.sessions.codec import timestamp

FIELDS = ("request_id", "method", "operation", "session", "status", "duration_ms")
"""What a line may say beside its words."""


class _Now(threading.local):
    """Of the request that is answered now: ``tell`` says what is known of it, ``spent`` is what it took, by part.

    A greenlet that it has started is not of it.
    """

    tell: Callable[[], Mapping[str, Any]] | None = None
    spent: dict[str, float] | None = None


now = _Now()

_ID = re.compile(r"[A-Za-z0-9._-]{1,64}", re.ASCII)  # shorter than a token: none can be taken for one


def open_journal(settings: Settings) -> None:
    """Have this process, and those that it forks, write to standard error as *settings* say."""
    handler = logging.StreamHandler()
    handler.setFormatter(_objects() if settings.log == "json" else Plain())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("server").setLevel(settings.says.upper())


def request_id(environ: Mapping[str, Any]) -> str:
    """What a request is called: as whoever sent it says, if that is a name and no secret, or else by chance."""
    given: str = environ.get("HTTP_X_REQUEST_ID", "")
    return given if is_good_id(given, environ) else secrets.token_hex(8)


def is_good_id(given: str, environ: Mapping[str, Any]) -> bool:
    """Whether a request may be called as it asks to be: no token is as short, and its key is another matter."""
    return bool(_ID.fullmatch(given)) and given != environ.get("HTTP_IDEMPOTENCY_KEY")


class Plain(logging.Formatter):
    """``2026-11-30T10:53:13.123Z warning server.sessions.gate: the store answers again``."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - as its base calls it
        beside = "".join(f" {name}={value}" for name, value in fields(record).items())
        return f"{_time(record)} {record.levelname.lower()} {record.name}: {record.message}{beside}"


def _objects() -> logging.Formatter:
    import msgspec
    from structlog.processors import JSONRenderer, format_exc_info
    from structlog.stdlib import ProcessorFormatter

    def told(_: Any, __: str, event: Any) -> Any:
        record: logging.LogRecord = event["_record"]
        head = {"timestamp": _time(record), "level": record.levelname.lower(), "event": event["event"]}
        return event | head | {"logger": record.name} | fields(record)

    return ProcessorFormatter(
        foreign_pre_chain=[told, format_exc_info],  # a traceback of lines, without what was in their variables
        processors=[
            ProcessorFormatter.remove_processors_meta,
            JSONRenderer(serializer=lambda event, **_: msgspec.json.encode(event).decode()),
        ],
    )


def fields(record: logging.LogRecord) -> dict[str, Any]:
    """Those that the request or the line itself tells."""
    known = dict(now.tell()) if now.tell else {}
    known |= {name: value for name, value in vars(record).items() if name in FIELDS}
    return {name: known[name] for name in FIELDS if known.get(name) is not None}


def _time(record: logging.LogRecord) -> str:
    return timestamp(int(record.created * 1000))
