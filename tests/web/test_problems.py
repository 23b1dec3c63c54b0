"""Every error is a problem, whoever found it: the router, a check, the rules, the store or a mistake of ours."""

import logging
import re
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from server.catalogue import CATALOGUE
from server.game import wire_name
from server.sessions.store import OutcomeUnknown, StoreUnavailable
from tests.web.operations import NOWHERE, operations, session_operations
from tests.web.problems import STATUS, refused
from tests.web.seats import (
    GAMES,
    Seat,
    after_the_auction,
    finish,
    full_table,
    nothing_changes,
    on_turn,
    open_session,
    spectator,
)
from tests.web.stores import Failing

SHOOTER_PACK = [rank + suit for suit in "CDHS" for rank in "9TJQKA"]
PARTY_PACK = [*(rank + suit for suit in "CDHS" for rank in "A2345JQK"), "JOKER"]
VERBS = ("GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW")


@pytest.fixture
def hosts(client: FlaskClient) -> dict[str, Seat]:
    return {game: open_session(client, game) for game in GAMES}


def everything(answer: TestResponse) -> tuple[int, list[tuple[str, str]], bytes]:
    return answer.status_code, sorted(answer.headers), answer.data


# The router's


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/v1",
        "/v1/",
        "/v2/games",
        "/v1/games/",
        "//v1/games",
        "/v1//games",
        "/V1/games",
        "/v1/whist/sessions",
        "/v1/shooter",
        "/v1/shooter/sessions/",
        f"/v1/shooter/sessions/{NOWHERE}/",
        f"/v1/shooter/sessions/{NOWHERE}/nothing",
        "/v1/problems/",
        "/\0",
        "/caf\xe9",
        "/" + "x" * 5000,
    ],
)
def test_where_there_is_nothing_nothing_is_found(client: FlaskClient, path: str) -> None:
    for verb in VERBS:
        assert refused(client.open(path, method=verb)) == "not_found", verb


@pytest.mark.parametrize(
    "name", ["nothing.js", "../__init__.py", "%2e%2e/__init__.py", "..%2f__init__.py", "/etc/passwd"]
)
def test_the_page_of_the_document_gives_nothing_else_away(client: FlaskClient, name: str) -> None:
    assert refused(client.get(f"/docs/{name}")) == "not_found"


def test_a_method_that_a_path_does_not_have_is_refused_with_those_it_has(client: FlaskClient) -> None:
    verbs: dict[str, set[str]] = {}
    for operation in operations(client):
        verbs.setdefault(operation.url(), set()).add(operation.method)
    for url, known in verbs.items():
        for verb in VERBS:
            if verb not in known:
                answer = client.open(url, method=verb)
                assert refused(answer) == "method_not_allowed", (verb, url)
                allowed = set(answer.headers["Allow"].split(", "))
                assert allowed - {"OPTIONS", "HEAD"} == known


def test_who_takes_no_json_gets_none(client: FlaskClient, hosts: dict[str, Seat]) -> None:
    with nothing_changes(*hosts.values()):
        for operation in operations(client):
            host = hosts[operation.game or GAMES[0]]
            for accept in ("text/html", "image/*", "application/xml, text/xml;q=0.5", "application/json;q=0"):
                answer = operation.send(client, host.id, Accept=accept, **host.headers)
                assert refused(answer) == "not_acceptable", (str(operation), accept)


@pytest.mark.parametrize(
    "accept",
    ["*/*", "application/*", "application/json", "text/html, */*;q=0.1", "application/problem+json, application/json"],
)
def test_who_takes_json_gets_it(client: FlaskClient, accept: str) -> None:
    assert client.get("/v1/games", headers={"Accept": accept}).content_type == "application/json"
    assert refused(client.get("/v1/nothing", headers={"Accept": accept})) == "not_found"


# Ours


