"""Events as a stream: ``text/event-stream``, as browsers' EventSource reads it.

Every event is a frame with its id and one line of data; the id has the digest of the history up to there, so whoever
comes back with it is not told another history. A comment now and then keeps proxies from closing the line.
"""

from collections.abc import Iterator, Sequence

from flask import Response

from server import meters
from server.sessions.store import Entry
from server.watch import Watch

EVENT_STREAM = "text/event-stream"
_COMMENT = b":\n\n"
_COME_BACK = b"retry: 1000\n\n"  # milliseconds


def stream(told: Iterator[Sequence[Entry]], watch: Watch) -> Response:
    """What is *told*, as it is told; when the server stops, a hint to come back soon."""
    response = Response(_frames(told, watch), content_type=f"{EVENT_STREAM}; charset=utf-8")
    response.headers["X-Accel-Buffering"] = "no"  # nginx would keep it back until there is enough of it
    return response


def frame(entry: Entry) -> bytes:
    """One event."""
    return b"id: %s\ndata: %s\n\n" % (str(entry.tag).encode(), entry.event)


def _frames(told: Iterator[Sequence[Entry]], watch: Watch) -> Iterator[bytes]:
    with meters.streams.open():
        yield _COMMENT  # the headers go out with the first bytes
        for entries in told:
            yield b"".join(map(frame, entries)) or _COMMENT
        if watch.closing:
            yield _COME_BACK
