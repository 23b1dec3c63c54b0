"""A store in this process's memory, for a quick look where the embedded one does not fit. Sessions end with it.

It is fakeredis behind the same script, so it promises what the real one does as long as the process lives; it serves
one process, and nothing about failures is proved on it.
"""

from typing import ClassVar

from fakeredis import FakeRedis, __version__

from server.sessions.redis import RedisStore
from server.sessions.store import Condition, Durability


class MemoryStore(RedisStore):
    OPENING: ClassVar[str] = ""  # fakeredis is never full, and takes the flags of a script for a fault in it
    GOING_ON: ClassVar[str] = ""

    def __init__(self, ttl: int, client: FakeRedis | None = None) -> None:
        super().__init__(client or FakeRedis(), ttl)

    def condition(self) -> Condition:
        """fakeredis knows no INFO, and cannot be away."""
        return Condition("memory", __version__, Durability.NONE, "noeviction", replicas=0)

    def look_round(self) -> None:
        """Nothing takes long."""
