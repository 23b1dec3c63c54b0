"""ETags, and what may be asked of them: they name a version as one reader sees it."""

import pytest
from flask.testing import FlaskClient

from tests.web.problems import refused, wrong_fields
from tests.web.seats import (
    GAMES,
    JOINABLE,
    Seat,
    after_the_auction,
    full_table,
    join,
    nothing_changes,
    on_turn,
    open_session,
    spectator,
)

OTHER_DIGEST = "0123456789abcdef"


def moved_on(client: FlaskClient, game: str) -> tuple[Seat, str]:
    """Whose turn it is at a table where something has happened, and the ETag they had before."""
    seats = full_table(client, game)
    tags = [seat.etag for seat in seats]
    mover = on_turn(seats)
    mover.act(mover.legal[0])
    turn = seats.index(on_turn(seats))
    return seats[turn], tags[turn]


def version(etag: str) -> str:
    return etag.strip('"').partition("-")[0]


def renumbered(etag: str, number: int) -> str:
    _, digest, reader = etag.strip('"').split("-")
    return f'"{number}-{digest}-{reader}"'


def another_history(etag: str) -> str:
    """The version of *etag* with the digest of other events."""
    number, _, reader = etag.strip('"').split("-")
    return f'"{number}-{OTHER_DIGEST}-{reader}"'


# ETags


