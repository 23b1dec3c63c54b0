"""Settings, read once from the environment."""

import os
import secrets
from dataclasses import dataclass
from pathlib import Path

from environs import Env

DEFAULT_STORE = "embedded"
MEMORY_STORE = "memory"


class SettingsError(Exception):
    """A setting is missing or wrong; the message says which, and what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """``store`` is ``embedded``, ``memory`` or the URL of a Redis or Valkey server; ``session_ttl`` is in seconds."""

    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = os.cpu_count() or 1
    store: str = DEFAULT_STORE
    data: Path = Path("data")
    store_memory: str = "1gb"
    secret_key: str | None = None
    session_ttl: int = 7 * 24 * 60 * 60
    cors_origins: tuple[str, ...] = ("*",)

    @classmethod
    def from_environment(cls) -> "Settings":
        """Raises ``SettingsError`` for a variable that cannot be read."""
        env = Env(eager=False)
        default = cls()
        with env.prefixed("LEVERSTOKE_"):
            settings = cls(
                host=env.str("HOST", default.host),
                port=env.int("PORT", default.port),
                workers=env.int("WORKERS", default.workers),
                store=env.str("STORE", default.store),
                data=env.path("DATA", default.data),
                store_memory=env.str("STORE_MEMORY", default.store_memory),
                secret_key=env.str("SECRET_KEY", None),
                session_ttl=env.int("SESSION_TTL", default.session_ttl),
                cors_origins=tuple(env.list("CORS_ORIGINS", list(default.cors_origins))),
            )
        try:
            env.seal()
        except ValueError as error:
            raise SettingsError(f"{error}") from error
        return settings


def secret_key(settings: Settings) -> str:
    """The server's key: as set, or on the embedded store made once and kept beside it.

    Raises ``SettingsError`` where several servers may share a store, and so must be told the same key.
    """
    if settings.secret_key:
        return settings.secret_key
    if settings.store == MEMORY_STORE:
        return secrets.token_urlsafe(32)
    if settings.store != DEFAULT_STORE:
        raise SettingsError(
            "LEVERSTOKE_SECRET_KEY must be set when the store is yours: it signs the players' tokens, and every "
            "server on that store needs the same. `openssl rand -base64 32` makes a good one."
        )
    return _kept_key(settings.data / "secret.key")


def _kept_key(path: Path) -> str:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, mode=0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        file.write(secrets.token_urlsafe(32))
    return path.read_text()
