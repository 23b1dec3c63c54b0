"""Limits: how often a player or an address may ask, and how many sessions an address may open. Off unless set.

A request that bears a good token counts against its seat; any other, a forged token's too, against the address it comes
from. Of addresses of the new kind all that one household may take count as one (a /64). The counters are in the store,
so every worker and every server counts alike.

Where a request comes from is told by its connection alone, unless a proxy is declared: whoever sends an
``X-Forwarded-For`` then is believed only for what the nearest proxies have added to it.
"""

import time
from collections.abc import Callable, Collection
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any, NoReturn

from flask import Flask, request
from flask_limiter import ApplicationLimit, Limiter, RequestLimit
from limits.storage import Storage
from werkzeug.middleware.proxy_fix import ProxyFix

from server.config import Settings
from server.sessions.store import Store
from server.web.auth import Tokens
from server.web.problems import Problem

_FREE = ("/health", "/ready")
_HOUSEHOLD = 64  # bits of an IPv6 address that say whose it is


class Counters(Storage):
    """The counters of ``limits``, in our store."""

    STORAGE_SCHEME = ["leverstoke"]  # noqa: RUF012 - as its base declares it

    def __init__(self, uri: str, *, store: Store, **options: Any) -> None:
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


def limit(app: Flask, settings: Settings, store: Store, tokens: Tokens, *, creates: Collection[str]) -> None:
    """Put the limits of the *settings* before every request; *creates* are the paths that sessions are opened at."""
    if settings.proxies:
        app.wsgi_app = ProxyFix(  # type: ignore[method-assign]
            app.wsgi_app, x_for=settings.proxies, x_proto=0, x_host=0, x_port=0, x_prefix=0
        )
    limits: list[str | Callable[[], str] | ApplicationLimit] = []
    if settings.rate_limit:
        limits.append(ApplicationLimit(settings.rate_limit, key_function=_player(tokens), exempt_when=_is_free))
    if settings.session_limit:
        limits.append(
            ApplicationLimit(
                settings.session_limit,
                scope="sessions",
                key_function=_address,
                exempt_when=lambda: request.method != "POST" or request.path not in creates,
            )
        )
    if limits:
        Limiter(
            _address,
            app=app,
            application_limits=limits,
            on_breach=_too_many,
            storage_uri="leverstoke://",
            storage_options={"store": store},  # type: ignore[dict-item]
        )


def _player(tokens: Tokens) -> Callable[[], str]:
    """Names the seat that a request is for, or else the address it comes from."""

    def player() -> str:
        try:
            token = tokens.read(request)
        except Problem:
            token = None
        return f"{token.session_id}.{token.claim.seat}" if token else _address()

    return player


def _address() -> str:
    try:
        address = ip_address(request.remote_addr or "")
    except ValueError:  # a socket in the file system has none
        return "local"
    if isinstance(address, IPv6Address) and not address.ipv4_mapped:
        return str(ip_network((address, _HOUSEHOLD), strict=False))
    return str(address)


def _is_free() -> bool:
    return request.method == "OPTIONS" or request.path in _FREE


def _too_many(limit: RequestLimit) -> NoReturn:
    raise Problem("too_many_requests", retry_after=max(1, int(limit.reset_at - time.time())))
