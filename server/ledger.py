"""How the sessions of a game are read and changed: read, judge, commit, and again if somebody was faster.

A commit holds only if the session is still the one that was judged. So one turn has one winner without a lock, and a
request that is refused has written nothing.

An answer to an idempotency key is kept as the session was when it was first given, in the same commit. To repeat it is
to show that session again: no text of an answer, and no token, is ever stored.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from server.game import Action, Game, Refused, Seat, State, Step
from server.listing import Listing
from server.look import Claim, Look, Outcome, Replay
from server.sessions.codec import Codec
from server.sessions.session import Session, Tag
from server.sessions.store import (
    DAY,
    Answer,
    Change,
    Conflict,
    Damaged,
    Entry,
    Key,
    Store,
    Stored,
    StoreUnavailable,
    address_of,
)

_ATTEMPTS = 64  # a request that loses this many races in a row is told that the store is too busy
_LOG_PAGE = 1000  # entries read in one trip

S = TypeVar("S", bound=State)


class Log:
    """The events of one commit, chained to the history before them. ``at`` is when, in milliseconds since 1970."""

    def __init__(self, codec: Codec[Any], tag: Tag, at: int) -> None:
        self._codec = codec
        self.tag = tag
        self.at = at
        self.entries: list[Entry] = []

    def tell(self, step: Step[Any], by: tuple[Seat, Action] | None = None, *, auto: bool = False) -> None:
        """Add what happened in *step*; its first event was caused *by* an action, ``auto`` if the house took it."""
        action = self._codec.action(*by, auto=auto) if by else None
        shuffles = self._codec.shuffles(step.shuffles)
        for event in step.events:
            told = self._codec.event(event, seq=self.tag.version + 1, at=self.at, auto=auto)
            self.tag = self.tag.after(told)
            self.entries.append(Entry(self.tag, told, action, shuffles))
            action, shuffles, auto = None, None, False


@dataclass(frozen=True, slots=True)
class Draft:
    """A judged request, to be committed: the session it leads to, as seen from ``seat``, and the log of it."""

    session: Session[Any]
    seat: Seat
    log: Log


Judge: TypeAlias = Callable[[Look, Log], Draft]
"""(the session as it is, a log to go on with) -> what becomes of it. Raises ``Refused``; changes nothing itself."""


class Ledger(Generic[S]):
    """The sessions of one *game*. ``clock`` gives milliseconds since 1970; one lives ``ttl`` seconds untouched."""

    def __init__(self, game: Game[S], store: Store, *, ttl: int, clock: Callable[[], int]) -> None:
        self.codec = Codec(game)
        self._game = game
        self._store = store
        self._ttl = ttl
        self._clock = clock
        self.listing = Listing(
            game.name, store, clock=clock, read=lambda session_id, stored: self._seen(session_id, stored, None)
        )

    # Reading

    def look(self, session_id: str, claim: Claim | None) -> Look:
        """The session as the bearer of *claim*, or a spectator, sees it. Raises ``Refused`` if they may not."""
        look = self.find(session_id, claim)
        if claim is None and not getattr(look.state.options, "spectators", True):
            raise Refused("not_found")
        return look

    def find(self, session_id: str, claim: Claim | None) -> Look:
        """The session, whether or not it may be watched. Raises ``Refused`` if it is not there for *claim*."""
        stored, _ = self._store.load(self._address(session_id))
        return self._seen(session_id, stored, claim)

    def events(self, session_id: str, *, since: int, limit: int, version: int) -> list[bytes]:
        """Up to *limit* events after the one numbered *since*, of a session that has had *version*.

        Raises ``Damaged`` where one is missing.
        """
        entries = self._store.entries(self._address(session_id), since=since, limit=limit)
        numbers = [entry.tag.version for entry in entries]
        if numbers != list(range(since + 1, since + 1 + len(entries))) or len(entries) < min(limit, version - since):
            raise Damaged(f"the log has {numbers} after event {since}, and should go on to {version}")
        return [entry.event for entry in entries]

    def replay(self, look: Look) -> Replay:
        """Every shuffle and every action of a session that is over, in order."""
        shuffles: list[list[str]] = []
        actions: list[bytes] = []
        since = 0
        while page := self._store.entries(self._address(look.session_id), since=since, limit=_LOG_PAGE):
            actions += [entry.action for entry in page if entry.action]
            shuffles += [pile for e in page if e.shuffles for pile in self.codec.read_shuffles(e.shuffles)]
            since = page[-1].tag.version
        if since != look.tag.version:
            raise Damaged(f"the log ends at event {since}")
        return Replay(look, shuffles, actions)

    def knows(self, look: Look, tag: Tag) -> bool:
        """Whether *tag* is a point in the history of the session."""
        if not 0 < tag.version <= look.tag.version:
            return False
        entries = self._store.entries(self._address(look.session_id), since=tag.version - 1, limit=1)
        return [entry.tag for entry in entries] == [tag]

    # Changing

    def create(self, session_id: str, draft: Callable[[Log], Draft], key: Key | None) -> Outcome:
        """Keep a new session; with a *key* that was used before, the one that was opened then."""
        opened_before = False
        if key:
            digest, reserved = self._store.reserve(key, session_id)
            _same_request(key, digest)
            session_id, opened_before = reserved, reserved != session_id
        for _ in range(_ATTEMPTS):
            if key and opened_before:
                stored, answer = self._store.load(self._address(session_id), key)
                if answer:
                    return self._repeat(session_id, key, answer, stored)
                if stored and stored.body:
                    raise Damaged("a session is there, and not the answer to the key that has opened it")
            drafted = draft(Log(self.codec, Tag(), self._clock()))
            self.listing.announce(self._drawn(session_id, drafted))
            try:
                return self._commit(session_id, None, drafted, key)
            except Conflict:  # another try of the same was faster, and has a row of its own
                opened_before = True
        raise StoreUnavailable

    def change(self, session_id: str, claim: Claim | None, judge: Judge, key: Key | None = None) -> Outcome:
        """Have *judge* decide what becomes of the session, and commit that; a *key* used before is answered again."""
        for _ in range(_ATTEMPTS):
            stored, answer = self._store.load(self._address(session_id), key)
            look = self._seen(session_id, stored, claim)
            if key and answer:
                return self._repeat(session_id, key, answer, stored)
            # Time does not run backwards, whatever the clocks of several machines say.
            draft = judge(look, Log(self.codec, look.tag, max(self._clock(), look.session.updated_at)))
            if not draft.log.entries:
                return Outcome(look, ())
            try:
                return self._commit(session_id, look, draft, key)
            except Conflict:
                continue
        raise StoreUnavailable

    def remove(self, session_id: str, claim: Claim, judge: Callable[[Look], None]) -> None:
        """Remove the session, unless *judge* refuses. The answer to the key it was opened with is kept for a day."""
        for _ in range(_ATTEMPTS):
            look = self.find(session_id, claim)
            judge(look)
            gone = Stored(Tag(look.tag.version, "gone"), b"")
            try:
                self._store.commit(self._address(session_id), Change(look.tag, gone, ttl=min(DAY, self._ttl)))
            except Conflict:
                continue
            self.listing.hide(look)
            return
        raise StoreUnavailable

    def _commit(self, session_id: str, before: Look | None, draft: Draft, key: Key | None) -> Outcome:
        base = before.tag if before else None
        entries = tuple(draft.log.entries)
        stored = Stored(draft.log.tag, self.codec.session(draft.session))
        answer = Answer(key.digest, draft.seat, base.version if base else 0, stored) if key else None
        self._store.commit(self._address(session_id), Change(base, stored, entries, self._ttl, key, answer))
        look = self._drawn(session_id, draft)
        if before and (before.session.players, before.status) != (look.session.players, look.status):
            self.listing.show(look)
        return Outcome(look, tuple(entry.event for entry in entries))

    def _repeat(self, session_id: str, key: Key, answer: Answer, now: Stored | None) -> Outcome:
        """What was first answered to *key*, from the session as it was then."""
        _same_request(key, answer.digest)
        if now and now.body:
            self.listing.show(self._seen(session_id, now, None))  # the first try may not have come as far as the lobby
        then = answer.stored
        version = then.tag.version
        events = self.events(session_id, since=answer.since, limit=version - answer.since, version=version)
        look = Look(self._game, session_id, then.tag, self.codec.read_session(then.body), answer.seat)
        return Outcome(look, tuple(events), repeated=True)

    def _seen(self, session_id: str, stored: Stored | None, claim: Claim | None) -> Look:
        """Refuses what is not there, and a token whose seat has changed hands since."""
        if stored is None or not stored.body:
            raise Refused("not_found")
        session = self.codec.read_session(stored.body)
        look = Look(self._game, session_id, stored.tag, session, claim.seat if claim else None)
        if claim and not (claim.seat < len(session.players) and look.claim == claim):
            raise Refused("unauthorized")
        return look

    def _drawn(self, session_id: str, draft: Draft) -> Look:
        """What *draft* leads to, as its seat sees it."""
        return Look(self._game, session_id, draft.log.tag, draft.session, draft.seat)

    def _address(self, session_id: str) -> str:
        return address_of(self._game.name, session_id)


def _same_request(key: Key, digest: str) -> None:
    if key.digest != digest:
        raise Refused("idempotency_key_reused")
