"""One kept connection of a client that costs little: the load is to be the server's."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any


class Wire:
    """Asks the server at a *port* of this machine, one request after the other."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader = reader
        self._writer = writer

    @classmethod
    async def to(cls, port: int) -> "Wire":
        return cls(*await asyncio.open_connection("127.0.0.1", port))

    async def ask(self, method: str, path: str, body: Any = None, token: str | None = None) -> tuple[int, bytes]:
        """The status and the body of an answer."""
        sent = b"" if body is None else json.dumps(body).encode()
        self._send(method, path, sent, f"Authorization: Bearer {token}\r\n" if token else "")
        status, length = 0, 0
        async for line in self._head():
            if not status:
                status = int(line.split()[1])
            elif line.lower().startswith("content-length:"):
                length = int(line.partition(":")[2])
        return status, await self._reader.readexactly(length)

    async def stream(self, path: str) -> AsyncIterator[str]:
        """The lines of a stream, its chunks taken apart."""
        self._send("GET", path, b"", "Accept: text/event-stream\r\n")
        async for _ in self._head():
            pass
        while size := int(await self._reader.readline(), 16):
            chunk = await self._reader.readexactly(size + 2)
            for line in chunk.decode().splitlines():
                yield line

    def _send(self, method: str, path: str, body: bytes, header: str) -> None:
        typed = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n" if body else ""
        self._writer.write(f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n{header}{typed}\r\n".encode() + body)

    async def _head(self) -> AsyncIterator[str]:
        """The lines of an answer's head."""
        while line := (await self._reader.readline()).decode().strip():
            yield line
