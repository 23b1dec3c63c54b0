"""Taking a seat, giving it up, and taking the table away."""

from typing import Any
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.problems import refused, wrong_fields
from tests.web.seats import (
    GAMES,
    HIDEABLE,
    JOINABLE,
    ROOMY,
    Seat,
    finish,
    full_table,
    join,
    nothing_changes,
    on_turn,
    open_session,
    spectator,
)

each_game = pytest.mark.parametrize("game", GAMES)
each_table = pytest.mark.parametrize("game", JOINABLE)
each_roomy_table = pytest.mark.parametrize("game", ROOMY)
each_hideable_table = pytest.mark.parametrize("game", HIDEABLE)


def ask(host: Seat, body: Any = None) -> TestResponse:
    """Ask for a seat at the table of *host*."""
    return host.client.post(f"{host.url}/seats", json=body or {})


def kinds(seat: Seat) -> list[str]:
    return [player["kind"] for player in seat.view["players"]]


def gone(client: FlaskClient, *seats: Seat) -> bool:
    """Whether nobody finds anything of the session any more."""
    answers = [seat.get(path) for seat in seats for path in ("", "/events", "/replay")]
    answers += [seat.post("resign") for seat in seats] + [spectator(seat) for seat in seats]
    return {refused(answer) for answer in answers} == {"not_found"}


# Opening and joining


@each_game
def test_whoever_opens_a_session_sits_at_seat_0(client: FlaskClient, game: str) -> None:
    answer = client.post(f"/v1/{game}/sessions")
    seated = answer.get_json()
    assert answer.status_code == 201
    assert seated.keys() == {"token", "seat", "session", "events"}
    assert seated["seat"] == seated["session"]["seat"] == 0
    assert answer.headers["Location"] == seated["session"]["url"] == f"/v1/{game}/sessions/{seated['session']['id']}"
    assert [event["seq"] for event in seated["events"]] == list(range(1, seated["session"]["version"] + 1))


@each_game
def test_a_path_is_never_made_from_what_the_client_calls_us(client: FlaskClient, game: str) -> None:
    headers = {"Host": "evil.example", "X-Forwarded-Host": "evil.example", "X-Forwarded-Prefix": "/evil"}
    answer = client.post(f"/v1/{game}/sessions", headers=headers)
    assert answer.headers["Location"].startswith("/v1/")
    assert "evil" not in answer.text + str(answer.headers)


def test_a_solitaire_is_dealt_at_once(client: FlaskClient) -> None:
    host = open_session(client, "shooting-party")
    assert host.view["status"] == "active"
    assert host.events[0]["type"] == "started"


