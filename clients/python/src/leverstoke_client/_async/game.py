"""A game at a server: opening sessions, sitting down at them, watching them, and the lobby."""

from collections.abc import AsyncIterator
from typing import Any, ClassVar, Generic, TypeVar

from leverstoke_client._async.line import AsyncLine
from leverstoke_client._async.operations import AsyncOperations
from leverstoke_client._async.seat import AnySeat, seated
from leverstoke_client._async.session import AsyncSession
from leverstoke_client.generated.types import UNSET

AnySession = TypeVar("AnySession", bound=AsyncSession[Any, Any, Any])
AnyRow = TypeVar("AnyRow")


class AsyncGame(Generic[AnySeat, AnySession, AnyRow]):
    """One game, over *line*. Each has a subclass with its own ``create``, made from the document."""

    operations: ClassVar[AsyncOperations]
    seats: type[AnySeat]
    sessions: type[AnySession]

    def __init__(self, line: AsyncLine) -> None:
        self._line = line

    def seat(self, session_id: str, token: str) -> AnySeat:
        """The seat that *token* is for, to go on with. Nothing is asked yet."""
        return self.seats(self._line, self.operations, session_id, token)

    def watch(self, session_id: str) -> AnySession:
        """The session as a spectator sees it. Nothing is asked yet."""
        return self.sessions(self._line, self.operations, session_id)

    async def _listed(self, **filters: Any) -> AsyncIterator[AnyRow]:
        """The lobby, page by page."""
        cursor: Any = UNSET
        client = self._line.client()
        while cursor is not None:
            answer = await self.operations.list_(client=client, cursor=cursor, **filters)
            page: Any = answer.parsed
            for row in page.sessions:
                yield row
            cursor = page.next_cursor

    async def _opened(self, body: Any) -> AnySeat:
        answer = await self.operations.create(client=self._line.client(), body=body)
        return seated(self.seats, self._line, self.operations, answer)

    async def _joined(self, session_id: str, body: Any) -> AnySeat:
        assert self.operations.join
        answer = await self.operations.join(session_id, client=self._line.client(), body=body)
        return seated(self.seats, self._line, self.operations, answer)
