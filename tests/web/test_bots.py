"""The house at a table: bots from the start, bots that are seated, and seats that are left to the house."""

from flask.testing import FlaskClient

from tests.web.problems import refused
from tests.web.seats import finish, full_table, join, nothing_changes, on_turn, open_session, spectator


def test_bots_take_the_last_seats_and_play_starts_by_itself(client: FlaskClient) -> None:
    seated = client.post("/v1/shooter/sessions", json={"bots": 3, "bot_level": "easy", "name": "Ada"}).get_json()
    view = seated["session"]
    assert view["status"] == "active"
    assert [(player["kind"], player["name"]) for player in view["players"]] == [("human", "Ada")] + [("bot", None)] * 3
    assert [player["played_by_house"] for player in view["players"]] == [False, True, True, True]
    assert view["to_act"] == [0], "the house has taken its turns already"
    assert view["options"]["bot_level"] == "easy"
    assert not {"bots", "name", "seed"} & set(view["options"])
    assert [event["seq"] for event in seated["events"]] == list(range(1, view["version"] + 1))
    for event in seated["events"]:
        assert event.get("auto", False) == (event["type"] in ("called", "trump_named", "played"))


def test_fewer_bots_leave_seats_open(client: FlaskClient) -> None:
    host = open_session(client, "shooter", bots=1)
    assert [player["kind"] for player in host.view["players"]] == ["human", "empty", "empty", "bot"]
    (row,) = client.get("/v1/shooter/sessions?open_seats=2").get_json()["sessions"]
    assert row["open_seats"] == 2
    assert join(client, host).view["seat"] == 1


def test_there_are_fewer_bots_than_players(client: FlaskClient) -> None:
    for body in ({"bots": 4}, {"bots": 3, "players": 3}, {"bots": -1}, {"bots": None}, {"bot_level": "best"}):
        assert client.post("/v1/shooter/sessions", json=body).status_code == 422


def test_the_creator_seats_a_bot_and_keeps_their_own_view(client: FlaskClient) -> None:
    host = open_session(client, "shooter", players=3)
    join(client, host)
    answer = host.post("seats", {"bot": "steady", "name": "Hal"})
    seated = answer.get_json()
    assert (answer.status_code, seated["token"], seated["seat"]) == (201, None, 2)
    assert seated["session"]["seat"] == 0
    assert answer.headers["ETag"] == host.etag
    assert seated["session"]["players"][2] == host.view["players"][2]
    assert host.view["players"][2]["name"] == "Hal"
    assert host.view["status"] == "active"


def test_nobody_else_seats_a_bot(client: FlaskClient) -> None:
    host = open_session(client, "shooter")
    guest = join(client, host)
    with nothing_changes(host, guest):
        assert refused(guest.post("seats", {"bot": "easy"})) == "not_creator"
        assert refused(client.post(f"{host.url}/seats", json={"bot": "easy"})) == "unauthorized"


def test_a_bot_is_seated_once_for_a_key_and_shown_to_its_creator_alone(client: FlaskClient) -> None:
    host, key = open_session(client, "shooter"), "the key of a bot"
    first = host.post("seats", {"bot": "easy"}, Idempotency_Key=key)
    again = host.post("seats", {"bot": "easy"}, Idempotency_Key=key)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert (again.data, again.headers["ETag"]) == (first.data, first.headers["ETag"])
    assert [player["kind"] for player in host.view["players"]].count("bot") == 1
    other = client.post(f"{host.url}/seats", json={"bot": "easy"}, headers={"Idempotency-Key": key})
    assert refused(other) == "unauthorized"


def test_a_bot_is_sent_away_before_the_deal(client: FlaskClient) -> None:
    host = open_session(client, "shooter", bots=2)
    assert host.delete("/seats/3").status_code == 204
    assert host.view["players"][3]["kind"] == "empty"
    assert join(client, host, seat=3).view["seat"] == 3


def test_the_same_seed_is_played_the_same_way(client: FlaskClient) -> None:
    told = []
    for _ in range(2):
        host = open_session(client, "shooter", bots=3, bot_level="sharp", seed="alike", target=3)
        while host.view["status"] == "active":
            host.act(host.legal[0])
        told.append([{k: v for k, v in event.items() if k != "at"} for event in host.events])
    assert told[0] == told[1]


def test_when_the_last_human_has_gone_the_session_ends(client: FlaskClient) -> None:
    host = open_session(client, "shooter", bots=3)
    assert [event["type"] for event in host.post("resign").get_json()["events"]] == ["resigned", "finished"]
    assert host.view["result"]["reason"] == "abandoned"


def test_whoever_resigns_leaves_the_seat_to_the_house_for_good(client: FlaskClient) -> None:
    seats = full_table(client)
    seat = on_turn(seats)
    events = seat.post("resign").get_json()["events"]
    assert [event["type"] for event in events[:2]] == ["resigned", "called"]
    assert seat.legal == []
    assert refused(seat.post("resign")) == "wrong_phase"
    assert refused(seat.post("return")) == "wrong_phase"


def test_hints_are_legal_and_say_why(client: FlaskClient) -> None:
    for game in ("shooter", "shooting-party"):
        host = open_session(client, game, seed="hints", **({"bots": 3} if game == "shooter" else {}))
        for level in ("easy", "steady", "sharp"):
            with nothing_changes(host):
                hint = host.get(f"/hint?level={level}").get_json()
                assert host.get(f"/hint?level={level}").get_json() == hint, "the same view, the same hint"
            assert {"action": hint["action"], "body": hint["body"]} in host.legal
            assert hint["reason"].endswith(".")
        assert host.get("/hint").get_json() == host.get("/hint?level=steady").get_json()
        assert host.act(host.get("/hint").get_json()).status_code == 200
        assert host.get("/hint?level=best").status_code == 422


def test_there_is_no_hint_for_who_is_not_to_act(client: FlaskClient) -> None:
    host = open_session(client, "shooter")
    assert refused(host.get("/hint")) == "session_not_started"
    assert refused(client.get(f"{host.url}/hint")) == "unauthorized"
    seats = [host, *(join(client, host) for _ in range(3))]
    other = next(seat for seat in seats if seat is not on_turn(seats))
    assert refused(other.get("/hint")) == "not_your_turn"
    finish(seats)
    assert refused(host.get("/hint")) == "session_finished"
    assert spectator(host).status_code == 200
