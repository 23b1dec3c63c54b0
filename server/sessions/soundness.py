"""Whether a session is what its log says: the digests of all its events must lead to the tag of its document.

That is looked at when a process reads a session for the first time, and again when the store may have restarted in
between; what a process has written itself it knows.
"""

from collections.abc import Callable

from server.sessions.link import Link
from server.sessions.session import Tag
from server.sessions.store import Entry

_PAGE = 1000  # entries read in one trip
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


def wrong_log(end: Tag, entries: Callable[[int, int], list[Entry]]) -> str | None:
    """What is wrong with a log up to *end*, None if nothing is. *entries* reads it: (since, limit)."""
    tag = Tag()
    while tag.version < end.version:
        page = entries(tag.version, min(_PAGE, end.version - tag.version))
        if not page:
            return f"the log ends before event {tag.version + 1}"
        for entry in page:
            tag = tag.after(entry.event)
            if tag != entry.tag:
                return f"event {tag.version} of the log is not what was written"
    return None if tag == end else "the log does not lead to the document"
