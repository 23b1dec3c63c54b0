"""``/metrics``: what is counted as what, that no label says more than it may, and who may read it."""

import json
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from server import meters
from server.catalogue import CATALOGUE
from server.config import Settings
from server.game import Level, wire_name
from server.sessions.memory import MemoryStore
from server.sessions.session import Status
from server.web import door
from server.web.app import create_app
from tests.web.operations import operations
from tests.web.problems import STATUS, refused
from tests.web.scrape import METRICS, counted, sample, scrape
from tests.web.seats import PLAIN, finish, full_table, on_turn, open_session, spectator

ROOT = Path(__file__).parents[2]
TOKEN = "for whoever keeps the server running ♣"
KEY = "a-key-of-sixteen-or-more"


# What is counted


def test_an_answer_is_counted_by_its_operation_and_its_status(client: FlaskClient) -> None:
    with counted(client) as moved:
        seat = open_session(client, "shooting-party")
        assert seat.get().status_code == 200
        assert seat.get(If_None_Match=seat.etag).status_code == 304
        assert client.get(f"{seat.url}x").status_code == 404
    assert moved[sample("requests_total", operation="createShootingPartySession", status="201")] == 1
    got = {
        status: moved[sample("requests_total", operation="getShootingPartySession", status=status)]
        for status in ("200", "304", "404")
    }
    assert got == {"200": 2, "304": 1, "404": 1}
    assert moved[sample("request_seconds_count", operation="getShootingPartySession")] == 4
    assert moved[sample("request_seconds_bucket", operation="getShootingPartySession", le="+Inf")] == 4
    assert moved[sample("request_seconds_sum", operation="getShootingPartySession")] > 0


def test_what_is_no_operation_is_counted_as_none(client: FlaskClient) -> None:
    """No path becomes a label, whatever is asked for."""
    with counted(client) as moved:
        client.get("/nowhere/at/all")
        client.put("/v1/shooter/sessions")
        client.options("/v1/shooter/sessions")
        client.get("/docs")
    found = {dict(labels)["status"]: number for labels, number in moved.of("requests_total").items()}
    assert {dict(labels)["operation"] for labels in moved.of("requests_total")} == {"none"}
    assert found == {"404": 1, "405": 1, "200": 3}, "the last is the first look at the metrics"


def test_a_refusal_is_counted_by_its_code(client: FlaskClient) -> None:
    seat = open_session(client, "shooting-party", seed=PLAIN)
    with counted(client) as moved:
        assert refused(seat.post("seduce")) == "not_a_lone_queen"
        assert refused(seat.post("discard", {"cards": 1})) == "invalid_request"
        assert refused(seat.get("/replay")) == "session_not_finished"
    assert moved.of("refusals_total") == {
        frozenset({("code", code)}): 1 for code in ("not_a_lone_queen", "invalid_request", "session_not_finished")
    }


def test_an_action_is_counted_when_it_is_taken_and_not_when_it_is_repeated(client: FlaskClient) -> None:
    seat = open_session(client, "shooting-party", seed=PLAIN)
    with counted(client) as moved:
        for _ in range(3):
            assert seat.post("leave", Idempotency_Key=KEY).status_code == 200
        assert seat.post("seduce").status_code == 409
    assert moved.of("actions_total") == {
        frozenset({("game", "shooting-party"), ("action", "leave"), ("who", "player")}): 1
    }


def test_what_the_house_does_is_told_from_what_players_do(client: FlaskClient) -> None:
    with counted(client) as moved:
        seat = open_session(client, "shooter", bots=3, bot_level="easy", first_dealer=0)
        assert seat.post("bid", {"call": "pass"}).status_code in (200, 409)
    house = sum(number for labels, number in moved.of("actions_total").items() if ("who", "house") in labels)
    assert house >= 3
    assert moved[sample("bot_seconds_count", game="shooter", level="easy")] == house
    assert moved[sample("bot_seconds_sum", game="shooter", level="easy")] > 0


def test_sessions_are_counted_as_they_open_end_and_go(client: FlaskClient) -> None:
    with counted(client) as moved:
        finish(full_table(client, "shooter"))
        open_session(client, "shooter", listed=False)
        ended = full_table(client, "shooting-party")
        finish(ended)
        assert ended[0].delete().status_code == 204
        assert open_session(client, "shooting-party", listed=True).delete().status_code == 204
        open_session(client, "shooting-party", listed=True)
    by_game = {
        name: {dict(labels)["game"]: number for labels, number in moved.of(f"sessions_{name}_total").items()}
        for name in ("opened", "finished", "removed")
    }
    assert by_game == {
        "opened": {"shooter": 2, "shooting-party": 3},
        "finished": {"shooter": 1, "shooting-party": 1},
        "removed": {"shooting-party": 1},
    }
    assert moved[sample("sessions_open", game="shooter")] == 1
    assert moved[sample("sessions_open", game="shooting-party")] == 1
    assert moved[sample("sessions_listed", game="shooter", status="finished")] == 1
    assert moved[sample("sessions_listed", game="shooting-party", status="active")] == 1


