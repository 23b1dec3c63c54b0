"""A session: a game's state, the players around it, and when it was touched.

Its history is a chain: every event is hashed together with all that came before, and the short digest at the
end of the chain, beside the number of the last event, is the session's ``Tag``. Two histories of one session
that differ anywhere have different tags, even where a store that lost its last writes counts up to the same
number again.

Of a session and its players what is as usual is left out, and takes no room in the store.
"""

import hashlib
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

from server.game import Event, Game, Level, Record, Seat

S = TypeVar("S")


class Status(StrEnum):
    WAITING = "waiting"
    ACTIVE = "active"
    FINISHED = "finished"


class Kind(StrEnum):
    """Who sits at a seat."""

    HUMAN = "human"
    BOT = "bot"
    EMPTY = "empty"


class Player(Record, frozen=True, omit_defaults=True):
    """A seat and who holds it. ``generation`` counts how often it has changed hands.

    ``mark`` is by chance: a store that has lost that the seat changed hands counts to the same number again, and yet no
    two holders are the same. ``level`` is how well a bot plays. A seat is ``reserved`` for a player who has not come
    yet; who ``comes_again`` sat there in the session before. Who has ``resigned`` has left it to the house for good.
    """

    kind: Kind = Kind.EMPTY
    name: str | None = None
    generation: int = 0
    mark: str = ""
    level: Level | None = None
    reserved: bool = False
    comes_again: bool = False
    resigned: bool = False


class Seated(Event, frozen=True):
    """Somebody took a seat, or gave it up: then ``kind`` is empty and ``name`` None."""

    seat: Seat
    name: str | None
    kind: Kind


class Rematch(Event, frozen=True):
    """There is another session for the same players; ``url`` is where."""

    url: str


class Session(Record, Generic[S], frozen=True, omit_defaults=True):
    """All that is kept of a session but its events. Times are milliseconds since 1970, UTC.

    ``deadline`` is when the turn is over, if there is a clock; ``rematch`` the id of the session that follows this one.
    """

    players: tuple[Player, ...]
    seeded: bool
    created_at: int
    updated_at: int
    state: S
    creator: Seat = 0
    deadline: int | None = None
    rematch: str | None = None

    @property
    def open_seats(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, player in enumerate(self.players) if player.kind is Kind.EMPTY)

    @property
    def kept_seats(self) -> tuple[Seat, ...]:
        """Those of players who have not come to the rematch yet."""
        return tuple(seat for seat, player in enumerate(self.players) if player.reserved)

    @property
    def is_complete(self) -> bool:
        """Whether everybody is there, and play can start."""
        return not any(player.kind is Kind.EMPTY or player.reserved for player in self.players)

    @property
    def bots(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, player in enumerate(self.players) if player.kind is Kind.BOT)


def status(game: Game[Any], session: Session[Any]) -> Status:
    if not session.is_complete:
        return Status.WAITING
    return Status.ACTIVE if game.result(session.state) is None else Status.FINISHED


class Tag(NamedTuple):
    """A point in a session's history: the number of its last event, and the digest of all events so far."""

    version: int = 0
    digest: str = ""

    def __str__(self) -> str:
        return f"{self.version}-{self.digest}"

    @classmethod
    def parse(cls, text: str) -> "Tag":
        version, _, digest = text.partition("-")
        return cls(int(version), digest)

    def after(self, event: bytes) -> "Tag":
        """The point after one more *event*, given as its bytes on the wire."""
        digest = hashlib.sha256(self.digest.encode() + event).hexdigest()[:16]
        return Tag(self.version + 1, digest)
