"""The store in Redis or Valkey.

A session has three keys under one hash tag: the document, a list of its events, and for every scope a hash of the
answers given to idempotency keys. A look is one read; a step is one read and one call of ``commit.lua``.

A document that this process does not know yet is held against the end of its log (``soundness.py``).
"""

import hashlib
from collections.abc import Sequence
from contextlib import AbstractContextManager, suppress
from importlib.resources import files
from typing import Any, ClassVar
from urllib.parse import urlsplit

from redis import Redis
from redis.exceptions import NoScriptError, ResponseError

from server import meters
from server.sessions.bells import Bells
from server.sessions.cluster import CLUSTER, Cluster
from server.sessions.condition import condition
from server.sessions.link import Link, Single, connect, wrong_kind
from server.sessions.lobby import Lobby
from server.sessions.record import (
    answers_key,
    arguments,
    document_key,
    events_key,
    read_answer,
    read_document,
    read_line,
)
from server.sessions.server import EXEC, MULTI, Command
from server.sessions.session import Status
from server.sessions.soundness import Known, end_of, wrong_end
from server.sessions.store import (
    DAY,
    Bell,
    Census,
    Change,
    Condition,
    Conflict,
    Count,
    Damaged,
    Entry,
    Key,
    OutcomeUnknown,
    Reading,
    Row,
    Stored,
    StoreUnavailable,
    address_of,
)
from server.sessions.tally import Tally

_TIME = ("TIME",)
_WAIT = ("WAIT", 1, 300)  # for one replica, milliseconds; it counts what this connection has written


def reach(url: str) -> "Redis | Cluster":
    """The way to the store at *url*: what ``connect`` takes, or a ``Cluster``. Raises ``ValueError``."""
    return Cluster(url) if urlsplit(url).scheme == CLUSTER else connect(url)


class Script:
    """A script and its name on the server. *flags* is its first line: what it may do in a server that is full."""

    def __init__(self, flags: str, text: str) -> None:
        self.text = flags + text
        self.sha = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()


