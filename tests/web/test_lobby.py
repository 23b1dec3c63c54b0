"""The lobby: the sessions that want to be found, newest first."""

import time
from typing import Any

import pytest
from fakeredis import FakeRedis
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from server.sessions.store import Row
from tests.web.problems import refused
from tests.web.seats import GAMES, HIDEABLE, JOINABLE, ROOMY, Seat, finish, full_table, join, open_session
from tests.web.stores import Faulty

each_game = pytest.mark.parametrize("game", GAMES)
each_table = pytest.mark.parametrize("game", JOINABLE)


def listing(client: FlaskClient, game: str, **query: Any) -> dict[str, Any]:
    answer = client.get(f"/v1/{game}/sessions", query_string=query)
    assert answer.status_code == 200, answer.text
    page: dict[str, Any] = answer.get_json()
    assert page.keys() == {"sessions", "next_cursor"}
    return page


def listed(client: FlaskClient, game: str, **query: Any) -> list[str]:
    """The ids of all sessions that a listing leads to, page by page."""
    ids: list[str] = []
    for _ in range(100):
        page = listing(client, game, **query)
        assert len(page["sessions"]) <= query.get("limit", 20)
        ids += [row["id"] for row in page["sessions"]]
        if page["next_cursor"] is None:
            return ids
        query["cursor"] = page["next_cursor"]
    raise AssertionError("the pages have no end")


def by_status(client: FlaskClient, game: str) -> dict[str, list[str]]:
    """What each status is listed with; the last first, since to look at a status may put a late lobby right."""
    return {status: listed(client, game, status=status) for status in ("finished", "active", "waiting")}


# What is listed


@each_game
def test_a_lobby_is_empty_at_first(client: FlaskClient, game: str) -> None:
    assert listing(client, game) == {"sessions": [], "next_cursor": None}


@each_game
def test_a_row_tells_what_one_needs_to_choose(client: FlaskClient, game: str) -> None:
    host = open_session(client, game, listed=True, seed="known")
    (row,) = listing(client, game)["sessions"]
    view = host.view
    common = ("id", "url", "game", "status", "created_at", "seeded", "options")
    assert {name: row[name] for name in common} == {name: view[name] for name in common}
    assert row["seeded"] is True
    seats = {"players", "open_seats"} if game in JOINABLE else set()
    assert row.keys() == {*common, *seats}


@pytest.mark.parametrize("game", ROOMY)
def test_a_row_tells_who_sits_there(client: FlaskClient, game: str) -> None:
    host = open_session(client, game, name="Agatha")
    join(client, host, name="Bertie", seat=2)
    (row,) = listing(client, game)["sessions"]
    assert row["players"][:3] == [
        {"seat": 0, "name": "Agatha", "kind": "human"},
        {"seat": 1, "name": None, "kind": "empty"},
        {"seat": 2, "name": "Bertie", "kind": "human"},
    ]
    assert row["open_seats"] == sum(player["kind"] == "empty" for player in row["players"])


@each_game
def test_what_is_not_listed_never_shows(client: FlaskClient, game: str) -> None:
    seats = full_table(client, game, listed=False)
    open_session(client, game, listed=False)
    assert listed(client, game) == []
    finish(seats)
    assert listed(client, game) == []


def test_a_table_is_listed_unless_it_says_no_and_a_solitaire_if_it_says_yes(client: FlaskClient) -> None:
    open_session(client, "shooting-party")
    table = open_session(client, "shooter")
    assert listed(client, "shooting-party") == []
    assert listed(client, "shooter") == [table.id]


def test_every_game_has_a_lobby_of_its_own(client: FlaskClient) -> None:
    ids = {game: open_session(client, game, listed=True).id for game in GAMES}
    assert {game: listed(client, game) for game in GAMES} == {game: [session] for game, session in ids.items()}


@pytest.mark.parametrize("game", HIDEABLE)
def test_a_table_without_spectators_is_listed_all_the_same(client: FlaskClient, game: str) -> None:
    host = open_session(client, game, spectators=False)
    assert listed(client, game) == [host.id]


@each_game
def test_a_deleted_session_is_listed_no_more(client: FlaskClient, game: str) -> None:
    stays, goes = open_session(client, game, listed=True), open_session(client, game, listed=True)
    goes.delete()
    assert listed(client, game) == [stays.id]


@each_table
def test_a_table_that_its_creator_left_is_listed_no_more(client: FlaskClient, game: str) -> None:
    open_session(client, game).delete("/seats/0")
    assert listed(client, game) == []


# Order and pages


@each_game
def test_the_newest_come_first(client: FlaskClient, game: str) -> None:
    for _ in range(10):
        open_session(client, game, listed=True)
    times = [row["created_at"] for row in listing(client, game)["sessions"]]
    assert len(times) == 10
    assert times == sorted(times, reverse=True)


