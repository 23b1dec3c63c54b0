"""The line to a server: what all sessions of one client share, and what each reader has for itself."""

from typing import Any

import httpx

from leverstoke_client._async.transport import AsyncTransport, raise_problem
from leverstoke_client.generated.client import Client
from leverstoke_client.retries import Retries
from leverstoke_client.version import VERSION

_AGENT = f"leverstoke-python/{VERSION}"
_TIMEOUT = httpx.Timeout(45, connect=5)  # an answer may be held for 30 seconds


class AsyncLine:
    """Connections to the server at *base_url*, shared; *transport* is what httpx sends with."""

    def __init__(self, base_url: str, retries: Retries, transport: httpx.AsyncBaseTransport | None = None) -> None:
        url = httpx.URL(base_url)
        if url.scheme not in ("http", "https") or not url.host or url.userinfo:
            raise ValueError(f"{url.copy_with(userinfo=b'')!s} is no address of a server, like http://localhost:8000")
        self.base_url = base_url.rstrip("/")
        self.retries = retries
        limits = httpx.Limits(max_connections=None, max_keepalive_connections=20)
        self._transport = AsyncTransport(transport or httpx.AsyncHTTPTransport(limits=limits), retries)

    def client(self, token: str | None = None) -> Client:
        """What a reader with that token asks with; without one, a spectator."""
        headers = {"User-Agent": _AGENT} | ({"Authorization": f"Bearer {token}"} if token else {})
        shared: dict[str, Any] = {"transport": self._transport, "event_hooks": {"response": [raise_problem]}}
        return Client(self.base_url, headers=headers, timeout=_TIMEOUT, httpx_args=shared)

    async def aclose(self) -> None:
        await self._transport.aclose()
