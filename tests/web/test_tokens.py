"""Who may do what: a token is one seat of one session, and every operation looks at it alike."""

import json
import logging
from typing import Any
from urllib.parse import quote

import pytest
from fakeredis import FakeRedis
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from server.look import Claim
from server.sessions.record import document_key, events_key
from server.web.auth import Tokens
from tests.web.operations import NOWHERE, operations, session_operations
from tests.web.problems import refused
from tests.web.seats import (
    GAMES,
    HIDEABLE,
    JOINABLE,
    ROOMY,
    Seat,
    after_the_auction,
    finish,
    join,
    nothing_changes,
    on_turn,
    open_session,
    spectator,
)

STRANGE_IDS = (
    "x",
    "-",
    ".",
    "..",
    "...",
    "a.b",
    "A" * 21,
    "A" * 23,
    "A" * 5000,
    "A" * 21 + ".",
    "A" * 21 + "é",
    "A" * 21 + "\u0661",
    "A" * 21 + "\n",
    "A" * 21 + "\0",
    "A" * 21 + " ",
    "🂡" * 22,
    "{session_id}",
    "*",
    "%",
    "%2e%2e",
    "' OR 1=1 --",
    NOWHERE + "/x",
    NOWHERE + "//",
    "../" + NOWHERE,
)


def forgeries(seat: Seat) -> list[str]:
    """What looks much like the token of *seat* and is not."""
    session_id, place, generation, mark, signature = seat.token.split(".")
    claim = Claim(int(place), int(generation), mark)
    changed = "B" if signature[0] == "A" else "A"
    last = "B" if signature[-1] == "A" else chr(ord(signature[-1]) ^ 1)  # may differ in bits that base64 drops
    return [
        f"{session_id}.{place}.{generation}.{mark}.{changed}{signature[1:]}",
        f"{session_id}.{place}.{generation}.{mark}.{signature[:-1]}{last}",
        f"{session_id}.{place}.{generation}.{mark}.{signature}=",
        f"{session_id}.{place}.{generation}.{mark}.{signature[:-1]}",
        f"{session_id}.{place}.{generation}.{mark}.",
        f"{session_id}.{int(place) + 1}.{generation}.{mark}.{signature}",
        f"{session_id}.0{place}.{generation}.{mark}.{signature}",
        f"{session_id}.{place}.{int(generation) + 1}.{mark}.{signature}",
        f"{session_id}.\u0660.{generation}.{mark}.{signature}".encode().decode("latin-1"),
        f"{NOWHERE}.{place}.{generation}.{mark}.{signature}",
        f"{session_id}.{place}.{generation}.{mark[::-1]}.{signature}",
        f"{session_id}.{place}.{generation}.{signature}",
        Tokens("another server's key").issue(session_id, claim),
        Tokens("").issue(session_id, claim),
    ]


def bad_headers(seat: Seat) -> list[str]:
    """What may stand under ``Authorization`` and is no good token."""
    return [
        "Bearer",
        "Bearer ",
        "Bearer null",
        "Bearer garbage",
        "Bearer " + "x" * 4000,
        "Bearer caf\xe9",
        "Bearer \xff\xfe",
        seat.token,
        f"Basic {seat.token}",
        "Basic QmVydGllOldvb3N0ZXI=",
        f"Token {seat.token}",
        f"Bearer: {seat.token}",
        f"Bearer={seat.token}",
        f'Bearer "{seat.token}"',
        f"Bearer {seat.token}, Bearer {seat.token}",
        f"Bearer {seat.token} {seat.token}",
        *(f"Bearer {forgery}" for forgery in forgeries(seat)),
    ]


def everything(answer: TestResponse) -> tuple[int, list[tuple[str, str]], bytes]:
    """All that a client gets: what it cannot tell apart is the same here."""
    return answer.status_code, sorted(answer.headers), answer.data


def unauthorized(answer: TestResponse) -> bool:
    return refused(answer) == "unauthorized" and answer.headers["WWW-Authenticate"] == "Bearer"