@each_game
@pytest.mark.parametrize("limit", [1, 2, 7, 12, 13, 14, 100])
def test_pages_lose_nothing_and_repeat_nothing(client: FlaskClient, game: str, limit: int) -> None:
    opened = [open_session(client, game, listed=True).id for _ in range(13)]
    found = listed(client, game, limit=limit)
    assert len(found) == 13
    assert set(found) == set(opened)
    assert found == listed(client, game)


@each_game
def test_a_page_has_20_rows_unless_asked_for_others(client: FlaskClient, game: str) -> None:
    for _ in range(21):
        open_session(client, game, listed=True)
    assert len(listing(client, game)["sessions"]) == 20
    assert len(listing(client, game, limit=21)["sessions"]) == 21
    assert len(listing(client, game, limit=3)["sessions"]) == 3


@each_game
def test_pages_hold_while_sessions_come_and_go(client: FlaskClient, game: str) -> None:
    tables = [full_table(client, game, listed=True) for _ in range(6)]
    first = listing(client, game, limit=2)
    open_session(client, game, listed=True)
    for seats in (tables[0], tables[5]):
        finish(seats)
    finish(tables[2])
    tables[2][0].delete()
    found = [row["id"] for row in first["sessions"]] + listed(client, game, limit=2, cursor=first["next_cursor"])
    assert len(found) == 5
    assert set(found) == {seats[0].id for seats in tables if seats is not tables[2]}


# Filters


@each_game
def test_sessions_are_found_by_their_status(client: FlaskClient, game: str) -> None:
    finished, active = full_table(client, game, listed=True), full_table(client, game, listed=True)
    finish(finished)
    waiting = [open_session(client, game, listed=True)] if game in JOINABLE else []
    assert listed(client, game, status="waiting") == [host.id for host in waiting]
    assert listed(client, game, status="active") == [active[0].id]
    assert listed(client, game, status="finished") == [finished[0].id]
    assert len(listed(client, game)) == 2 + len(waiting)
    rows = listing(client, game, status="finished")["sessions"]
    assert [row["status"] for row in rows] == ["finished"]


