"""A seat at a table: whose turn it is, what may be done, and doing it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from typing import Any, Generic, Self, TypeVar, cast
from urllib.parse import quote

from leverstoke_client._async.line import AsyncLine
from leverstoke_client._async.operations import AsyncOperations
from leverstoke_client._async.session import HELD, AsyncSession
from leverstoke_client.generated.models import BotLevel
from leverstoke_client.generated.types import UNSET, Response
from leverstoke_client.kinds import AnyAction, AnyEvent, AnyHint, AnyPlayed, AnyReplay, AnyView, LegalAction, Told
from leverstoke_client.problems import LeverstokeError, NotFound, StaleVersion, Unauthorized


class AsyncSeat(
    AsyncSession[AnyView, AnyEvent, AnyReplay],
    Generic[AnyView, AnyAction, AnyEvent, AnyPlayed, AnyHint, AnyReplay],
):
    """A seat, by its ``token``: keep that, it is told only once, and whoever has it plays."""

    def __init__(self, line: AsyncLine, operations: AsyncOperations, session_id: str, token: str) -> None:
        if not re.fullmatch(r"[\w.-]+", token, re.ASCII):
            raise ValueError("that is no token, as create and join give them")
        super().__init__(line, operations, session_id, token)
        self.token = token
        self._tried = 0  # actions

    @property
    def number(self) -> int:
        """Which seat it is, from 0. ``LookupError`` before the first look."""
        return cast(int, self.view.seat)

    async def act(self, action: LegalAction | Told, *, if_match: str | None = None) -> AnyPlayed:
        """Take *action*: one of ``legal_actions``, a hint, or whatever else has an ``action`` and a ``body``.

        With *if_match*, an ``etag`` that this seat had, nothing is done to a view it has not seen. Raises ``Refused``,
        ``StaleVersion``, and the other problems.
        """
        told = action if isinstance(action, Mapping) else action.to_dict()
        self._tried += 1
        client = self._client.get_async_httpx_client()
        path = f"{self.url}/{quote(told['action'], safe='')}"  # whichever it is: a newer server has new ones
        headers = {"If-Match": if_match} if if_match else None
        answer = await client.post(path, json=told.get("body") or {}, headers=headers)
        played = cast(AnyPlayed, self._operations.read_played(answer.json()))
        self._see(played.session, answer.headers.get("ETag"))
        return played

    async def wait_for_turn(self) -> AsyncTurn[AnyView, AnyAction, AnyEvent, AnyPlayed, AnyHint, AnyReplay] | None:
        """The next time it is this seat's turn; None when the session is over. It waits as long as that takes."""
        view = self._seen or await self.look()
        while view.status != "finished":
            if view.seat in view.to_act:
                return AsyncTurn(self, view, self.etag)
            if self.etag is None:
                raise LeverstokeError(f"{self.url} has no ETag, which something on the way has removed: no way to wait")
            view = await self.look(wait=HELD)
        return None

    async def turns(self) -> AsyncIterator[AsyncTurn[AnyView, AnyAction, AnyEvent, AnyPlayed, AnyHint, AnyReplay]]:
        """Every turn of this seat, to the end.

        One that was played in vain comes again; one that was let pass, when something has happened.
        """
        while turn := await self.wait_for_turn():
            tried = self._tried
            yield turn
            while self._tried == tried and self.etag == turn.etag:
                await self.look(wait=HELD)

    async def hint(self, level: BotLevel | None = None) -> AnyHint:
        """What the house would do: an action that may be taken as it is, and why. ``easy``, ``steady`` or ``sharp``."""
        answer = await self._operations.hint(self.id, client=self._client, level=level or UNSET)
        return cast(AnyHint, answer.parsed)

    async def resign(self) -> AnyPlayed:
        """Give up."""
        return await self.act({"action": "resign", "body": {}})

    async def delete(self) -> None:
        """Remove the session, as its creator; a table only before play or after it."""
        try:
            await self._operations.delete(self.id, client=self._client)
        except NotFound as error:
            if not error.doubt:
                raise


class AsyncTableSeat(AsyncSeat[AnyView, AnyAction, AnyEvent, AnyPlayed, AnyHint, AnyReplay]):
    """A seat in a game that others can join."""

    async def add_bot(self, level: BotLevel = "steady", seat: int | None = None) -> None:
        """Have the house sit down, as the creator: ``easy``, ``steady`` or ``sharp``, at the first free *seat*."""
        join, read = self._operations.join, self._operations.read_join
        assert join is not None
        assert read is not None
        body = read({"bot": level} | ({} if seat is None else {"seat": seat}))
        answer = await join(self.id, client=self._client, body=body)
        told: Any = answer.parsed
        self._see(told.session, answer.headers.get("ETag"))

    async def leave(self, seat: int | None = None) -> None:
        """Give up the seat before play; as the creator, free another *seat*. The creator's own takes all along."""
        assert self._operations.leave is not None
        own = (self._seen or await self.look()).seat
        try:
            await self._operations.leave(self.id, own if seat is None else seat, client=self._client)
        except NotFound as error:
            if not error.doubt:
                raise
        except Unauthorized as error:  # the token died with the seat
            if not (error.doubt and seat in (None, own)):
                raise

    async def rematch(self) -> Self:
        """This player's seat in the next session, which starts when every human has asked for it.

        Who resigned has left the seat to the house, there too: that is a ``Conflict``.
        """
        assert self._operations.rematch
        answer = await self._operations.rematch(self.id, client=self._client, body=UNSET)
        return seated(type(self), self._line, self._operations, answer)


class AsyncTurn(Generic[AnyView, AnyAction, AnyEvent, AnyPlayed, AnyHint, AnyReplay]):
    """A turn of *seat*, and the view it was found in."""

    def __init__(
        self,
        seat: AsyncSeat[AnyView, AnyAction, AnyEvent, AnyPlayed, AnyHint, AnyReplay],
        view: AnyView,
        etag: str | None,
    ) -> None:
        self.seat = seat
        self.view = view
        self.etag = etag

    @property
    def legal_actions(self) -> list[AnyAction]:
        """All that may be done, ready to play; ``resign`` is always allowed besides."""
        return list(self.view.legal_actions)

    async def play(self, action: LegalAction | Told) -> AnyPlayed | None:
        """Take *action* upon the view of this turn. None if the table has moved on: then nothing was done."""
        try:
            return await self.seat.act(action, if_match=self.etag)
        except StaleVersion:
            await self.seat.look()
            if self.seat.etag == self.etag:
                raise  # nothing has happened: something on the way has changed the condition
            return None


AnySeat = TypeVar("AnySeat", bound=AsyncSeat[Any, Any, Any, Any, Any, Any])


def seated(kind: type[AnySeat], line: AsyncLine, operations: AsyncOperations, answer: Response[Any]) -> AnySeat:
    """The seat that *answer* gives."""
    told: Any = answer.parsed
    seat = kind(line, operations, told.session.id, told.token)
    seat._see(told.session, answer.headers.get("ETag"))
    return seat