class RedisStore:
    """``ttl``: seconds a session lives untouched, and a lobby after its last new row. *client* as ``reach`` gives it.

    ``replicated``: whether a commit counts only when a replica has it too.
    """

    COMMIT: ClassVar[str] = files("server.sessions").joinpath("commit.lua").read_text()
    OPENING: ClassVar[str] = "#!lua\n"  # a full server opens no session,
    GOING_ON: ClassVar[str] = "#!lua flags=allow-oom\n"  # but those that are open go on

    def __init__(self, client: Redis | Link, ttl: int, *, replicated: bool = False) -> None:
        self._link: Link = Single(client) if isinstance(client, Redis) else client
        self._ttl = ttl
        self._replicated = replicated
        self._lobby = Lobby(self._link, ttl)
        self._tally = Tally(self._link, ttl)
        self._opening = Script(self.OPENING, self.COMMIT)
        self._going_on = Script(self.GOING_ON, self.COMMIT)
        self._known = Known(self._link)
        self._bells = Bells(self._link)

    def load(self, address: str, key: Key | None = None) -> Reading:
        name, end = document_key(address), end_of(events_key(address))
        reads: list[Command] = [("GET", name), _TIME]
        if key:
            reads.append(("HGET", answers_key(address, key.scope), key.name))
        known = self._known.has(address)
        replies = self._ask(name, *reads, *(() if known else end))
        stored = read_document(replies[0])
        if stored and stored.body and not self._known.has(address):
            if known or wrong_end(stored.tag, *replies[-2:]):
                # All of it in one: with a newer document and an older answer a key would act twice.
                *_, replies = self._ask(name, MULTI, *reads, *end, EXEC)
                stored = read_document(replies[0])
                if stored and stored.body and (wrong := wrong_end(stored.tag, *replies[-2:])):
                    raise Damaged(wrong)
            if stored and stored.body:
                self._known.add(address)
        now = _milliseconds(replies[1])
        if not key or not replies[2]:
            return Reading(stored, None, now)
        if self._replicated:
            self._settle(answers_key(address, key.scope))
        return Reading(stored, read_answer(replies[2]), now)

    def load_all(self, addresses: Sequence[str]) -> list[Stored | Damaged | None]:
        names = [document_key(address) for address in addresses]
        return [_document_or_damage(text) for text in self._link.ask_for([(name, ("GET", name)) for name in names])]

    def commit(self, address: str, change: Change) -> None:
        keys = [document_key(address), events_key(address)]
        if change.key and change.answer:  # no key that need not be: a slot on its way takes only what is there
            keys.append(answers_key(address, change.key.scope))
        script = self._going_on if change.base else self._opening
        match self._run(script, keys, arguments(change)):
            case 0:
                meters.conflicts.add()
                raise Conflict
            case 2:
                raise Damaged("the log has not as many events as the document says")
        self._known.add(address)

    def forget(self, address: str, *, kept: int, scopes: Sequence[str]) -> None:
        log = events_key(address)
        cut = ("LTRIM", log, 0, kept - 1) if kept else ("UNLINK", log)
        # One by one if need be: in a slot that is on its way some of them may have arrived, and others are not there.
        self._link.ask(log, cut, *(("UNLINK", answers_key(address, scope)) for scope in scopes))

    def entries(self, address: str, *, since: int, limit: int) -> list[Entry]:
        name = events_key(address)
        (found,) = self._ask(name, ("LRANGE", name, since, since + limit - 1))
        return [read_line(number, text) for number, text in enumerate(found, start=since + 1)]

    def reserve(self, key: Key, value: str) -> tuple[str, str]:
        name = f"leverstoke:{{key:{key.scope}:{key.name}}}"
        life = min(DAY, self._ttl)
        reserved = ("SET", name, f"{key.digest} {value}", "NX", "GET", "EX", life)
        kept, *heard = self._link.ask(name, reserved, *([("EXPIRE", name, life), _WAIT] if self._replicated else []))
        if heard and not heard[-1]:
            raise StoreUnavailable  # one reserved for nothing does no harm
        if kept is None:
            return key.digest, value
        digest, _, value = kept.decode().partition(" ")
        return digest, value

    def announce(self, lobby: str, row: Row, status: Status) -> None:
        oldest = [old for old in self._lobby.announce(lobby, row, status) if old.is_settled(row.created_at)]
        names = [document_key(address_of(lobby, old.session_id)) for old in oldest]
        with suppress(StoreUnavailable, OutcomeUnknown):  # others will sweep
            found = self._link.ask_for([(name, ("EXISTS", name)) for name in names])
            gone = [old for old, there in zip(oldest, found, strict=True) if not there]
            if gone:
                self._lobby.withdraw(lobby, gone)

    def withdraw(self, lobby: str, row: Row) -> None:
        self._lobby.withdraw(lobby, [row])

    def page(
        self, lobby: str, statuses: Sequence[Status], *, before: Row | None, limit: int
    ) -> list[tuple[Row, Status]]:
        return self._lobby.page(lobby, statuses, before, limit)

    def count(self, name: str, window: int, by: int = 1) -> Count:
        key = f"leverstoke:{{limit:{name}}}"
        if not by:
            number, left = self._link.ask(key, ("GET", key), ("TTL", key))
            return Count(int(number or 0), max(left, 0))
        counted = (("INCRBY", key, by), ("EXPIRE", key, window, "NX"), ("TTL", key))
        try:
            *_, (number, _, left) = self._link.ask(key, MULTI, *counted, EXEC)
        except StoreUnavailable as error:
            if isinstance(error.__cause__, ResponseError):
                return Count(0, 0)
            raise
        return Count(number, left)

    def tally(self, lobby: str, before: int | None, after: int | None) -> None:
        self._tally.move(lobby, before, after)

    def post(self) -> None:
        self._tally.post()

    def census(self, lobbies: Sequence[str]) -> Census:
        self.post()
        sizes = [size for (size,) in self._link.ask_all(("DBSIZE",)) if isinstance(size, int)]
        return Census(sum(sizes) if sizes else None, self._lobby.census(lobbies), self._tally.read(lobbies, self.now()))

    def condition(self) -> Condition:
        return condition(self._link)

    def now(self) -> int:
        (time,) = self._link.ask("leverstoke", _TIME)
        return _milliseconds(time)

    def listen(self, address: str) -> AbstractContextManager[Bell]:
        return self._bells.listen(document_key(address))

    def look_round(self) -> None:
        self._link.look_round()

    def last_orders(self) -> None:
        self._bells.last_orders()

    @property
    def closing(self) -> bool:
        return self._bells.closing

    def _ask(self, key: str, *commands: Command, writes: bool = False) -> list[Any]:
        """As ``Link.ask``; raises ``Damaged`` for a key of another kind than ours, which was not written by us."""
        try:
            return self._link.ask(key, *commands, writes=writes)
        except StoreUnavailable as error:
            if isinstance(error.__cause__, ResponseError) and wrong_kind(error.__cause__):
                raise Damaged(f"{error.__cause__}") from error
            raise

    def _run(self, script: Script, keys: Sequence[str], arguments: Sequence[Any]) -> int:
        """Run *script* at most once; what it returns."""
        waits = [_WAIT] if self._replicated else []
        called = (len(keys), *keys, *arguments)
        try:
            written, *heard = self._ask(keys[0], ("EVALSHA", script.sha, *called), *waits, writes=True)
        except NoScriptError:  # a new server: nothing ran
            written, *heard = self._ask(keys[0], ("EVAL", script.text, *called), *waits, writes=True)
        if written and heard == [0]:
            raise OutcomeUnknown
        return int(written)

    def _settle(self, name: str) -> None:
        """Wait until a replica has what was written: a repeat is not to tell what may still be lost.

        WAIT counts what its own connection has written, so that must be something.
        """
        written, heard = self._link.ask(name, ("PEXPIRE", name, min(self._ttl, DAY) * 1000), _WAIT, writes=True)
        if written and not heard:
            raise OutcomeUnknown


def _milliseconds(time: list[bytes]) -> int:
    """Since 1970, from what TIME says."""
    seconds, microseconds = map(int, time)
    return seconds * 1000 + microseconds // 1000


def _document_or_damage(text: bytes | ResponseError | None) -> Stored | Damaged | None:
    if isinstance(text, ResponseError):
        return Damaged(f"{text}")
    try:
        return read_document(text)
    except Damaged as damage:
        return damage