@each_table
def test_a_table_moves_on_in_the_lobby_as_it_fills_and_ends(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    seats = [host]
    while host.view["status"] == "waiting":
        assert by_status(client, game) == {"finished": [], "active": [], "waiting": [host.id]}
        seats.append(join(client, host))
    assert by_status(client, game) == {"finished": [], "active": [host.id], "waiting": []}
    finish(seats)
    assert by_status(client, game) == {"finished": [host.id], "active": [], "waiting": []}
    assert listed(client, game) == [host.id]


@each_table
@pytest.mark.parametrize("limit", [1, 2, 20])
def test_tables_are_found_by_their_open_seats(client: FlaskClient, game: str, limit: int) -> None:
    hosts = [open_session(client, game) for _ in range(9)]
    for host in hosts[1::3]:
        join(client, host)
    seats = len(hosts[0].view["players"])
    found = listed(client, game, open_seats=seats - 1, limit=limit)
    assert len(found) == 6
    assert set(found) == {host.id for host in hosts if host not in hosts[1::3]}
    assert set(listed(client, game, open_seats=seats - 2, limit=limit)) == {host.id for host in hosts}
    assert listed(client, game, open_seats=seats, limit=limit) == []


@each_table
def test_a_full_table_has_no_open_seats(client: FlaskClient, game: str) -> None:
    full_table(client, game)
    assert listed(client, game, open_seats=1) == []
    (row,) = listing(client, game, open_seats=0)["sessions"]
    assert row["open_seats"] == 0


@each_table
def test_a_table_is_found_behind_many_that_do_not_match(client: FlaskClient, game: str) -> None:
    old = open_session(client, game)
    for _ in range(30):
        join(client, open_session(client, game))
    seats = len(old.view["players"])
    assert listed(client, game, open_seats=seats - 1, limit=1) == [old.id]


@each_game
def test_repeating_an_opening_does_not_take_a_session_back_in_the_lobby(client: FlaskClient, game: str) -> None:
    def create() -> TestResponse:
        headers = {"Idempotency-Key": "an opening that is repeated"}
        return client.post(f"/v1/{game}/sessions", json={"listed": True}, headers=headers)

    first = create()
    host = Seat(client, first.headers["Location"], first.get_json()["token"])
    seats = [host]
    while host.view["status"] == "waiting":
        seats.append(join(client, host))
    create()
    assert listed(client, game, status="active") == [host.id]
    finish(seats)
    create()
    assert listed(client, game, status="finished") == [host.id]
    host.delete()
    create()
    assert listed(client, game) == []


# Trouble


@each_game
def test_a_session_whose_opening_was_settled_by_its_key_is_listed(
    over_faulty: FlaskClient, faulty: Faulty, game: str
) -> None:
    def create() -> TestResponse:
        headers = {"Idempotency-Key": f"a listed session of {game}"}
        return over_faulty.post(f"/v1/{game}/sessions", json={"listed": True}, headers=headers)

    faulty.mumbles = True
    lost = create()
    faulty.mumbles = False
    assert refused(lost) == "outcome_unknown"
    settled = create()
    assert settled.status_code == 201
    assert settled.get_json()["session"]["id"] in listed(over_faulty, game)


@each_table
def test_a_table_whose_last_seat_was_settled_by_its_key_is_listed_as_active(
    over_faulty: FlaskClient, faulty: Faulty, game: str
) -> None:
    def take_seat() -> TestResponse:
        return over_faulty.post(f"{host.url}/seats", headers={"Idempotency-Key": "the last seat to take"})

    host = open_session(over_faulty, game)
    while sum(player["kind"] == "empty" for player in host.view["players"]) > 1:
        join(over_faulty, host)
    faulty.mumbles = True
    lost = take_seat()
    faulty.mumbles = False
    assert refused(lost) == "outcome_unknown"
    assert take_seat().status_code == 201
    assert host.id in listed(over_faulty, game, status="active")


@each_game
def test_what_was_done_is_not_told_as_undone_because_the_lobby_is_away(
    over_faulty: FlaskClient, faulty: Faulty, game: str
) -> None:
    """``store_unavailable`` would say that nothing was changed."""
    seats = full_table(over_faulty, game, listed=True)
    for seat in seats[1:]:
        seat.post("resign")
    faulty.loses_the_lobby = True
    answers = [seats[0].post("resign"), seats[0].delete()]
    faulty.loses_the_lobby = False
    assert refused(seats[0].get()) == "not_found"
    assert [answer.status_code < 300 or refused(answer) for answer in answers] in ([True] * 2, ["outcome_unknown"] * 2)


@each_game
def test_a_session_that_cannot_be_listed_is_not_opened(over_faulty: FlaskClient, faulty: Faulty, game: str) -> None:
    """Who is told that a table is open is to find it in the lobby, whatever dies in between."""
    before = listed(over_faulty, game)
    faulty.loses_the_lobby = True
    answer = over_faulty.post(f"/v1/{game}/sessions", json={"listed": True})
    unlisted = over_faulty.post(f"/v1/{game}/sessions", json={"listed": False})
    faulty.loses_the_lobby = False
    assert refused(answer) == "store_unavailable"
    assert unlisted.status_code == 201
    assert listed(over_faulty, game) == before


@each_game
def test_a_row_that_comes_before_its_session_stays_for_a_minute(
    client: FlaskClient, memory: FakeRedis, game: str
) -> None:
    seat = open_session(client, game, listed=True)
    lobby, now = next(memory.scan_iter("*{lobby:*")), time.time_ns() // 1_000_000
    coming, lost = (str(Row(moment, "A" * 22)) for moment in (now, now - 120_000))
    memory.zadd(lobby, {coming: 0, lost: 0})
    assert listed(client, game) == [seat.id]
    open_session(client, game, listed=True)
    kept = {row.decode() for row in memory.zrange(lobby, 0, -1)}  # type: ignore[union-attr]
    assert coming in kept
    assert lost not in kept


@each_game
def test_a_session_is_listed_once_whatever_rows_it_has(client: FlaskClient, memory: FakeRedis, game: str) -> None:
    """As after several tries to open it with one key, of which all but one were too late."""
    seat = open_session(client, game, listed=True)
    lobby = next(memory.scan_iter("*{lobby:*"))
    memory.zadd(lobby, {str(Row(time.time_ns() // 1_000_000 + late, seat.id)): 0 for late in (-5, 5)})
    assert listed(client, game) == [seat.id]
    assert memory.zcard(lobby) == 1


@each_table
def test_who_sits_down_puts_a_table_back_that_the_lobby_has_lost(
    client: FlaskClient, memory: FakeRedis, game: str
) -> None:
    host = open_session(client, game, listed=True)
    memory.delete(*memory.scan_iter("*{lobby:*"))
    assert listed(client, game) == []
    join(client, host)
    assert listed(client, game) == [host.id]


@each_game
def test_a_last_page_that_is_full_says_that_it_is_the_last(client: FlaskClient, game: str) -> None:
    for _ in range(4):
        open_session(client, game, listed=True)
    first = client.get(f"/v1/{game}/sessions?limit=2").get_json()
    last = client.get(f"/v1/{game}/sessions?limit=2&cursor={first['next_cursor']}").get_json()
    assert len(first["sessions"]) == len(last["sessions"]) == 2
    assert last["next_cursor"] is None


def test_an_open_table_is_found_behind_any_number_of_full_ones(client: FlaskClient) -> None:
    table = open_session(client, "shooter", players=3)
    for _ in range(30):
        full_table(client, players=3)
    page = client.get("/v1/shooter/sessions?open_seats=1&limit=1").get_json()
    assert [row["id"] for row in page["sessions"]] == [table.id]
    assert client.get("/v1/shooter/sessions?open_seats=1&status=active").get_json()["sessions"] == []
