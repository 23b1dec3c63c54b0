"""What players do at a table: open it, join, look, act, leave, and go through a finished session again.

Every use case that changes a session has one shape: read it, judge the request against what was read, commit.
The commit holds only if the session is still the one that was judged; if somebody was faster, read and judge
again. So one turn has one winner without a lock, and a request that is refused has written nothing.

An answer to an idempotency key is kept as the session was when it was first given, in the same commit. To repeat it
is to show that session again: no text of an answer, and no token, is ever stored.
"""

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from server.bots import Bot
from server.deal import Chance, commitment
from server.game import Action, Event, Game, Options, Refused, Seat, State, play
from server.sessions.codec import Codec
from server.sessions.lobby import Row
from server.sessions.session import Kind, Player, Seated, Session, Status, Tag, status
from server.sessions.store import (
    DAY,
    Answer,
    Change,
    Conflict,
    Entry,
    Key,
    Store,
    Stored,
    StoreUnavailable,
)

_ATTEMPTS = 64  # a request that loses this many races in a row is told that the store is too busy
_LOBBY_PAGES = 8  # how far one listing looks for sessions that match
_LOG_PAGE = 1000

S = TypeVar("S", bound=State)

CREATOR: Seat = 0


class StaleVersion(Exception):
    """The caller has seen another version than the current one, which is in ``look``."""

    def __init__(self, look: "Look") -> None:
        super().__init__(str(look.tag))
        self.look = look


class InvalidField(Exception):
    """A value that this table cannot take, however well it is formed."""

    def __init__(self, field: str, message: str) -> None:
        super().__init__(message)
        self.field = field
        self.message = message


@dataclass(frozen=True, slots=True)
class Claim:
    """What a token says of its bearer: the seat, and which of the seat's holders."""

    seat: Seat
    generation: int


