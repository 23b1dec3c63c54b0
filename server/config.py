"""Settings, read once from the environment."""

import os
import re
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from environs import Env

from server.sessions.store import Durability

DEFAULT_STORE = "embedded"
MEMORY_STORE = "memory"

_KEY_BYTES = 32
_LOGS = ("plain", "json")
_LEVELS = ("debug", "info", "warning", "error")


class SettingsError(Exception):
    """A setting is missing or wrong; the message says which, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """``fd`` is an open socket to listen on instead of ``host`` and ``port``.

    ``store`` is ``embedded``, ``memory`` or a URL (``server.sessions.redis.reach``); ``session_ttl`` is in seconds.

    ``rate_limit`` is how often a seat, or an address, may ask, ``session_limit`` how many sessions an address may
    open, both as ``limits`` writes it: ``100/minute;10/second``. ``proxies`` stand before the server and add to
    ``X-Forwarded-For``.

    ``durability`` is what the store must promise; None: the embedded one ``always``, another whatever it does.

    ``log`` is ``plain`` or ``json``; ``log_level`` how much of what the server itself has to say is written, from
    ``debug`` to ``error``; None: ``warning``, and with ``json`` ``info``, which is a line a request. ``server_timing``
    tells every caller what its answer took. ``metrics_token`` is for whoever may read ``/metrics``; None: this machine.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    fd: int | None = None
    workers: int = field(default_factory=lambda: _cores())
    store: str = field(default=DEFAULT_STORE, repr=False)
    data: Path = Path("data")
    store_memory: str = "1gb"
    durability: Durability | None = None
    secret_key: str | None = field(default=None, repr=False)
    session_ttl: int = 7 * 24 * 60 * 60
    cors_origins: tuple[str, ...] = ("*",)
    rate_limit: str | None = None
    session_limit: str | None = None
    proxies: int = 0
    log: str = "plain"
    log_level: str | None = None
    server_timing: bool = False
    metrics_token: str | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Raises ``SettingsError`` for a number out of its range."""
        if not 0 < self.port < 65536:
            raise SettingsError(f"{self.port} is no port: ports go from 1 to 65535")
        if self.workers < 1 or self.session_ttl < 1:
            raise SettingsError("there must be at least one worker, and a session must live for at least a second")
        for origin in self.cors_origins:
            if not re.fullmatch(r"\*|https?://[^\s*/]+", origin):
                raise SettingsError(f"{origin} is no origin: write * or scheme://host, with a port if need be")
        if self.log not in _LOGS or self.says not in _LEVELS:
            raise SettingsError(
                f"a log is {' or '.join(_LOGS)}, and its level {', '.join(_LEVELS)}: not {self.log}, {self.says}"
            )
        if self.proxies < 0:
            raise SettingsError("there can be no fewer than no proxies")
        for text in filter(None, (self.rate_limit, self.session_limit)):
            if not _is_a_limit(text):
                raise SettingsError(f"{text} is no limit: write 100/minute, or several with ; between")

    @property
    def says(self) -> str:
        """The level from which on the server writes what it has to say."""
        return self.log_level or ("info" if self.log == "json" else "warning")

    @property
    def writes_requests(self) -> bool:
        """Whether every request is a line in the log."""
        return self.says in ("debug", "info")

    @classmethod
    def from_environment(cls) -> "Settings":
        """Raises ``SettingsError`` for a variable that cannot be read."""
        env = Env(eager=False)
        default = cls()
        with env.prefixed("LEVERSTOKE_"):
            given: dict[str, Any] = {
                "host": env.str("HOST", default.host),
                "port": env.int("PORT", default.port),
                "workers": env.int("WORKERS", default.workers),
                "store": env.str("STORE", default.store),
                "data": env.path("DATA", default.data),
                "store_memory": env.str("STORE_MEMORY", default.store_memory),
                "durability": _durability(env.str("DURABILITY", None)),
                "secret_key": env.str("SECRET_KEY", None),
                "rate_limit": env.str("RATE_LIMIT", None) or None,
                "session_limit": env.str("SESSION_LIMIT", None) or None,
                "proxies": env.int("PROXIES", default.proxies),
                "log": env.str("LOG", None) or default.log,
                "log_level": env.str("LOG_LEVEL", "").lower() or None,
                "server_timing": env.bool("SERVER_TIMING", default.server_timing),
                "metrics_token": env.str("METRICS_TOKEN", None) or None,
                "session_ttl": env.int("SESSION_TTL", default.session_ttl),
                "cors_origins": tuple(map(str.strip, env.list("CORS_ORIGINS", list(default.cors_origins)) or ())),
            }
        try:
            env.seal()
        except ValueError as error:
            raise SettingsError(f"{error}") from error
        return cls(**given)


def _durability(text: str | None) -> Durability | None:
    try:
        return Durability(text) if text else None
    except ValueError as error:
        raise SettingsError(f"LEVERSTOKE_DURABILITY is {text}: it may be {', '.join(Durability)}") from error


def _is_a_limit(text: str) -> bool:
    from limits import parse_many  # slow to import, and only for those who limit

    try:
        return all(limit.amount > 0 for limit in parse_many(text))
    except ValueError:
        return False


def _cores() -> int:
    """The cores this process may use, where the system says so."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def secret_key(settings: Settings) -> str:
    """The server's key: as set, or on the embedded store made once and kept beside it.

    Raises ``SettingsError`` where several servers may share a store, and so must be told the same key.
    """
    if settings.secret_key:
        return settings.secret_key
    if settings.store == MEMORY_STORE:
        return secrets.token_urlsafe(_KEY_BYTES)
    if settings.store != DEFAULT_STORE:
        raise SettingsError(
            "LEVERSTOKE_SECRET_KEY must be set when the store is yours: it signs the players' tokens, and every "
            "server on that store needs the same. `openssl rand -base64 32` makes a good one."
        )
    return _kept_key(settings.data / "secret.key")


def _kept_key(path: Path) -> str:
    """What the file says; if it is not there it appears whole, whoever else makes it at the same time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            with NamedTemporaryFile("w", dir=path.parent) as file:  # readable by its owner alone
                file.write(secrets.token_urlsafe(_KEY_BYTES))
                file.flush()
                with suppress(FileExistsError):
                    os.link(file.name, path)
        key = path.read_text().strip()
    except OSError as error:
        raise SettingsError(f"the data folder cannot be used: {error}") from error
    if len(key) < _KEY_BYTES:
        raise SettingsError(f"{path} is cut off; put the key back, or remove it, and every token ends")
    return key
