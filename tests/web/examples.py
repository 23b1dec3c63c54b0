"""The answers that the document shows: ``make examples``.

Sessions of every game are played at random over an open shelf, so a new game has its examples by being listed.
"""

import io
import json
import logging
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

from flask.testing import FlaskClient
from marshmallow import Schema, fields

from schemas.fields import Word
from server.catalogue import CATALOGUE, Entry
from server.game import Resign, shown, wire_name
from server.sessions.store import Change, OutcomeUnknown, StoreUnavailable
from server.web.body import LARGEST
from tests.faults.shelf import Shelf
from tests.faults.world import Clock
from tests.games.random_play import random_options
from tests.web.operations import Operation, bounds, operations
from tests.web.recorder import SETTINGS, Recorder
from tests.web.seats import Seat, full_table, join, open_session
from tests.web.stores import Failing

RECORDED = Path(__file__).parents[2] / "server/web/examples.json"

_SESSIONS, _MOST_SESSIONS = 4, 200  # of each game, with other options each
_MOVES = 80  # of one of them, before all resign
_LOOKS = 3  # at one of them, before its first moves
_TRIES = 8  # of every action at one moment, to be refused
_SECOND = 1000
_KEY = "8e03978e-40d5-43e8-bc93-6894a57f9324"


class _Mumbling(Shelf):
    """Writes, and does not say so."""

    def commit(self, address: str, change: Change) -> None:
        super().commit(address, change)
        raise OutcomeUnknown


def record() -> dict[str, Any]:
    """Everything that the document shows."""
    recorder, clock = Recorder(), Clock()
    client = recorder.client(Shelf(clock))
    client.get("/v1/problems/nonsense")
    for operation in operations(client):
        if operation.method == "GET" and not operation.game:
            operation.send(client)
    for entry in CATALOGUE:
        for number in range(_MOST_SESSIONS):
            _session(recorder, client, clock, entry, number)
            if number >= _SESSIONS and recorder.knows(entry):
                break
    _refusals_of_the_edge(recorder, client)
    return recorder.told


def _session(recorder: Recorder, client: FlaskClient, clock: Clock, entry: Entry, number: int) -> None:
    """A session of *entry* from its opening to its end; the second one of several players is slow."""
    chance = Random(f"examples of {entry.game.name} {number}")
    options = _options(entry, number, chance)
    if entry.contract.join:
        _sit_down(client, entry, options)
    seats = full_table(client, entry.game.name, **options)
    for move in range(_MOVES):
        clock.now += _SECOND
        acting = [seat for seat in seats if seat.legal]
        if not acting:
            break
        seat = chance.choice(acting)
        if move < _LOOKS:
            _look_around(seats, seat)
        _try_what_is_refused(recorder, entry, seat, chance)
        if options.get("turn_seconds") and chance.random() < 0.5:
            clock.now += options["turn_seconds"] * 2 * _SECOND
        elif legal := seat.legal:
            action = chance.choice(legal)
            seat.post(action["action"], action["body"], Idempotency_Key=f"{_KEY}-{move}")
    for seat in seats:
        seat.post("resign")
    _part(seats)


def _options(entry: Entry, number: int, chance: Random) -> dict[str, Any]:
    """The body of create: nearly all of it left out, then a clock, then options by chance."""
    takes = entry.contract.create.fields
    body: dict[str, Any] = {"seed": f"example {number}"}
    if number == 0:
        return body | ({"name": "Ada"} if "name" in takes else {})
    if number == 1:
        return body | ({"turn_seconds": 30} if "turn_seconds" in takes else {})
    chosen = shown(random_options(entry.game, chance))
    plain = {"spectators": True, "turn_seconds": None}
    return body | chosen | {name: value for name, value in plain.items() if name in chosen}


def _sit_down(client: FlaskClient, entry: Entry, options: dict[str, Any]) -> None:
    """What can be done, and what cannot, while people come and go."""
    host = open_session(client, entry.game.name, **options)
    host.post("resign")
    host.get("/hint")
    guest = join(client, host, name="Grace")
    guest.delete("/seats/0")
    guest.delete()
    client.post(f"{host.url}/seats", json={"seat": 0})
    guest.delete("/seats/1")
    host.delete("/seats/0")


