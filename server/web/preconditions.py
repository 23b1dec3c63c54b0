"""ETags, and the conditions that clients put on them (RFC 9110, sections 8.8.3 and 13); and event ids, which are like
them without a reader.

An ETag names a point in the session's history and the reader it was told to: two seats have different views of one
version. It is made of what is public alone.
"""

import re

from flask import Request

from server.game import Seat
from server.look import Look
from server.sessions.session import Tag
from server.web.operation import EVENT_ID_FORM, IF_MATCH, IF_NONE_MATCH, LAST_EVENT_ID
from server.web.problems import Problem
from server.web.reply import header

_ENTITY_TAG = re.compile(r'(W/)?"([^"]*)"')
_ENTITY_TAGS = re.compile(rf"{_ENTITY_TAG.pattern}(\s*,\s*{_ENTITY_TAG.pattern})*")
_OURS = re.compile(r"([1-9][0-9]{0,8})-([0-9a-f]{16})-([0-9]{1,3}|s)(-[a-z]+)?", re.ASCII)


def etag(look: Look, form: str = "") -> str:
    """The ETag of a view; one that is not JSON has a word for its *form*."""
    return f'"{look.tag}-{_reader(look.seat)}{form and "-"}{form}"'


def expected(request: Request, seat: Seat) -> tuple[Tag, ...] | None:
    """The versions that ``If-Match`` allows the player at *seat* to act upon; None for any. Weak tags do not count."""
    told = header(request, IF_MATCH)
    if told is None or told.strip() == "*":
        return None
    ours = (_OURS.fullmatch(text) for weak, text in _entity_tags(told) if not weak)
    return tuple(Tag(int(tag[1]), tag[2]) for tag in ours if tag and tag[3] == _reader(seat))


def resumed(request: Request) -> Tag | None:
    """Where ``Last-Event-ID`` says that the caller's events end, None if it says nothing. Raises ``Problem``.

    The tag has no digest where the caller gives none.
    """
    told = header(request, LAST_EVENT_ID)
    if told is None:
        return None
    if not re.fullmatch(EVENT_ID_FORM, told, re.ASCII):
        raise Problem(
            "invalid_request", errors={LAST_EVENT_ID: ["Must be the number of an event, or with its digest."]}
        )
    return Tag.parse(told)


def unchanged(request: Request, look: Look, form: str = "") -> bool:
    """Whether ``If-None-Match`` says that the caller has this very view. Weak tags count as strong ones."""
    told = header(request, IF_NONE_MATCH)
    if told is None:
        return False
    ours = etag(look, form)
    return told == ours or told.strip() == "*" or any(f'"{text}"' == ours for _, text in _entity_tags(told))


def _entity_tags(header: str) -> list[tuple[str, str]]:
    """(``W/`` or nothing, opaque tag) of each in a list; none where the header is no such list."""
    return _ENTITY_TAG.findall(header) if _ENTITY_TAGS.fullmatch(header.strip()) else []


def _reader(seat: Seat | None) -> str:
    return "s" if seat is None else str(seat)