def test_trips_to_the_store_are_counted_and_timed(client: FlaskClient) -> None:
    seat = open_session(client, "shooting-party", seed=PLAIN)
    with counted(client) as moved:
        assert seat.post("leave").status_code == 200
    asked_for_the_metrics = 5
    assert moved[sample("store_trips_total", outcome="answered")] == 2 + asked_for_the_metrics
    assert moved[sample("store_seconds_count")] == 2 + asked_for_the_metrics
    assert moved[sample("store_seconds_sum")] > 0


def test_who_was_asked_to_wait_is_no_latency(client: FlaskClient) -> None:
    seat = open_session(client, "shooting-party")
    etag = seat.etag
    with counted(client) as moved:
        assert seat.get("?wait=1", If_None_Match=etag).status_code == 304
    assert moved[sample("requests_total", operation="getShootingPartySession", status="304")] == 1
    assert moved[sample("request_seconds_count", operation="getShootingPartySession")] == 0
    assert moved[sample("held_requests")] == 0


def test_a_stream_is_open_until_it_has_ended(client: FlaskClient) -> None:
    seat = open_session(client, "shooting-party")
    answer = client.get(f"{seat.url}/events", headers={"Accept": "text/event-stream"}, buffered=False)
    frames = answer.iter_encoded()
    next(frames)
    assert scrape(client)[sample("streams")] == 1
    finish([seat])
    assert list(frames)
    assert scrape(client)[sample("streams")] == 0


def test_a_store_that_is_away_leaves_the_rest_to_be_read(over_failing: FlaskClient) -> None:
    found = scrape(over_failing)
    assert found[sample("store_up")] == 0
    assert sample("store_keys") not in found
    assert sample("sessions_open", game="shooter") not in found
    assert sample("refusals_total", code="store_unavailable") in found


def test_a_store_that_answers_is_up(client: FlaskClient) -> None:
    open_session(client, "shooter")
    found = scrape(client)
    assert found[sample("store_up")] == 1
    assert found[sample("store_keys")] == 4, "a session, its events, the lobby, and how many are open"


# What a label may say


def words(client: FlaskClient) -> dict[str, set[str]]:
    """All that each label may say."""
    told = client.application.extensions["document"].as_dict()["paths"].values()
    ids = {operation["operationId"] for path in told for operation in path.values() if "operationId" in operation}
    return {
        "operation": ids | {door.NONE},
        "status": {*door.STATUSES, door.OTHER} | set(Status),
        "game": {entry.game.name for entry in CATALOGUE},
        "action": {wire_name(kind) for entry in CATALOGUE for kind in entry.game.actions},
        "who": {"player", "house"},
        "code": set(STATUS),
        "level": set(Level),
        "outcome": {"answered", "unavailable", "unknown"},
    }


def test_no_label_says_anything_but_the_words_of_a_closed_set(client: FlaskClient) -> None:
    seats = full_table(client, "shooter")
    for operation in operations(client):
        for seat_id in (seats[0].id, "A" * 22, "x", seats[0].token):
            operation.send(client, seat_id, Authorization=f"Bearer {seats[0].token}")
            operation.send(client, seat_id, "?hand=true")
    on_turn(seats).post("bid", {"call": "three"})
    client.get(f"/{seats[0].token}", headers={"X-Request-Id": seats[0].token})
    allowed = words(client)
    assert len(scrape(client)) > 500
    for name, labels in scrape(client):
        for label, word in labels:
            if label == "le":
                assert float(word) > 0, name
            else:
                assert word in allowed[label], (name, label)


def test_every_status_that_the_document_lists_has_a_word(client: FlaskClient) -> None:
    told = client.application.extensions["document"].as_dict()["paths"].values()
    listed = {
        str(status) for path in told for verb in path.values() if "responses" in verb for status in verb["responses"]
    }
    assert listed - {"default"} <= set(door.STATUSES)


# Who may read it


def asked(client: FlaskClient, address: str = "127.0.0.1", host: str = "localhost:8000", **headers: str) -> bool:
    """Whether the metrics can be read so. Where they cannot be, there is nothing to be seen of them."""
    named = {name.replace("_", "-"): value for name, value in headers.items()} | {"Host": host}
    there = {"environ_base": {"REMOTE_ADDR": address}, "headers": named}
    answer, nowhere = client.get(METRICS, **there), client.get("/nowhere", **there)
    if answer.status_code == 200:
        assert answer.content_type.startswith("text/plain; version=")
        return True
    assert refused(answer) == "not_found"
    assert answer.data == nowhere.data
    assert answer.headers == nowhere.headers
    return False


def test_this_machine_may_read_it(client: FlaskClient) -> None:
    assert asked(client)
    assert asked(client, "::1", "[::1]:8000")
    assert asked(client, "::ffff:127.0.0.1", "127.0.0.1")
    assert asked(client, "127.8.8.8", "127.0.0.1:23000")


@pytest.mark.parametrize("address", ["10.0.0.7", "203.0.113.9", "2001:db8::1", "::ffff:10.0.0.7", "", "localhost.evil"])
def test_no_other_machine_may(client: FlaskClient, address: str) -> None:
    assert not asked(client, address)
    assert not asked(client, address, Authorization="Bearer x")


