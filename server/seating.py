"""Who sits where: seats are taken, left to the house, given up, and kept for those who will meet again."""

import hashlib
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

from server.game import Seat, Step, replace
from server.ledger import Log
from server.look import Look
from server.sessions.session import Kind, Player, Seated, Session

S = TypeVar("S")

Mark: TypeAlias = Callable[[], str]
"""Gives each holder of a seat a mark of their own."""

_MARK = 8  # bytes


def by_chance() -> str:
    return secrets.token_urlsafe(_MARK)


def sits(session: Session[S], log: Log, seat: Seat, player: Player) -> Session[S]:
    """*session* with *player* at *seat*. A solitaire tells nobody who has sat down."""
    if len(session.players) > 1:
        log.tell(Step(session.state, (Seated(seat, player.name, player.kind),)))
    return replace(session, players=_with(session.players, seat, player), updated_at=log.at)


def bots_sit(session: Session[S], log: Log) -> Session[S]:
    """Tell who plays for the house."""
    for seat in session.bots:
        session = sits(session, log, seat, session.players[seat])
    return session


def resigns(session: Session[S], seat: Seat) -> Session[S]:
    """*session*, with *seat* left to the house for good."""
    return replace(session, players=_with(session.players, seat, replace(session.players[seat], resigned=True)))


def reserved(players: tuple[Player, ...], mark: Mark) -> tuple[Player, ...]:
    """The places of *players* in a rematch: who has resigned has left theirs to the house, there too."""
    return tuple(
        Player(Kind.BOT, player.name if player.kind is Kind.BOT else None, mark=mark(), level=player.level)
        if player.kind is Kind.BOT or player.resigned
        else Player(Kind.HUMAN, player.name, mark=mark(), reserved=True, comes_again=True)
        for player in players
    )


def next_id(look: Look, session_id: str) -> str:
    """The id of the session that comes after *session_id*, the same for all who ask. Its chance is that of the seed."""
    digest = hashlib.sha256(f"leverstoke:rematch:{session_id}:{look.state.seed}".encode()).digest()
    return urlsafe_b64encode(digest[:16]).rstrip(b"=").decode()


def _with(players: tuple[Any, ...], seat: Seat, player: Player) -> tuple[Player, ...]:
    return (*players[:seat], player, *players[seat + 1 :])
