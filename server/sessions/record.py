"""How a session lies in Redis: the names of its keys, and their bytes.

The document is ``<tag> <checksum> <body>``. Whoever reads it checks the sum, so a record that was damaged is found
out and never played on. The log is a list of events, the first of a session at its head; an entry is
``<digest> <size of the event> <size of the action> <event><action><shuffles>``.
"""

import zlib
from typing import Any

import msgspec

from server.sessions.session import Tag
from server.sessions.store import DAY, Answer, Change, Damaged, Entry, Stored

KEYS_KEPT = 32  # answers kept for one scope

_read_answer = msgspec.msgpack.Decoder(Answer).decode


def document_key(address: str) -> str:
    return f"leverstoke:{{{address}}}:session"


def events_key(address: str) -> str:
    return f"leverstoke:{{{address}}}:events"


def answers_key(address: str, scope: str) -> str:
    return f"leverstoke:{{{address}}}:answers:{scope}"


def document(stored: Stored) -> bytes:
    tag = str(stored.tag).encode()
    return b"%s %08x %s" % (tag, _sum(tag, stored.body), stored.body)


def read_document(text: bytes | None) -> Stored | None:
    """Raises ``Damaged``."""
    if text is None:
        return None
    tag, _, rest = text.partition(b" ")
    checksum, _, body = rest.partition(b" ")
    try:
        if int(checksum, 16) != _sum(tag, body):
            raise Damaged("the document is not what was written")
        return Stored(Tag.parse(tag.decode()), body)
    except ValueError as error:
        raise Damaged("the document has no tag and checksum") from error


def line(entry: Entry) -> bytes:
    """An entry of the log."""
    action, shuffles = entry.action or b"", entry.shuffles or b""
    sizes = len(entry.event), len(action)
    return b"%s %d %d %s%s%s" % (entry.tag.digest.encode(), *sizes, entry.event, action, shuffles)


def read_line(number: int, text: bytes) -> Entry:
    """The entry of that *number*, counted from 1. Raises ``Damaged``."""
    try:
        digest, event, action, rest = text.split(b" ", 3)
        end = int(event) + int(action)
        tag = Tag(number, digest.decode())
        return Entry(tag, rest[: int(event)], rest[int(event) : end] or None, rest[end:] or None)
    except ValueError as error:
        raise Damaged("an entry of the log is not what was written") from error


def read_answer(text: bytes) -> Answer:
    """Raises ``Damaged``."""
    try:
        return _read_answer(zlib.decompress(text))
    except (zlib.error, msgspec.MsgspecError) as error:
        raise Damaged("an answer is not what was written") from error


def _sum(tag: bytes, body: bytes) -> int:
    return zlib.crc32(body, zlib.crc32(tag))


def arguments(change: Change) -> list[Any]:
    """What ``commit.lua`` takes as ARGV."""
    lifetime = change.ttl * 1000
    given: list[Any] = [
        str(change.base) if change.base else "",
        document(change.stored),
        lifetime,
        "" if change.not_before is None else change.not_before,
        "" if change.due is None else change.due,
    ]
    if change.key and change.answer:
        answer = zlib.compress(msgspec.msgpack.encode(change.answer), level=1)
        given += [change.key.name, answer, min(lifetime, DAY * 1000), KEYS_KEPT]
    else:
        given += ["", "", "", ""]
    given.append(change.entries[0].tag.version - 1 if change.entries else 0)
    given += map(line, change.entries)
    return given
