"""What a caller would like to have: the ``Accept`` header, as RFC 9110 (12.5.1) reads it.

Of several ranges that a media type falls into the closest says how much it is wanted. Parameters are not looked at.
"""

from collections.abc import Collection

from flask import Request

from server.web.reply import header

JSON = "application/json"
_USUAL = (None, "", "*/*", JSON)


def is_taken(request: Request, others: Collection[str]) -> bool:
    """Whether the caller takes JSON, a problem, or one of the *others*."""
    if header(request, "Accept") in _USUAL:
        return True
    wanted = _wanted(request)
    return any(_quality(kind, wanted) > (0.0, 0) for kind in (JSON, "application/problem+json", *others))


def is_preferred(request: Request, media_type: str) -> bool:
    """Whether the caller would rather have *media_type* than JSON."""
    if header(request, "Accept") in _USUAL:
        return False
    wanted = _wanted(request)
    return _quality(media_type, wanted) > _quality(JSON, wanted)


def _wanted(request: Request) -> dict[str, float]:
    """How much each range of the header is wanted, from 0 to 1."""
    ranges = {kind.partition(";")[0].strip().lower(): quality for kind, quality in reversed(request.accept_mimetypes)}
    if "*" in ranges:  # as some write it
        ranges.setdefault("*/*", ranges["*"])
    return ranges


def _quality(media_type: str, wanted: dict[str, float]) -> tuple[float, int]:
    """How much *media_type* is wanted, and how closely the range says so; nothing of what is not wanted at all."""
    ranges = ("*/*", f"{media_type.partition('/')[0]}/*", media_type)
    for closeness in (2, 1, 0):
        if (quality := wanted.get(ranges[closeness])) is not None:
            return (quality, closeness) if quality else (0.0, 0)
    return 0.0, 0