# No token, and bad ones


def test_every_operation_but_looking_opening_and_joining_needs_a_token(client: FlaskClient) -> None:
    hosts = {game: open_session(client, game) for game in GAMES}
    free = set()
    with nothing_changes(*hosts.values()):
        for operation in session_operations(client):
            if operation.needs_token:
                assert unauthorized(operation.send(client, hosts[str(operation.game)].id)), operation
            else:
                free.add((operation.method, operation.path.partition("{session_id}")[2]))
    assert free == {("GET", ""), ("GET", "/events"), ("GET", "/replay"), ("POST", "/seats")}


def test_every_operation_refuses_a_bad_token(client: FlaskClient) -> None:
    hosts = {game: open_session(client, game) for game in GAMES}
    with nothing_changes(*hosts.values()):
        for operation in operations(client):
            host = hosts[operation.game or GAMES[0]]
            for header in bad_headers(host):
                assert unauthorized(operation.send(client, host.id, Authorization=header)), (str(operation), header)


def test_a_bad_token_is_refused_before_the_store_is_asked(client: FlaskClient, over_failing: FlaskClient) -> None:
    host = open_session(client, "shooter")
    for operation in operations(over_failing):
        for forgery in forgeries(host):
            assert unauthorized(operation.send(over_failing, host.id, Authorization=f"Bearer {forgery}")), operation


@pytest.mark.parametrize("scheme", ["bearer", "BEARER", "bEaReR", "Bearer "])
def test_a_scheme_may_be_written_in_any_case(client: FlaskClient, scheme: str) -> None:
    host = open_session(client, "shooter")
    answer = client.get(host.url, headers={"Authorization": f"{scheme} {host.token}"})
    assert answer.get_json()["seat"] == 0


# The seat


def test_a_token_shows_its_own_seats_view_and_none_a_spectators(client: FlaskClient) -> None:
    seats = after_the_auction(client)
    for number, seat in enumerate(seats):
        assert seat.view["seat"] == number
        assert seat.view["hand"]
    assert spectator(seats[0]).get_json()["seat"] is None
    assert spectator(seats[0]).get_json()["hand"] is None


def test_a_token_acts_at_its_own_seat_alone(client: FlaskClient) -> None:
    seats = after_the_auction(client)
    leader = on_turn(seats)
    play = leader.legal[0]
    with nothing_changes(*seats):
        for other in seats:
            if other is not leader:
                assert refused(other.act(play)) == "not_your_turn"
    assert leader.act(play).get_json()["events"][0]["seat"] == leader.view["seat"]


