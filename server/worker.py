"""A worker: one of the processes that answer players, as gunicorn and gevent do it, and what is done otherwise.

It lets nobody keep it waiting, and looks settings up once, which gunicorn does for each request.
"""

import gc
import math
import os
import signal
import socket
import time
from contextlib import suppress
from functools import partial
from io import BytesIO
from types import SimpleNamespace
from typing import Any

import gevent
from gunicorn import glogging
from gunicorn.workers import ggevent

from server import messages, meters
from server.entrance import Entrance
from server.sessions.store import Store
from server.web.body import LARGEST

_WATCH = 0.05  # seconds between two looks at who is there, and whether to stop
_COUNT = 1  # seconds between two times that others are told how many sessions are open
_LAST_ORDERS = 1  # seconds from then in which a connection that is open may bring one more request
_PATIENCE = 20  # seconds a client may be silent in the middle of a body, or not take what it is sent

messages.install()
ggevent.StreamServer = Entrance  # gunicorn has no setting for it


class Guest:
    """A client, and since when the next request is waited for: a context manager around each wait."""

    __slots__ = ("client", "since")

    def __init__(self, client: Any) -> None:
        self.client = client
        self.since = math.inf

    def __enter__(self) -> None:
        self.since = time.monotonic()

    def __exit__(self, *_: object) -> None:
        self.since = math.inf

    def leaves(self) -> None:
        """Read what has come and then no more; gevent's own way takes it from whoever reads it now."""
        with suppress(OSError):
            self.client._sock.shutdown(socket.SHUT_RD)


class Punctual:
    """*app*, asked once a body has come, which it must in time: not a byte now and then for ever.

    Requests for another protocol are taken for what they are beside that.
    """

    def __init__(self, app: Any) -> None:
        self._app = app

    def __call__(self, environ: dict[str, Any], start_response: Any) -> Any:
        length = environ.get("CONTENT_LENGTH", "")
        if length.isdecimal() and 0 < int(length) <= LARGEST:
            body = _read_in_time(environ["wsgi.input"].reader, int(length))
            if body is None or len(body) < int(length):
                environ["wsgi.input"].failed = True  # gunicorn lets nothing follow it
            if body is None:
                Guest(environ["gunicorn.socket"]).leaves()
            environ["wsgi.input"] = BytesIO(body or b"")
        environ.pop("HTTP_UPGRADE", None)  # nothing here is anything but HTTP
        return self._app(environ, start_response)


def _read_in_time(reader: Any, length: int) -> bytes | None:
    """What *reader* has, of a *length*; None if it does not come in time. Most bodies come with the headers."""
    body: bytes | None = None
    if len(reader.unreader.buf.getvalue()) >= length:
        body = reader.read(length)
    else:
        with gevent.Timeout(_PATIENCE, False), suppress(OSError):
            body = reader.read(length)
    return body


class Worker(ggevent.GeventWorker):  # type: ignore[misc]
    """gevent's, which lets nobody keep it waiting: for the rest of a request, or at its end for another one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._guests: dict[Any, Guest] = {}
        self._doors: dict[Any, Any] = {}

    def handle(self, listener: Any, client: Any, address: Any) -> None:
        self._guests[gevent.getcurrent()] = Guest(client)
        try:
            with meters.connections.open():
                super().handle(self._doors[listener], client, address)
        finally:
            del self._guests[gevent.getcurrent()]

    def timeout_ctx(self) -> Guest:
        """gevent would set a clock for each wait; it is enough to look round now and then."""
        return self._guests[gevent.getcurrent()]

    def handle_request(self, listener_name: Any, request: Any, client: Any, address: Any) -> None:
        if any(map(_is_left_unread, request.headers)):
            request.force_close()  # what follows it may be anything
        client.settimeout(_PATIENCE)
        try:
            super().handle_request(listener_name, request, client, address)
        except TimeoutError:  # whoever does not take an answer gets none
            raise StopIteration from None
        finally:
            client.settimeout(None)  # how long the next may take is seen to by a look round

    def load_wsgi(self) -> None:
        super().load_wsgi()
        # gunicorn looks for some thirty of its settings a request, and takes long to find one.
        self.cfg.__dict__ |= {name: setting.get() for name, setting in self.cfg.settings.items()}
        self._store: Store = self.wsgi.extensions["store"]
        self.wsgi: Any = Punctual(self.wsgi)
        # What is there now stays: to look through all of it for what may go takes 30 ms, now and then.
        gc.collect()
        gc.freeze()

    def run(self) -> None:
        # gunicorn asks a door for its name once a client is in; by then it may be closed.
        names = {door: door.getsockname() for door in self.sockets}
        self._doors = {door: SimpleNamespace(getsockname=partial(names.get, door)) for door in self.sockets}
        for duty in (self._look_round, self._keep_count):
            gevent.spawn(duty).link_exception(lambda _: os.kill(self.pid, signal.SIGTERM))
        try:
            super().run()
        finally:
            self._store.post()

    def _keep_count(self) -> None:
        while True:
            gevent.sleep(_COUNT)
            self._store.post()

    def _look_round(self) -> None:
        """Have those leave who bring nothing for too long, and nobody wait for a store that does not answer.

        Once it is to stop, take no further request from anybody; those that have come are answered.
        """
        while self.alive:
            self._pause()
            latest = time.monotonic() - self.cfg.keepalive
            for guest in tuple(self._guests.values()):
                if guest.since < latest:
                    guest.leaves()
        self._store.last_orders()
        while True:  # gunicorn lets in some who come late
            for _ in range(round(_LAST_ORDERS / _WATCH)):
                self._pause()
            for guest in tuple(self._guests.values()):
                guest.leaves()

    def _pause(self) -> None:
        """Until it is time for the next look; the store has one of its own."""
        gevent.sleep(_WATCH)
        self._store.look_round()


class Logger(glogging.Logger):  # type: ignore[misc]
    """gunicorn's, which writes into our journal, and does not repeat what was asked for."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        self.error_log.handlers.clear()
        self.error_log.propagate = True

    def exception(self, msg: Any, *args: Any, **kwargs: Any) -> None:
        super().exception(msg.partition("%s")[0].rstrip() if isinstance(msg, str) else msg, **kwargs)


def _is_left_unread(header: tuple[str, str]) -> bool:
    """Whether a header tells of a body that is refused before it is read: in chunks, or too large."""
    name, value = header
    return name == "TRANSFER-ENCODING" or (name == "CONTENT-LENGTH" and value.isdecimal() and int(value) > LARGEST)
