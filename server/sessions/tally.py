"""How many sessions are open.

One that is left lying ends by expiry, which nobody hears. So open sessions are counted by when they would expire, in
spans of a part of a life. Who touches a session of an earlier span counts it in a later one instead; a span's number
expires with the last of its sessions.

That is not done with each step: a process posts what it has counted now and then. What it had not when it died, and a
step of which nobody knows whether it was written, are missing for one life at most; what is left lying counts for up to
a span too long.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from server.sessions.link import Link
from server.sessions.server import EXEC, MULTI, Command
from server.sessions.store import OutcomeUnknown, StoreUnavailable

_SPANS = 64  # of a life


class Tally:
    """The open sessions of every game, in Redis. ``ttl``: seconds a session lives untouched.

    Times are milliseconds since 1970.
    """

    def __init__(self, link: Link, ttl: int) -> None:
        self._link = link
        self._life = ttl * 1000
        self._span = -(-self._life // _SPANS)
        self._counted: Counter[tuple[str, int]] = Counter()

    def move(self, lobby: str, before: int | None, after: int | None) -> None:
        """Count a session that was touched at *after*, and not at *before* any more; None for what is not open."""
        left = None if before is None else self._expires(before)
        entered = None if after is None else self._expires(after)
        if left == entered:
            return
        if left is not None:
            self._counted[lobby, left] -= 1
        if entered is not None:
            self._counted[lobby, entered] += 1

    def post(self) -> None:
        """Write down what was counted; what the store does not take now it is given the next time."""
        counted, self._counted = self._counted, Counter()
        commands: list[Command] = []
        for (lobby, span), number in counted.items():
            if number:
                key = _key(lobby, span)
                commands += [("INCRBY", key, number), ("PEXPIREAT", key, (span + 1) * self._span)]
        if not commands:
            return
        try:
            self._link.ask(commands[0][1], MULTI, *commands, EXEC, writes=True)
        except StoreUnavailable:
            self._counted.update(counted)
        except OutcomeUnknown:  # to be counted twice is no better than not at all
            pass

    def read(self, lobbies: Sequence[str], now: int) -> dict[str, int]:
        """How many are open in each of the *lobbies*; one trip."""
        spans = range(now // self._span, self._expires(now) + 1)
        keys = [_key(lobby, span) for lobby in lobbies for span in spans]
        numbers = map(_number, self._link.ask(keys[0], *(("GET", key) for key in keys)))
        return {lobby: sum(islice(numbers, len(spans))) for lobby in lobbies}

    def _expires(self, touched: int) -> int:
        """The span in which a session ends that is not touched again."""
        return (touched + self._life) // self._span


def _key(lobby: str, span: int) -> str:
    return f"leverstoke:{{open}}:{lobby}:{span}"  # all in one slot, to be counted in one trip


def _number(text: bytes | None) -> int:
    """How many a span has: not fewer than none, though what was counted first may come last."""
    try:
        return max(int(text or 0), 0)
    except ValueError:  # what else somebody has put there
        return 0
