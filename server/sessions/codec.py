"""Sessions, events and actions to bytes and back, one codec a game.

The records of a game are all the description msgspec needs: it walks them in C, so a state is stored as
plain JSON that a person can read in the store, and comes back with its types.

An event is encoded once, when it happens, as the bytes that every reader will get: nothing in it depends on
the reader.
"""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Generic, TypeVar

import msgspec

from server.game import Action, Event, Game, Seat, State, shown, wire_name
from server.sessions.session import Session
from server.sessions.store import Damaged

S = TypeVar("S", bound=State)


def timestamp(milliseconds: int) -> str:
    """Milliseconds since 1970 as RFC 3339, UTC."""
    seconds, rest = divmod(milliseconds, 1000)
    return f"{_second(seconds)}.{rest:03d}Z"


@lru_cache(maxsize=4096)
def _second(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def wire_action(action: Action) -> dict[str, Any]:
    """An action as clients post it: its name, and the body to send, which is the action itself as JSON."""
    return {"action": wire_name(type(action)), "body": action}


@lru_cache(maxsize=4096)
def offered(action: Action) -> msgspec.Raw:
    """An action as clients post it, written. For those that the rules have listed: they are not many."""
    return msgspec.Raw(msgspec.json.encode(wire_action(action)))


class Codec(Generic[S]):
    """How the sessions of one game are written down."""

    def __init__(self, game: Game[S]) -> None:
        self._session: msgspec.json.Decoder[Session[S]] = msgspec.json.Decoder(Session[game.state])  # type: ignore[name-defined]
        self._encode = msgspec.json.Encoder().encode

    def session(self, session: Session[S]) -> bytes:
        return self._encode(session)

    def read_session(self, body: bytes) -> Session[S]:
        """Raises ``Damaged``."""
        try:
            return self._session.decode(body)
        except msgspec.MsgspecError as error:
            raise Damaged(f"the document is no session of this game: {error}") from error

    def event(self, event: Event, *, seq: int, at: int, auto: bool = False) -> bytes:
        """An event as every reader gets it; ``auto`` marks what the house has done."""
        told = {"seq": seq, "type": wire_name(type(event)), "at": timestamp(at), **shown(event)}
        if auto:
            told["auto"] = True
        return self._encode(told)

    def memory(self, memory: Any) -> bytes:
        """All that a seat has seen, to draw chance from."""
        return self._encode(memory)

    def action(self, seat: Seat, action: Action, *, auto: bool) -> bytes:
        """An action as a replay tells it."""
        return self._encode({"seat": seat, **wire_action(action), "auto": auto})

    def is_the_house(self, action: bytes) -> bool:
        """Whether the house did that."""
        return bool(msgspec.json.decode(action)["auto"])

    def shuffles(self, piles: tuple[tuple[str, ...], ...]) -> bytes | None:
        """The piles that came out of a step's shuffles, None where there were none."""
        return self._encode(piles) if piles else None

    def read_shuffles(self, line: bytes) -> list[list[str]]:
        return msgspec.json.decode(line, type=list[list[str]])
