"""Once more with the same players: whoever asks comes to one and the same session."""

from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.web.problems import refused
from tests.web.seats import Seat, full_table, join, nothing_changes, on_turn, open_session, spectator

KEY = "the key of a rematch"


def played(client: FlaskClient, *resign: int, **options: Any) -> list[Seat]:
    """A table that is over; some of its seats were left to the house."""
    seats = full_table(client, target=1, **options)
    for number in resign:
        seats[number].post("resign")
    play_out(seats)
    return seats


def play_out(seats: list[Seat]) -> None:
    while seats[0].view["status"] == "active":
        seat = on_turn(seats)
        seat.act(seat.legal[0])


def there(seat: Seat, answer: TestResponse) -> Seat:
    """The seat that a rematch has given to who sat at *seat*."""
    assert answer.status_code == 201, answer.text
    seated = answer.get_json()
    assert answer.headers["Location"] == seated["session"]["url"]
    return Seat(seat.client, seated["session"]["url"], seated["token"])


def test_there_is_no_rematch_before_the_end(client: FlaskClient) -> None:
    seats = full_table(client)
    assert refused(seats[0].post("rematch")) == "session_not_finished"
    assert refused(client.post(f"{seats[0].url}/rematch")) == "unauthorized"


def test_all_who_ask_come_to_one_session_and_it_starts_with_the_last(client: FlaskClient) -> None:
    seats = played(client, seed="again")
    again = [there(seat, seat.post("rematch")) for seat in seats[:3]]
    assert len({seat.url for seat in again}) == 1
    assert [seat.view["seat"] for seat in again] == [0, 1, 2]
    assert again[0].view["status"] == "waiting"
    assert [player["kind"] for player in again[0].view["players"]] == ["human"] * 4
    (row,) = client.get("/v1/shooter/sessions?status=waiting").get_json()["sessions"]
    assert (row["id"], row["open_seats"]) == (again[0].id, 0)
    with nothing_changes(*again):
        assert refused(client.post(f"{again[0].url}/seats", json={"seat": 3})) == "seat_taken"
        assert refused(client.post(f"{again[0].url}/seats", json={})) == "table_full"
    last = there(seats[3], seats[3].post("rematch"))
    assert last.view["status"] == "active"
    view, before = last.view, seats[0].view
    assert view["options"] == before["options"] | {"first_dealer": view["options"]["first_dealer"]}
    assert not view["seeded"]
    assert view["commitment"] not in (None, before["commitment"])
    first = next(event["dealer"] for event in seats[0].events if event["type"] == "dealt")
    assert view["dealer"] == view["options"]["first_dealer"] == (first + 1) % 4


def test_the_old_session_tells_where_it_is(client: FlaskClient) -> None:
    seats = played(client)
    etag = seats[1].etag
    new = there(seats[0], seats[0].post("rematch"))
    assert seats[1].view["rematch"] == spectator(seats[1]).get_json()["rematch"] == new.url
    assert seats[1].get(If_None_Match=etag).status_code == 200
    there(seats[1], seats[1].post("rematch"))
    assert [event["type"] for event in seats[0].events[-2:]] == ["finished", "rematch"], "it is told once"
    assert seats[0].events[-1]["url"] == new.url
    assert seats[0].view["version"] == seats[0].events[-1]["seq"]
    assert seats[0].get("/replay").status_code == 200


def test_who_asks_again_gets_the_same_seat(client: FlaskClient) -> None:
    seats = played(client)
    first = seats[2].post("rematch", Idempotency_Key=KEY)
    there(seats[0], seats[0].post("rematch"))
    again = seats[2].post("rematch", Idempotency_Key=KEY)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert (again.status_code, again.data, again.headers["ETag"]) == (201, first.data, first.headers["ETag"])
    once_more = seats[2].post("rematch").get_json()
    assert once_more["token"] == first.get_json()["token"]
    assert once_more["events"] == []


def test_a_key_that_was_used_for_an_action_is_no_key_for_a_rematch(client: FlaskClient) -> None:
    seats = full_table(client, players=3)
    seats[0].post("resign", Idempotency_Key=KEY)
    seats[1].post("resign")
    seats[2].post("resign")
    assert refused(seats[0].post("rematch", Idempotency_Key=KEY)) == "idempotency_key_reused"


def test_who_resigned_has_left_the_seat_to_the_house_and_the_first_who_asks_is_the_creator(
    client: FlaskClient,
) -> None:
    seats = played(client, 0, 2)
    assert refused(seats[0].post("rematch")) == "seat_taken"
    new = there(seats[3], seats[3].post("rematch"))
    assert [player["kind"] for player in new.view["players"]] == ["bot", "human", "bot", "human"]
    assert new.delete("/seats/1").status_code == 204, "as the creator"
    assert new.view["players"][1]["kind"] == "empty"
    stranger = join(client, new)
    assert stranger.view["status"] == "active"
    assert refused(seats[1].post("rematch")) == "seat_taken"


