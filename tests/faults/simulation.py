"""A table where all goes wrong that can, and goes wrong in the same way again for whoever names the same seed.

The rules, the table and the ledger are the server's own. The store is a few dictionaries with a bad character, the
players are impatient, sit on each other's seats and ask twice, and the clocks jump. Every player is a greenlet, and
every call of the store gives the turn back before it acts, and a write once more before it answers; who goes on is
drawn from the seed, as all else is. So a seed is a session to the last coincidence, and thousands take a minute.

What the players were told goes before the same judge as the histories of real servers (``judge.py``), and what the
store has kept must be what its log leads to. ``python -m tests.faults.simulation SEED`` tells the story of a seed.
"""

import math
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from server.catalogue import CATALOGUE, Entry
from server.game import Action, Options, Refused, Resign, play, shown, wire_name
from server.look import Claim, Look, Outcome
from server.sessions import store as port
from server.sessions.codec import Codec
from server.sessions.session import Tag
from server.sessions.store import (
    DAY,
    Key,
    OutcomeUnknown,
    Stored,
    StoreUnavailable,
)
from server.table import StaleVersion, Table
from server.web.preconditions import etag
from tests.faults.drill import Drill, Progress, Report
from tests.faults.history import JOIN, Operation
from tests.faults.judge import violations
from tests.faults.simulated_store import Crashed, Hear, SimulatedStore, World
from tests.games.random_play import random_options

NAMES = ("Ada", "Ben", "Cleo", "Dan")

_TROUBLE = (0.0, 0.15, 0.4)  # how likely a call of the store is to go wrong, in a session
_MOST_TRIES = 3  # of one request
_ALREADY_PLAYED = (0, 0, 0, 10)  # actions before trouble begins
_MOST_OPENINGS = 100  # tries of one
_ALL = 1000


@dataclass(frozen=True, slots=True)
class Request:
    """What a player asks for: a seat, where ``action`` is None. ``look`` is what it is for, whatever is if None."""

    seat: int | None
    action: Action | None
    key: str | None
    look: Look | None = None

    @property
    def name(self) -> str:
        return wire_name(type(self.action)) if self.action else JOIN

    @property
    def body(self) -> dict[str, Any]:
        body: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(shown(self.action))) if self.action else {}
        return body


@dataclass(frozen=True, slots=True)
class Session:
    """A session, and what has been asked of it: ``requests`` by their wording, ``history`` with what was told."""

    world: World
    id: str
    requests: list[Request] = field(default_factory=list)
    history: list[Operation] = field(default_factory=list)


