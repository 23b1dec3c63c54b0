"""Nobody does what is not theirs to do, and nobody learns what is not theirs to know: every route, whoever comes.

What is not there and what is not yours are one and the same answer, to every method and every form of request.
"""

from collections.abc import Callable, Iterator

import pytest
from flask.testing import FlaskClient

from server.config import Settings
from server.look import Claim
from server.web.app import create_app
from server.web.auth import Tokens
from tests.faults.authority import FORMS, ROWS, asks, everything, is_told, route, row_of
from tests.web.operations import NOWHERE, Operation, operations, session_operations
from tests.web.problems import refused
from tests.web.seats import (
    GAMES,
    HIDEABLE,
    ROOMY,
    Headers,
    Seat,
    finish,
    full_table,
    join,
    nothing_changes,
    open_session,
)

KEY = "for tests"
VERBS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW")


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app(Settings(store="memory", secret_key=KEY)).test_client()


@pytest.fixture
def everyone(client: FlaskClient) -> list[Operation]:
    return operations(client)


def forged(seat: Seat) -> str:
    """The token of *seat* with one letter of its signature changed."""
    head, _, signature = seat.token.rpartition(".")
    return f"{head}.{'B' if signature[0] == 'A' else 'A'}{signature[1:]}"


def deleted(client: FlaskClient, game: str) -> Seat:
    """The seat of a session that is gone."""
    host = open_session(client, game)
    assert host.delete().status_code == 204
    return host


# The matrix


def test_every_operation_has_a_row_and_every_row_an_operation(everyone: list[Operation]) -> None:
    assert {route(operation) for operation in everyone if row_of(operation)} == set(ROWS)


def test_who_has_no_token_gets_what_everybody_may_have(client: FlaskClient, everyone: list[Operation]) -> None:
    for operation in everyone:
        host = open_session(client, operation.game or GAMES[0])
        answer = operation.send(client, host.id)
        assert is_told(answer, row_of(operation).nobody), (str(operation), answer.text)


@pytest.mark.parametrize("game", HIDEABLE)
def test_a_table_that_hides_shows_nothing_to_who_has_no_token(
    client: FlaskClient, game: str, everyone: list[Operation]
) -> None:
    for operation in everyone:
        if operation.game in (game, None):
            host = open_session(client, game, spectators=False)
            answer = operation.send(client, host.id)
            assert is_told(answer, row_of(operation).shut_out), (str(operation), answer.text)


@pytest.mark.parametrize("game", ROOMY)
def test_a_guest_does_nothing_to_another_seat(client: FlaskClient, game: str, everyone: list[Operation]) -> None:
    for operation in everyone:
        if operation.game in (game, None):
            host = open_session(client, game)
            guest = join(client, host, seat=2)  # the seat spoken of is 1
            answer = operation.send(client, host.id, **guest.headers)
            assert is_told(answer, row_of(operation).guest), (str(operation), answer.text)


@pytest.mark.parametrize("game", GAMES)
def test_the_creator_may_do_what_only_a_creator_may(client: FlaskClient, game: str, everyone: list[Operation]) -> None:
    for operation in everyone:
        if operation.game in (game, None):
            host = open_session(client, game)
            answer = operation.send(client, host.id, **host.headers)
            assert is_told(answer, row_of(operation).creator), (str(operation), answer.text)


@pytest.mark.parametrize("game", GAMES)
def test_a_session_that_is_over_is_looked_at_and_removed_and_nothing_else(
    client: FlaskClient, game: str, everyone: list[Operation]
) -> None:
    for operation in everyone:
        if operation.game in (game, None):
            seats = full_table(client, game)
            finish(seats)
            answer = operation.send(client, seats[0].id, **seats[0].headers)
            assert is_told(answer, row_of(operation).over), (str(operation), answer.text)


# Refused everywhere


@pytest.mark.parametrize("game", GAMES)
def test_a_bad_token_is_worse_than_none_on_every_route(
    client: FlaskClient, game: str, everyone: list[Operation]
) -> None:
    host = open_session(client, game)
    bad = ["Bearer garbage", f"Basic {host.token}", f"Bearer {forged(host)}"]
    with nothing_changes(host):
        for operation in everyone:
            if operation.game in (game, None):
                for header in bad:
                    answer = operation.send(client, host.id, Authorization=header)
                    assert refused(answer) == "unauthorized", (str(operation), header)
                    assert answer.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("game", ROOMY)
def test_a_token_dies_when_its_seat_changes_hands(client: FlaskClient, game: str, everyone: list[Operation]) -> None:
    host = open_session(client, game)
    old = join(client, host, seat=1)
    host.delete("/seats/1")
    new = join(client, host, seat=1)
    with nothing_changes(host, new):
        for operation in everyone:
            if operation.game == game:
                for ask in asks(operation, client):
                    answer = ask(operation.url(host.id), old.headers)
                    assert answer.status_code in (400, 401, 406, 413, 415, 422), (str(operation), answer.text)
                assert refused(operation.send(client, host.id, **old.headers)) == "unauthorized", operation