@each_table
def test_a_table_waits_until_every_seat_is_taken(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    seats = [host]
    while host.view["status"] == "waiting":
        assert (host.view["hand"], host.view["to_act"], host.view["legal_actions"]) == ([], [], [])
        assert refused(host.post("resign")) == "session_not_started"
        assert {event["type"] for event in host.events} == {"seated"}
        seats.append(join(client, host))
    assert kinds(host) == ["human"] * len(seats)
    assert [bool(seat.view["hand"]) for seat in seats] == [True] * len(seats)


@each_roomy_table
def test_a_guest_gets_the_first_free_seat(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    join(client, host, seat=1)
    assert ask(host).get_json()["seat"] == 2
    host.delete("/seats/1")
    assert ask(host).get_json()["seat"] == 1


@each_roomy_table
def test_a_guest_may_choose_a_seat(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    answer = ask(host, {"seat": 2})
    assert (answer.status_code, answer.get_json()["seat"]) == (201, 2)
    assert answer.headers["Location"] == host.url
    assert kinds(host)[:3] == ["human", "empty", "human"]


@each_roomy_table
def test_a_seat_is_taken_but_once(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    guest = join(client, host, seat=2)
    with nothing_changes(host, guest):
        for seat in (0, 2):
            assert refused(ask(host, {"seat": seat})) == "seat_taken"


@each_table
def test_a_full_table_takes_nobody(client: FlaskClient, game: str) -> None:
    seats = full_table(client, game)
    with nothing_changes(*seats):
        assert refused(ask(seats[0])) == "table_full"
    finish(seats)
    with nothing_changes(*seats):
        assert refused(ask(seats[0])) == "session_finished"


@pytest.mark.parametrize("players", [3, 4])
def test_a_seat_that_the_table_does_not_have_is_invalid(client: FlaskClient, players: int) -> None:
    host = open_session(client, "shooter", players=players)
    with nothing_changes(host):
        for seat in (players, players + 1, 1000, 10**20, -1):
            assert wrong_fields(ask(host, {"seat": seat})) == {"seat"}


def test_a_seat_that_the_table_does_not_have_cannot_be_accused(client: FlaskClient) -> None:
    seats = full_table(client, "shooter", players=3, reneging="honour")
    with nothing_changes(*seats):
        assert wrong_fields(seats[0].post("accuse", {"seat": 3})) == {"seat"}
        assert refused(seats[0].post("accuse", {"seat": 2})) == "nothing_to_accuse"


# Names and events


@each_roomy_table
def test_players_are_called_what_they_call_themselves(client: FlaskClient, game: str) -> None:
    host = open_session(client, game, name="Agatha")
    join(client, host, name="Bertie 🂡", seat=2)
    join(client, host, name=None, seat=1)
    assert [player["name"] for player in host.view["players"]][:3] == ["Agatha", None, "Bertie 🂡"]
    assert spectator(host).get_json()["players"] == host.view["players"]


@each_roomy_table
def test_a_name_goes_with_its_player(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    join(client, host, name="Bertie")
    host.delete("/seats/1")
    assert [player["name"] for player in host.view["players"]][:2] == [None, None]
    join(client, host)
    assert [player["name"] for player in host.view["players"]][:2] == [None, None]


@each_roomy_table
def test_who_sits_down_and_who_gets_up_is_told(client: FlaskClient, game: str) -> None:
    host = open_session(client, game, name="Agatha")
    joined = ask(host, {"name": "Bertie", "seat": 2})
    Seat(client, host.url, joined.get_json()["token"]).delete("/seats/2")
    told = [{name: value for name, value in event.items() if name != "at"} for event in host.events]
    assert told == [
        {"seq": 1, "type": "seated", "seat": 0, "name": "Agatha", "kind": "human"},
        {"seq": 2, "type": "seated", "seat": 2, "name": "Bertie", "kind": "human"},
        {"seq": 3, "type": "seated", "seat": 2, "name": None, "kind": "empty"},
    ]
    assert joined.get_json()["events"] == host.events[1:2]


@each_table
def test_whoever_sits_down_last_is_told_of_the_deal(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    while host.view["status"] == "waiting":
        before = host.view["version"]
        joined = ask(host).get_json()
        assert joined["events"] == host.events[before:]
    assert joined["events"][0]["type"] == "seated"
    assert len(joined["events"]) > 1
    assert joined["session"]["version"] == host.view["version"]


# Leaving


@each_roomy_table
def test_a_guest_may_get_up_while_the_table_waits(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    guest = join(client, host, name="Bertie")
    answer = guest.delete("/seats/1")
    assert (answer.status_code, answer.data) == (204, b"")
    assert kinds(host)[:2] == ["human", "empty"]
    assert refused(guest.get()) == "unauthorized"


@each_roomy_table
def test_the_creator_may_free_a_seat_of_anothers(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    guest, other = join(client, host), join(client, host)
    assert host.delete("/seats/1").status_code == 204
    assert kinds(host)[:3] == ["human", "empty", "human"]
    assert refused(guest.get()) == "unauthorized"
    assert other.view["seat"] == 2


@each_table
def test_the_creator_frees_an_empty_seat_for_nothing(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    with nothing_changes(host):
        assert host.delete("/seats/1").status_code == 204


@each_roomy_table
def test_a_guest_frees_no_seat_but_their_own(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    guest, other = join(client, host), join(client, host)
    with nothing_changes(host, guest, other):
        for seat in (0, 2, 3):
            assert refused(guest.delete(f"/seats/{seat}")) == "not_creator"


@each_roomy_table
def test_a_table_without_its_creator_is_gone(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    guest = join(client, host)
    assert host.delete("/seats/0").status_code == 204
    assert gone(client, host, guest)
    assert refused(ask(host)) == "not_found"


@each_roomy_table
def test_nobody_gets_up_from_a_game_in_progress(client: FlaskClient, game: str) -> None:
    seats = full_table(client, game)
    on_turn(seats).act(on_turn(seats).legal[0])
    with nothing_changes(*seats):
        for number, seat in enumerate(seats):
            assert refused(seat.delete(f"/seats/{number}")) == "session_in_progress"
            assert refused(seats[0].delete(f"/seats/{number}")) == "session_in_progress"
        assert refused(seats[1].delete("/seats/2")) == "not_creator"


@each_table
def test_nobody_gets_up_from_a_game_that_is_over(client: FlaskClient, game: str) -> None:
    seats = full_table(client, game)
    finish(seats)
    with nothing_changes(*seats):
        for number, seat in enumerate(seats):
            assert refused(seat.delete(f"/seats/{number}")) == "session_finished"


@pytest.mark.parametrize("players", [3, 4])
def test_a_seat_that_the_table_does_not_have_cannot_be_freed(client: FlaskClient, players: int) -> None:
    host = open_session(client, "shooter", players=players)
    with nothing_changes(host):
        for seat in (players, 1000, 10**20):
            assert wrong_fields(host.delete(f"/seats/{seat}")) == {"seat"}


@each_roomy_table
@pytest.mark.parametrize("seat", ["-1", "1.0", "+1", "one", "1_0", " 1", "\u0661", ""])
def test_what_is_no_number_is_no_seat(client: FlaskClient, game: str, seat: str) -> None:
    host = open_session(client, game)
    guest = join(client, host, seat=1)
    with nothing_changes(host, guest):
        assert refused(host.delete(f"/seats/{quote(seat)}")) in ("not_found", "invalid_request")


# Deleting


def test_a_solitaire_is_deleted_at_any_time(client: FlaskClient) -> None:
    active, finished = open_session(client, "shooting-party"), open_session(client, "shooting-party")
    finish([finished])
    for host in (active, finished):
        answer = host.delete()
        assert (answer.status_code, answer.data) == (204, b"")
        assert gone(client, host)
        assert refused(host.delete()) == "not_found"


@each_roomy_table
def test_a_table_is_deleted_while_it_waits(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    guest = join(client, host)
    assert host.delete().status_code == 204
    assert gone(client, host, guest)
    assert refused(ask(host)) == "not_found"
    assert refused(host.delete()) == "not_found"


@each_table
def test_a_table_is_deleted_when_the_game_is_over_and_not_before(client: FlaskClient, game: str) -> None:
    seats = full_table(client, game)
    with nothing_changes(*seats):
        assert refused(seats[0].delete()) == "session_in_progress"
    finish(seats)
    assert seats[0].delete().status_code == 204
    assert gone(client, *seats)


@each_roomy_table
def test_only_the_creator_deletes_a_table(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    seats = [host, join(client, host)]
    while host.view["status"] == "waiting":
        with nothing_changes(*seats):
            assert {refused(guest.delete()) for guest in seats[1:]} == {"not_creator"}
        seats.append(join(client, host))
    finish(seats)
    with nothing_changes(*seats):
        assert {refused(guest.delete()) for guest in seats[1:]} == {"not_creator"}


@each_game
def test_deleting_one_session_leaves_the_others(client: FlaskClient, game: str) -> None:
    host, other = open_session(client, game), open_session(client, game)
    with nothing_changes(other):
        host.delete()


# Spectators


@each_hideable_table
def test_a_table_may_shut_spectators_out(client: FlaskClient, game: str) -> None:
    seats = full_table(client, game, spectators=False)
    for _ in range(2):
        for path in ("", "/events", "/replay"):
            assert refused(client.get(seats[0].url + path)) == "not_found"
        for seat in seats:
            assert seat.get().status_code == seat.get("/events").status_code == 200
        if seats[0].view["status"] == "active":
            assert refused(seats[1].get("/replay")) == "session_not_finished"
            finish(seats)
    assert [seat.get("/replay").status_code for seat in seats] == [200] * len(seats)


@each_hideable_table
def test_a_table_that_shuts_spectators_out_can_be_joined(client: FlaskClient, game: str) -> None:
    host = open_session(client, game, spectators=False)
    assert join(client, host).view["seat"] == 1


@each_game
def test_spectators_watch_what_is_not_hidden(client: FlaskClient, game: str) -> None:
    seats = full_table(client, game)
    view = spectator(seats[0]).get_json()
    assert (view["seat"], view["legal_actions"], view["version"]) == (None, [], seats[0].view["version"])
    assert client.get(f"{seats[0].url}/events").get_json()["events"] == seats[0].events
    assert refused(client.get(f"{seats[0].url}/replay")) == "session_not_finished"
    finish(seats)
    assert client.get(f"{seats[0].url}/replay").data == seats[0].get("/replay").data