@dataclass(frozen=True, slots=True)
class Look:
    """A session as one reader sees it: the player at ``seat``, or a spectator (None)."""

    game: Game[Any]
    session_id: str
    tag: Tag
    session: Session[Any]
    seat: Seat | None

    @property
    def status(self) -> Status:
        return status(self.game, self.session)

    @property
    def state(self) -> Any:
        return self.session.state

    @property
    def generation(self) -> int:
        """Which holder of the seat this is."""
        return self.session.players[self.seat].generation if self.seat is not None else 0

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return self.game.to_act(self.state)

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        return () if self.seat is None else self.game.legal_actions(self.state, self.seat)

    @property
    def view(self) -> Any:
        return self.game.view(self.state, self.seat)

    @property
    def result(self) -> Any:
        return self.game.result(self.state)

    @property
    def seed(self) -> str | None:
        """The seed, once it is no secret."""
        return self.state.seed if self.result else None

    @property
    def commitment(self) -> str | None:
        return None if self.session.seeded else commitment(self.session_id, self.state.seed)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a request: how the session looks now, the events it brought, and whether it was a repeat."""

    look: Look
    events: tuple[bytes, ...]
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Replay:
    """A finished session from the start: what anybody needs to check it. ``actions`` are as on the wire."""

    look: Look
    shuffles: tuple[tuple[str, ...], ...]
    actions: tuple[bytes, ...]


class _Log:
    """The events of one commit, chained to the history before them."""

    def __init__(self, codec: Codec[Any], tag: Tag, at: int) -> None:
        self._codec = codec
        self.tag = tag
        self.at = at
        self.entries: list[Entry] = []

    def tell(self, events: Iterable[Event], by: tuple[Seat, Action] | None = None, *, auto: bool = False) -> None:
        """Add *events*; the first is the one that was caused *by* an action, ``auto`` if the house took it."""
        for number, event in enumerate(events):
            first = number == 0
            told = self._codec.event(event, seq=self.tag.version + 1, at=self.at, auto=auto and first)
            action = self._codec.action(*by, auto=auto) if by and first else None
            self.tag = self.tag.after(told)
            self.entries.append(Entry(self.tag, told, action))


@dataclass(frozen=True, slots=True)
class _Draft:
    """A judged request, to be committed: the session it leads to, seen from ``seat``, and the log of it."""

    session: Session[Any]
    seat: Seat | None
    log: _Log


class Table(Generic[S]):
    """The use cases of one game. ``clock`` gives milliseconds since 1970; a session lives ``ttl`` seconds untouched."""

    def __init__(self, game: Game[S], bot: Bot | None, store: Store, *, ttl: int, clock: Callable[[], int]) -> None:
        self.game = game
        self.codec = Codec(game)
        self.ttl = ttl
        self._bot = bot
        self._store = store
        self._clock = clock

    # Opening and seating

    def open(
        self, options: Options, *, name: str | None = None, seed: str | None = None, key: Key | None = None
    ) -> Outcome:
        """Open a table with the caller in seat 0; deal at once if that is the only seat."""
        session_id = secrets.token_urlsafe(16)
        if key:
            digest, session_id = self._store.reserve(key, session_id)
            _same_request(key, digest)
        for _ in range(_ATTEMPTS):
            if key and (answer := self._store.load(self._address(session_id), key)[1]):
                return self._repeat(session_id, key, answer)
            draft = self._opened(options, name, seed)
            try:
                return self._commit(session_id, None, draft, key)
            except Conflict:
                continue
        raise StoreUnavailable

    def join(
        self, session_id: str, *, name: str | None = None, seat: Seat | None = None, key: Key | None = None
    ) -> Outcome:
        """Take *seat*, or the first free one; deal if it was the last."""

        def judge(tag: Tag, session: Session[S]) -> _Draft:
            free = session.open_seats
            self._seat_exists(session, seat)
            if status(self.game, session) is Status.FINISHED:
                raise Refused("session_finished")
            if not free:
                raise Refused("table_full")
            if seat is not None and seat not in free:
                raise Refused("seat_taken")
            taken = free[0] if seat is None else seat
            log = self._log(session, tag)
            return self._seated(session, log, taken, Kind.HUMAN, name)

        return self._change(session_id, None, judge, key)

    def leave(self, session_id: str, claim: Claim, seat: Seat) -> None:
        """Give up one's own seat before the deal, or, as the creator, free another's. Without a creator, no table."""
        if claim.seat == seat == CREATOR:
            self._delete(session_id, claim, only_waiting=True)
            return

        def judge(tag: Tag, session: Session[S]) -> _Draft:
            self._seat_exists(session, seat)
            if claim.seat not in (seat, CREATOR):
                raise Refused("not_creator")
            self._still_waiting(session)
            log = self._log(session, tag)
            if seat in session.open_seats:
                return _Draft(session, claim.seat, log)
            return self._seated(session, log, seat, Kind.EMPTY, None)

        self._change(session_id, claim, judge)

    def delete(self, session_id: str, claim: Claim) -> None:
        """Remove the session; only its creator may, and a table of several not while it plays."""
        self._delete(session_id, claim, only_waiting=False)

    # Looking

    def look(self, session_id: str, claim: Claim | None) -> Look:
        """The session as the bearer of *claim*, or a spectator, sees it."""
        return self._found(session_id, claim, self._store.load(self._address(session_id))[0])

    def events(self, session_id: str, claim: Claim | None, *, since: int, limit: int) -> list[bytes]:
        """Up to *limit* events after the one numbered *since*."""
        look = self.look(session_id, claim)
        if since > look.tag.version:
            raise Refused("history_lost")
        return [entry.event for entry in self._store.entries(self._address(session_id), since=since, limit=limit)]

    def replay(self, session_id: str, claim: Claim | None) -> Replay:
        """The whole of a finished session, played again from its seed."""
        look = self.look(session_id, claim)
        if look.status is not Status.FINISHED:
            raise Refused("session_not_finished")
        actions = self._actions(session_id)
        step = self.game.deal(look.state.options, look.state.seed)
        for line in actions:
            seat, action = self.codec.read_action(line)
            step = step.then(lambda state, seat=seat, action=action: play(self.game, state, seat, action))  # type: ignore[misc]
        return Replay(look, step.shuffles, tuple(actions))

    def sessions(
        self, statuses: Sequence[Status], *, open_seats: int, before: Row | None, limit: int
    ) -> tuple[list[Look], Row | None]:
        """Listed sessions as a spectator sees them, newest first, and the row to go on from (None at the end)."""
        found: list[Look] = []
        for _ in range(_LOBBY_PAGES):
            rows = self._store.page(self.game.name, statuses, before=before, limit=limit)
            documents = self._store.load_all([self._address(row.session_id) for row in rows])
            for row, stored in zip(rows, documents, strict=True):
                before = row
                look = self._listed(row, stored, statuses)
                if look and len(look.session.open_seats) >= open_seats:
                    found.append(look)
                    if len(found) == limit:
                        return found, before
            if len(rows) < limit:
                return found, None
        return found, before

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

        def judge(tag: Tag, session: Session[S]) -> _Draft:
            self._seat_exists(session, getattr(action, "seat", None))
            if expected is not None and tag not in expected:
                raise self._stale(session_id, claim.seat, tag, session, expected)
            if status(self.game, session) is Status.WAITING:
                raise Refused("session_not_started")
            log = self._log(session, tag)
            step = play(self.game, session.state, claim.seat, action)
            log.tell(step.events, by=(claim.seat, action))
            state = self._house_answers(step.state, log)
            return _Draft(replace(session, state=state, updated_at=log.at), claim.seat, log)

        return self._change(session_id, claim, judge, key)

    def _house_answers(self, state: S, log: _Log) -> S:
        """Let the house act until it is nobody's turn but a player's."""
        while seats := [seat for seat in self.game.to_act(state) if seat in self.game.house(state)]:
            assert self._bot, f"{self.game.name} has seats for the house but no bot"
            seat = seats[0]
            view, legal = self.game.view(state, seat), self.game.legal_actions(state, seat)
            action = self._bot(view, seat, legal, Chance(state.seed, f"bot:{seat}:{log.tag.version}"))
            step = play(self.game, state, seat, action)
            log.tell(step.events, by=(seat, action), auto=True)
            state = step.state
        return state

    def _stale(self, session_id: str, seat: Seat, tag: Tag, session: Session[S], expected: Sequence[Tag]) -> Exception:
        """Why none of the *expected* versions is current: they are past, or of a history this store has lost."""
        for seen in expected:
            past = self._store.entries(self._address(session_id), since=seen.version - 1, limit=1)
            if seen.version > tag.version or (past and past[0].tag != seen):
                return Refused("history_lost")
        return StaleVersion(Look(self.game, session_id, tag, session, seat))

    # Judging and committing

    def _change(
        self, session_id: str, claim: Claim | None, judge: Callable[[Tag, Session[S]], _Draft], key: Key | None = None
    ) -> Outcome:
        """Read, judge, commit; again if somebody was faster."""
        for _ in range(_ATTEMPTS):
            stored, answer = self._store.load(self._address(session_id), key)
            session = self._read(stored)
            _check(session, claim)
            if key and answer:
                return self._repeat(session_id, key, answer)
            assert stored
            draft = judge(stored.tag, session)
            if not draft.log.entries:
                return Outcome(Look(self.game, session_id, stored.tag, session, draft.seat), ())
            try:
                return self._commit(session_id, session, draft, key, stored.tag)
            except Conflict:
                continue
        raise StoreUnavailable

    def _commit(
        self, session_id: str, before: Session[S] | None, draft: _Draft, key: Key | None, base: Tag | None = None
    ) -> Outcome:
        stored = Stored(draft.log.tag, self.codec.session(draft.session))
        answer = None
        if key:
            since = base.version if base else 0
            answer = Answer(key.digest, draft.seat or 0, since, stored)
        entries = tuple(draft.log.entries)
        self._store.commit(self._address(session_id), Change(base, stored, entries, self.ttl, key, answer))
        look = Look(self.game, session_id, stored.tag, draft.session, draft.seat)
        if look.state.options.listed and (before is None or status(self.game, before) is not look.status):
            self._store.announce(self.game.name, _row(look), look.status)
        return Outcome(look, tuple(entry.event for entry in entries))

    def _repeat(self, session_id: str, key: Key, answer: Answer) -> Outcome:
        """What was first answered to *key*, from the session as it was then."""
        _same_request(key, answer.digest)
        stored = answer.stored
        count = stored.tag.version - answer.since
        entries = self._store.entries(self._address(session_id), since=answer.since, limit=count)
        look = Look(self.game, session_id, stored.tag, self.codec.read_session(stored.body), answer.seat)
        return Outcome(look, tuple(entry.event for entry in entries), repeated=True)

    def _delete(self, session_id: str, claim: Claim, *, only_waiting: bool) -> None:
        address = self._address(session_id)
        for _ in range(_ATTEMPTS):
            look = self._found(session_id, claim, self._store.load(address)[0])
            if claim.seat != CREATOR:
                raise Refused("not_creator")
            if only_waiting:
                self._still_waiting(look.session)
            if look.status is Status.ACTIVE and len(look.session.players) > 1:
                raise Refused("session_in_progress")
            gone = Stored(Tag(look.tag.version, "gone"), b"")
            try:
                self._store.commit(address, Change(look.tag, gone, ttl=min(DAY, self.ttl)))
            except Conflict:
                continue
            if look.state.options.listed:
                self._store.withdraw(self.game.name, _row(look))
            return
        raise StoreUnavailable

    def _opened(self, options: Options, name: str | None, seed: str | None) -> _Draft:
        state = self.game.seating(options, seed or secrets.token_hex(32))
        players = (Player(),) * self.game.players(options)
        now = self._clock()
        session = Session(players, seeded=seed is not None, created_at=now, updated_at=now, state=state)
        log = _Log(self.codec, Tag(), now)
        if self.game.seats == (1, 1):
            return self._dealt(replace(session, players=(Player(Kind.HUMAN),)), log, CREATOR)
        return self._seated(session, log, CREATOR, Kind.HUMAN, name)

    def _seated(self, session: Session[S], log: _Log, seat: Seat, kind: Kind, name: str | None) -> _Draft:
        """Have *seat* change hands, and deal if all are taken now."""
        generation = session.players[seat].generation + (kind is Kind.EMPTY)
        player = Player(kind, name, generation)
        players = (*session.players[:seat], player, *session.players[seat + 1 :])
        session = replace(session, players=players, updated_at=log.at)
        log.tell([Seated(seat, name, kind)])
        return _Draft(session, seat, log) if session.open_seats else self._dealt(session, log, seat)

    def _dealt(self, session: Session[S], log: _Log, seat: Seat) -> _Draft:
        step = self.game.deal(session.state.options, session.state.seed)
        log.tell(step.events)
        return _Draft(replace(session, state=self._house_answers(step.state, log)), seat, log)

    # Reading

    def _found(self, session_id: str, claim: Claim | None, stored: Stored | None) -> Look:
        session = self._read(stored)
        _check(session, claim)
        if claim is None and not getattr(session.state.options, "spectators", True):
            raise Refused("not_found")
        assert stored
        return Look(self.game, session_id, stored.tag, session, claim.seat if claim else None)

    def _listed(self, row: Row, stored: Stored | None, statuses: Sequence[Status]) -> Look | None:
        """The session of a lobby's row; None, and the lobby put right, if it is gone or in another status."""
        if stored is None or not stored.body:
            self._store.withdraw(self.game.name, row)
            return None
        look = Look(self.game, row.session_id, stored.tag, self._read(stored), None)
        if look.status not in statuses:
            self._store.announce(self.game.name, row, look.status)
            return None
        return look

    def _read(self, stored: Stored | None) -> Session[S]:
        if stored is None or not stored.body:
            raise Refused("not_found")
        return self.codec.read_session(stored.body)

    def _actions(self, session_id: str) -> list[bytes]:
        """Every action of the session, as on the wire."""
        actions: list[bytes] = []
        since = 0
        while page := self._store.entries(self._address(session_id), since=since, limit=_LOG_PAGE):
            actions += [entry.action for entry in page if entry.action]
            since = page[-1].tag.version
        return actions

    def _seat_exists(self, session: Session[S], seat: Seat | None) -> None:
        if seat is not None and seat >= len(session.players):
            raise InvalidField("seat", f"This table has the seats 0 to {len(session.players) - 1}.")

    def _still_waiting(self, session: Session[S]) -> None:
        match status(self.game, session):
            case Status.ACTIVE:
                raise Refused("session_in_progress")
            case Status.FINISHED:
                raise Refused("session_finished")

    def _log(self, session: Session[S], tag: Tag) -> _Log:
        """A log to go on with; time does not run backwards, whatever the clocks of several machines say."""
        return _Log(self.codec, tag, max(self._clock(), session.updated_at))

    def _address(self, session_id: str) -> str:
        return f"{self.game.name}:{session_id}"


def _check(session: Session[Any], claim: Claim | None) -> None:
    """Refuse a token whose seat has changed hands since."""
    if claim and (claim.seat >= len(session.players) or session.players[claim.seat].generation != claim.generation):
        raise Refused("unauthorized")


def _same_request(key: Key, digest: str) -> None:
    if key.digest != digest:
        raise Refused("idempotency_key_reused")


def _row(look: Look) -> Row:
    return Row(look.session.created_at, look.session_id)
