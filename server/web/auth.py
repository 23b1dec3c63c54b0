"""Tokens: a seat of a session, signed.

A token says which session, which seat, and which of the seat's holders it is for, and the server's key vouches for
it, so a forged one is found out without asking the store, and none is ever stored; a process remembers some that it
has found good. Whether the seat has changed hands since is for the table to see.
"""

import base64
import hashlib
import hmac
import re
from functools import lru_cache
from typing import NamedTuple

from flask import Request

from server.game import Refused
from server.look import Claim
from server.web.problems import Problem
from server.web.reply import asked, header

_REMEMBERED = 4096  # tokens whose signature was found good
_TOKEN = "leverstoke.token"  # in a request's environment
_ID = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)
_FORM = re.compile(
    r"([A-Za-z0-9_-]{22})\.([0-9]{1,3})\.([0-9]{1,9})\.([A-Za-z0-9_-]{0,16})\.[A-Za-z0-9_-]{43}", re.ASCII
)


class Token(NamedTuple):
    """A token whose signature is good: it claims a seat of the session ``session_id``."""

    session_id: str
    claim: Claim


class Tokens:
    """Issues and reads tokens with the server's key."""

    def __init__(self, key: str) -> None:
        self._key = hashlib.sha256(b"leverstoke tokens:" + key.encode()).digest()
        self._vouched_for = lru_cache(_REMEMBERED)(self._read)

    def issue(self, session_id: str, claim: Claim) -> str:
        body = f"{session_id}.{claim.seat}.{claim.generation}.{claim.mark}"
        signature = hmac.digest(self._key, body.encode(), "sha256")
        return f"{body}.{base64.urlsafe_b64encode(signature).rstrip(b'=').decode()}"

    def read(self, request: Request) -> Token | None:
        """The token a request bears, None if it bears none. Raises ``Problem`` for anything but a good one."""
        told = header(request, "Authorization")
        if told is None:
            return None
        scheme, _, text = told.partition(" ")
        if scheme.lower() != "bearer":
            raise Problem("unauthorized")
        return self._vouched_for(text.strip())

    def show(self, request: Request) -> Token | None:
        """As ``read``; and from then on ``reader`` and ``player`` know of it."""
        token = request.environ[_TOKEN] = self.read(request)
        return token

    def _read(self, text: str) -> Token:
        form = _FORM.fullmatch(text)
        if not form:
            raise Problem("unauthorized")
        token = Token(form[1], Claim(int(form[2]), int(form[3]), form[4]))
        if not hmac.compare_digest(self.issue(token.session_id, token.claim).encode(), form[0].encode()):
            raise Problem("unauthorized")
        return token


def reader(session_id: str) -> Claim | None:
    """What the request's token claims of this session; None for a spectator."""
    if not _ID.fullmatch(session_id):  # that none of ours could have: the store need not be asked
        raise Refused("not_found")
    token: Token | None = asked().environ[_TOKEN]
    if token is None:
        return None
    if token.session_id != session_id:
        raise Refused("not_found")
    return token.claim


def player(session_id: str) -> Claim:
    """The claim of a request that cannot be without one."""
    claim = reader(session_id)
    assert claim, "the operation needs a token"
    return claim
