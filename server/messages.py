"""Requests and answers as gunicorn reads and writes them, and what is done otherwise.

They take nobody's word, say no more of us than they must, and what gunicorn works out for each of them is worked out
once: a third of what a view costs is gunicorn's, and some of that is to check headers that are always the same, and to
write the date.
"""

import time
from email.utils import formatdate
from functools import cache, lru_cache
from types import SimpleNamespace

from gunicorn import util
from gunicorn.http import message, parser, wsgi

_process_headers = wsgi.Response.process_headers  # gunicorn's own


class Request(message.Request):  # type: ignore[misc]
    """gunicorn's, which takes nobody's word for where it comes from: ``web/limits.py`` sees to that."""

    def _peer_is_trusted_proxy(self) -> bool:
        return False


class Answer(wsgi.Response):  # type: ignore[misc]
    """gunicorn's, which goes out in one piece where it can, and does not say what has made it."""

    def default_headers(self) -> list[str]:
        return [line for line in super().default_headers() if not line.startswith("Server:")]

    def process_headers(self, headers: list[tuple[str, str]]) -> None:
        """Most are the same in every answer, and gunicorn makes the same of each every time."""
        for header in headers:
            goes_out, length = _checked(header)
            self.headers += goes_out
            if length is not None:
                self.response_length = length

    def write(self, arg: bytes) -> None:
        """A body that is all there is sent with the headers: one packet, and one call of the system, for two."""
        if self.headers_sent or self._omits_body or len(arg) != self.response_length:
            super().write(arg)
            return
        head = [*self.default_headers(), *(f"{name}: {value}\r\n" for name, value in self.headers), "\r\n"]
        whole = "".join(head).encode("latin-1") + arg
        self.headers_sent: bool = True
        self.sent = len(arg)
        sent = self.sock.send(whole)  # which seldom leaves any, and costs less than gevent's sendall
        if sent < len(whole):
            util.write(self.sock, whole[sent:])


@lru_cache(maxsize=256)
def _checked(header: tuple[str, str]) -> tuple[tuple[tuple[str, str], ...], int | None]:
    """What goes out of a header, and the length of the body if it tells that.

    Raises what gunicorn does for one that may not be sent. None asks for another protocol.
    """
    told = SimpleNamespace(headers=[], response_length=None)
    _process_headers(told, [header])
    return tuple(told.headers), told.response_length


def _date(timestamp: float | None = None) -> str:
    """For the header of that name."""
    return _date_at(int(time.time() if timestamp is None else timestamp))


@lru_cache(maxsize=2)
def _date_at(second: int) -> str:
    return formatdate(second, usegmt=True)


def install() -> None:
    """Have gunicorn use them: it has no settings for these."""
    parser.RequestParser.mesg_class = Request
    wsgi.Response = Answer
    wsgi.WSGIErrorsWrapper = cache(wsgi.WSGIErrorsWrapper)  # one for all requests of a worker
    util.http_date = _date