def test_a_mistake_of_ours_is_told_by_its_number_alone(
    over_failing: FlaskClient, failing: Failing, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    failing.error = RuntimeError("the queen of spades is in hand 2")
    answer = over_failing.get(f"/v1/shooter/sessions/{NOWHERE}")
    assert refused(answer) == "internal_error"
    problem = answer.get_json()
    assert problem.keys() == {"type", "title", "status", "detail", "code", "instance"}
    assert problem["instance"] in caplog.text
    assert "the queen of spades is in hand 2" in caplog.text
    assert not re.search("queen|spades|RuntimeError|Traceback|File|line", answer.text + str(answer.headers))


def test_every_mistake_has_a_number_of_its_own(over_failing: FlaskClient, failing: Failing) -> None:
    failing.error = RuntimeError("again")
    numbers = {over_failing.get("/v1/shooter/sessions").get_json()["instance"] for _ in range(3)}
    assert len(numbers) == 3


# The store's


def test_while_the_store_is_away_every_operation_that_needs_it_says_so(
    client: FlaskClient, over_failing: FlaskClient, failing: Failing, hosts: dict[str, Seat]
) -> None:
    """Tokens are good on both applications, since they have the same key."""
    failing.error = StoreUnavailable()
    without = set()
    for operation in operations(over_failing):
        host = hosts[operation.game or GAMES[0]]
        answer = operation.send(over_failing, host.id, **host.headers)
        if answer.status_code == 200:
            without.add(operation.path)
        else:
            assert refused(answer) == "store_unavailable", operation
            assert re.fullmatch("[1-9][0-9]*", answer.headers["Retry-After"])
    assert without == {"/", "/v1/games", "/v1/problems/{code}", "/health"}


def test_an_outcome_that_is_unknown_is_told_as_unknown(
    over_failing: FlaskClient, failing: Failing, hosts: dict[str, Seat]
) -> None:
    failing.error = OutcomeUnknown()
    for operation in session_operations(over_failing):
        if operation.method != "GET":
            host = hosts[operation.game or GAMES[0]]
            answer = operation.send(over_failing, host.id, **host.headers)
            assert refused(answer) == "outcome_unknown", operation
            assert re.fullmatch("[1-9][0-9]*", answer.headers["Retry-After"])


def test_a_store_that_answers_is_ready(over_faulty: FlaskClient) -> None:
    answer = over_faulty.get("/ready")
    assert (answer.status_code, answer.get_json()["status"]) == (200, "ready")


# What a code means


@pytest.mark.parametrize("code", STATUS)
def test_every_code_is_explained_where_its_type_points(client: FlaskClient, code: str) -> None:
    answer = client.get(f"/v1/problems/{code}")
    assert (answer.status_code, answer.content_type) == (200, "application/json")
    kind = answer.get_json()
    assert kind.keys() == {"type", "title", "status", "detail", "code"}
    assert (kind["type"], kind["code"], kind["status"]) == (f"/v1/problems/{code}", code, STATUS[code])


def test_every_refusal_of_every_game_is_explained(client: FlaskClient) -> None:
    codes = {code for entry in CATALOGUE for codes in entry.game.refusals.values() for code in codes}
    for code in codes:
        assert client.get(f"/v1/problems/{code}").get_json()["status"] == 409


def test_a_problem_is_of_the_kind_that_its_type_explains(client: FlaskClient) -> None:
    problem = client.get("/v1/nothing").get_json()
    assert client.get(problem["type"]).get_json() == problem


@pytest.mark.parametrize("code", ["nothing", "NOT_FOUND", "not-found", "", "404", "caf\xe9", "x" * 5000])
def test_a_code_that_is_none_is_not_explained(client: FlaskClient, code: str) -> None:
    assert refused(client.get(f"/v1/problems/{code}")) == "not_found"


# The rules'


@pytest.mark.parametrize("entry", CATALOGUE, ids=GAMES)
def test_what_the_rules_refuse_is_refused_by_clause_with_what_may_be_done(client: FlaskClient, entry: Any) -> None:
    """At every turn of a game the legal actions of turns before are tried, if they are not legal any more."""
    refusals = {wire_name(kind): codes for kind, codes in entry.game.refusals.items()}
    seats = full_table(client, entry.game.name, seed="refusals")
    past: list[dict[str, Any]] = []
    for number in range(20):
        seat = on_turn(seats)
        legal = seat.legal
        with nothing_changes(*seats):
            for action in past[:: len(past) // 8 + 1]:
                if action not in legal:
                    answer = seat.act(action)
                    assert refused(answer) in refusals[action["action"]]
                    assert answer.get_json()["rule"]
                    assert answer.get_json()["legal_actions"] == legal
        past += [action for action in legal if action not in past]
        seat.act(legal[number % len(legal)])
        if seat.view["status"] == "finished":
            break


def test_whose_turn_it_is_not_is_told_what_they_may_do(client: FlaskClient) -> None:
    seats = full_table(client)
    for seat in seats:
        if seat is not on_turn(seats):
            answer = seat.post("bid", {"call": "pass"})
            assert refused(answer) == "not_your_turn"
            assert answer.get_json()["legal_actions"] == seat.legal == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_can_be_done_when_a_game_is_over(client: FlaskClient, game: str) -> None:
    seats = full_table(client, game)
    action = on_turn(seats).legal[0]
    finish(seats)
    with nothing_changes(*seats):
        for seat in seats:
            assert refused(seat.act(action)) == "session_finished"
            assert refused(seat.post("resign")) == "session_finished"


def test_a_bid_at_or_below_the_highest_is_too_low_and_one_off_the_ladder_is_none(client: FlaskClient) -> None:
    seats = full_table(client)
    on_turn(seats).post("bid", {"call": "five"})
    bidder = on_turn(seats)
    with nothing_changes(*seats):
        for call, code in {"three": "bid_too_low", "five": "bid_too_low", "seven": "no_such_bid"}.items():
            answer = bidder.post("bid", {"call": call})
            assert (refused(answer), answer.get_json()["rule"]) == (code, "SH-4")


def test_who_has_the_suit_led_must_follow_it(client: FlaskClient) -> None:
    seats = after_the_auction(client, seed="follow")
    while True:
        on_turn(seats).act(on_turn(seats).legal[0])
        seat = on_turn(seats)
        legal = [action["body"]["card"] for action in seat.legal]
        if others := [card for card in seat.view["hand"] if card not in legal]:
            break
    with nothing_changes(*seats):
        for card in others:
            answer = seat.post("play", {"card": card})
            assert (refused(answer), answer.get_json()["rule"]) == ("must_follow_suit", "SH-8")
            assert [action["body"]["card"] for action in answer.get_json()["legal_actions"]] == legal


# What a refusal gives away: nothing


def test_a_card_in_another_hand_and_one_already_played_are_refused_alike(client: FlaskClient) -> None:
    seats = after_the_auction(client, seed="alike")
    for _ in range(len(seats) + 2):
        on_turn(seats).act(on_turn(seats).legal[0])
    seat = on_turn(seats)
    view = seat.view
    assert view["trick"]
    assert view["last_trick"]
    with nothing_changes(*seats):
        answers = [seat.post("play", {"card": card}) for card in SHOOTER_PACK if card not in view["hand"]]
    assert {refused(answer) for answer in answers} == {"card_not_in_hand"}
    assert len({str(everything(answer)) for answer in answers}) == 1


def test_out_of_turn_every_card_is_refused_alike(client: FlaskClient) -> None:
    seats = after_the_auction(client)
    with nothing_changes(*seats):
        for seat in seats:
            if seat is not on_turn(seats):
                answers = [seat.post("play", {"card": card}) for card in SHOOTER_PACK]
                assert {refused(answer) for answer in answers} == {"not_your_turn"}
                assert len({str(everything(answer)) for answer in answers}) == 1


def test_in_the_auction_every_card_is_refused_alike(client: FlaskClient) -> None:
    seats = full_table(client)
    with nothing_changes(*seats):
        answers = [on_turn(seats).post("play", {"card": card}) for card in SHOOTER_PACK]
        assert {refused(answer) for answer in answers} == {"wrong_phase"}
        assert len({str(everything(answer)) for answer in answers}) == 1


def party(client: FlaskClient, *, joker: bool) -> Seat:
    """A solitaire with cards in the hand, the discard pile and the draw pile, with or without the joker in hand."""
    for number in range(100):
        host = open_session(client, "shooting-party", seed=f"party {number}")
        for _ in range(2):
            host.act(next(action for action in host.legal if action["action"] in ("discard", "draw")))
        view = host.view
        if view["discard_pile"] and view["hand"] and not view["choices"] and ("JOKER" in view["hand"]) == joker:
            return host
    raise AssertionError("no such party")


def test_a_discarded_card_and_one_not_yet_drawn_are_refused_alike(client: FlaskClient) -> None:
    host = party(client, joker=False)
    elsewhere = [card for card in PARTY_PACK if card not in host.view["hand"]]
    with nothing_changes(host):
        answers = [host.post("discard", {"cards": [card]}) for card in elsewhere]
        answers += [host.post("discard", {"cards": [host.view["hand"][0], card]}) for card in elsewhere]
        answers += [host.post("discard", {"cards": elsewhere})]
    assert {refused(answer) for answer in answers} == {"card_not_in_hand"}
    assert len({str(everything(answer)) for answer in answers}) == 1


@pytest.mark.parametrize("joker", [True, False])
def test_a_card_that_cannot_be_retrieved_is_refused_alike_wherever_it_is(client: FlaskClient, joker: bool) -> None:
    host = party(client, joker=joker)
    legal = [action["body"].get("card") for action in host.legal]
    with nothing_changes(host):
        for aces in (True, False):
            cards = [card for card in PARTY_PACK if card not in legal and card.startswith("A") == aces]
            answers = [host.post("retrieve", {"card": card}) for card in cards]
            assert {refused(answer) for answer in answers} <= {"not_retrievable" if joker else "no_joker"}
            assert len({str(everything(answer)) for answer in answers}) <= 1


def test_no_refusal_says_more_to_a_spectator_than_to_anybody(client: FlaskClient) -> None:
    seats = after_the_auction(client)
    before = spectator(seats[0]).data
    answers = [client.post(f"{seats[0].url}/play", json={"card": card}) for card in SHOOTER_PACK]
    assert {refused(answer) for answer in answers} == {"unauthorized"}
    assert len({str(everything(answer)) for answer in answers}) == 1
    assert spectator(seats[0]).data == before


@pytest.mark.parametrize(
    "accept",
    [
        "application/json;charset=utf-8",
        "application/json; version=1",
        "application/problem+json",
        "application/*",
        "*",
        "",
        "text/html, application/xhtml+xml, */*;q=0.8",
    ],
)
def test_who_takes_json_in_any_form_gets_it(client: FlaskClient, accept: str) -> None:
    assert client.get("/v1/games", headers={"Accept": accept}).mimetype == "application/json"


@pytest.mark.parametrize("accept", ["text/html", "application/json;q=0", "image/*"])
def test_who_does_not_take_json_is_told_so_in_json(client: FlaskClient, accept: str) -> None:
    assert refused(client.get("/v1/games", headers={"Accept": accept})) == "not_acceptable"


def test_an_answer_without_a_body_is_of_no_type(client: FlaskClient) -> None:
    host = open_session(client, "shooter")
    assert "Content-Type" not in client.options(host.url).headers
    assert "Content-Type" not in host.get(If_None_Match=host.etag).headers
    assert "Content-Type" not in host.delete().headers
