"""What stores in memory have for bells and for counts: nobody waits at them, and nobody is told."""

from collections.abc import Iterator
from contextlib import contextmanager

from server.sessions.store import Bell


class Quiet:
    """A store at which it is always time for last orders."""

    closing = True

    @contextmanager
    def listen(self, address: str) -> Iterator[Bell]:
        yield self

    def wait(self, seconds: float) -> None:
        """Nobody waits."""

    def last_orders(self) -> None:
        """They were called from the beginning."""

    def look_round(self) -> None:
        """Nothing takes long."""

    def tally(self, lobby: str, before: int | None, after: int | None) -> None:
        """Nobody asks how many are open."""

    def post(self) -> None:
        """Nobody is told."""
