"""What players do at a table: open it, join, look, act, leave, and go through a finished session again."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Generic, TypeVar

from server.bots import Bot
from server.deal import Chance
from server.game import Action, Game, Level, Options, Refused, Seat, State, Step, play
from server.house import House
from server.ledger import Draft, Ledger, Log
from server.look import Claim, Look, Outcome, Replay
from server.sessions.session import Kind, Player, Seated, Session, Status, Tag
from server.sessions.store import Key, Row, Store

S = TypeVar("S", bound=State)

CREATOR: Seat = 0

_MARK = 8  # bytes


class StaleVersion(Exception):
    """The caller has seen another version than the current one, which is in ``look``."""

    def __init__(self, look: Look) -> None:
        super().__init__(str(look.tag))
        self.look = look


class InvalidField(Exception):
    """A value that this table cannot take, however well it is formed."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


class Table(Generic[S]):
    """The use cases of one game. ``clock`` gives milliseconds since 1970; a session lives ``ttl`` seconds untouched.

    ``mark`` gives each holder of a seat a mark of their own.
    """

    def __init__(
        self,
        game: Game[S],
        bot: Bot | None,
        store: Store,
        *,
        ttl: int,
        clock: Callable[[], int],
        mark: Callable[[], str] = lambda: secrets.token_urlsafe(_MARK),
    ) -> None:
        self._game = game
        self._house = House(game, bot)
        self._mark = mark
        self._ledger = Ledger(game, store, ttl=ttl, clock=clock)

    # Seats

    def open(
        self,
        options: Options,
        *,
        name: str | None = None,
        seed: str | None = None,
        key: Key | None = None,
        admit: Callable[[], None] = lambda: None,
    ) -> Outcome:
        """Open a table with the caller in seat 0; deal at once if that is the only seat.

        *admit* is asked before a new one is opened, not for a repeat, and raises if there may be none.
        """

        def draft(log: Log) -> Draft:
            admit()
            state = self._game.seating(options, seed or secrets.token_hex(32))
            players = (Player(),) * self._game.players(options)
            session = Session(players, seeded=seed is not None, created_at=log.at, updated_at=log.at, state=state)
            return self._seated(session, log, CREATOR, Kind.HUMAN, name)

        return self._ledger.create(secrets.token_urlsafe(16), draft, key)

    def join(
        self,
        session_id: str,
        claim: Claim | None,
        *,
        name: str | None = None,
        seat: Seat | None = None,
        key: Key | None = None,
    ) -> Outcome:
        """Take *seat*, or the first free one; deal if it was the last. Who has a seat already may take another."""

        def judge(look: Look, log: Log) -> Draft:
            _seat_exists(look, seat)
            free = look.session.open_seats
            if look.status is Status.FINISHED:
                raise Refused("session_finished")
            if not free:
                raise Refused("table_full")
            if seat is not None and seat not in free:
                raise Refused("seat_taken")
            return self._seated(look.session, log, free[0] if seat is None else seat, Kind.HUMAN, name)

        return self._ledger.change(session_id, claim, judge, key)

    def leave(self, session_id: str, claim: Claim, seat: Seat) -> None:
        """Give up one's own seat before the deal, or, as the creator, free another's. Without a creator, no table."""
        if claim.seat == seat == CREATOR:
            self._ledger.remove(session_id, claim, _is_waiting)
            return

        def judge(look: Look, log: Log) -> Draft:
            _seat_exists(look, seat)
            if claim.seat not in (seat, CREATOR):
                raise Refused("not_creator")
            _is_waiting(look)
            if seat in look.session.open_seats:
                return Draft(look.session, claim.seat, log)
            return self._seated(look.session, log, seat, Kind.EMPTY, None)

        self._ledger.change(session_id, claim, judge)

    def delete(self, session_id: str, claim: Claim) -> None:
        """Remove the session; only its creator may, and a table of several not while it plays."""

        def judge(look: Look) -> None:
            if claim.seat != CREATOR:
                raise Refused("not_creator")
            if look.status is Status.ACTIVE and len(look.session.players) > 1:
                raise Refused("session_in_progress")

        self._ledger.remove(session_id, claim, judge)

    # Looking

    def find(self, session_id: str, claim: Claim | None) -> None:
        """Raises ``Refused`` if there is no such session, or *claim* is no longer good for it."""
        self._ledger.find(session_id, claim)

    def look(self, session_id: str, claim: Claim | None) -> Look:
        """The session as the bearer of *claim*, or a spectator, sees it."""
        return self._ledger.look(session_id, claim)

    def events(self, session_id: str, claim: Claim | None, *, after: Tag, limit: int) -> list[bytes]:
        """Up to *limit* events after a point in the history, which may be given by its number alone."""
        look = self.look(session_id, claim)
        if after == look.tag or after == Tag(look.tag.version):
            return []
        if after.version > look.tag.version or (after.digest and not self._ledger.knows(look, after)):
            raise Refused("history_lost")
        return self._ledger.events(session_id, since=after.version, limit=limit, version=look.tag.version)

    def replay(self, session_id: str, claim: Claim | None) -> Replay:
        """The whole of a finished session."""
        look = self.look(session_id, claim)
        if look.status is not Status.FINISHED:
            raise Refused("session_not_finished")
        return self._ledger.replay(look)

    def sessions(
        self, statuses: Sequence[Status], *, open_seats: int, before: Row | None, limit: int
    ) -> tuple[list[Look], Row | None]:
        """Listed sessions with at least so many *open_seats*, newest first, and the row to go on from, if any."""
        if open_seats:
            statuses = [status for status in statuses if status is Status.WAITING]
        return self._ledger.listing.page(
            statuses, before=before, limit=limit, wanted=lambda look: len(look.session.open_seats) >= open_seats
        )

    # Acting

    def act(
        self,
        session_id: str,
        claim: Claim,
        action: Action,
        *,
        expected: tuple[Tag, ...] | None = None,
        key: Key | None = None,
    ) -> Outcome:
        """Take *action* at the bearer's seat, and let the house answer for the seats it plays.

        *expected* are the versions the caller would act upon, any if None. Raises ``StaleVersion`` for another one.
        """

        def judge(look: Look, log: Log) -> Draft:
            _seat_exists(look, getattr(action, "seat", None))
            if expected is not None and look.tag not in expected:
                newest = max(expected, key=lambda tag: tag.version, default=look.tag)
                raise StaleVersion(look) if self._ledger.knows(look, newest) else Refused("history_lost")
            if look.status is Status.WAITING:
                raise Refused("session_not_started")
            step = play(self._game, look.state, claim.seat, action)
            log.tell(step, by=(claim.seat, action))
            state = self._house_answers(step.state, log)
            return Draft(replace(look.session, state=state, updated_at=log.at), claim.seat, log)

        return self._ledger.change(session_id, claim, judge, key)

    def _house_answers(self, state: S, log: Log) -> S:
        """Let the house act until it is nobody's turn but a player's."""
        while (seat := self._house.turn(state)) is not None:
            chance = Chance(state.seed, f"bot:{seat}:{log.tag.version}")
            action = self._house.advise(state, seat, Level.STEADY, chance).action
            step = play(self._game, state, seat, action)
            log.tell(step, by=(seat, action), auto=True)
            state = step.state
        return state

    def _seated(self, session: Session[S], log: Log, seat: Seat, kind: Kind, name: str | None) -> Draft:
        """Have *seat* change hands, and deal if all are taken now. A solitaire tells nobody who has sat down."""
        generation = session.players[seat].generation + (kind is Kind.EMPTY)
        players = (*session.players[:seat], Player(kind, name, generation, self._mark()), *session.players[seat + 1 :])
        session = replace(session, players=players, updated_at=log.at)
        if len(players) > 1:
            log.tell(Step(session.state, (Seated(seat, name, kind),)))
        if session.open_seats:
            return Draft(session, seat, log)
        step = self._game.deal(session.state.options, session.state.seed)
        log.tell(step)
        return Draft(replace(session, state=self._house_answers(step.state, log)), seat, log)


def _seat_exists(look: Look, seat: Seat | None) -> None:
    last = len(look.session.players) - 1
    if seat is not None and seat > last:
        raise InvalidField("seat", f"This table has the seats 0 to {last}.")


def _is_waiting(look: Look) -> None:
    match look.status:
        case Status.ACTIVE:
            raise Refused("session_in_progress")
        case Status.FINISHED:
            raise Refused("session_finished")
