"""What players do at a table: open it, sit down, act, get up, and meet again for another game."""

import hashlib
import secrets
from collections.abc import Callable
from contextlib import suppress
from typing import Generic, TypeVar

from server.bots import Advice, Bot, Pause, no_pause
from server.deal import Chance
from server.dealer import Dealer
from server.game import Action, Game, Level, Options, Refused, Resign, Seat, State, Step, play, replace
from server.house import House
from server.ledger import Draft, Ledger, Log
from server.look import Claim, Look, Outcome
from server.seating import Mark, bots_sit, by_chance, next_id, reserved, resigns, sits
from server.sessions.session import Kind, Player, Rematch, Session, Status, Tag
from server.sessions.store import Key, Store
from server.watch import Watch

S = TypeVar("S", bound=State)

_REMATCHES = 8  # that were opened and removed again, before whoever asks is told that there is none


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
    """The use cases of one game. A session lives ``ttl`` seconds untouched, and clients find it at its ``place``.

    ``mark`` gives each holder of a seat a mark of their own; ``pause`` is made by the house between two thoughts.
    """

    def __init__(
        self,
        game: Game[S],
        bot: Bot | None,
        store: Store,
        *,
        ttl: int,
        place: Callable[[str], str],
        mark: Mark = by_chance,
        pause: Pause = no_pause,
    ) -> None:
        self._game = game
        self._house = House(game, bot, pause)
        self._dealer = Dealer(game, self._house)
        self._place = place
        self._mark = mark
        self._ledger = Ledger(game, store, ttl=ttl, settle=self._dealer.time_out)
        self.watch = Watch(self._ledger)

    # Seats

    def open(
        self,
        options: Options,
        *,
        name: str | None = None,
        bots: int = 0,
        seed: str | None = None,
        key: Key | None = None,
        admit: Callable[[], None] = lambda: None,
    ) -> Outcome:
        """Open a table with the caller in seat 0 and *bots* in the last seats; deal at once if that makes all.

        *admit* is asked before a new one is opened, not for a repeat, and raises if there may be none.
        """

        def draft(log: Log) -> Draft:
            admit()
            state = self._game.seating(options, seed or secrets.token_hex(32))
            empty = (Player(),) * (self._game.players(options) - bots)
            players = (*empty, *(Player(Kind.BOT, mark=self._mark()) for _ in range(bots)))
            session = Session(players, seeded=seed is not None, created_at=log.at, updated_at=log.at, state=state)
            session = bots_sit(sits(session, log, 0, Player(Kind.HUMAN, name, mark=self._mark())), log)
            return Draft(self._dealer.deals(session, log), 0, log, taken=0)

        return self._ledger.create(secrets.token_urlsafe(16), draft, key)

    def join(
        self,
        session_id: str,
        claim: Claim | None,
        *,
        name: str | None = None,
        seat: Seat | None = None,
        bot: Level | None = None,
        key: Key | None = None,
    ) -> Outcome:
        """Take *seat*, or the first free one, or as the creator seat a *bot* there; deal if it was the last.

        Who has a seat already may take another.
        """

        def judge(look: Look, log: Log) -> Draft:
            session, free = look.session, look.session.open_seats
            _seat_exists(look, seat)
            if bot and look.seat != session.creator:
                raise Refused("not_creator" if claim else "unauthorized")
            if look.status is Status.FINISHED:
                raise Refused("session_finished")
            if seat is not None and seat not in free and look.status is Status.WAITING:
                raise Refused("seat_taken")
            if not free:
                raise Refused("table_full")
            taken = free[0] if seat is None else seat
            kind = Kind.BOT if bot else Kind.HUMAN
            player = Player(kind, name, session.players[taken].generation, self._mark(), bot)
            session = self._dealer.deals(sits(session, log, taken, player), log)
            return Draft(session, session.creator if bot else taken, log, taken)

        return self._ledger.change(session_id, claim, judge, key)

    def leave(self, session_id: str, claim: Claim, seat: Seat) -> None:
        """Give up one's own seat before the deal, or, as the creator, free another's. Without a creator, no table."""
        if claim.seat == seat == self._ledger.find(session_id, claim).session.creator:
            self._ledger.remove(session_id, claim, _is_waiting)
            return

        def judge(look: Look, log: Log) -> Draft:
            _seat_exists(look, seat)
            session = look.session
            if claim.seat not in (seat, session.creator):
                raise Refused("not_creator")
            _is_waiting(look)
            if seat in session.open_seats:
                return Draft(session, claim.seat, log)
            empty = Player(generation=session.players[seat].generation + 1, mark=self._mark())
            return Draft(sits(session, log, seat, empty), claim.seat, log)

        self._ledger.change(session_id, claim, judge)

    def delete(self, session_id: str, claim: Claim) -> None:
        """Remove the session; only its creator may, and a table of several not while it plays."""

        def judge(look: Look) -> None:
            if claim.seat != look.session.creator:
                raise Refused("not_creator")
            if look.status is Status.ACTIVE and len(look.session.players) > 1:
                raise Refused("session_in_progress")
            if look.session.rematch:
                self._opens(look.session.rematch)

        self._ledger.remove(session_id, claim, judge)

    def rematch(
        self, session_id: str, claim: Claim, *, key: Key | None = None, admit: Callable[[], None] = lambda: None
    ) -> Outcome:
        """Another session for the same players: open it, or come to where others of them wait; it has a fresh seed.

        Who resigned has left the seat to the house, there too. *admit* is as for ``open``.
        """
        look = self._ledger.find(session_id, claim, key)
        if look.status is not Status.FINISHED:
            raise Refused("session_not_finished")
        if look.session.players[claim.seat].resigned:
            raise Refused("seat_taken")
        place = look.session.rematch or next_id(look, session_id)
        if key:
            place = self._ledger.id_for(place, key._replace(scope=f"rematch:{session_id}:{key.scope}"))
        removed: set[str | None] = {None}
        for _ in range(_REMATCHES):
            try:
                outcome = self._meet_again(look, claim.seat, place, key, admit)
                break
            except Refused as refused:
                if refused.code != "not_found":
                    raise
                removed.add(place)
                place = next_id(look, place)
        else:
            raise Refused("not_found")

        def link(look: Look, log: Log) -> Draft:
            if look.session.rematch not in removed:
                return Draft(look.session, look.seat, log)
            log.tell(Step(look.state, (Rematch(self._place(place)),)))
            return Draft(replace(look.session, rematch=place, updated_at=log.at), look.seat, log)

        try:
            self._ledger.change(session_id, claim, link)
        except Refused:  # removed in the meantime: nobody else can ask
            self._opens(place)
        return outcome

    def _opens(self, session_id: str) -> None:
        """Whoever has not come to the rematch by now cannot ask for it any more: their seats are for anybody."""

        def judge(look: Look, log: Log) -> Draft:
            session = look.session
            for seat in session.kept_seats:
                empty = Player(generation=session.players[seat].generation + 1, mark=self._mark())
                session = sits(session, log, seat, empty)
            return Draft(session, None, log)

        with suppress(Refused):  # it is gone as well
            self._ledger.change(session_id, None, judge)

    def _meet_again(
        self, last: Look, seat: Seat, session_id: str, key: Key | None, admit: Callable[[], None]
    ) -> Outcome:
        """The session that follows *last*, with the player at *seat* there. Raises ``Refused`` if it was removed."""

        def draft(log: Log) -> Draft:
            admit()
            options = self._game.again(last.state) if self._game.again else last.state.options
            state = self._game.seating(options, secrets.token_hex(32))
            players = reserved(last.session.players, self._mark)
            creator = last.session.creator
            if last.session.players[creator].resigned:
                creator = seat
            session = Session(players, False, log.at, log.at, state, creator)
            session = bots_sit(sits(session, log, seat, replace(players[seat], reserved=False)), log)
            return Draft(self._dealer.deals(session, log), seat, log, taken=seat)

        def judge(look: Look, log: Log) -> Draft:
            session, player = look.session, look.session.players[seat]
            if player.kind is Kind.EMPTY and look.status is Status.WAITING:  # who has given it up may come back
                name = last.session.players[seat].name
                player = Player(Kind.HUMAN, name, player.generation, self._mark(), comes_again=True)
            elif not player.comes_again:
                raise Refused("seat_taken")
            elif not player.reserved:
                return Draft(session, seat, log, taken=seat)
            session = sits(session, log, seat, replace(player, reserved=False))
            return Draft(self._dealer.deals(session, log), seat, log, taken=seat)

        return self._ledger.enter(session_id, draft, judge, key)

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
            session = look.session
            if isinstance(action, Resign):
                session = resigns(session, claim.seat)
            elif not isinstance(action, self._game.out_of_turn):
                log.acted.add(claim.seat)
            return Draft(self._dealer.goes_on(session, step.state, log), claim.seat, log)

        return self._ledger.change(session_id, claim, judge, key)

    def hint(self, session_id: str, claim: Claim, level: Level) -> Advice:
        """What the house would do at the bearer's seat. Its chance comes from what that seat has seen (D-5)."""
        look = self._ledger.find(session_id, claim)
        if look.status is not Status.ACTIVE:
            raise Refused("session_not_started" if look.status is Status.WAITING else "session_finished")
        if claim.seat not in look.to_act:
            raise Refused("not_your_turn")
        seen = self._ledger.codec.memory(self._house.memory(look.state, claim.seat))
        chance = Chance(hashlib.sha256(seen).hexdigest(), "hint")
        return self._house.advise(look.state, claim.seat, level, chance)


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