class Player:
    """Somebody who has the tokens of these *seats*, and others may have them too; without any, they ask for a seat."""

    def __init__(self, session: Session, table: Table[Any], name: str, seats: Sequence[int], turns: int) -> None:
        self._session = session
        self._table = table
        self._name = name
        self._seats = list(seats)
        self._turns = turns
        self._chance = session.world.chance

    def play(self) -> None:
        for turn in range(self._turns):
            request = self._wish(f"{self._name} {turn}" if self._chance.random() < 0.6 else None)
            if request:
                self._insist(request)

    def _insist(self, request: Request) -> None:
        """Ask until there is an answer, with a key; without one only as often as people do."""
        for _ in range(_MOST_TRIES):
            told = self._ask(request)
            if told.status not in (None, 503) or (not request.key and self._chance.random() < 0.5):
                return

    def _wish(self, key: str | None) -> Request | None:
        """What to ask for next, None for nothing."""
        if not self._seats:
            return self._remembered(Request(None, None, key))
        earlier = [request for request in self._session.requests if request.seat in self._seats]
        if earlier and self._chance.random() < 0.15:
            return self._chance.choice(earlier)
        look = self._look(self._chance.choice([*self._seats, None]))
        if look and not look.legal_actions:
            turns = [seat for seat in look.to_act if seat in self._seats]
            look = self._look(self._chance.choice(turns)) if turns else None
        if not look or not look.legal_actions:
            return None
        action = Resign() if self._chance.random() < 0.03 else self._chance.choice(look.legal_actions)
        bound = self._chance.random() < 0.4
        return self._remembered(Request(look.seat, action, key, look if bound else None))

    def _remembered(self, request: Request) -> Request:
        self._session.requests.append(request)
        return request

    def _look(self, seat: int | None) -> Look | None:
        claim = None if seat is None else Claim(seat, 0)
        return self._told(seat, None, lambda: Outcome(self._table.watch.look(self._session.id, claim), ()))[1]

    def _ask(self, request: Request) -> Operation:
        session_id, seat, action = self._session.id, request.seat, request.action
        key = Key(JOIN if seat is None else f"{seat}.0", request.key, f"{action}") if request.key else None
        expected = (request.look.tag,) if request.look else None

        def ask() -> Outcome:
            if seat is None or action is None:
                return self._table.join(session_id, None, key=key)
            return self._table.act(session_id, Claim(seat, 0), action, expected=expected, key=key)

        operation, look = self._told(seat, request, ask)
        if operation.accepted and seat is None and look and look.seat is not None:
            self._seats.append(look.seat)
        return operation

    def _told(
        self, seat: int | None, request: Request | None, ask: Callable[[], Outcome]
    ) -> tuple[Operation, Look | None]:
        """Ask, as the edge would for a client, and record it; and the session, if it was shown."""
        world, who = self._session.world, None if seat is None else f"as seat {seat}"
        name, body, key = (request.name, request.body, request.key) if request else (None, None, None)
        bound = request.look if request else None
        start = world.moment()
        condition = f"if it is at version {bound.tag.version}" if bound else None
        world.tell(name or "look", body, who, condition, f"with the key {key!r}" if key else None)
        status, answer, look, replayed = _answered(ask)
        end = math.inf if status is None else world.moment()
        told = answer["session"] if request is None and look else answer
        shown_tag, if_match = (etag(view) if view else None for view in (look, bound))
        operation = Operation(start, end, seat, name, body, key, status, told, shown_tag, if_match, replayed)
        self._session.history.append(operation)
        types = ", ".join(event["type"] for event in answer["events"]) if operation.accepted else None
        shows = look and f"version {look.tag.version}"
        world.tell("   is told", status or "nothing", operation.code, shows, types, "(a repeat)" if replayed else None)
        return operation, look


def _answered(ask: Callable[[], Outcome]) -> tuple[int | None, Any, Look | None, bool]:
    """Status, body, the session that is shown, and whether it is a repeat; as much of it as the judge asks for."""
    try:
        outcome = ask()
    except Crashed:
        return None, None, None, False
    except StoreUnavailable:
        return 503, {"code": "store_unavailable"}, None, False
    except OutcomeUnknown:
        return 503, {"code": "outcome_unknown"}, None, False
    except Refused as refused:
        return 409, {"code": refused.code}, None, False
    except StaleVersion as stale:
        return 412, {"code": "stale_version", "session": _view(stale.look)}, stale.look, False
    except Exception as error:  # as the edge does with what nobody has thought of
        return 500, {"code": repr(error)}, None, False
    events = [msgspec.json.decode(event) for event in outcome.events]
    return 200, {"session": _view(outcome.look), "events": events}, outcome.look, outcome.repeated


def _view(look: Look) -> dict[str, Any]:
    return {"version": look.tag.version, "seat": look.seat}


def simulate(
    seed: int, hear: Hear | None = None, kind: Callable[[World], SimulatedStore] = SimulatedStore
) -> tuple[int, list[str]]:
    """Play the session of *seed* over that *kind* of store: how many requests there were, and what is wrong."""
    world = World(seed, hear)
    chance, store = world.chance, kind(world)
    entry, trouble = chance.choice(CATALOGUE), chance.choice(_TROUBLE)
    world.tell(f"{entry.game.title}, trouble {trouble:.0%}")
    # Two servers, which share nothing but the store.
    tables = [Table(entry.game, entry.bot, store, ttl=DAY, place=str, mark=str) for _ in range(2)]
    world.trouble = trouble
    options = random_options(entry.game, chance)
    bots = chance.randrange(entry.game.players(options)) if entry.game.house else 0
    look = _opened(tables, options, bots, world, f"simulated {seed}")
    world.trouble = 0.0
    if not look:
        return _MOST_OPENINGS, ["The key of the opening does not settle what became of it."]
    look = _well_under_way(tables[0], look, chance)
    world.trouble = trouble
    session = Session(world, look.session_id)
    nobodys = {*look.session.open_seats, *look.session.bots}
    taken = [seat for seat in range(len(look.session.players)) if seat not in nobodys]
    for number, name in enumerate(NAMES[: chance.randint(2, len(NAMES))]):
        fewest = 0 if look.session.open_seats else 1
        seats = chance.sample(taken, chance.randint(fewest, 1)) if number else taken
        world.start(name, Player(session, chance.choice(tables), name, seats, chance.randint(1, 3)).play)
    world.go_on()
    world.trouble = 0.0
    address = f"{entry.game.name}:{session.id}"
    entries = store.entries(address, since=0, limit=_ALL)
    log = [msgspec.json.decode(told.event) for told in entries]
    found = violations(session.history, log, since=look.tag.version)
    if list(store.documents) != [address]:
        found.append(f"One key has opened {len(store.documents)} sessions.")
    if [event["at"] for event in log] != sorted(event["at"] for event in log):
        found.append("Time has gone backwards in the log.")
    return len(session.history), [*found, *_wrong_state(entry, store.documents[address], entries, f"simulated {seed}")]