def test_a_refusal_by_the_matrix_changes_nothing(client: FlaskClient, everyone: list[Operation]) -> None:
    """Nobody, a stranger and a guest knock at every route of a table; whatever is refused has left no trace."""
    for game in ROOMY:
        host = open_session(client, game)
        guest, stranger = join(client, host, seat=2), open_session(client, game)
        with nothing_changes(host, guest, stranger):
            for operation in everyone:
                if operation.game == game and operation.method != "GET" and route(operation) != "POST session/seats":
                    for who in ({}, guest.headers, stranger.headers):
                        assert refused(operation.send(client, host.id, **who)), (str(operation), who)


# Not there, and not yours


def whereabouts(client: FlaskClient, game: str) -> Iterator[tuple[str, str, Headers]]:
    """(what it is, the session's id, who asks) of sessions that are not there for a bearer of some good token."""
    own, stranger, gone = open_session(client, game), open_session(client, game), deleted(client, game)
    never = {"Authorization": f"Bearer {Tokens(KEY).issue(NOWHERE, Claim(0))}"}
    yield "there never was one", NOWHERE, stranger.headers
    yield "a token that was never given", NOWHERE, never
    yield "another's", own.id, stranger.headers
    yield "deleted, and another's", gone.id, stranger.headers
    yield "deleted, and one's own", gone.id, gone.headers
    for other in GAMES:
        if other != game:
            elsewhere = open_session(client, other)
            yield f"one of {other}", elsewhere.id, elsewhere.headers
            yield f"another's of {other}", elsewhere.id, stranger.headers


def out_of_sight(client: FlaskClient, game: str) -> Iterator[tuple[str, str, Headers]]:
    """The same for who has no token."""
    yield "there never was one", NOWHERE, {}
    yield "deleted", deleted(client, game).id, {}
    yield from ((f"one of {other}", open_session(client, other).id, {}) for other in GAMES if other != game)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sessions", [whereabouts, out_of_sight])
def test_what_is_not_there_and_what_is_not_yours_cannot_be_told_apart(
    client: FlaskClient, game: str, sessions: Callable[[FlaskClient, str], Iterator[tuple[str, str, Headers]]]
) -> None:
    (_, nowhere, first), *others = sessions(client, game)
    for operation in session_operations(client):
        if operation.game == game:
            for form, ask in enumerate(asks(operation, client)):
                nothing = everything(ask(operation.url(nowhere), first))
                assert nothing[0] >= 400
                for what, session_id, who in others:
                    told = everything(ask(operation.url(session_id), who))
                    assert told == nothing, (str(operation), FORMS[form], what)


@pytest.mark.parametrize("game", HIDEABLE)
def test_a_table_that_hides_is_looked_for_in_vain(client: FlaskClient, game: str) -> None:
    """But for its seats, which may be taken by whoever has been told its id."""
    host = open_session(client, game, spectators=False)
    with nothing_changes(host):
        for operation in session_operations(client):
            if operation.game == game and route(operation) != "POST session/seats":
                for ask in asks(operation, client):
                    hidden, nothing = (ask(operation.url(session_id), {}) for session_id in (host.id, NOWHERE))
                    assert everything(hidden) == everything(nothing), operation


@pytest.mark.parametrize("game", GAMES)
def test_no_method_tells_what_is_not_yours_from_what_is_not_there(client: FlaskClient, game: str) -> None:
    (_, nowhere, first), *others = whereabouts(client, game)
    for operation in session_operations(client):
        if operation.game == game:
            for verb in VERBS:
                nothing = everything(client.open(operation.url(nowhere), method=verb, headers=first))
                for what, session_id, who in others:
                    answer = client.open(operation.url(session_id), method=verb, headers=who)
                    assert everything(answer) == nothing, (verb, operation.path, what)


def test_a_look_at_the_head_tells_what_a_look_does_and_shows_nothing(
    client: FlaskClient, everyone: list[Operation]
) -> None:
    for operation in everyone:
        if operation.method == "GET":
            host, stranger = (open_session(client, operation.game or GAMES[0]) for _ in range(2))
            for session_id, who in ((host.id, host.headers), (host.id, stranger.headers), (NOWHERE, {})):
                url = operation.url(session_id)
                whole, head = (client.open(url, method=verb, headers=who) for verb in ("GET", "HEAD"))
                assert (head.status_code, head.data) == (whole.status_code, b"")
                assert sorted(head.headers) == sorted(whole.headers), operation


def test_what_may_be_asked_is_told_without_a_look_at_the_session(client: FlaskClient) -> None:
    for operation in session_operations(client):
        host = open_session(client, str(operation.game))
        with nothing_changes(host):
            asked = [
                client.options(operation.url(session_id), headers=who)
                for session_id in (host.id, NOWHERE)
                for who in (host.headers, {}, {"Authorization": "Bearer garbage"})
            ]
        assert {answer.status_code for answer in asked} == {200}
        assert len({str(everything(answer)) for answer in asked}) == 1, operation