@pytest.mark.parametrize(
    "added",
    [
        {"X-Forwarded-For": "127.0.0.1"},
        {"X-Forwarded-Proto": "https"},
        {"X-Forwarded-Host": "localhost"},
        {"X-Real-IP": "127.0.0.1"},
        {"Forwarded": "for=127.0.0.1"},
        {"Via": "1.1 proxy"},
    ],
    ids=lambda added: next(iter(added)),
)
def test_nor_whoever_comes_through_a_proxy_on_this_one(client: FlaskClient, added: dict[str, str]) -> None:
    assert not asked(client, **added)


def test_nor_a_page_in_a_browser_on_this_one(client: FlaskClient) -> None:
    """A page from elsewhere says so, or has had its own name lead here."""
    assert not asked(client, Origin="https://cards.example")
    assert not asked(client, host="cards.example:8000")
    assert not asked(client, host="localhost.cards.example")
    assert asked(client, Sec_Fetch_Site="none"), "whoever types the address is no page"


def test_nor_whoever_comes_through_a_proxy_that_says_nothing_in_an_old_protocol(client: FlaskClient) -> None:
    told = {"REMOTE_ADDR": "127.0.0.1", "SERVER_PROTOCOL": "HTTP/1.0"}
    assert refused(client.get(METRICS, headers={"Host": "127.0.0.1:8000"}, environ_overrides=told)) == "not_found"


def test_where_proxies_are_declared_the_connection_itself_is_looked_at() -> None:
    settings = Settings(store="memory", secret_key="for tests", proxies=1)
    client = create_app(settings, MemoryStore(settings.session_ttl)).test_client()
    assert asked(client)
    assert not asked(client, X_Forwarded_For="127.0.0.1")
    assert not asked(client, "10.0.0.7", X_Forwarded_For="127.0.0.1")


@pytest.fixture(scope="module")
def guarded() -> FlaskClient:
    settings = Settings(store="memory", secret_key="for tests", metrics_token=TOKEN)
    return create_app(settings, MemoryStore(settings.session_ttl)).test_client()


def borne(token: str) -> str:
    """As a header has it: bytes, one a character."""
    return token.encode().decode("latin-1")


def test_with_a_token_set_its_bearer_may_read_it_from_anywhere(guarded: FlaskClient) -> None:
    assert asked(guarded, "203.0.113.9", "cards.example", Authorization=f"Bearer {borne(TOKEN)}", Via="1.1 proxy")
    assert asked(guarded, "10.0.0.7", Authorization=f"bearer {borne(TOKEN)}")


@pytest.mark.parametrize(
    "sent", ["", "Bearer", "Bearer ", "Bearer x", f"Basic {borne(TOKEN)}", f"Bearer {borne(TOKEN)}x", "Bearer \xff"]
)
def test_and_nobody_else_not_even_on_this_machine(guarded: FlaskClient, sent: str) -> None:
    assert not asked(guarded, Authorization=sent)
    assert not asked(guarded)


# How it is written


def test_whoever_prefers_openmetrics_gets_that(client: FlaskClient) -> None:
    answer = client.get(METRICS, headers={"Accept": "application/openmetrics-text;version=1.0.0,text/plain;q=0.5"})
    assert answer.content_type.startswith("application/openmetrics-text; version=1.0.0")
    assert answer.text.endswith("# EOF\n")


def test_names_and_units_are_as_prometheus_has_them(client: FlaskClient) -> None:
    text = client.get(METRICS).text
    for name, kind in re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE):
        assert name.startswith("leverstoke_")
        assert name.endswith("_total") == (kind == "counter"), name
        assert name.endswith("_seconds") == (kind == "histogram"), name
    assert len(re.findall("^# HELP .+[.]$", text, re.MULTILINE)) == len(meters.METERS) + 4


# The dashboard and the page


def of_the_dashboard() -> set[str]:
    """The metrics that the dashboard asks for."""
    dashboard = json.loads((ROOT / "docs/grafana-dashboard.json").read_text())
    asked = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]
    assert len(asked) > 15
    return {name for text in asked for name in re.findall(r"\bleverstoke_\w+", text)}


def test_the_dashboard_asks_for_what_there_is_and_shows_all_of_it(client: FlaskClient) -> None:
    seat = open_session(client, "shooter", bots=3)
    assert spectator(seat).status_code == 200
    there = {name for name, _ in scrape(client)}
    assert of_the_dashboard() <= there
    families = {re.sub("_(bucket|count|sum)$", "", name) for name in there}
    assert {re.sub("_(bucket|count|sum)$", "", name) for name in of_the_dashboard()} == families


def test_the_page_tells_of_every_metric(client: FlaskClient) -> None:
    text = client.get(METRICS).text
    told = set(re.findall(r"^\| `(leverstoke_\w+)", (ROOT / "docs/metrics.md").read_text(), re.MULTILINE))
    assert told == set(re.findall(r"^# TYPE (\S+)", text, re.MULTILINE))
