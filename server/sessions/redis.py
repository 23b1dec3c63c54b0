"""The store in Redis or Valkey.

A session has three keys under one hash tag: the document, a stream of its events, and for every scope a hash of
the answers given to idempotency keys. A look is one read; a step is one read and one call of ``commit.lua``.

A document that this process reads for the first time, or for the first time after the store may have restarted, is
held against its log: the digests of all its events must lead to its tag.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from importlib.resources import files
from typing import Any, ClassVar

from redis.exceptions import MovedError, NoScriptError, ResponseError

from server.sessions.condition import condition
from server.sessions.link import Client, link
from server.sessions.lobby import Lobby, lobby_key
from server.sessions.record import (
    answers_key,
    arguments,
    document_key,
    events_key,
    read_answer,
    read_document,
    read_entry,
)
from server.sessions.session import Status, Tag
from server.sessions.store import (
    DAY,
    Answer,
    Change,
    Condition,
    Conflict,
    Count,
    Damaged,
    Durability,
    Entry,
    Key,
    OutcomeUnknown,
    Row,
    Stored,
    StoreUnavailable,
)

_PAGE = 1000  # entries read in one trip
_SOUND = 32_768  # sessions that one process remembers to have checked
_MOVES = 4  # times that one script may be sent on to another node of a Cluster
_REPLICATION = 300  # milliseconds a commit waits for a replica


class Script:
    """A script and its name on the server. *flags* is its first line: what it may do in a server that is full."""

    def __init__(self, flags: str, text: str) -> None:
        self.text = flags + text
        self.sha = hashlib.sha1(self.text.encode(), usedforsecurity=False).hexdigest()


class RedisStore:
    """``ttl``: seconds a session lives untouched, and a lobby after its last new row.

    ``replicated``: whether a commit counts only when a replica has it too.
    """

    COMMIT: ClassVar[str] = files("server.sessions").joinpath("commit.lua").read_text()
    OPENING: ClassVar[str] = "#!lua\n"  # a full server opens no session,
    GOING_ON: ClassVar[str] = "#!lua flags=allow-oom\n"  # but those that are open go on

    def __init__(self, client: Client, ttl: int, *, replicated: bool = False) -> None:
        self._link = link(client)
        self._ttl = ttl
        self._replicated = replicated
        self._lobby = Lobby(ttl)
        self._opening = Script(self.OPENING, self.COMMIT)
        self._going_on = Script(self.GOING_ON, self.COMMIT)
        self._sound: dict[str, None] = {}
        self._breaks = 0

    def load(self, address: str, key: Key | None = None) -> tuple[Stored | None, Answer | None]:
        name = document_key(address)
        answer = None
        with self._link.gate(name).trip():
            if key is None:
                text = self._link.client.get(name)
            else:
                with self._link.client.pipeline(transaction=False) as pipe:
                    pipe.get(name)
                    pipe.hget(answers_key(address, key.scope), key.name)
                    text, answer = pipe.execute()
        stored = read_document(text)
        if stored and stored.body and not self._is_sound(address):
            stored = self._checked(address, stored)
        return stored, read_answer(answer) if answer else None

    def load_all(self, addresses: Sequence[str]) -> list[Stored | Damaged | None]:
        if not addresses:
            return []
        with self._link.gate(document_key(addresses[0])).trip(), self._link.client.pipeline(transaction=False) as pipe:
            for address in addresses:
                pipe.get(document_key(address))
            texts = pipe.execute()
        return [_document_or_damage(text) for text in texts]

    def commit(self, address: str, change: Change) -> None:
        scope = change.key.scope if change.key else "none"
        keys = (document_key(address), events_key(address), answers_key(address, scope))
        script = self._going_on if change.base else self._opening
        if not self._run(script, keys, arguments(change)):
            raise Conflict
        self._keep_in_mind(address)

    def entries(self, address: str, *, since: int, limit: int) -> list[Entry]:
        name = events_key(address)
        with self._link.gate(name).trip():
            found = self._link.client.xrange(name, min=f"{since + 1}-0", count=limit)
        return [read_entry(number, told) for number, told in found]

    def reserve(self, key: Key, value: str) -> tuple[str, str]:
        name = f"leverstoke:{{key:{key.scope}:{key.name}}}"
        with self._link.gate(name).trip():  # one reserved for nothing does no harm
            kept: Any = self._link.client.set(name, f"{key.digest} {value}", nx=True, get=True, ex=min(DAY, self._ttl))
        if kept is None:
            return key.digest, value
        digest, _, value = kept.decode().partition(" ")
        return digest, value

    def announce(self, lobby: str, row: Row, status: Status) -> None:
        client = self._link.client
        with self._link.gate(lobby_key(lobby, status)).trip(writes=True):
            oldest = self._lobby.announce(client, lobby, row, status)
            with client.pipeline(transaction=False) as pipe:
                for old in oldest:
                    pipe.exists(document_key(f"{lobby}:{old.session_id}"))
                gone = [old for old, found in zip(oldest, pipe.execute(), strict=True) if not found]
            if gone:
                self._lobby.withdraw(client, lobby, gone)

    def withdraw(self, lobby: str, row: Row) -> None:
        with self._link.gate(lobby_key(lobby, Status.WAITING)).trip(writes=True):
            self._lobby.withdraw(self._link.client, lobby, [row])

    def page(
        self, lobby: str, statuses: Sequence[Status], *, before: Row | None, limit: int
    ) -> list[tuple[Row, Status]]:
        with self._link.gate(lobby_key(lobby, Status.WAITING)).trip():
            return self._lobby.page(self._link.client, lobby, statuses, before, limit)

    def count(self, name: str, window: int, by: int = 1) -> Count:
        key = f"leverstoke:{{limit:{name}}}"
        try:
            with self._link.gate(key).trip(), self._link.client.pipeline(transaction=True) as pipe:
                pipe.incrby(key, by)
                pipe.expire(key, window, nx=True)
                pipe.ttl(key)
                number, _, left = pipe.execute()
        except StoreUnavailable as error:
            if isinstance(error.__cause__, ResponseError):
                return Count(0, 0)
            raise
        return Count(number, left)

    def condition(self) -> Condition:
        with self._link.gate("").trip(), self._link.connection("") as connection:
            found = condition(connection)
        return replace(found, durability=Durability.REPLICATED) if self._replicated else found

    def _run(self, script: Script, keys: Sequence[str], arguments: Sequence[Any]) -> int:
        """Run *script* at most once. Its connection is taken first, so that a failure to connect is no riddle."""
        for _ in range(_MOVES):
            try:
                with self._link.gate(keys[0]).trip() as trip, self._link.connection(keys[0]) as connection:
                    trip.writes = True
                    try:
                        connection.send_command("EVALSHA", script.sha, len(keys), *keys, *arguments)
                        written = connection.read_response()
                    except NoScriptError:  # a new server: nothing ran
                        connection.send_command("EVAL", script.text, len(keys), *keys, *arguments)
                        written = connection.read_response()
                    if written and self._replicated:
                        _wait_for_a_replica(connection)
                    return int(written)
            except MovedError:  # nothing ran
                continue
        raise StoreUnavailable

    # Whether a session is what its log says

    def _is_sound(self, address: str) -> bool:
        if self._breaks != self._link.breaks:
            self._breaks = self._link.breaks
            self._sound.clear()
        return address in self._sound

    def _keep_in_mind(self, address: str) -> None:
        self._sound[address] = None
        if len(self._sound) > _SOUND:
            del self._sound[next(iter(self._sound))]

    def _checked(self, address: str, stored: Stored) -> Stored | None:
        """*stored*, whose log leads to its tag; None if it has expired just now. Raises ``Damaged``."""
        tag = Tag()
        while tag.version < stored.tag.version:
            page = self.entries(address, since=tag.version, limit=min(_PAGE, stored.tag.version - tag.version))
            if not page:
                break
            for entry in page:
                tag = tag.after(entry.event)
                if tag != entry.tag:
                    raise Damaged(f"event {tag.version} of the log is not what was written")
        if tag != stored.tag:
            with self._link.gate(document_key(address)).trip():
                if not self._link.client.exists(document_key(address)):
                    return None
            raise Damaged("the log does not lead to the document")
        self._keep_in_mind(address)
        return stored


def _wait_for_a_replica(connection: Any) -> None:
    """On the connection that has written: WAIT counts the writes of its own."""
    connection.send_command("WAIT", 1, _REPLICATION)
    if not connection.read_response():
        raise OutcomeUnknown


def _document_or_damage(text: bytes | None) -> Stored | Damaged | None:
    try:
        return read_document(text)
    except Damaged as damage:
        return damage
