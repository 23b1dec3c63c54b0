"""Whether a session is what its log says: the log has as many events as the document tells of, and ends where it does.

The last event and the digest before it must give the tag of the document. That is looked at when a process reads a
session for the first time, in the same trip, and again when the store may have restarted in between; what a process
has written itself it knows. It takes no longer for a long session than for a short one. Events further back are held
against each other when they are told: every one against the one before it on its page.
"""

from collections.abc import Sequence

from server.sessions.link import Link
from server.sessions.record import read_line
from server.sessions.server import Command
from server.sessions.session import Tag
from server.sessions.store import Entry

_MOST = 32_768  # sessions that one process remembers


class Known:
    """The sessions, by address, that were found sound since the store behind *link* may have restarted."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._addresses: dict[str, None] = {}
        self._breaks = 0

    def has(self, address: str) -> bool:
        breaks = self._link.breaks
        if self._breaks != breaks:
            self._breaks = breaks
            self._addresses.clear()
        return address in self._addresses

    def add(self, address: str) -> None:
        """The one that came first makes room."""
        self._addresses[address] = None
        if len(self._addresses) > _MOST:
            self._addresses.pop(next(iter(self._addresses), address), None)


def end_of(log: str) -> tuple[Command, Command]:
    """What to ask for, to hold a document against the end of its *log*."""
    return ("LLEN", log), ("LRANGE", log, -2, -1)


def wrong_end(end: Tag, length: int, found: Sequence[bytes]) -> str | None:
    """What is wrong with a log that should lead to *end*, None if nothing is. The others are the replies."""
    if not found or length != end.version:
        return f"the log has {length} events, and the document tells of {end.version}"
    *earlier, last = [read_line(length - len(found) + place, text) for place, text in enumerate(found, start=1)]
    before = earlier[0].tag if earlier else Tag()
    if last.tag != end or before.after(last.event) != end:
        return "the log does not lead to the document"
    return None


def wrong_page(since: int, entries: Sequence[Entry]) -> str | None:
    """What is wrong with *entries*, which should be those of a log after event *since*, None if nothing is."""
    before = None if since else Tag()
    for entry in entries:
        if before is not None and before.after(entry.event) != entry.tag:
            return f"event {entry.tag.version} of the log is not what was written"
        before = entry.tag
    return None
