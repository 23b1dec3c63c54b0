"""``Idempotency-Key``: sent twice, a request acts once and is answered alike."""

from typing import Any

import pytest
from fakeredis import FakeRedis
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from server.catalogue import CATALOGUE
from server.game import wire_name
from server.sessions.record import answers_key, document_key, events_key
from server.sessions.store import address_of
from tests.web.problems import refused, wrong_fields
from tests.web.seats import (
    GAMES,
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
from tests.web.stores import Faulty

KEY = "7f0c2c5e-5f0a-4b57-9d0a-3f1f3f6b2a10"
OTHER_KEY = "7f0c2c5e-5f0a-4b57-9d0a-3f1f3f6b2a11"
RULES: dict[str, dict[str, Any]] = {"shooter": {"reneging": "honour"}}  # those that allow every kind of action
ACTIONS = {entry.game.name: {wire_name(kind) for kind in entry.game.actions} for entry in CATALOGUE}
BAD_KEYS = (
    "",
    "x" * 15,
    "x" * 256,
    "a key\twith a tab in it",
    "a key with a caf\xe9",
    "a key with a bell\x07",
    "\x7f" * 16,
)


def create(client: FlaskClient, game: str, key: str = KEY, **options: Any) -> TestResponse:
    return client.post(f"/v1/{game}/sessions", json=options, headers={"Idempotency-Key": key})


def take_seat(host: Seat, key: str = KEY, **body: Any) -> TestResponse:
    return host.client.post(f"{host.url}/seats", json=body, headers={"Idempotency-Key": key})


def seated(client: FlaskClient, answer: TestResponse) -> Seat:
    return Seat(client, answer.headers["Location"], answer.get_json()["token"])


def act(seat: Seat, action: dict[str, Any], key: str = KEY, **headers: str) -> TestResponse:
    return seat.post(action["action"], action["body"], Idempotency_Key=key, **headers)


def assert_repeats(again: TestResponse, first: TestResponse) -> None:
    """*again* is *first* once more: same status, same body, and the headers that go with them."""
    assert "Idempotent-Replayed" not in first.headers
    assert again.headers["Idempotent-Replayed"] == "true"
    assert (again.status_code, again.data) == (first.status_code, first.data)
    for name in ("ETag", "Location", "Content-Type"):
        assert again.headers.get(name) == first.headers.get(name)


# Create


@pytest.mark.parametrize("game", GAMES)
def test_a_session_opened_twice_with_a_key_is_one(client: FlaskClient, game: str) -> None:
    first = create(client, game, listed=True)
    assert first.status_code == 201
    assert_repeats(create(client, game, listed=True), first)
    assert len(client.get(f"/v1/{game}/sessions").get_json()["sessions"]) == 1


@pytest.mark.parametrize("game", GAMES)
def test_without_a_key_every_opening_is_a_new_session(client: FlaskClient, game: str) -> None:
    first, second = client.post(f"/v1/{game}/sessions"), client.post(f"/v1/{game}/sessions")
    assert first.headers["Location"] != second.headers["Location"]
    assert "Idempotent-Replayed" not in second.headers


@pytest.mark.parametrize("game", GAMES)
def test_the_key_of_an_opening_opens_nothing_else(client: FlaskClient, game: str) -> None:
    host = seated(client, create(client, game))
    with nothing_changes(host):
        assert refused(create(client, game, listed=not host.view["options"]["listed"])) == "idempotency_key_reused"
        assert refused(create(client, game, seed="another")) == "idempotency_key_reused"


def test_the_key_of_an_opening_is_another_games_own(client: FlaskClient) -> None:
    opened = [create(client, game) for game in GAMES]
    assert [answer.status_code for answer in opened] == [201] * len(GAMES)
    assert len({answer.headers["Location"] for answer in opened}) == len(GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_an_opening_is_repeated_as_it_was_after_the_session_is_over(client: FlaskClient, game: str) -> None:
    first = create(client, game)
    host = seated(client, first)
    seats = [host]
    while host.view["status"] == "waiting":
        seats.append(join(client, host))
    finish(seats)
    with nothing_changes(*seats):
        assert_repeats(create(client, game), first)


@pytest.mark.parametrize("game", GAMES)
def test_an_opening_repeated_after_the_session_was_deleted_opens_no_second(
    client: FlaskClient, memory: FakeRedis, game: str
) -> None:
    first = create(client, game, listed=True)
    host = seated(client, first)
    assert host.delete().status_code == 204
    kept = memory.dbsize()
    assert_repeats(create(client, game, listed=True), first)
    assert refused(host.get()) == "not_found"
    assert client.get(f"/v1/{game}/sessions").get_json()["sessions"] == []
    assert memory.dbsize() == kept


@pytest.mark.parametrize("game", GAMES)
def test_only_what_repeats_its_opening_is_kept_of_a_session_that_was_deleted(
    client: FlaskClient, memory: FakeRedis, game: str
) -> None:
    first = create(client, game)
    host = seated(client, first)
    seats = [host]
    while host.view["status"] == "waiting":
        guest = take_seat(host, f"the key of guest {len(seats)}")
        seats.append(Seat(client, host.url, guest.get_json()["token"]))
    before = host.view["version"]
    for number in range(4):
        seat = on_turn(seats)
        assert act(seat, seat.legal[0], f"the key of action {number}").status_code == 200
    finish(seats)
    host.delete()
    address = address_of(game, host.url.rpartition("/")[2])
    kept = {document_key(address), events_key(address), answers_key(address, f"create:{game}")}
    assert {*memory.scan_iter(f"*{address}*")} == {name.encode() for name in kept}
    assert memory.llen(events_key(address)) == before
    assert_repeats(create(client, game), first)


@pytest.mark.parametrize("game", GAMES)
def test_an_opening_that_was_refused_leaves_its_key_unused(client: FlaskClient, game: str) -> None:
    assert wrong_fields(create(client, game, listed=1)) == {"listed"}
    answer = create(client, game)
    assert answer.status_code == 201
    assert "Idempotent-Replayed" not in answer.headers


@pytest.mark.parametrize("game", GAMES)
def test_a_key_settles_an_opening_whose_answer_was_lost(over_faulty: FlaskClient, faulty: Faulty, game: str) -> None:
    key = f"an opening of {game}"
    faulty.mumbles = True
    lost = create(over_faulty, game, key)
    faulty.mumbles = False
    assert refused(lost) == "outcome_unknown"
    answer = create(over_faulty, game, key)
    assert (answer.status_code, answer.headers["Idempotent-Replayed"]) == (201, "true")
    assert seated(over_faulty, answer).view == answer.get_json()["session"]


# Join


@pytest.mark.parametrize("game", ROOMY)
def test_a_seat_taken_twice_with_a_key_is_one(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    first = take_seat(host, name="Bertie")
    assert first.status_code == 201
    with nothing_changes(host):
        assert_repeats(take_seat(host, name="Bertie"), first)
    assert take_seat(host, OTHER_KEY, name="Bertie").get_json()["seat"] == first.get_json()["seat"] + 1


@pytest.mark.parametrize("game", JOINABLE)
def test_the_last_seat_is_taken_once_and_told_alike_while_the_game_goes_on(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    seats, answers = [host], []
    while host.view["status"] == "waiting":
        answers.append(take_seat(host, f"the key of guest {len(seats)}"))
        seats.append(seated(client, answers[-1]))
    on_turn(seats).act(on_turn(seats).legal[0])
    with nothing_changes(*seats):
        for number, first in enumerate(answers, start=1):
            assert_repeats(take_seat(host, f"the key of guest {number}"), first)
        assert refused(take_seat(host, "the key of one too many")) == "table_full"


@pytest.mark.parametrize("game", ROOMY)
def test_the_key_of_a_join_takes_no_other_seat_and_no_other_name(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    take_seat(host, name="Bertie")
    with nothing_changes(host):
        assert refused(take_seat(host, name="Gussie")) == "idempotency_key_reused"
        assert refused(take_seat(host, name="Bertie", seat=2)) == "idempotency_key_reused"
        assert refused(take_seat(host)) == "idempotency_key_reused"


@pytest.mark.parametrize("game", JOINABLE)
def test_the_key_of_a_join_is_another_tables_own(client: FlaskClient, game: str) -> None:
    here, there = take_seat(open_session(client, game)), take_seat(open_session(client, game))
    assert (here.status_code, there.status_code) == (201, 201)
    assert here.headers["Location"] != there.headers["Location"]


@pytest.mark.parametrize("game", ROOMY)
def test_a_join_that_was_refused_is_judged_anew(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    join(client, host, seat=1)
    for _ in range(2):
        answer = take_seat(host, seat=1)
        assert refused(answer) == "seat_taken"
        assert "Idempotent-Replayed" not in answer.headers
    host.delete("/seats/1")
    assert take_seat(host, seat=1).status_code == 201


@pytest.mark.parametrize("game", ROOMY)
def test_a_join_repeated_after_the_seat_was_freed_gives_the_old_token_and_no_seat(
    client: FlaskClient, game: str
) -> None:
    host = open_session(client, game)
    first = take_seat(host)
    host.delete("/seats/1")
    with nothing_changes(host):
        assert_repeats(take_seat(host), first)
    assert refused(seated(client, first).get()) == "unauthorized"


# Actions


@pytest.mark.parametrize("game", GAMES)
def test_every_kind_of_action_sent_twice_is_taken_once_and_answered_alike(client: FlaskClient, game: str) -> None:
    """Plays on, kinds of action not seen before first, and at a new table when one is done; at the last all resign.

    Who is to return must have been away: that is in ``test_clocks.py``.
    """
    seen = {"resign", "return"} & ACTIONS[game]
    seats: list[Seat] = []
    for number in range(400):
        choices = [(seat, action) for seat in seats for action in seat.legal]
        if not choices:
            seats = full_table(client, game, seed=f"table {number}", **RULES.get(game, {}))
            continue
        seat, action = next((c for c in choices if c[1]["action"] not in seen), choices[number % len(choices)])
        first = act(seat, action, f"the key of action {number}")
        assert first.status_code == 200
        with nothing_changes(seat):
            assert_repeats(act(seat, action, f"the key of action {number}"), first)
        seen.add(action["action"])
        if seen == ACTIONS[game] and seat.view["status"] == "active":
            break
    assert seen == ACTIONS[game]
    for seat in seats:
        first = seat.post("resign", Idempotency_Key=KEY)
        assert first.status_code == 200
        with nothing_changes(seat):
            assert_repeats(seat.post("resign", Idempotency_Key=KEY), first)


def test_a_repeat_gets_the_first_answer_after_others_have_acted_and_its_version_is_past(client: FlaskClient) -> None:
    seats = full_table(client)
    first_to_bid = on_turn(seats)
    three = {"action": "bid", "body": {"call": "three"}}
    etag = first_to_bid.etag
    first = act(first_to_bid, three, If_Match=etag)
    for call in ("four", "five"):
        on_turn(seats).post("bid", {"call": call})
    with nothing_changes(*seats):
        assert_repeats(act(first_to_bid, three, If_Match=etag), first)
    finish(seats)
    with nothing_changes(*seats):
        assert_repeats(act(first_to_bid, three, If_Match=etag), first)


def test_a_repeat_tells_what_the_house_did_then(client: FlaskClient) -> None:
    """With two of three seats the house's, one action of the last player brings several of the house."""
    seats = full_table(client, players=3)
    player = on_turn(seats)
    for seat in seats:
        if seat is not player:
            seat.post("resign")
    action = player.legal[0]
    first = act(player, action)
    assert any(event.get("auto") for event in first.get_json()["events"])
    player.act(player.legal[0])
    assert_repeats(act(player, action), first)


@pytest.mark.parametrize("game", GAMES)
def test_the_key_of_an_action_does_nothing_else(client: FlaskClient, game: str) -> None:
    seats = full_table(client, game, seed="the same key")
    seat = on_turn(seats)
    action = seat.legal[0]
    act(seat, action)
    turn = on_turn(seats)
    with nothing_changes(*seats):
        assert refused(seat.post("resign", Idempotency_Key=KEY)) == "idempotency_key_reused"
        for other in turn.legal:
            if turn is seat and other != action:
                assert refused(act(seat, other)) == "idempotency_key_reused"


def test_the_key_of_an_action_does_not_take_another_body(client: FlaskClient) -> None:
    seats = full_table(client)
    bidder = on_turn(seats)
    assert bidder.post("bid", {"call": "pass"}, Idempotency_Key=KEY).status_code == 200
    with nothing_changes(*seats):
        assert refused(bidder.post("bid", {"call": "moon"}, Idempotency_Key=KEY)) == "idempotency_key_reused"


def test_another_seat_acts_with_the_same_key(client: FlaskClient) -> None:
    seats = full_table(client)
    for _ in seats:
        bidder = on_turn(seats)
        answer = bidder.post("bid", {"call": "pass"}, Idempotency_Key=KEY)
        assert answer.status_code == 200
        assert "Idempotent-Replayed" not in answer.headers
        assert answer.get_json()["session"]["seat"] == bidder.view["seat"]


@pytest.mark.parametrize("game", GAMES)
def test_the_keys_of_opening_joining_and_acting_do_not_meet(client: FlaskClient, game: str) -> None:
    host = seated(client, create(client, game))
    seats = [host]
    while host.view["status"] == "waiting":
        seats.append(seated(client, take_seat(host, KEY if len(seats) == 1 else f"{KEY} {len(seats)}")))
    answer = host.post("resign", Idempotency_Key=KEY)
    assert (answer.status_code, "Idempotent-Replayed" in answer.headers) == (200, False)


def test_a_refusal_is_judged_anew_and_leaves_its_key_unused(client: FlaskClient) -> None:
    seats = full_table(client)
    first = on_turn(seats)
    second = seats[(seats.index(first) + 1) % len(seats)]
    with nothing_changes(*seats):
        for _ in range(2):
            answer = second.post("bid", {"call": "three"}, Idempotency_Key=KEY)
            assert refused(answer) == "not_your_turn"
            assert "Idempotent-Replayed" not in answer.headers
    first.post("bid", {"call": "three"})
    assert refused(second.post("bid", {"call": "three"}, Idempotency_Key=KEY)) == "bid_too_low"
    answer = second.post("bid", {"call": "four"}, Idempotency_Key=KEY)
    assert (answer.status_code, "Idempotent-Replayed" in answer.headers) == (200, False)


@pytest.mark.parametrize("game", GAMES)
def test_a_stale_action_leaves_its_key_unused(client: FlaskClient, game: str) -> None:
    seat = on_turn(full_table(client, game))
    action = seat.legal[0]
    assert refused(act(seat, action, If_Match='"stale"')) == "stale_version"
    answer = act(seat, action, If_Match=seat.etag)
    assert (answer.status_code, "Idempotent-Replayed" in answer.headers) == (200, False)


@pytest.mark.parametrize("game", GAMES)
def test_a_key_settles_an_action_whose_answer_was_lost(over_faulty: FlaskClient, faulty: Faulty, game: str) -> None:
    seats = full_table(over_faulty, game)
    seat, before = on_turn(seats), seats[0].view["version"]
    action = seat.legal[0]
    faulty.mumbles = True
    lost = act(seat, action)
    faulty.mumbles = False
    assert refused(lost) == "outcome_unknown"
    answer = act(seat, action)
    assert (answer.status_code, answer.headers["Idempotent-Replayed"]) == (200, "true")
    assert answer.get_json()["events"][0]["seq"] == before + 1
    assert answer.get_json()["session"] == seat.view


def test_a_seats_last_32_keys_are_kept(client: FlaskClient) -> None:
    """Three play on, each taking the first action there is; one of them with a key every time."""
    seats = full_table(client, players=3, target=500, seed="thirty-three keys")
    keyed = seats[0]
    answers: list[tuple[dict[str, Any], TestResponse]] = []
    while len(answers) < 33:
        seat = on_turn(seats)
        if seat is keyed:
            action = seat.legal[0]
            answers.append((action, act(seat, action, f"the key of action {len(answers)}")))
            assert answers[-1][1].status_code == 200
        else:
            assert seat.act(seat.legal[0]).status_code == 200
    with nothing_changes(*seats):
        for number, (action, first) in enumerate(answers[1:], start=1):
            assert_repeats(act(keyed, action, f"the key of action {number}"), first)
    again = act(keyed, answers[0][0], "the key of action 0")
    assert "Idempotent-Replayed" not in again.headers
    assert again.data != answers[0][1].data


def test_a_session_that_is_gone_repeats_nothing(client: FlaskClient) -> None:
    host = open_session(client, "shooting-party")
    action = host.legal[0]
    act(host, action)
    host.delete()
    assert refused(act(host, action)) == "not_found"


# The key itself


@pytest.mark.parametrize("key", BAD_KEYS)
def test_a_key_of_another_form_is_refused_on_every_post(client: FlaskClient, key: str) -> None:
    for game in GAMES:
        assert wrong_fields(create(client, game, key, listed=True)) == {"Idempotency-Key"}
        assert client.get(f"/v1/{game}/sessions").get_json()["sessions"] == []
        seats = full_table(client, game)
        with nothing_changes(*seats):
            for action in on_turn(seats).legal:
                assert wrong_fields(act(on_turn(seats), action, key)) == {"Idempotency-Key"}
            assert wrong_fields(seats[0].post("resign", Idempotency_Key=key)) == {"Idempotency-Key"}
    for game in JOINABLE:
        host = open_session(client, game)
        with nothing_changes(host):
            assert wrong_fields(take_seat(host, key)) == {"Idempotency-Key"}


@pytest.mark.parametrize("key", ["x" * 16, "x" * 255, "a key with ~ \" ' \\ { and }"])
def test_a_key_may_be_16_to_255_printable_characters(client: FlaskClient, key: str) -> None:
    first = create(client, "shooter", key)
    assert first.status_code == 201
    assert_repeats(create(client, "shooter", key), first)


def test_a_key_is_told_from_its_like(client: FlaskClient) -> None:
    keys = [KEY, KEY.upper(), f"{KEY}0", KEY[:-1], f"0{KEY}"]
    assert len({create(client, "shooter", key).headers["Location"] for key in keys}) == len(keys)


def test_no_key_is_kept_in_words(client: FlaskClient, memory: FakeRedis) -> None:
    host = seated(client, create(client, "shooter"))
    take_seat(host, name="Bertie")
    game = seated(client, create(client, "shooting-party"))
    act(game, game.legal[0])
    assert spectator(game).status_code == 200
    kept = repr([(name, memory.dump(name)) for name in memory.keys()])  # noqa: SIM118 - a store is no dict
    assert "Bertie" in kept
    assert KEY not in kept
