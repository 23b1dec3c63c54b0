"""A session, as somebody follows it: looking, listening, and checking the deal when it is over."""

import json
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager
from time import monotonic
from typing import Any, Generic, cast
from urllib.parse import quote

import httpx

from leverstoke_client import verification
from leverstoke_client._async.line import AsyncLine
from leverstoke_client._async.operations import AsyncOperations
from leverstoke_client.frames import MEDIA_TYPE, Frames
from leverstoke_client.generated.client import Client
from leverstoke_client.generated.types import UNSET
from leverstoke_client.kinds import AnyEvent, AnyReplay, AnyView
from leverstoke_client.pauses import async_pause
from leverstoke_client.problems import HistoryLost, Unreachable
from leverstoke_client.verification import Verified

HELD = 25  # seconds that an answer is held
_QUIET = 30.0  # seconds; the server says something every 15
_LIVELY = 10.0  # seconds; a stream that is heard so long after it began was none that leads nowhere
_PAGE = 1000


class AsyncSession(Generic[AnyView, AnyEvent, AnyReplay]):
    """A session as a spectator sees it, or whoever has *token*."""

    def __init__(self, line: AsyncLine, operations: AsyncOperations, session_id: str, token: str | None = None) -> None:
        self.id = session_id
        self._seen: AnyView | None = None
        self._line = line
        self._operations = operations
        self._client: Client = line.client(token)
        self._etag: str | None = None
        self._first: AnyView | None = None

    @property
    def url(self) -> str:
        """The path of the session."""
        return f"/v1/{self._operations.game}/sessions/{quote(self.id, safe='')}"

    @property
    def view(self) -> AnyView:
        """The last view that was seen. ``LookupError`` before the first look."""
        if self._seen is None:
            raise LookupError("nothing has been seen of this session yet: look() first")
        return self._seen

    @property
    def etag(self) -> str | None:
        """The version of ``view``, for ``if_match``."""
        return self._etag

    async def look(self, wait: int = 0) -> AnyView:
        """The view as it is now. With *wait* it is waited for another than the last, 1 to 30 seconds."""
        wanted = {"wait": wait if wait and self._etag else UNSET, "if_none_match": self._etag or UNSET}
        try:
            answer = await self._operations.get(self.id, client=self._client, ascii_=UNSET, **wanted)
        except HistoryLost:
            self._seen, self._etag = None, None
            raise
        if answer.parsed is not None:
            self._see(answer.parsed, answer.headers.get("ETag"))
        return self.view

    async def events(self, since: int = 0) -> AsyncIterator[AnyEvent]:
        """What happens, from after event *since* to the end: each once, in order, over as many connections as it takes.

        Raises ``HistoryLost`` if the store no longer has what was told already, ``Unreachable`` or ``Unavailable``
        when the server stays away.
        """
        last, told, cuts = str(since), since, 0
        while True:
            begun, frames, cut = monotonic(), Frames(), None
            heard = begun
            try:
                async with self._stream(last, told) as response:
                    if response.status_code == 204:
                        return
                    async for piece in response.aiter_bytes():
                        heard = monotonic()
                        for frame in frames.feed(piece):
                            event = json.loads(frame.data)
                            if event["seq"] > told:
                                last, told, cuts = frame.id, event["seq"], -1
                                yield self._event(event)
            except (httpx.RequestError, ValueError) as error:
                cut = error
            cuts = 0 if heard - begun > _LIVELY else cuts + 1
            delay = self._line.retries.delay(cuts) if cuts else 0.0
            if delay is None:
                raise Unreachable(f"{self.url}/events: {cut or 'it ends at once'!r}") from cut
            await async_pause(max(delay, frames.retry))

    def _stream(self, last: str, told: int) -> AbstractAsyncContextManager[httpx.Response]:
        headers = {"Accept": MEDIA_TYPE, "Last-Event-ID": last}
        timeout = httpx.Timeout(_QUIET, connect=5)
        client = self._client.get_async_httpx_client()
        return client.stream("GET", f"{self.url}/events", params={"since": told}, headers=headers, timeout=timeout)

    async def history(self, since: int = 0, limit: int = 100) -> list[AnyEvent]:
        """What has happened after event *since*, at most *limit* events (1 to 1000)."""
        answer = await self._operations.events(self.id, client=self._client, since=since, limit=limit)
        page: Any = answer.parsed
        return list(page.events)

    async def replay(self) -> AnyReplay:
        """The whole session, when it is over. Raises ``Conflict`` before."""
        answer = await self._operations.replay(self.id, client=self._client)
        return cast(AnyReplay, answer.parsed)

    async def verify(self) -> Verified:
        """Check that a finished session was dealt as promised (D-1 to D-5). Raises ``VerificationFailed``."""
        first = self._first.to_dict() if self._first else None
        replay = json.loads((await self._operations.replay(self.id, client=self._client)).content)
        view = json.loads((await self._operations.get(self.id, client=self._client)).content)
        events: list[dict[str, Any]] = []
        while True:
            since = events[-1]["seq"] if events else 0
            page = await self._operations.events(self.id, client=self._client, since=since, limit=_PAGE)
            told = json.loads(page.content)["events"]
            events += told
            if len(told) < _PAGE:
                return verification.verify(self._operations.deck, view, replay, events, first)

    def _event(self, told: dict[str, Any]) -> AnyEvent:
        return cast(AnyEvent, self._operations.read_events({"events": [told]}).events[0])

    def _see(self, view: AnyView, etag: str | None) -> None:
        if self._seen is not None and view.version < self._seen.version:
            return  # an answer that was given again is older than what is known
        self._seen = view
        self._etag = etag and etag.removeprefix("W/")  # as a proxy has it that compresses
        self._first = self._first or view
