"""Two worlds side by side, and the ear that listens for a difference: where they answer unlike, a secret is out.

Status, headers but the date, body, log lines and what is counted must be the same, byte for byte; and where something
was accepted, so must be the view and the events that the reader gets then. Some things are excused, and only the first
two are reported:

- From an event on that shows what was hidden (of a type in ``Facts.reveals``), or that bears ``auto`` and differs (the
  house plays from a hand that the reader does not see), what an accepted request brings may differ, and how much the
  house does is counted. The events before it, the status, the log lines, and the headers but ``ETag`` and
  ``Content-Length`` are compared all the same.
- A rematch is another session, dealt from a seed of its own: its answer is compared likewise.
- A request that ends the session has its seed told: the two seeds are taken for one.
- A new session has an id by chance, and a new holder of a seat a mark, and so a token: likewise.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import zip_longest
from typing import Any

from server.game import wire_name
from server.sessions.codec import Codec
from tests.faults.positions import Position
from tests.faults.questions import Question, Reader
from tests.faults.shelf import Contents
from tests.faults.world import Heard, Request, World
from tests.games.facts import FACTS

_TOKEN = re.compile(rb"(?<=\.)[\w-]{11}\.[\w-]{43}(?=\")", re.ASCII)
_SHOWN = 400  # bytes of a difference


@dataclass
class Tally:
    """What has been compared: ``pairs`` of a position and a reader, of which ``others`` had two worlds that differ.

    An exchange is one request to both worlds; ``excused`` are those that were compared in part.
    """

    pairs: int = 0
    others: int = 0
    exchanges: int = 0
    excused: int = 0
    phases: Counter[str] = field(default_factory=Counter)
    violations: list[str] = field(default_factory=list)

    def add(self, other: "Tally") -> None:
        self.pairs += other.pairs
        self.others += other.others
        self.exchanges += other.exchanges
        self.excused += other.excused
        self.phases += other.phases
        self.violations += other.violations


@dataclass(frozen=True)
class Pair:
    """A position as it lies in world ``one``, the ``other`` contents of world ``two``, and who asks."""

    one: World
    two: World
    position: Position
    other: Contents
    reader: Reader

    def ask(self, question: Question, tally: Tally) -> None:
        """Put both worlds as they were, and compare what comes of a question, and what the reader sees then."""
        self.one.shelf.contents, self.two.shelf.contents = self.position.contents.copy(), self.other.copy()
        commits = self.one.shelf.commits, self.two.shelf.commits
        for request in question.requests:
            if question.by_another:
                self.one.ask(request), self.two.ask(request)
            else:
                self._exchange(question.kind, request, tally)
        if commits != (self.one.shelf.commits, self.two.shelf.commits) and not self._has_revealed():
            for request in self.reader.look():
                self._exchange(f"{question.kind}, then a look", request, tally)

    def _exchange(self, kind: str, request: Request, tally: Tally) -> None:
        one, two = self.one.ask(request), self.two.ask(request)
        tally.exchanges += 1
        if one == two and one.status[0] != "5":
            return
        one, two = self._disguised(one), self._disguised(two)
        if one != two and (self._has_revealed() or self._is_elsewhere(one)):
            tally.excused += 1
            one, two = _in_part(one), _in_part(two)
        if one != two or one.status[0] == "5":
            position = self.position
            states = [contents.documents[position.address].body for contents in (position.contents, self.other)]
            tally.violations.append(
                f"{position.game.name} in {position.phase}, reader {self.reader.seat}: {kind}: {request}: "
                f"{_difference(one, two)}; the worlds: {states}"
            )

    def _has_revealed(self) -> bool:
        """Whether what has happened in the worlds by now shows what was hidden, and nothing before it differs."""
        reveals = {wire_name(kind) for kind in FACTS[self.position.game.name].reveals}
        for one, two in zip_longest(self._news(self.one), self._news(self.two)):
            told = [event for event in (one, two) if event]
            if any(event["type"] in reveals for event in told):
                return True
            if one != two:
                return any(event.get("auto") for event in told)
        return False

    def _is_elsewhere(self, heard: Heard) -> bool:
        """Whether an answer is of another session."""
        return heard.header("Location") not in (None, self.position.url)

    def _news(self, world: World) -> Iterator[dict[str, Any]]:
        """What has happened in the session since the worlds were put as they were."""
        known = len(self.position.contents.logs[self.position.address])
        for entry in world.shelf.contents.logs[self.position.address][known:]:
            yield json.loads(entry.event)

    def _disguised(self, heard: Heard) -> Heard:
        """Without a seed that is told by right, and without what is there by chance."""
        body, headers, lines = heard.body, heard.headers, heard.lines
        if any(event["type"] == "finished" for event in self._news(self.one)):
            for contents in (self.position.contents, self.other):
                document = contents.documents[self.position.address]
                seed = Codec(self.position.game).read_session(document.body).state.seed
                body = body.replace(seed.encode(), b"<seed>")
        place = heard.header("Location")
        if place and self._is_elsewhere(heard):
            session_id = place.rpartition("/")[2]
            body = body.replace(session_id.encode(), b"<id>")
            headers = tuple((name, value.replace(session_id, "<id>")) for name, value in headers)
            lines = tuple(line.replace(session_id, "<id>") for line in lines)
        return replace(heard, headers=headers, lines=lines, body=_TOKEN.sub(b"<mark and signature>", body))


def _in_part(heard: Heard) -> Heard:
    """What is left to compare once something was revealed."""
    kept = tuple((name, value) for name, value in heard.headers if name not in ("ETag", "Content-Length"))
    return replace(heard, headers=kept, body=b"", counted=())


def _difference(one: Heard, two: Heard) -> str:
    """Where two answers part, in short."""
    if one.status != two.status or one.status[0] == "5":
        return f"{one.status} and {two.status}"
    if one.headers != two.headers:
        return f"{set(one.headers) ^ set(two.headers)}"
    if one.lines != two.lines:
        return f"{one.lines} and {two.lines}"
    if one.counted != two.counted:
        return f"{set(one.counted) ^ set(two.counted)}"
    at = next((i for i, (a, b) in enumerate(zip(one.body, two.body, strict=False)) if a != b), 0)
    start = max(at - _SHOWN // 4, 0)
    return f"{one.body[start : start + _SHOWN]!r} and {two.body[start : start + _SHOWN]!r}"