@pytest.mark.parametrize("game", GAMES)
def test_an_etag_is_strong_and_the_same_while_nothing_happens(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    assert host.etag.startswith('"')
    assert host.etag.endswith('"')
    assert host.etag == host.etag == host.client.head(host.url, headers=host.headers).headers["ETag"]


@pytest.mark.parametrize("game", GAMES)
def test_every_reader_of_a_version_has_an_etag_of_their_own(client: FlaskClient, game: str) -> None:
    seats = full_table(client, game)
    etags = [spectator(seats[0]).headers["ETag"], *(seat.etag for seat in seats)]
    assert len(set(etags)) == len(etags)
    assert len({version(etag) for etag in etags}) == 1


@pytest.mark.parametrize("game", GAMES)
def test_every_version_has_an_etag_of_its_own(client: FlaskClient, game: str) -> None:
    seats = full_table(client, game)
    seen: list[str] = []
    for _ in range(5):
        seen += [spectator(seats[0]).headers["ETag"], *(seat.etag for seat in seats)]
        on_turn(seats).act(on_turn(seats).legal[0])
    assert len(set(seen)) == len(seen)


@pytest.mark.parametrize("game", GAMES)
def test_every_answer_that_shows_a_view_has_its_etag(client: FlaskClient, game: str) -> None:
    created = client.post(f"/v1/{game}/sessions")
    seat = Seat(client, created.headers["Location"], created.get_json()["token"])
    assert created.headers["ETag"] == seat.etag
    mover, stale = moved_on(client, game)
    acted = mover.act(mover.legal[0])
    assert acted.headers["ETag"] == mover.etag
    assert mover.post("resign", If_Match=stale).headers["ETag"] == mover.etag


@pytest.mark.parametrize("game", JOINABLE)
def test_joining_shows_the_guests_view_with_its_etag(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    joined = client.post(f"{host.url}/seats")
    assert joined.headers["ETag"] == Seat(client, host.url, joined.get_json()["token"]).etag != host.etag


# If-None-Match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("form", ["{}", "W/{}", '"older", {}', '"older",W/{},"newer"', "*", " {} "])
def test_whoever_has_the_view_is_told_that_it_has_not_changed(client: FlaskClient, game: str, form: str) -> None:
    seat = on_turn(full_table(client, game))
    answer = seat.get(If_None_Match=form.format(seat.etag))
    assert (answer.status_code, answer.data) == (304, b"")
    assert answer.headers["ETag"] == seat.etag
    assert "Content-Type" not in answer.headers


@pytest.mark.parametrize("game", GAMES)
def test_a_spectator_is_told_that_nothing_has_changed(client: FlaskClient, game: str) -> None:
    host = open_session(client, game)
    etag = spectator(host).headers["ETag"]
    assert client.get(host.url, headers={"If-None-Match": etag}).status_code == 304


@pytest.mark.parametrize("game", GAMES)
def test_whoever_has_not_the_view_gets_it(client: FlaskClient, game: str) -> None:
    seat, stale = moved_on(client, game)
    others = [stale, spectator(seat).headers["ETag"], another_history(seat.etag), renumbered(seat.etag, 999)]
    for condition in [*others, *(f"W/{other}" for other in others), ", ".join(others), "", "garbage", '""', '"*"']:
        answer = seat.get(If_None_Match=condition)
        assert answer.status_code == 200, condition
        assert answer.get_json()["seat"] == seat.view["seat"]


def test_the_etag_of_another_seat_is_not_a_views_own(client: FlaskClient) -> None:
    seats = full_table(client)
    for seat in seats:
        for other in seats:
            assert seat.get(If_None_Match=other.etag).status_code == (304 if seat is other else 200)


@pytest.mark.parametrize("condition", ["*", '"anything"'])
def test_where_there_is_no_session_a_condition_finds_none(client: FlaskClient, condition: str) -> None:
    host = open_session(client, "shooter")
    host.delete()
    assert refused(host.get(If_None_Match=condition)) == "not_found"


# If-Match


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("form", ["{current}", "*", '"older", {current}', "{stale},{current}", " {current} ", " * "])
def test_an_action_upon_the_current_version_is_taken(client: FlaskClient, game: str, form: str) -> None:
    seat, stale = moved_on(client, game)
    action = seat.legal[0]
    condition = form.format(current=seat.etag, stale=stale)
    answer = seat.post(action["action"], action["body"], If_Match=condition)
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize("game", GAMES)
def test_an_action_upon_an_older_version_is_refused_with_the_current_view(client: FlaskClient, game: str) -> None:
    seat, stale = moved_on(client, game)
    action = seat.legal[0]
    with nothing_changes(seat):
        answer = seat.post(action["action"], action["body"], If_Match=stale)
    assert refused(answer) == "stale_version"
    assert answer.get_json()["session"] == seat.view
    assert answer.headers["ETag"] == seat.etag


@pytest.mark.parametrize("game", GAMES)
def test_what_is_no_strong_etag_of_ones_own_counts_as_stale(client: FlaskClient, game: str) -> None:
    seat, stale = moved_on(client, game)
    action, etag = seat.legal[0], seat.etag
    conditions = [
        f"W/{etag}",
        f"W/{stale}, W/{etag}",
        spectator(seat).headers["ETag"],
        etag.strip('"'),
        etag.replace('"', "'"),
        "",
        '""',
        '"*"',
        "garbage",
        '"garbage"',
        f'"{version(etag)}"',
        '"unclosed',
        "caf\xe9",
    ]
    with nothing_changes(seat):
        for condition in conditions:
            answer = seat.post(action["action"], action["body"], If_Match=condition)
            assert refused(answer) == "stale_version", condition
            assert answer.get_json()["session"] == seat.view


@pytest.mark.parametrize("game", GAMES)
def test_an_etag_is_compared_by_its_characters(client: FlaskClient, game: str) -> None:
    seat, _ = moved_on(client, game)
    action = seat.legal[0]
    with nothing_changes(seat):
        answer = seat.post(action["action"], action["body"], If_Match=f'"0{seat.etag[1:]}')
    assert refused(answer) == "stale_version"


def test_the_etag_of_another_seat_is_none_to_act_upon(client: FlaskClient) -> None:
    seats = after_the_auction(client)
    leader = on_turn(seats)
    play = leader.legal[0]
    with nothing_changes(*seats):
        for other in seats:
            if other is not leader:
                answer = leader.post("play", play["body"], If_Match=other.etag)
                assert refused(answer) == "stale_version"
                assert answer.get_json()["session"]["hand"] == leader.view["hand"]


@pytest.mark.parametrize("game", GAMES)
def test_a_version_that_has_never_been_names_a_lost_history(client: FlaskClient, game: str) -> None:
    seat, stale = moved_on(client, game)
    action, etag = seat.legal[0], seat.etag
    lost = [
        another_history(etag),
        another_history(stale),
        renumbered(etag, int(version(etag)) + 1),
        renumbered(etag, 999_999_999),
        renumbered(etag, 1),
        renumbered(stale, int(version(etag))),
    ]
    with nothing_changes(seat):
        for condition in lost:
            assert refused(seat.post(action["action"], action["body"], If_Match=condition)) == "history_lost", condition


# The ids of events


def event_id(etag: str) -> str:
    """An ETag without its reader."""
    return etag.strip('"').rpartition("-")[0]


@pytest.mark.parametrize("game", GAMES)
def test_events_are_resumed_behind_an_event_id_whatever_since_says(client: FlaskClient, game: str) -> None:
    seat, before = moved_on(client, game)
    number = int(version(before))
    for told in (version(before), event_id(before)):
        resumed = seat.get("/events?since=1&limit=1000", Last_Event_ID=told).get_json()["events"]
        assert resumed == seat.events[number:]
        assert resumed[0]["seq"] == number + 1
    assert seat.get("/events", Last_Event_ID=event_id(seat.etag)).get_json() == {"events": []}


@pytest.mark.parametrize("game", GAMES)
def test_an_event_id_of_another_history_is_told_so_and_shown_nothing(client: FlaskClient, game: str) -> None:
    seat, before = moved_on(client, game)
    lost = [another_history(seat.etag), another_history(before), renumbered(before, 1), renumbered(seat.etag, 99_999)]
    for told in map(event_id, lost):
        assert refused(seat.get("/events", Last_Event_ID=told)) == "history_lost", told
    assert refused(seat.get("/events", Last_Event_ID="99999")) == "history_lost"


@pytest.mark.parametrize("told", ["", "x", "-1", "1.5", "1-", "1-xyz", "1-0123456789ABCDEF", "\u0661", "1" * 10, "1 2"])
def test_an_event_id_of_another_form_is_refused(client: FlaskClient, told: str) -> None:
    seat = open_session(client, GAMES[0])
    assert wrong_fields(seat.get("/events", Last_Event_ID=told)) == {"Last-Event-ID"}


# The order of checks: each request is wrong in every way from its own on, and right before


@pytest.fixture
def everything_wrong(client: FlaskClient) -> tuple[Seat, dict[str, str]]:
    """A seat whose turn it no longer is, and headers with a key it has used and the version it has used it on."""
    seats = full_table(client)
    bidder = on_turn(seats)
    headers = {"Idempotency_Key": "a key that was used before", "If_Match": bidder.etag}
    assert bidder.post("bid", {"call": "three"}, **headers).status_code == 200
    return bidder, headers


def test_the_path_comes_first(client: FlaskClient) -> None:
    assert refused(client.put("/v1/shooter/session", data="{", headers={"Authorization": "garbage"})) == "not_found"


def test_the_method_comes_before_the_token(client: FlaskClient) -> None:
    host = open_session(client, "shooter")
    answer = client.put(f"{host.url}/bid", data="{", headers={"Authorization": "garbage"})
    assert refused(answer) == "method_not_allowed"


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer garbage"}])
def test_the_token_comes_before_the_body(client: FlaskClient, headers: dict[str, str]) -> None:
    host = open_session(client, "shooter")
    for body in (b"{", b"x" * 20_000, b'{"call": "nonsense"}'):
        answer = client.post(f"{host.url}/bid", data=body, content_type="text/plain", headers=headers)
        assert refused(answer) == "unauthorized"


def test_the_body_comes_before_the_session(client: FlaskClient) -> None:
    gone, stranger = open_session(client, "shooter"), open_session(client, "shooter")
    gone.delete()
    assert wrong_fields(gone.post("bid", {"call": "nonsense"})) == {"call"}
    assert wrong_fields(Seat(client, gone.url, stranger.token).post("bid", {"call": "nonsense"})) == {"call"}
    assert wrong_fields(client.post(f"{gone.url}/seats", json={"seat": "none"})) == {"seat"}


@pytest.mark.parametrize("key", ["a key of good form", "a bad key"])
def test_the_session_comes_before_the_key(client: FlaskClient, key: str) -> None:
    gone = open_session(client, "shooter")
    gone.delete()
    answer = gone.post("bid", {"call": "pass"}, Idempotency_Key=key, If_Match='"stale"')
    assert refused(answer) == "not_found"
    assert refused(client.post(f"{gone.url}/seats", headers={"Idempotency-Key": key})) == "not_found"


def test_a_dead_token_comes_before_the_key(client: FlaskClient) -> None:
    host = open_session(client, "shooter")
    guest = join(client, host)
    guest.delete("/seats/1")
    answer = guest.post("bid", {"call": "pass"}, Idempotency_Key="a key of good form", If_Match='"stale"')
    assert refused(answer) == "unauthorized"


def test_the_key_comes_before_the_version(everything_wrong: tuple[Seat, dict[str, str]]) -> None:
    seat, headers = everything_wrong
    assert refused(seat.post("bid", {"call": "four"}, **headers)) == "idempotency_key_reused"
    replayed = seat.post("bid", {"call": "three"}, **headers)
    assert (replayed.status_code, replayed.headers["Idempotent-Replayed"]) == (200, "true")


def test_the_version_comes_before_the_turn(everything_wrong: tuple[Seat, dict[str, str]]) -> None:
    seat, headers = everything_wrong
    assert refused(seat.post("trump", {"suit": "clubs"}, If_Match=headers["If_Match"])) == "stale_version"


def test_the_version_comes_before_the_start(client: FlaskClient) -> None:
    host = open_session(client, "shooter")
    assert refused(host.post("bid", {"call": "pass"}, If_Match='"stale"')) == "stale_version"
    assert refused(host.post("bid", {"call": "pass"}, If_Match=host.etag)) == "session_not_started"


def test_the_turn_comes_before_the_rules(everything_wrong: tuple[Seat, dict[str, str]]) -> None:
    seat, _ = everything_wrong
    assert refused(seat.post("trump", {"suit": "clubs"}, If_Match=seat.etag)) == "not_your_turn"


def test_the_rules_come_last(client: FlaskClient) -> None:
    seat = on_turn(full_table(client))
    assert refused(seat.post("trump", {"suit": "clubs"}, If_Match=seat.etag)) == "wrong_phase"


@pytest.mark.parametrize("malformed", ["w/{0}", "x{0}", "{0}x", "{0} {0}", "{0},", "{0};q=1"])
def test_a_header_that_is_no_list_of_tags_matches_nothing(client: FlaskClient, malformed: str) -> None:
    seat = full_table(client)[0]
    assert seat.get(If_None_Match=malformed.format(seat.etag)).status_code == 200
    with nothing_changes(seat):
        answer = seat.post("resign", If_Match=malformed.format(seat.etag))
    assert refused(answer) == "stale_version"
