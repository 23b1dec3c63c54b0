"""A session that is damaged in the store is a problem with a number to look up; the tables beside it play on."""

import pytest
from fakeredis import FakeRedis
from flask.testing import FlaskClient

from server.sessions.record import document_key, events_key
from tests.web.problems import refused
from tests.web.seats import GAMES, Seat, full_table, open_session


def damage(memory: FakeRedis, seat: Seat, game: str) -> None:
    """Put something else in the place of a session."""
    memory.set(document_key(f"{game}:{seat.id}"), b"1-0123456789abcdef 00000000 {}", keepttl=True)


@pytest.mark.parametrize("game", GAMES)
def test_a_damaged_session_is_told_of_by_a_number_that_is_in_the_log(
    client: FlaskClient, memory: FakeRedis, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    seat, neighbour = (open_session(client, game, listed=True) for _ in range(2))
    damage(memory, seat, game)
    for answer in (seat.get(), seat.get("/events"), seat.post("resign"), seat.delete(), client.get(seat.url)):
        assert refused(answer) == "internal_error"
        assert answer.get_json()["instance"] in caplog.text
        assert seat.token not in caplog.text
    assert neighbour.get().status_code == 200


@pytest.mark.parametrize("game", GAMES)
def test_events_with_a_gap_are_shown_to_nobody(client: FlaskClient, memory: FakeRedis, game: str) -> None:
    seat = full_table(client, game)[0]
    whole = seat.events
    gap = len(whole) - 1
    log = events_key(f"{game}:{seat.id}")
    memory.lset(log, gap - 1, "gone")
    memory.lrem(log, 1, "gone")
    assert refused(seat.get("/events")) == "internal_error"
    for since in (gap - 1, gap):
        assert refused(seat.get(f"/events?since={since}&limit=1000")) == "internal_error"


@pytest.mark.parametrize("game", GAMES)
def test_the_lobby_shows_the_others(client: FlaskClient, memory: FakeRedis, game: str) -> None:
    seat, neighbour = (open_session(client, game, listed=True) for _ in range(2))
    damage(memory, seat, game)
    listed = client.get(f"/v1/{game}/sessions").get_json()["sessions"]
    assert [session["id"] for session in listed] == [neighbour.id]
