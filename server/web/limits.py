"""Limits: how often a player or an address may ask, and how many sessions an address may open. Off unless set.

A request that bears a good token counts against its seat; any other, a forged token's too, against the address it comes
from. Of addresses of the new kind all that one household may take count as one (a /64). A session counts when it is
about to be opened, not when it is asked for: who repeats a request, or gets it wrong, has opened none. The counters are
in the store, so every worker and every server counts alike, and each limit costs a request that it counts a trip.

Where a request comes from is told by its connection alone, unless a proxy is declared: whoever sends an
``X-Forwarded-For`` then is believed only for what the nearest proxies have added to it.
"""

import re
import time
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Any, NoReturn

from flask import Flask, request
from flask_limiter import ApplicationLimit, Limiter, RequestLimit
from limits import parse_many
from limits.storage import Storage
from limits.strategies import FixedWindowRateLimiter
from werkzeug.middleware.proxy_fix import ProxyFix

from server.config import Settings
from server.sessions.store import Store
from server.web.auth import Tokens
from server.web.problems import Problem

_HOUSEHOLD = 64  # bits of an IPv6 address that say whose it is
_WITH_A_PORT = re.compile(r"\[(.+)\](?::\d+)?|([\d.]+):\d+")


class Counters(Storage):
    """The counters of ``limits``, in our store."""

    STORAGE_SCHEME = ["leverstoke"]  # noqa: RUF012 - as its base declares it

    def __init__(self, uri: str | None = None, *, store: Store, **options: Any) -> None:
        super().__init__(uri, **options)
        self._store = store

    @property
    def base_exceptions(self) -> tuple[type[Exception], ...]:
        return ()

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        return self._store.count(key, expiry, amount).number

    def get(self, key: str) -> int:
        return self._store.count(key, 1, 0).number

    def get_expiry(self, key: str) -> float:
        return time.time() + self._store.count(key, 1, 0).left

    def check(self) -> bool:
        return True

    def reset(self) -> None:
        raise NotImplementedError  # counters expire by themselves

    def clear(self, key: str) -> None:
        raise NotImplementedError


class Limits:
    """The limits that *settings* set, counted in *store*."""

    def __init__(self, settings: Settings, store: Store, tokens: Tokens) -> None:
        self._settings = settings
        self._store = store
        self._tokens = tokens
        limits = parse_many(settings.session_limit) if settings.session_limit else []
        self._sessions = sorted(limits, key=lambda limit: limit.get_expiry())  # a short one is not to eat up a long one
        self._opened = FixedWindowRateLimiter(Counters(store=store))

    def stand_before(self, app: Flask, *, paths: tuple[str, ...]) -> None:
        """Count the requests for everything below *paths*: what else there is costs little, and needs no store."""
        proxies = self._settings.proxies
        if proxies:
            app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
                app.wsgi_app, x_for=proxies, x_proto=0, x_host=0, x_port=0, x_prefix=0
            )
        if self._settings.rate_limit:
            limit = ApplicationLimit(
                self._settings.rate_limit,
                key_function=self._player,
                exempt_when=lambda: request.method == "OPTIONS" or not request.path.startswith(paths),
            )
            Limiter(
                _address,
                app=app,
                application_limits=[limit],
                on_breach=_too_many,
                storage_uri="leverstoke://",
                storage_options={"store": self._store},  # type: ignore[dict-item]
            )

    def admit(self) -> None:
        """One session more for the address that asks. Raises ``Problem`` if it has opened too many."""
        for limit in self._sessions:
            asked = ("sessions", _address())
            if not self._opened.hit(limit, *asked):
                raise _wait(self._opened.get_window_stats(limit, *asked).reset_time)

    def _player(self) -> str:
        """Names the seat that a request is for, or else the address it comes from."""
        try:
            token = self._tokens.read(request)
        except Problem:
            token = None
        return f"{token.session_id}.{token.claim.seat}" if token else _address()


def _address() -> str:
    """Where a request comes from. A proxy may add a port to it; what it adds otherwise says nothing."""
    behind: dict[str, str] = request.environ.get("werkzeug.proxy_fix.orig", {})
    address = _read(request.remote_addr) or _read(behind.get("REMOTE_ADDR"))
    if address is None:  # a socket in the file system has none
        return "local"
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or ip_network((address, _HOUSEHOLD), strict=False))
    return str(address)


def _read(text: str | None) -> IPv4Address | IPv6Address | None:
    alone = _WITH_A_PORT.fullmatch(text or "")
    try:
        return ip_address((alone[1] or alone[2]) if alone else text or "")
    except ValueError:
        return None


def _too_many(limit: RequestLimit) -> NoReturn:
    raise _wait(limit.reset_at)


def _wait(until: float) -> Problem:
    """*until*: seconds since 1970."""
    return Problem("too_many_requests", retry_after=max(1, int(until - time.time())))