def test_alone_against_the_house_it_starts_at_once(client: FlaskClient) -> None:
    host = open_session(client, "shooter", bots=3, bot_level="easy", target=1, name="Ada")
    while host.view["status"] == "active":
        host.act(host.legal[0])
    new = there(host, host.post("rematch"))
    assert new.view["status"] == "active"
    assert new.view["players"][0]["name"] == "Ada"
    assert [player["kind"] for player in new.view["players"]] == ["human", "bot", "bot", "bot"]
    assert new.view["options"]["bot_level"] == "easy"


def test_a_rematch_that_was_removed_is_followed_by_another(client: FlaskClient) -> None:
    seats = played(client)
    guest = there(seats[1], seats[1].post("rematch"))
    host = there(seats[0], seats[0].post("rematch"))
    assert host.delete("/seats/0").status_code == 204
    assert refused(guest.get()) == "not_found"
    new = there(seats[1], seats[1].post("rematch"))
    assert new.url != guest.url
    assert there(seats[0], seats[0].post("rematch")).url == new.url
    assert seats[0].view["rematch"] == new.url


def test_who_gives_a_place_up_may_take_it_again(client: FlaskClient) -> None:
    seats = played(client)
    there(seats[0], seats[0].post("rematch"))
    guest = there(seats[1], seats[1].post("rematch"))
    assert guest.delete("/seats/1").status_code == 204
    back = there(seats[1], seats[1].post("rematch"))
    assert back.url == guest.url
    assert back.view["seat"] == 1
    assert refused(guest.get()) == "unauthorized"


def test_a_rematch_has_a_rematch(client: FlaskClient) -> None:
    seats = played(client)
    second = [there(seat, seat.post("rematch")) for seat in seats]
    play_out(second)
    third = [there(seat, seat.post("rematch")) for seat in second]
    assert len({seats[0].url, second[0].url, third[0].url}) == 3
    assert third[0].view["options"]["first_dealer"] == (second[0].view["options"]["first_dealer"] + 1) % 4


def test_who_has_come_back_may_ask_once_more(client: FlaskClient) -> None:
    seats = played(client)
    there(seats[0], seats[0].post("rematch"))
    there(seats[1], seats[1].post("rematch")).delete("/seats/1")
    back = seats[1].post("rematch").get_json()
    again = seats[1].post("rematch").get_json()
    assert (again["token"], again["seat"]) == (back["token"], 1)


def test_a_stranger_at_the_place_has_it_and_it_is_not_given_again(client: FlaskClient) -> None:
    seats = played(client)
    host = there(seats[0], seats[0].post("rematch"))
    host.delete("/seats/1")
    join(client, host, seat=1)
    assert refused(seats[1].post("rematch")) == "seat_taken"


def test_a_key_is_repeated_though_there_is_another_rematch_by_now(client: FlaskClient) -> None:
    seats = played(client)
    first = seats[1].post("rematch", Idempotency_Key=KEY)
    there(seats[0], seats[0].post("rematch")).delete()
    new = there(seats[2], seats[2].post("rematch"))
    again = seats[1].post("rematch", Idempotency_Key=KEY)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.data == first.data
    assert seats[0].view["rematch"] == new.url, "the link stays where it is"
    assert [event["type"] for event in seats[0].events].count("rematch") == 2


def test_a_key_that_has_changed_nothing_is_repeated_all_the_same(client: FlaskClient) -> None:
    seats = played(client)
    seats[0].post("rematch")
    first = seats[0].post("rematch", Idempotency_Key=KEY)
    seats[1].post("rematch")
    again = seats[0].post("rematch", Idempotency_Key=KEY)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert again.data == first.data


def test_without_the_old_table_the_seats_that_were_kept_are_for_anybody(client: FlaskClient) -> None:
    seats = played(client)
    guest = there(seats[1], seats[1].post("rematch"))
    assert guest.view["status"] == "waiting"
    assert refused(client.post(f"{guest.url}/seats", json={})) == "table_full"
    assert seats[0].delete().status_code == 204
    assert refused(seats[2].post("rematch")) == "not_found"
    assert [player["kind"] for player in guest.view["players"]] == ["empty", "human", "empty", "empty"]
    assert [event["seat"] for event in guest.events if event["kind"] == "empty"] == [0, 2, 3]
    strangers = [join(client, guest) for _ in range(3)]
    assert guest.view["status"] == "active"
    assert strangers[0].view["seat"] == guest.view["players"][0]["seat"] == 0


def test_who_takes_the_seat_of_a_creator_that_never_came_is_the_creator(client: FlaskClient) -> None:
    seats = played(client)
    guest = there(seats[1], seats[1].post("rematch"))
    seats[0].delete()
    assert refused(guest.delete()) == "not_creator"
    stranger = join(client, guest)
    assert stranger.delete().status_code == 204


def test_a_table_that_goes_on_elsewhere_can_be_removed(client: FlaskClient) -> None:
    seats = played(client)
    new = [there(seat, seat.post("rematch")) for seat in seats]
    with nothing_changes(*new):
        assert seats[0].delete().status_code == 204