def _look_around(seats: list[Seat], seat: Seat) -> None:
    """What may be asked, and what may not, while it is played."""
    lobby = seat.url.rpartition("/")[0]
    seat.get(Accept="text/plain")
    seat.get("/events?limit=3")
    seat.get("/events", Accept="text/event-stream")
    seat.get("/events", Last_Event_ID="99999")
    seat.get("/replay")
    seat.post("resign", If_Match='"1-stale"')
    seat.client.get(f"{lobby}?limit=2")
    for other in seats:
        other.get("/hint")
    if len(seats) > 1:
        seat.client.post(f"{seat.url}/seats", json={})
        seats[0].delete()
        seat.delete("/seats/0")
        seat.post("rematch")


def _try_what_is_refused(recorder: Recorder, entry: Entry, seat: Seat, chance: Random) -> None:
    """By the rules, until every refusal of an action has been seen."""
    for kind, schema in entry.contract.actions.items():
        if kind is Resign or recorder.knows_all_refusals(entry, kind):
            continue
        legal = {_unordered(action) for action in seat.legal}
        tries = [{"action": wire_name(kind), "body": body} for body in _bodies(schema)]
        for told in chance.sample(tries, min(_TRIES, len(tries))):
            if _unordered(told) not in legal:
                seat.act(told)


def _part(seats: list[Seat]) -> None:
    """What can be done when it is over."""
    seat = seats[0]
    seat.get("/replay")
    seat.get("/hint")
    seat.post("resign", Idempotency_Key=f"{_KEY}-0")
    for number, other in enumerate(seats if len(seats) > 1 else ()):
        other.post("rematch", Idempotency_Key=f"{_KEY}-{number}")
    seat.delete("/seats/0")
    seat.delete()


def _refusals_of_the_edge(recorder: Recorder, client: FlaskClient) -> None:
    """What is refused of any operation, whatever the rules are."""
    away = recorder.client(Failing(StoreUnavailable()))
    broken = recorder.client(Failing(RuntimeError()))
    mumbling = recorder.client(_Mumbling(Clock()))
    busy = recorder.client(Shelf(Clock()), replace(SETTINGS, rate_limit="1/hour"))
    for entry in CATALOGUE:
        for seed in ("one deal", "another"):
            key = {"Idempotency-Key": _KEY}
            client.post(f"/v1/{entry.game.name}/sessions", json={"seed": seed}, headers=key)
    for operation in operations(client):
        operation.send(client, query="?nonsense=1", Authorization="Bearer nobody")
        for by in (client, away, broken, mumbling, busy, busy):
            seat = _host(client, operation)
            token = seat.headers if seat else {}
            operation.send(by, seat.id if seat else "A" * 22, **token)
        operation.send(client, query="?nonsense=1", **token)
        operation.send(client, Accept="image/png", **token)
        operation.send(client, **token)
        if operation.method == "POST":
            _refusals_of_a_body(client, operation, token)


def _host(client: FlaskClient, operation: Operation) -> Seat | None:
    return open_session(client, operation.game, seed="example") if operation.game else None


def _refusals_of_a_body(client: FlaskClient, operation: Operation, token: dict[str, str]) -> None:
    url = operation.url()
    client.post(url, data="{", content_type="application/json", headers=token)
    client.post(url, data="{}", content_type="text/html", headers=token)
    client.post(url, data=" " * (LARGEST + 1), content_type="application/json", headers=token)
    chunked = token | {"Transfer-Encoding": "chunked", "Content-Type": "application/json"}
    client.post(url, input_stream=io.BytesIO(b"{}"), headers=chunked)


def _bodies(schema: Schema) -> Iterator[dict[str, Any]]:
    """Bodies of the right form, for an action that has one member at most."""
    if not schema.fields:
        yield {}
    for name, field in schema.fields.items():
        for value in _values(field):
            yield {name: value}


def _values(field: fields.Field[Any]) -> Sequence[Any]:
    match field:
        case Word():
            return list(field.words)
        case fields.List():
            alone = _values(field.inner)
            return [[value] for value in alone] + [list(pair) for pair in combinations(alone, 2)]
        case _:
            return range(bounds(field).min, bounds(field).max + 1)


def _unordered(action: dict[str, Any]) -> str:
    """*action* as text, the same for the same cards in another order."""
    body = {name: sorted(value) if isinstance(value, list) else value for name, value in action["body"].items()}
    return json.dumps([action["action"], body], sort_keys=True)


if __name__ == "__main__":
    logging.disable()  # what is broken on purpose
    RECORDED.write_text(json.dumps(record(), sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n")
