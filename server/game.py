"""What a game is: a handful of pure functions, kept together in one record.

A state and an action decide the next state; there is no clock, no dice and no network in here or in any
game. Legality has one definition, membership in ``legal_actions``, so that what a player is offered and
what the server accepts cannot drift apart. A view is built up from nothing out of what its reader may know:
a hidden card has no field to sit in. What happened is told by events, which are public; what is private is in
a view only.

Everything a game hands out is a ``Record`` of tuples, enums and scalars. Its class gives it its name on the wire, in
snake case: ``Play`` is the action ``play``, ``TrickTaken`` the event ``trick_taken``.

A record is msgspec's struct. A frozen dataclass says the same, but takes 8 µs to replace a field of a Shooter state,
where a struct takes 0.2.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from msgspec import Struct, structs

Seat: TypeAlias = int

replace = structs.replace
"""A record like another one, with some fields changed."""

put_right = structs.force_setattr
"""Changes a field of a record that is still being made."""

shown = structs.asdict
"""The fields of a record by name, one level deep."""


def wire_name(kind: type) -> str:
    """``trick_taken`` for the class ``TrickTaken``."""
    return _snake_case(kind.__name__)


@cache
def _snake_case(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


class Record(Struct, frozen=True, gc=False):
    """What stays as it is: of tuples, enums, scalars and other records. None leads back to itself, so that Python's
    collector, which looks for those that do, need not know of it.
    """


class Action(Record, frozen=True):
    """What a player does. A game derives one class from this for every kind of action.

    A field ``seat`` names another player; one that the table does not have is refused before the rules are asked.
    """


class Resign(Action, frozen=True):
    """Give up: always allowed while a session is active, and so never listed as legal."""


class Event(Record, frozen=True):
    """What everybody saw happen. A game derives one class from this for every kind of event."""


class View(Record, frozen=True):
    """What one reader may know of a state. A game derives its own."""


class Result(Record, frozen=True):
    """How a session ended. A game derives its own."""


class Level(StrEnum):
    """How well the house plays."""

    EASY = "easy"
    STEADY = "steady"
    SHARP = "sharp"


class Options(Record, frozen=True, kw_only=True):
    """What whoever opens a table chooses. A game adds its own to these.

    A game for a varying number of players has an option ``players``; one that can shut spectators out has an option
    ``spectators``. One in which the house plays seats has ``bot_level``, and one that is played by the clock
    ``turn_seconds``.
    """

    listed: bool = False


class State(Protocol):
    """What the server asks of any state: the options it is played by and the seed of its chance."""

    @property
    def options(self) -> Any: ...

    @property
    def seed(self) -> str: ...


S = TypeVar("S", bound=State)


class Step(Record, Generic[S], frozen=True):
    """A state, and what happened on the way to it.

    ``shuffles`` are the piles that came out of the shuffles on that way, top card first. They are secret until the
    session is over; a replay tells them.
    """

    state: S
    events: tuple[Event, ...] = ()
    shuffles: tuple[tuple[str, ...], ...] = ()

    def then(self, move: "Callable[[S], Step[S]]") -> "Step[S]":
        """This step and the *move* that follows it, as one."""
        after = move(self.state)
        if not self.events and not self.shuffles:
            return after
        return Step(after.state, self.events + after.events, self.shuffles + after.shuffles)


class Deal(Protocol[S]):
    """How a game begins; the same twice is the same deal."""

    def __call__(self, options: Any, seed: str, house: tuple[Seat, ...] = ()) -> Step[S]:
        """The first deal at a table where the *house* plays these seats."""


class Refused(Exception):
    """An action, or a request, that is not allowed. It has changed nothing.

    ``code`` says why in a word that programs can act on. Where the rules refuse, ``rule`` names the clause ("SH-8"),
    and ``legal_actions`` are what the seat may do instead. ``detail`` is a sentence, where the code's own will not do.
    """

    def __init__(self, code: str, *, rule: str | None = None, detail: str | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.detail = detail
        self.legal_actions: tuple[Action, ...] | None = None


@dataclass(frozen=True, slots=True)
class Game(Generic[S]):
    """The record of a game: all that the rest of the server knows of it."""

    name: str
    title: str
    rules_version: str
    seats: tuple[int, int]
    """The fewest and the most players."""
    actions: tuple[type[Action], ...]
    events: tuple[type[Event], ...]
    options: type[Options]
    state: type[S]
    seating: Callable[[Any, str], S]
    """(options, seed) -> the table before anything is dealt."""
    deal: Deal[S]
    to_act: Callable[[S], tuple[Seat, ...]]
    """The seats whose turn it is, in order."""
    legal_actions: Callable[[S, Seat], tuple[Action, ...]]
    """All that a seat may do now, ``Resign`` apart: the only definition of legality."""
    may_resign: Callable[[S, Seat], bool]
    apply: Callable[[S, Seat, Any], Step[S]]
    """The step a legal action takes, with at least one event. It trusts its caller and checks nothing."""
    explain: Callable[[S, Seat, Any], Refused]
    """Why an action that was refused is not legal. It decides nothing."""
    refusals: Mapping[type[Action], tuple[str, ...]]
    """The codes that ``explain`` can give, by kind of action."""
    meanings: Mapping[str, str]
    """What each of these codes means, in a sentence for people."""
    view: Callable[[S, Seat | None], View]
    """What the player at a seat, or a spectator (None), may know. Where several play it has ``players``, a record
    for each seat; the server adds the seat, the name and the kind."""
    result: Callable[[S], Result | None]
    """How the session ended, or None while it goes on."""
    memory: Callable[[S, Seat], View] | None = None
    """All that the player at a seat has seen and a view does not keep: what the house plays from. By default the
    view."""
    house: Callable[[S], tuple[Seat, ...]] | None = None
    """The seats that the house acts for now. None where it never does."""
    time_out: Callable[[S], Step[S]] | None = None
    """What comes of it when those to act have let their time run out: the house is to act for them. None where there
    is no clock."""
    again: Callable[[S], Options] | None = None
    """The options of a rematch. By default those of the session."""
    out_of_turn: tuple[type[Action], ...] = ()
    """The kinds of action that need not wait for a turn, and that the house never takes."""

    def players(self, options: Options) -> int:
        """How many seats a table with these *options* has."""
        return int(getattr(options, "players", self.seats[1]))


def play(game: Game[S], state: S, seat: Seat, action: Action) -> Step[S]:
    """Take *action*, the only way to do so.

    Raises ``Refused``, with the legal actions of the seat, if it is not among them. Whose turn it is comes before
    what the rules say.
    """
    if game.result(state) is not None:
        raise Refused("session_finished")
    legal = game.legal_actions(state, seat)
    if isinstance(action, Resign):
        if game.may_resign(state, seat):
            return game.apply(state, seat, action)
    elif action in legal:
        return game.apply(state, seat, action)
    elif seat not in game.to_act(state) and not isinstance(action, game.out_of_turn):
        raise _with(legal, Refused("not_your_turn"))
    raise _with(legal, game.explain(state, seat, action))


def _with(legal: tuple[Action, ...], refused: Refused) -> Refused:
    refused.legal_actions = legal
    return refused
