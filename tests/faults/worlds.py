"""Two worlds that differ in nothing but what one reader may not know: whatever that reader asks, both answer alike.

A session is played at random, and set out in both worlds: the same id, the same public history, the same tag. In the
second, ``tests/games/facts.py`` has dealt the hidden cards anew; the shuffles in the log and the states kept for
idempotency keys are other ones too. So is the seed, unless it is known (the session is over) or bound by a commitment.
Then the reader sends all there is to send (``questions.py``) to both, and another player makes a move that is legal in
both. What must be the same, and what is excused, says ``pair.py``.
"""

import dataclasses
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import cache
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from random import Random

import msgspec
from flask import Flask

from server.catalogue import CATALOGUE, Entry
from server.config import Settings
from server.game import Seat, replace
from server.sessions import store
from server.sessions.codec import Codec
from server.sessions.session import Status
from server.web.app import create_app
from tests.faults.drill import Drill, Progress, Report
from tests.faults.pair import Pair, Tally
from tests.faults.positions import Position, positions
from tests.faults.questions import Question, Reader, every_route
from tests.faults.shelf import Contents
from tests.faults.world import Clock, Ear, Request, Server, World
from tests.games.facts import FACTS
from tests.games.random_play import ENTRIES
from tests.posted import posted

SETTINGS = Settings(store="memory", secret_key="for tests", log="json", log_level="debug")
LOOKED_AT = 0.1  # pairs a position, so that tables of many do not come from a few sessions
RARE = 0.05  # of all pairs, for a phase
MANY = 20  # violations are enough
CHUNK = 250  # pairs that one process compares at a time


def our_server(kept: store.Store) -> Flask:
    return create_app(SETTINGS, kept)


class Worlds:
    def __init__(self, server: Server = our_server) -> None:
        clock, self._ear = Clock(), Ear()
        self.one, self.two = World(server, clock, self._ear), World(server, clock, self._ear)
        self._routes = every_route(self.one.app)

    def compare(self, entry: Entry, pairs: int, *, first: int = 0, enough: int = MANY) -> Tally:
        """Play sessions from number *first* on until so many pairs of a position and a reader have been compared.

        It ends before that where so many violations are *enough*.
        """
        tally = Tally()
        with self._ear:
            for number in count(first):
                for reading in self._read(entry, number, tally):
                    self._compare(*reading, tally)
                    if tally.pairs >= pairs or len(tally.violations) >= enough:
                        return tally
        return tally

    def _read(self, entry: Entry, number: int, tally: Tally) -> Iterator[tuple[Position, Seat | None, Random]]:
        """Some positions of a session, each with all of its readers; any of a phase that has not had its share yet."""
        chance = Random(f"worlds of {entry.game.name} {number}")
        for position in positions(self.one, entry, number):
            rare = tally.phases[position.phase] < RARE * tally.pairs
            if chance.random() * len(position.readers) < LOOKED_AT or rare:
                for seat in position.readers:
                    yield position, seat, chance

    def _compare(self, position: Position, seat: Seat | None, chance: Random, tally: Tally) -> None:
        other = other_world(position, seat, chance)
        reader = Reader(position, seat, self._routes, chance)
        pair = Pair(self.one, self.two, position, other, reader)
        tally.pairs += 1
        tally.others += other.documents != position.contents.documents
        tally.phases[position.phase] += 1
        for question in (*reader.questions(), *_moves_of_others(position, other, seat, chance)):
            pair.ask(question, tally)


def other_world(position: Position, reader: Seat | None, chance: Random) -> Contents:
    """What lies on the shelf where all is the same but what *reader* may not know."""
    facts, codec, contents = FACTS[position.game.name], Codec(position.game), position.contents.copy()
    over = position.status is Status.FINISHED
    seed = position.state.seed
    if position.session.seeded and not over:
        seed = f"{chance.getrandbits(128):032x}"

    def elsewhere(stored: store.Stored) -> store.Stored:
        session = codec.read_session(stored.body)
        state = replace(facts.other_world(session.state, reader, chance), seed=seed)
        assert facts.known(state, reader) == facts.known(session.state, reader)
        return store.Stored(stored.tag, codec.session(replace(session, state=state)))

    def reshuffled(entry: store.Entry) -> store.Entry:
        if entry.shuffles is None or over:
            return entry
        piles = [chance.sample(pile, len(pile)) for pile in codec.read_shuffles(entry.shuffles)]
        return entry._replace(shuffles=msgspec.json.encode(piles))

    contents.documents = {address: elsewhere(stored) for address, stored in contents.documents.items()}
    contents.logs = {address: tuple(map(reshuffled, log)) for address, log in contents.logs.items()}
    contents.answers = {
        scope: {name: dataclasses.replace(answer, stored=elsewhere(answer.stored)) for name, answer in answers.items()}
        for scope, answers in contents.answers.items()
    }
    return contents


def _moves_of_others(position: Position, other: Contents, reader: Seat | None, chance: Random) -> list[Question]:
    """Something that another player may do in both worlds, if there is such a thing."""
    if position.status is not Status.ACTIVE:
        return []
    game = position.game
    there = Codec(game).read_session(other.documents[position.address].body).state
    both = [
        (seat, action)
        for seat in position.tokens
        if seat != reader
        for action in position.legal_actions(seat)
        if action in game.legal_actions(there, seat)
    ]
    if not both:
        return []
    seat, action = chance.choice(both)
    name, body = posted(action)
    headers = {"Authorization": f"Bearer {position.tokens[seat]}"}
    request = Request("POST", f"{position.url}/{name}", headers, msgspec.json.encode(body))
    return [Question("another's move", (request,), by_another=True)]


# The drill


def compare_all(pairs: int, folder: Path, progress: Progress) -> Report:
    """So many pairs, an equal share of each game, on all cores."""
    share = -(-pairs // len(CATALOGUE))
    tasks = [
        (entry.game.name, min(CHUNK, share - done), done * 10) for done in range(0, share, CHUNK) for entry in CATALOGUE
    ]
    total = Tally()
    with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as processes:
        for compared in as_completed([processes.submit(compare_some, *task) for task in tasks]):
            total.add(compared.result())
            progress(compared.result().pairs)
    figures = {
        "pairs whose worlds differ": f"{total.others / total.pairs:.1%}",
        "requests to both worlds": f"{total.exchanges:,}",
        "compared in part, after a reveal": f"{total.excused / total.exchanges:.2%}",
        "phases": ", ".join(f"{phase} {pairs:,}" for phase, pairs in sorted(total.phases.items())),
    }
    return Report(total.pairs, total.violations, figures)


def compare_some(game: str, pairs: int, first: int) -> Tally:
    """One task of a process, which makes its worlds once."""
    return _worlds().compare(ENTRIES[game], pairs, first=first)


_worlds = cache(Worlds)


DRILL = Drill("paired worlds", "What a reader may not know cannot be read anywhere", 100_000, compare_all)
