"""How the sessions of a game are read and changed: read, judge, commit, and again if somebody was faster.

A commit holds only if the session is still the one that was judged. So one turn has one winner without a lock, and a
request that is refused has written nothing, unless it met a turn that was over.

An answer to an idempotency key is kept as the session was when it was first given, in the same commit. To repeat it is
to show that session again: no text of an answer, and no token, is ever stored.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from server import meters
from server.game import Action, Game, Refused, Seat, State, Step, wire_name
from server.listing import Listing
from server.look import JOINING, Claim, Look, Outcome, Replay
from server.sessions.codec import Codec
from server.sessions.session import Session, Status, Tag
from server.sessions.soundness import wrong_page
from server.sessions.store import (
    DAY,
    Answer,
    Bell,
    Change,
    Conflict,
    Damaged,
    Entry,
    Key,
    OutcomeUnknown,
    Store,
    Stored,
    StoreUnavailable,
    address_of,
)

_ATTEMPTS = 64  # a request that loses this many races in a row is told that the store is too busy
_LOG_PAGE = 1000  # entries read in one trip
_OPENING = 100  # entries, more than there are before a player acts
_THINKING = 5000  # milliseconds that the house may take to answer an action that came in time

S = TypeVar("S", bound=State)


class Log:
    """The events of one commit, chained to the history before them. ``at`` is when, in milliseconds since 1970.

    ``acted`` are the seats that have taken a turn in it, ``taken`` the kinds of action, and whether the house's.
    """

    def __init__(self, codec: Codec[Any], tag: Tag, at: int) -> None:
        self._codec = codec
        self.tag = tag
        self.at = at
        self.entries: list[Entry] = []
        self.acted: set[Seat] = set()
        self.taken: list[tuple[type[Action], bool]] = []

    def tell(self, step: Step[Any], by: tuple[Seat, Action] | None = None, *, auto: bool = False) -> None:
        """Add what happened in *step*, which was caused *by* an action, if any.

        With *auto* the house or the clock has done it: what comes first, and others of its kind, and not what follows.
        """
        action = None
        if by:
            action = self._codec.action(*by, auto=auto)
            self.taken.append((type(by[1]), auto))
        shuffles = self._codec.shuffles(step.shuffles)
        for event in step.events:
            done = auto and type(event) is type(step.events[0])
            told = self._codec.event(event, seq=self.tag.version + 1, at=self.at, auto=done)
            self.tag = self.tag.after(told)
            self.entries.append(Entry(self.tag, told, action, shuffles))
            action, shuffles = None, None


class Draft(NamedTuple):
    """A judged request, to be committed: the session it leads to, as seen from ``seat``, and the log of it.

    ``taken`` is the seat that is taken by it, if one is.
    """

    session: Session[Any]
    seat: Seat | None
    log: Log
    taken: Seat | None = None


Judge: TypeAlias = Callable[[Look, Log], Draft]
"""(the session as it is, a log to go on with) -> what becomes of it. Raises ``Refused``; changes nothing itself."""


class Ledger(Generic[S]):
    """The sessions of one *game*. One lives ``ttl`` seconds untouched.

    ``settle`` decides what becomes of a session whose turn is over. There is one clock, the store's.
    """

    def __init__(self, game: Game[S], store: Store, *, ttl: int, settle: Judge) -> None:
        self.codec = Codec(game)
        self._game = game
        self._store = store
        self._ttl = ttl
        self._settle = settle
        self._opened = meters.opened.of(game.name)
        self._finished = meters.finished.of(game.name)
        self._removed = meters.removed.of(game.name)
        self._taken = {
            (kind, auto): meters.actions.of(game.name, wire_name(kind), "house" if auto else "player")
            for kind in game.actions
            for auto in (False, True)
        }
        self.listing = Listing(
            game.name, store, read=lambda session_id, stored: self._seen(session_id, stored, None, now=0)
        )

    # Reading

    def look(self, session_id: str, claim: Claim | None) -> Look:
        """The session as the bearer of *claim*, or a spectator, sees it. Raises ``Refused`` if they may not."""
        look = self.find(session_id, claim)
        if claim is None and not getattr(look.state.options, "spectators", True):
            raise Refused("not_found")
        return look

    def find(self, session_id: str, claim: Claim | None, key: Key | None = None) -> Look:
        """The session, whether or not it may be watched. Raises ``Refused`` if it is not there for *claim*, or *key*
        was used in it before."""
        stored, answer, now = self._store.load(self._address(session_id), key)
        look = self._seen(session_id, stored, claim, now)
        if key and answer:
            raise Refused("idempotency_key_reused")
        try:
            return self._on_time(look)
        except Conflict:  # whoever was faster has settled it
            reading = self._store.load(self._address(session_id))
            return self._seen(session_id, reading.stored, claim, reading.now)

    def events(self, session_id: str, *, since: int, limit: int, version: int) -> list[Entry]:
        """Up to *limit* events after the one numbered *since*, of a session that has had *version*.

        Raises ``Damaged`` where one is missing, or is not what was written; ``Refused`` if the session was removed.
        """
        entries = self._store.entries(self._address(session_id), since=since, limit=limit)
        wrong = wrong_page(since, entries)
        if not wrong and len(entries) < min(limit, version - since):
            wrong = f"the log ends at event {since + len(entries)}, and should go on to {version}"
        if wrong:
            self._seen(session_id, self._store.load(self._address(session_id)).stored, None, now=0)
            raise Damaged(wrong)
        return entries

    def replay(self, look: Look) -> Replay:
        """Every shuffle and every action of a session that is over, in order."""
        shuffles: list[list[str]] = []
        actions: list[bytes] = []
        version = look.tag.version
        for since in range(0, version, _LOG_PAGE):
            page = self.events(look.session_id, since=since, limit=min(_LOG_PAGE, version - since), version=version)
            actions += [entry.action for entry in page if entry.action]
            shuffles += [pile for e in page if e.shuffles for pile in self.codec.read_shuffles(e.shuffles)]
        return Replay(look, shuffles, actions)

    def knows(self, look: Look, tag: Tag) -> bool:
        """Whether *tag* is a point in the history of the session."""
        if not 0 < tag.version <= look.tag.version:
            return False
        entries = self._store.entries(self._address(look.session_id), since=tag.version - 1, limit=1)
        return [entry.tag for entry in entries] == [tag]

    def listen(self, session_id: str) -> AbstractContextManager[Bell]:
        return self._store.listen(self._address(session_id))

    @property
    def closing(self) -> bool:
        """Whether the process is about to stop, and nobody is to wait."""
        return self._store.closing

    # Changing

    def create(self, session_id: str, draft: Callable[[Log], Draft], key: Key | None) -> Outcome:
        """Keep a new session; with a *key* that was used before, the one that was opened then."""
        if key:
            session_id = self.id_for(session_id, key)
        return self.enter(session_id, draft, _has_no_answer, key)

    def id_for(self, session_id: str, key: Key) -> str:
        """The id that *key* was first used for: *session_id*, if it was not used before."""
        digest, session_id = self._store.reserve(key, session_id)
        _same_request(key, digest)
        return session_id

    def enter(self, session_id: str, draft: Callable[[Log], Draft], judge: Judge, key: Key | None) -> Outcome:
        """Keep the session that *draft* makes, or if it is there already what *judge* makes of it."""
        for _ in range(_ATTEMPTS):
            stored, answer, now = self._store.load(self._address(session_id), key)
            if key and answer:
                return self._repeat(session_id, key, answer, stored)
            try:
                before = self._settled(self._seen(session_id, stored, None, now)) if stored else None
                if before:
                    drafted = judge(before, self._log(before))
                    if not (drafted.log.entries or key):  # with a key the answer is to be kept
                        return Outcome(self._drawn(session_id, drafted), (), taken=drafted.taken)
                else:
                    drafted = draft(Log(self.codec, Tag(), now))
                    self.listing.announce(self._drawn(session_id, drafted))
                return self._commit(session_id, before, drafted, key)
            except Conflict:  # somebody was faster
                continue
        raise StoreUnavailable

    def change(self, session_id: str, claim: Claim | None, judge: Judge, key: Key | None = None) -> Outcome:
        """Have *judge* decide what becomes of the session, and commit that; a *key* used before is answered again."""
        for _ in range(_ATTEMPTS):
            stored, answer, now = self._store.load(self._address(session_id), key)
            look = self._seen(session_id, stored, claim, now)
            if key and answer:
                return self._repeat(session_id, key, answer, stored)
            try:
                look = self._settled(look)
                draft = judge(look, self._log(look))
                if not draft.log.entries:
                    return Outcome(look, ())
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
            if look.status is not Status.FINISHED:
                self._removed.add()
            self._store.tally(self._game.name, _touched(look), None)
            self.listing.hide(look)
            self._forget(look)
            return
        raise StoreUnavailable

    def _forget(self, look: Look) -> None:
        """Let go of all that nobody can ask for any more. Whoever repeats what has opened the session, or what made the
        table complete, still can: until then no player has acted."""
        address = self._address(look.session_id)
        scopes = [JOINING, *(look.claim_to(seat).scope for seat in range(len(look.session.players)))]
        with suppress(StoreUnavailable, OutcomeUnknown, Damaged):  # then it goes with its time
            page = self._store.entries(address, since=0, limit=_OPENING)
            acted = (n for n, e in enumerate(page) if e.action and not self.codec.is_the_house(e.action))
            self._store.forget(address, kept=next(acted, len(page)), scopes=scopes)

    def _on_time(self, look: Look) -> Look:
        """*look*, with a turn that is over settled: one look settles one turn. A store that takes no writes is read as
        it is. Raises ``Conflict`` if somebody was faster."""
        if look.time_left > 0:
            return look
        draft = self._settle(look, self._log(look))
        try:
            return self._commit(look.session_id, look, draft, None, settles=True).look
        except (StoreUnavailable, OutcomeUnknown):
            return look

    def _settled(self, look: Look) -> Look:
        """*look*, to be changed. Raises ``StoreUnavailable`` where a turn that is over could not be settled."""
        look = self._on_time(look)
        if look.time_left <= 0:
            raise StoreUnavailable
        return look

    def _log(self, look: Look) -> Log:
        """A log to go on with. Time does not run backwards, whatever a new primary's clock says."""
        return Log(self.codec, look.tag, max(look.now, look.session.updated_at))

    def _commit(
        self, session_id: str, before: Look | None, draft: Draft, key: Key | None, *, settles: bool = False
    ) -> Outcome:
        """Raises ``Conflict`` where the session is another by now, or its turn long over and this does not settle it.

        An action that came in time is in time, though the house has thought about its answer until the turn was over.
        """
        base = before.tag if before else None
        deadline = before.session.deadline if before else None
        entries = tuple(draft.log.entries)
        stored = Stored(draft.log.tag, self.codec.session(draft.session))
        answer = None
        if key:
            assert draft.seat is not None, "who has a key has a seat"
            answer = Answer(key.digest, draft.seat, base.version if base else 0, stored, draft.taken)
        due = None if deadline is None else deadline + _THINKING
        times = {"not_before": deadline} if settles else {"due": due}
        self._store.commit(self._address(session_id), Change(base, stored, entries, self._ttl, key, answer, **times))
        look = self._drawn(session_id, draft)
        for taken in draft.log.taken:
            self._taken[taken].add()
        self._store.tally(self._game.name, _touched(before), _touched(look))
        if before is None:
            self._opened.add()
        elif (before.session.players, before.status) != (look.session.players, look.status):
            if look.status is Status.FINISHED is not before.status:
                self._finished.add()
            self.listing.show(look)
        return Outcome(look, tuple(entry.event for entry in entries), taken=draft.taken)

    def _repeat(self, session_id: str, key: Key, answer: Answer, now: Stored | None) -> Outcome:
        """What was first answered to *key*, from the session as it was then."""
        _same_request(key, answer.digest)
        if now and now.body:  # the first try may not have come as far as the lobby
            self.listing.show(self._seen(session_id, now, None, now=0))
        then = answer.stored
        since, version = answer.since, then.tag.version
        entries: list[Entry] = []
        if version > since:
            entries = self.events(session_id, since=since, limit=version - since, version=version)
        look = Look(self._game, session_id, then.tag, self.codec.read_session(then.body), answer.seat, now=0)
        return Outcome(look, tuple(entry.event for entry in entries), repeated=True, taken=answer.taken)

    def _seen(self, session_id: str, stored: Stored | None, claim: Claim | None, now: int) -> Look:
        """Refuses what is not there, and a token whose seat has changed hands since."""
        if stored is None or not stored.body:
            raise Refused("not_found")
        session = self.codec.read_session(stored.body)
        look = Look(self._game, session_id, stored.tag, session, claim.seat if claim else None, now)
        if claim and not (claim.seat < len(session.players) and look.claim == claim):
            raise Refused("unauthorized")
        return look

    def _drawn(self, session_id: str, draft: Draft) -> Look:
        """What *draft* leads to, as its seat sees it."""
        return Look(self._game, session_id, draft.log.tag, draft.session, draft.seat, draft.log.at)

    def _address(self, session_id: str) -> str:
        return address_of(self._game.name, session_id)


def _touched(look: Look | None) -> int | None:
    """When an open session was touched last; None for one that is not open."""
    return None if look is None or look.status is Status.FINISHED else look.session.updated_at


def _has_no_answer(look: Look, log: Log) -> Draft:
    raise Damaged("a session is there, and not the answer to the key that has opened it")


def _same_request(key: Key, digest: str) -> None:
    if key.digest != digest:
        raise Refused("idempotency_key_reused")
