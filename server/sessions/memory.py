"""A store in this process's memory, for a quick look where the embedded one does not fit. Sessions end with it.

It is fakeredis behind the same script, so it promises what the real one does as long as the process lives; it serves
one process, and nothing about failures is proved on it.
"""

from fakeredis import FakeRedis

from server.sessions.redis import RedisStore


class MemoryStore(RedisStore):
    def __init__(self, ttl: int) -> None:
        super().__init__(FakeRedis(), ttl)

    def ping(self) -> str:
        """fakeredis knows no INFO, and cannot be away."""
        return "memory"
