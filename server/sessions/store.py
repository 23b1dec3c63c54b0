"""The port to whatever keeps the sessions: what the server asks of a store, and what it is promised.

A store keeps documents it does not understand, each under an address and each with a tag. A commit names the
tag it builds on and is written whole or not at all: the document, the events that led to it, and the answer
to be repeated to whoever sends the same request again. All that belongs to a session expires together.
"""

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple, Protocol

from server.sessions.session import Status, Tag

DAY = 24 * 60 * 60

_SETTLING = 60_000  # milliseconds in which the session of a new row is written, with some for clocks that differ


def address_of(game: str, session_id: str) -> str:
    """Where a session of *game* lies."""
    return f"{game}:{session_id}"


class StoreUnavailable(Exception):
    """The store could not be asked. Nothing was written."""


class OutcomeUnknown(Exception):
    """The store was asked to write and did not answer: it may have written, or not."""


class Conflict(Exception):
    """The document has another tag than the commit builds on, or it is not the time for it. Nothing was written."""


class Damaged(Exception):
    """What lies under an address is not what was written there; the message says in what way."""


class Durability(StrEnum):
    """What a step that was acknowledged survives."""

    ALWAYS = "always"
    """A crash of the machine: it is on disk."""
    EVERYSEC = "everysec"
    """A crash, but for the last second or two."""
    NONE = "none"
    """Nothing is promised."""
    REPLICATED = "replicated"
    """The loss of the primary: a replica has it too."""


@dataclass(frozen=True, slots=True)
class Condition:
    """What a store is found to be. ``durability`` is None where it does not say."""

    name: str
    version: str
    durability: Durability | None
    eviction: str
    replicas: int
    clustered: bool = False
    """Whether what answers is one server of a Cluster, or all of it."""


class Key(NamedTuple):
    """An idempotency key: who used it (``scope``), which it is (``name``, a hash), and for what (``digest``)."""

    scope: str
    name: str
    digest: str


class Stored(NamedTuple):
    """A document as it lies in the store. One that was deleted has an empty body until it expires."""

    tag: Tag
    body: bytes


class Entry(NamedTuple):
    """One event of a session's log.

    On the first event of a step: ``action`` is what caused it, ``shuffles`` the piles that were shuffled on the way.
    The shuffles are secret until the session is over.
    """

    tag: Tag
    event: bytes
    action: bytes | None = None
    shuffles: bytes | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """What a key was first answered with: the document then, as ``seat`` saw it, and its events after ``since``.

    ``taken`` is the seat that was taken by it, if one was.
    """

    digest: str
    seat: int
    since: int
    stored: Stored
    taken: int | None = None


class Reading(NamedTuple):
    """What was read of a session: its document, the answer given to a key, and when, by the store's clock.

    Times are milliseconds since 1970.
    """

    stored: Stored | None
    answer: Answer | None
    now: int


class Change(NamedTuple):
    """One commit. It holds only if the document's tag is ``base`` (None: there is no document yet).

    It holds from ``not_before`` on and until ``due``, where these are given, by the store's clock.
    """

    base: Tag | None
    stored: Stored
    entries: tuple[Entry, ...] = ()
    ttl: int = DAY
    """Seconds until everything of the session expires."""
    key: Key | None = None
    answer: Answer | None = None
    not_before: int | None = None
    due: int | None = None

    def is_in_time(self, now: int) -> bool:
        return (self.not_before is None or now >= self.not_before) and (self.due is None or now < self.due)


@dataclass(frozen=True, slots=True, order=True)
class Row:
    """A session in a lobby. Rows compare by age, older first."""

    created_at: int
    session_id: str

    def __str__(self) -> str:
        return f"{self.created_at:014d}.{self.session_id}"

    def is_settled(self, now: int) -> bool:
        """Whether its session is there if it ever will be: a row comes first. *now* is in milliseconds since 1970."""
        return now - self.created_at > _SETTLING

    @classmethod
    def parse(cls, text: str) -> "Row":
        """Raises ``ValueError`` for what is no row."""
        created_at, _, session_id = text.partition(".")
        if not (created_at.isascii() and created_at.isdigit() and session_id.isascii()):
            raise ValueError("not a row")
        return cls(int(created_at), session_id)


