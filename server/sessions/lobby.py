"""The lobby: which sessions are listed, newest first.

One sorted set a status, all of a game's in one hash slot. A row is the time of creation and the id, so that rows
sort by time and a row is also the place in the list from which to go on. A session's own keys lie in another
slot: the lobby is written after the session and can be late. Whoever lists looks at the sessions themselves,
and puts right what it finds gone or in another state. Nobody sweeps; every new row takes the oldest along if
their sessions are over.
"""

from collections.abc import Sequence

from redis import Redis

from server.sessions.session import Status
from server.sessions.store import Row

_SWEPT = 2  # the old rows looked at for every new one: more go than come
_OUTLIVES = 10  # lives of an untouched session that a lobby lasts without a reader or a new row


class Lobby:
    """The rows of every game, in Redis. ``ttl``: seconds a session lives untouched."""

    def __init__(self, ttl: int) -> None:
        self._ttl = _OUTLIVES * ttl

    def announce(self, client: Redis, lobby: str, row: Row, status: Status) -> list[Row]:
        """Show *row* under *status* and under no other. Returns the oldest rows there, which may be out of date."""
        key = lobby_key(lobby, status)
        with client.pipeline(transaction=True) as pipe:
            for other in Status:
                if other is not status:
                    pipe.zrem(lobby_key(lobby, other), str(row))
            pipe.zadd(key, {str(row): 0})
            pipe.expire(key, self._ttl)
            pipe.zrange(key, 0, _SWEPT - 1)
            oldest = pipe.execute()[-1]
        return [Row.parse(text.decode()) for text in oldest]

    def withdraw(self, client: Redis, lobby: str, rows: Sequence[Row]) -> None:
        """Show *rows* no more."""
        with client.pipeline(transaction=True) as pipe:
            for status in Status:
                pipe.zrem(lobby_key(lobby, status), *map(str, rows))
            pipe.execute()

    def page(
        self, client: Redis, lobby: str, statuses: Sequence[Status], before: Row | None, limit: int
    ) -> list[tuple[Row, Status]]:
        """Up to *limit* rows below *before*, newest first, and what status each stands under."""
        highest = f"({before}" if before else "+"
        with client.pipeline(transaction=False) as pipe:
            for status in statuses:
                pipe.zrevrangebylex(lobby_key(lobby, status), highest, "-", 0, limit)
            for status in statuses:
                pipe.expire(lobby_key(lobby, status), self._ttl)
            pages = pipe.execute()[: len(statuses)]
        rows = {Row.parse(text.decode()): status for status, page in zip(statuses, pages, strict=True) for text in page}
        return sorted(rows.items(), reverse=True)[:limit]


def lobby_key(lobby: str, status: Status) -> str:
    return f"leverstoke:{{lobby:{lobby}}}:{status}"