@pytest.mark.parametrize("game", ROOMY)
def test_the_token_of_a_freed_seat_is_dead_everywhere(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    old = join(client, host, seat=1)
    host.delete("/seats/1")
    new = join(client, host, seat=1)
    with nothing_changes(host, new):
        statuses = {
            str(operation): operation.send(client, host.id, **old.headers).status_code
            for operation in session_operations(client)
            if operation.game == game
        }
        assert {operation: status for operation, status in statuses.items() if status != 401} == {}
    assert new.view["seat"] == 1


@pytest.mark.parametrize("game", ROOMY)
def test_the_token_of_a_freed_seat_is_dead_while_nobody_sits_there(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    guest = join(client, host, seat=1)
    guest.delete("/seats/1")
    with nothing_changes(host):
        assert unauthorized(guest.get())
        assert unauthorized(guest.post("resign"))


# The session


@pytest.mark.parametrize("game", GAMES)
def test_the_token_of_another_session_finds_none(client: FlaskClient, game: str) -> None:
    host, stranger = open_session(client, game), open_session(client, game)
    with nothing_changes(host, stranger):
        found = []
        for operation in session_operations(client):
            if operation.game == game:
                nowhere = operation.send(client, NOWHERE, **stranger.headers)
                assert refused(nowhere) == "not_found", operation
                if everything(operation.send(client, host.id, **stranger.headers)) != everything(nowhere):
                    found.append(str(operation))
        assert found == []


def test_a_session_is_not_found_under_another_game(client: FlaskClient) -> None:
    for game in GAMES:
        host = open_session(client, game)
        with nothing_changes(host):
            for operation in session_operations(client):
                if operation.game != game:
                    assert refused(operation.send(client, host.id, **host.headers)) == "not_found", operation


def test_where_there_is_no_session_there_is_nothing_to_see(client: FlaskClient) -> None:
    for operation in session_operations(client):
        if not operation.needs_token:
            assert refused(operation.send(client, NOWHERE)) == "not_found", operation


@pytest.mark.parametrize("game", GAMES)
def test_an_id_that_cannot_be_is_like_one_that_is_not(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    sessions = f"/v1/{game}/sessions"
    nothing = everything(client.get(f"{sessions}/{NOWHERE}"))
    for strange in STRANGE_IDS:
        answer = client.get(f"{sessions}/{quote(strange, safe='/')}")
        assert refused(answer) == "not_found", strange
        assert everything(answer) == nothing, strange
        for operation in session_operations(client):
            if operation.game == game and "/" not in strange:
                answer = operation.send(client, quote(strange, safe=""), **host.headers)
                assert refused(answer) == "not_found", (strange, str(operation))


@pytest.mark.parametrize("game", HIDEABLE)
def test_a_session_that_hides_from_spectators_is_like_none(client: FlaskClient, game: str) -> None:
    host = open_session(client, game, spectators=False)
    for path in ("", "/events", "/replay"):
        hidden, nothing = client.get(host.url + path), client.get(f"/v1/{game}/sessions/{NOWHERE}{path}")
        assert refused(hidden) == "not_found"
        assert everything(hidden) == everything(nothing)


# The secret


def test_a_token_is_told_to_whoever_takes_the_seat_and_to_nobody_else(
    client: FlaskClient, memory: FakeRedis, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    host = open_session(client, "shooter", players=3)
    seats = [host, join(client, host), join(client, host)]
    told = []
    for number in range(40):
        seat = on_turn(seats)
        action, key = seat.legal[0], f"a key as secret as a token {number}"
        told.append(seat.post(action["action"], action["body"], Idempotency_Key=key))
        told += [seat.post("play", {"card": "JOKER"}), seat.post("accept", If_Match='"stale"'), seat.post("play", [])]
    finish(seats)
    told += [seat.get(path) for seat in seats for path in ("", "/events", "/replay")]
    told += [client.get("/v1/shooter/sessions"), spectator(host), client.get("/"), host.delete(), host.get()]
    kept = repr([memory.dump(name) for name in memory.keys()])  # noqa: SIM118 - a store is no dict
    everywhere = [answer.text + json.dumps(list(answer.headers)) for answer in told] + [caplog.text, kept]
    secrets = ["secret as a token", *(seat.token for seat in seats), *(seat.token.rpartition(".")[2] for seat in seats)]
    assert [text for text in everywhere for secret in secrets if secret in text] == []


@pytest.mark.parametrize("game", JOINABLE)
def test_a_seat_that_a_store_has_lost_and_given_again_has_another_token(
    client: FlaskClient, memory: FakeRedis, game: str
) -> None:
    host = open_session(client, game)
    document, log = document_key(f"{game}:{host.id}"), events_key(f"{game}:{host.id}")
    before: Any = memory.get(document)
    events: Any = memory.lrange(log, 0, -1)
    lost = join(client, host, seat=1)
    memory.set(document, before, keepttl=True)  # as from a copy of an older day
    memory.delete(log)
    memory.rpush(log, *events)

    assert refused(lost.get()) == "unauthorized", "nobody has that seat now"
    again = join(client, host, seat=1)
    assert again.token != lost.token
    assert refused(lost.get()) == refused(lost.post("resign")) == "unauthorized"
    assert again.view["seat"] == 1
