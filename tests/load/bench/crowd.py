"""A crowd of sessions, copied in the store from a few that were played: as many as one likes, in no time.

Each is at the same turn, and has the tokens and the next moves of the one it was copied from. Whoever plays on with one
of a large crowd at random meets a session that the worker does not know.
"""

from collections.abc import Iterator, Sequence
from math import ceil
from random import Random

import httpx
from redis import Redis

from server.look import Claim
from server.sessions.record import document_key, events_key
from server.sessions.store import address_of
from server.web.auth import Tokens
from tests.load.bench.asked import Asked, Table, advance, opened

GAME = "shooter"
_TEMPLATES = 50
_TURNS = 20  # that follow
_BATCH = 2_000  # copies made in one trip


class Crowd:
    """Tables in one *store*, all at the same *turn*."""

    def __init__(self, store: Redis, tokens: Tokens, client: httpx.Client, turn: int) -> None:
        self._store = store
        self._tokens = tokens
        self._turn = turn
        self._templates = [opened(client, GAME, number, turn + _TURNS) for number in range(_TEMPLATES)]
        for table in self._templates:
            advance(client, table, turn)
        self._chance = Random(turn)
        self._size = 0

    def grow_to(self, size: int) -> None:
        """Copy tables until there are so many."""
        self._copy(range(self._size, size))
        self._size = size

    def asked(self, count: int) -> Iterator[Asked]:
        """The next moves of tables at random, each of which is put back to its turn before."""
        some = self._chance.sample(range(self._size), min(count, self._size))
        self._copy(some)
        for turn in range(self._turn, self._turn + min(_TURNS, ceil(count / len(some)))):
            for number in some:
                table = self._templates[number % _TEMPLATES]
                if turn < len(table.moves):
                    move = table.moves[turn]
                    path = f"/v1/{GAME}/sessions/{self._id(number)}/{move.action}"
                    yield Asked("POST", path, self._token(number, move.seat), body=move.body)

    def _copy(self, numbers: Sequence[int]) -> None:
        for start in range(0, len(numbers), _BATCH):
            with self._store.pipeline(transaction=False) as copies:
                for number in numbers[start : start + _BATCH]:
                    here, there = _address(self._templates[number % _TEMPLATES]), address_of(GAME, self._id(number))
                    for key in (document_key, events_key):
                        copies.copy(key(here), key(there), replace=True)
                copies.execute()

    def _id(self, number: int) -> str:
        return f"{self._turn:04d}{number:018d}"

    def _token(self, number: int, seat: int) -> str:
        _, _, generation, mark, _ = self._templates[number % _TEMPLATES].tokens[seat].split(".")
        return self._tokens.issue(self._id(number), Claim(seat, int(generation), mark))


def _address(table: Table) -> str:
    return address_of(GAME, table.url.rpartition("/")[2])
