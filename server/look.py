"""A session as one reader sees it, and what is handed to whoever asked for something."""

from dataclasses import dataclass
from math import inf
from typing import Any, NamedTuple

from msgspec import Struct

from server.deal import commitment
from server.game import Action, Game, Result, Seat, View
from server.sessions.session import Session, Status, Tag, status

JOINING = "join"
"""The scope of the idempotency keys that ask for a seat at a table."""


class Claim(NamedTuple):
    """What a token says of its bearer: the seat, and which of the seat's holders."""

    seat: Seat
    generation: int = 0
    mark: str = ""

    @property
    def scope(self) -> str:
        """Of the idempotency keys that this holder of a seat sends."""
        return f"{self.seat}.{self.generation}.{self.mark}"


class Look(Struct, frozen=True):
    """A session at one point of its history, seen by the player at ``seat`` or by a spectator (None).

    ``now`` is when it was seen, by the store's clock, in milliseconds since 1970.
    """

    game: Game[Any]
    session_id: str
    tag: Tag
    session: Session[Any]
    seat: Seat | None
    now: int

    @property
    def state(self) -> Any:
        return self.session.state

    @property
    def status(self) -> Status:
        return status(self.game, self.session)

    @property
    def claim(self) -> Claim:
        """What the token of this seat's holder says. Whoever watches has none."""
        assert self.seat is not None
        return self.claim_to(self.seat)

    def claim_to(self, seat: Seat) -> Claim:
        """What the token of a seat's holder says."""
        player = self.session.players[seat]
        return Claim(seat, player.generation, player.mark)

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return self.game.to_act(self.state)

    @property
    def time_left(self) -> float:
        """Seconds until the turn is over, for ever without a clock."""
        deadline = self.session.deadline
        return inf if deadline is None else (deadline - self.now) / 1000

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        return () if self.seat is None else self.game.legal_actions(self.state, self.seat)

    @property
    def view(self) -> View:
        return self.game.view(self.state, self.seat)

    @property
    def result(self) -> Result | None:
        return self.game.result(self.state)

    @property
    def seed(self) -> str | None:
        """The seed, once it is no secret (D-1)."""
        seed: str | None = self.state.seed if self.result else None
        return seed

    @property
    def commitment(self) -> str | None:
        """What binds the house to the seed; None where the player chose it (D-1)."""
        return None if self.session.seeded else commitment(self.session_id, self.state.seed)


class Outcome(NamedTuple):
    """What came of a request: how the session looks now, the events it brought, and whether it was a repeat.

    ``taken`` is the seat that was taken by it, if one was.
    """

    look: Look
    events: tuple[bytes, ...]
    repeated: bool = False
    taken: Seat | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished session from the start: what anybody needs to check it. ``actions`` are as on the wire."""

    look: Look
    shuffles: list[list[str]]
    actions: list[bytes]
