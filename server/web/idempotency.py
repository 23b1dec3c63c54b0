"""``Idempotency-Key``: the same request sent twice acts once.

A key belongs to whoever sends it: to the token, or where there is none yet to the route. It is as good as the
token it may bring, so only its hash is kept, beside a digest of what it was first used for.
"""

import hashlib
import re
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any

import msgspec
from flask import Request

from server.sessions.store import Key
from server.web.operation import IDEMPOTENCY_KEY, KEY_FORM
from server.web.problems import Problem
from server.web.reply import header


def key(
    request: Request, *, scope: str, operation: str, body: Any, session: Callable[[], object] = lambda: None
) -> Key | None:
    """The key of a request, None if it has none. Raises ``Problem`` for one of another form.

    *session* finds the session the request is for, or raises: a session that is not there comes before a bad key.
    """
    text = header(request, IDEMPOTENCY_KEY)
    if text is None:
        return None
    if not re.fullmatch(KEY_FORM, text):
        session()
        raise Problem("invalid_request", errors={IDEMPOTENCY_KEY: ["Must be 16 to 255 printable ASCII characters."]})
    digest = hashlib.sha256(msgspec.json.encode([operation, body])).hexdigest()
    name = urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:16]).rstrip(b"=").decode()
    return Key(scope, name, digest)