def _opened(tables: Sequence[Table[Any]], options: Options, bots: int, world: World, seed: str) -> Look | None:
    """A new session, asked for with one key until there is an answer, if there ever is."""
    for _ in range(_MOST_OPENINGS):
        with suppress(Crashed, StoreUnavailable, OutcomeUnknown):
            return world.chance.choice(tables).open(options, bots=bots, seed=seed, key=Key("create", "open", "")).look
    return None


def _well_under_way(table: Table[Any], look: Look, chance: Random) -> Look:
    """The session when all seats but a few are taken and, if it has begun, perhaps some actions are too."""
    for _ in range(len(look.session.open_seats) - chance.randrange(3)):
        look = table.join(look.session_id, None).look
    for _ in range(chance.choice(_ALREADY_PLAYED)):
        look = table.watch.look(look.session_id, Claim(0, 0))
        if turns := look.to_act:
            seat = chance.choice(turns)
            action = chance.choice(look.game.legal_actions(look.state, seat))
            look = table.act(look.session_id, Claim(seat, 0), action).look
    return look


def _wrong_state(entry: Entry, stored: Stored, entries: Sequence[port.Entry], seed: str) -> Iterator[str]:
    """Where a session is not what its log leads to."""
    game, codec, tag = entry.game, Codec(entry.game), Tag()
    for told in entries:
        tag = tag.after(told.event)
        if told.tag != tag:
            yield f"The log has {told.tag} where its events lead to {tag}."
    if stored.tag != tag:
        yield f"The session is at {stored.tag}, and its log at {tag}."
        return  # nor can its actions be taken
    session = codec.read_session(stored.body)
    if session.open_seats:
        return
    kinds = {wire_name(kind): kind for kind in game.actions}
    state, timed_out = game.deal(session.state.options, seed, session.bots).state, False
    for told in entries:
        before, timed_out = timed_out, b'"type":"timed_out"' in told.event
        if timed_out and not before and game.time_out:
            state = game.time_out(state).state
        if not told.action:
            continue
        line = msgspec.json.decode(told.action)
        try:
            state = play(game, state, line["seat"], msgspec.convert(line["body"], kinds[line["action"]])).state
        except Refused as refused:
            yield f"The log has an action that the rules refuse: {line}, {refused}."
            return
    if state != session.state:
        yield "The session is in another state than its actions lead to."


def run(operations: int, folder: Path, progress: Progress) -> Report:
    """Seeds from 0 on, until there have been so many requests."""
    report, seed = Report(), 0
    while report.operations < operations:
        done, found = simulate(seed)
        report.violations += [f"Seed {seed}: {what}" for what in found]
        report.operations += done
        progress(done)
        seed += 1
    report.figures["sessions"] = f"{seed:,}"
    return report


DRILL = Drill(
    "simulation",
    "Whatever is lost, late, or done twice between players, servers and store: a session has one history.",
    large=1_000_000,
    run=run,
)


def main(seed: int) -> None:
    done, found = simulate(seed, print)
    print(f"{done} requests.", *(found or ["All of it can be true."]), sep="\n")


if __name__ == "__main__":
    main(int(sys.argv[1]))