@dataclass(frozen=True, slots=True)
class Count:
    """How often something was counted in the window that is open, and in how many seconds it closes."""

    number: int
    left: int


@dataclass(frozen=True, slots=True)
class Census:
    """How many keys a store has, None where it does not tell, and by lobby how many sessions are listed and open."""

    keys: int | None
    listed: Mapping[tuple[str, Status], int]
    open: Mapping[str, int]


class Bell(Protocol):
    """Rings when something was written to a session; now and then when nothing was, but never too seldom."""

    def wait(self, seconds: float) -> None:
        """Wait until it has rung since the last time, or since it was hung up; no longer than *seconds*."""


class Store(Protocol):
    """Every call raises ``StoreUnavailable`` when the store is away; a call that writes, ``OutcomeUnknown`` too.

    A call about a session raises ``Damaged`` for one that is not as it was written.
    """

    def load(self, address: str, key: Key | None = None) -> Reading:
        """The document, and the answer already given to *key*; one trip."""

    def load_all(self, addresses: Sequence[str]) -> list[Stored | Damaged | None]:
        """The documents at *addresses*, in their order, or what is wrong with them; one trip."""

    def commit(self, address: str, change: Change) -> None:
        """Write all of *change*, or raise ``Conflict`` or ``Damaged`` and write nothing; one trip."""

    def forget(self, address: str, *, kept: int, scopes: Sequence[str]) -> None:
        """Let go of the log after its first *kept* events, and of the answers to the keys of *scopes*, of a session
        that was removed; one trip."""

    def entries(self, address: str, *, since: int, limit: int) -> list[Entry]:
        """Up to *limit* entries of the log after the event numbered *since*."""

    def reserve(self, key: Key, value: str) -> tuple[str, str]:
        """Keep (digest of *key*, *value*) under *key* unless something is kept there, for a day or as
        long as a session lives; what is kept."""

    def announce(self, lobby: str, row: Row, status: Status) -> None:
        """Have a lobby show a session under *status*, and under no other. It may come before the session."""

    def withdraw(self, lobby: str, row: Row) -> None:
        """Have a lobby show a session no more."""

    def page(
        self, lobby: str, statuses: Sequence[Status], *, before: Row | None, limit: int
    ) -> list[tuple[Row, Status]]:
        """Up to *limit* sessions below *before*, newest first, each with the status it was last announced under.

        Some may be gone, or in another status by now.
        """

    def count(self, name: str, window: int, by: int = 1) -> Count:
        """Count *by* more under *name*; the first opens a window of so many seconds.

        A store that answers and does not count, because it is full, has counted nothing yet.
        """

    def tally(self, lobby: str, before: int | None, after: int | None) -> None:
        """Count a session that was open and touched at *before*, None if it was not open, and is so at *after*.

        It is no trip. What a process has not posted when it dies is not counted.
        """

    def post(self) -> None:
        """Have others know what was tallied, to be called now and then; one trip if there is any."""

    def census(self, lobbies: Sequence[str]) -> Census:
        """How much is in the store, which takes no longer when it is full; a handful of trips."""

    def condition(self) -> Condition:
        """What the store is, and what it promises."""

    def now(self) -> int:
        """Milliseconds since 1970, by the store's clock."""

    def listen(self, address: str) -> AbstractContextManager[Bell]:
        """A bell that rings for every commit to a session from now on."""

    def look_round(self) -> None:
        """Give up what takes too long; from now on this is called twenty times a second, and no call sets a clock."""

    def last_orders(self) -> None:
        """This process is about to stop: all bells ring, and nobody is to wait any more."""

    @property
    def closing(self) -> bool:
        """Whether last orders were called."""
