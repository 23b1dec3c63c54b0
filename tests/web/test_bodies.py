"""What comes of bad input: it is refused as what it is, by field, and nothing of it is echoed or done."""

import io
import json
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any

import msgspec
import pytest
from flask import Flask
from flask.testing import FlaskClient
from marshmallow import fields, validate
from werkzeug.test import TestResponse

from schemas.envelope import EventsQuery
from schemas.fields import Boolean, Integer, Name, Text, Word
from server.cards import Card
from server.catalogue import CATALOGUE
from server.games.shooting_party import Discard
from server.web.body import Reader
from server.web.reply import asked
from tests.games.random_play import ENTRIES, session
from tests.web.operations import BODIES, operations, right_body, right_value
from tests.web.problems import refused, wrong_fields
from tests.web.seats import GAMES, full_table, nothing_changes, open_session

LONG = "x" * 10_000
ARABIC_FIVE = "\u0665"
JUNK: tuple[Any, ...] = (2.5, LONG, "\0", [], [[]], {}, {"a": {"b": [1]}})  # no field of ours takes any of these
WRONG: dict[type[fields.Field[Any]], tuple[Any, ...]] = {
    Integer: (True, False, -1, 10**4000, "5", ARABIC_FIVE, "1_0", "🂡"),
    Boolean: (0, 1, "true", "5", ARABIC_FIVE, "🂡"),
    Word: (True, 5, "", "5", ARABIC_FIVE, "🂡"),
    Text: (True, 5, "", ["x"]),
    fields.List: (True, 5, "", "5", ARABIC_FIVE, "🂡", [None]),
}
WRONG_IN_A_QUERY = ("", "x", "null", ARABIC_FIVE, "1_0", "+1", "-1", " 1", "1 ", "1\n", "1e1", "0x1", "9" * 400)
NO_CARDS = ("1S", "10S", "Q", "S", "QSQ", "QX", "SQ", " QS", "QS\n", "qs", "Q♠", "queen", "JOKER ", "joker")

NOT_JSON = {
    "words": b"bonjour",
    "nothing but space": b" \n",
    "half an object": b'{"name": ',
    "two texts": b"{} {}",
    "single quotes": b"{'name': 1}",
    "a comma too many": b'{"name": 1,}',
    "a comment": b"{} // so there",
    "NaN": b'{"name": NaN}',
    "Infinity": b'{"name": Infinity}',
    "-Infinity": b'{"name": [-Infinity]}',
    "a key twice": b'{"name": 1, "name": 1}',
    "a key twice, deep inside": b'{"name": [{"a": 1, "b": 2, "a": 3}]}',
    "a key twice, once in disguise": rb'{"name": 1, "n\u0061me": 1}',
    "half a surrogate pair": rb'{"name": "\ud83c"}',
    "the other half": rb'{"name": "\udca1"}',
    "half a surrogate pair for a key": rb'{"\ud83c": 1}',
    "a raw control character": b'{"name": "\x07"}',
    "UTF-16": '{"name": 1}'.encode("utf-16"),
    "UTF-16 without a mark": '{"name": 1}'.encode("utf-16-le"),
    "UTF-32": '{"name": 1}'.encode("utf-32"),
    "Latin-1": '{"name": "é"}'.encode("latin-1"),
    "a surrogate in UTF-8": b'{"name": "\xed\xa0\xbc"}',
    "an overlong character": b'{"name": "\xc0\xaf"}',
    "a byte order mark": b"\xef\xbb\xbf{}",
}
NOT_OBJECTS = (b"null", b"[]", b'[{"name": "Bertie"}]', b'"draw"', b'""', b"0", b"true", b"[[[[]]]]")
NOT_JSON_TYPES = (None, "text/plain", "text/json", "application/x-www-form-urlencoded", "application/jsonp")

FIELDS = {
    f"{path} {name}": (path, name, field) for path, schema in BODIES.items() for name, field in schema.fields.items()
}
NAMES = [path for path, _, field in FIELDS.values() if isinstance(field, Name)]
QUERIES = {
    f"{path} {name}": (path, name, field)
    for entry in CATALOGUE
    for path, schema in {
        f"/v1/{entry.game.name}/sessions": entry.contract.query,
        f"/v1/{entry.game.name}/sessions/{{session_id}}/events": EventsQuery(),
    }.items()
    for name, field in schema.fields.items()
}


def pack(field: fields.Field[Any]) -> set[Card]:
    """The cards that *field* takes, or each place of it if it is a list; none if it is for something else."""
    word = field.inner if isinstance(field, fields.List) else field
    return {card for card in word.words.values() if isinstance(card, Card)} if isinstance(word, Word) else set()


CARD_FIELDS = {place: entry for place, entry in FIELDS.items() if pack(entry[2])}

each_request = pytest.mark.parametrize("path", BODIES)
each_field = pytest.mark.parametrize(("path", "name", "field"), FIELDS.values(), ids=FIELDS)
each_card_field = pytest.mark.parametrize(("path", "name", "field"), CARD_FIELDS.values(), ids=CARD_FIELDS)


class Request:
    """A request to *path* by somebody who may make it: the host of a session that was just opened."""

    def __init__(self, client: FlaskClient, path: str) -> None:
        self.client = client
        self.host = open_session(client, path.split("/")[2])
        self.url = path.format(session_id=self.host.id)

    def post(self, body: Any) -> TestResponse:
        return self.client.post(self.url, json=body, headers=self.host.headers)

    def post_text(self, text: bytes, content_type: str | None = "application/json") -> TestResponse:
        return self.client.post(self.url, data=text, content_type=content_type, headers=self.host.headers)


def wrong_values(field: fields.Field[Any]) -> Iterator[Any]:
    """What *field* must refuse, whichever game it is of."""
    yield from JUNK
    for kind, values in WRONG.items():
        if isinstance(field, kind):
            yield from values
    yield from just_beyond(field)
    match field:
        case Word():
            yield from (next(iter(field.words)).swapcase(), [right_value(field)])
        case fields.List():
            yield right_value(field.inner)
            yield from ([right_value(field.inner), wrong] for wrong in wrong_values(field.inner))


def just_beyond(field: fields.Field[Any]) -> list[int | str]:
    """The first values below and above the bounds of *field*, as far as it has any."""
    ranges = [check for check in field.validators if isinstance(check, validate.Range)]
    lengths = [check for check in field.validators if isinstance(check, validate.Length)]
    return [
        *(check.min - 1 for check in ranges if check.min is not None),
        *(check.max + 1 for check in ranges if check.max is not None),
        *("x" * (check.max + 1) for check in lengths if check.max and isinstance(field, Text)),
    ]


def with_card(name: str, field: fields.Field[Any], card: str) -> dict[str, Any]:
    return {name: [card] if isinstance(field, fields.List) else card}


# The text


@each_request
def test_what_is_not_json_is_malformed(client: FlaskClient, path: str) -> None:
    request = Request(client, path)
    with nothing_changes(request.host):
        for what, text in NOT_JSON.items():
            assert refused(request.post_text(text)) == "malformed_json", what


@pytest.mark.parametrize("depth", [17, 100, 300, 480, 500, 600, 700, 800, 900, 960, 980, 1000, 2000, 5000])
def test_what_is_nested_deeper_than_sixteen_is_malformed(client: FlaskClient, depth: int) -> None:
    request = Request(client, "/v1/shooter/sessions")
    lists, objects = b"[" * depth + b"]" * depth, b'{"":' * (depth - 1) + b"[]" + b"}" * (depth - 1)
    assert refused(request.post_text(lists)) == "malformed_json"
    assert refused(request.post_text(objects)) == ("malformed_json" if depth < 5000 else "payload_too_large")


def test_what_is_nested_sixteen_deep_is_read(client: FlaskClient) -> None:
    text = b'{"name": ' + b"[" * 15 + b"]" * 15 + b"}"
    assert wrong_fields(Request(client, "/v1/shooter/sessions").post_text(text)) == {"name"}


@pytest.mark.parametrize("number", ["1e400", "-1e400", "1" + "0" * 4000, "32.0000000000000000000000001"])
def test_a_number_that_no_machine_holds_is_a_wrong_value(client: FlaskClient, number: str) -> None:
    answer = Request(client, "/v1/shooter/sessions").post_text(b'{"target": %s}' % number.encode())
    assert wrong_fields(answer) == {"target"}


@each_request
def test_a_body_that_is_no_object_is_invalid(client: FlaskClient, path: str) -> None:
    request = Request(client, path)
    with nothing_changes(request.host):
        for text in NOT_OBJECTS:
            assert wrong_fields(request.post_text(text)), text


@each_request
def test_a_body_may_have_16_kib_and_not_a_byte_more(client: FlaskClient, path: str) -> None:
    request = Request(client, path)
    text = json.dumps(right_body(BODIES[path])).encode().ljust(16 * 1024)
    with nothing_changes(request.host):
        assert refused(request.post_text(text + b" ")) == "payload_too_large"
    assert request.post_text(text).status_code in (200, 201, 409)


@each_request
def test_a_body_that_does_not_say_its_length_is_asked_to(client: FlaskClient, path: str) -> None:
    request = Request(client, path)
    headers = request.host.headers | {"Transfer-Encoding": "chunked", "Content-Type": "application/json"}
    body = json.dumps(right_body(BODIES[path])).encode()
    with nothing_changes(request.host):
        assert refused(client.post(request.url, input_stream=io.BytesIO(body), headers=headers)) == "length_required"


@each_request
def test_a_body_of_another_type_is_not_read(client: FlaskClient, path: str) -> None:
    request = Request(client, path)
    text = json.dumps(right_body(BODIES[path])).encode()
    with nothing_changes(request.host):
        for content_type in NOT_JSON_TYPES:
            assert refused(request.post_text(text, content_type)) == "unsupported_media_type", content_type


@pytest.mark.parametrize("content_type", ["application/json; charset=utf-8", "Application/JSON"])
def test_json_may_name_its_charset_and_be_written_large(client: FlaskClient, content_type: str) -> None:
    answer = Request(client, "/v1/shooter/sessions").post_text('{"name": "Agatha 🂡"}'.encode(), content_type)
    assert answer.get_json()["session"]["players"][0]["name"] == "Agatha 🂡"


@each_request
def test_no_body_at_all_is_an_empty_one(client: FlaskClient, path: str) -> None:
    required = right_body(BODIES[path]).keys()
    for content_type in (None, "application/json", "text/plain"):
        answer = Request(client, path).post_text(b"", content_type)
        if required:
            assert wrong_fields(answer) == required
        else:
            assert answer.status_code in (200, 201, 409)


# The fields


@each_field
def test_a_wrong_value_is_refused_by_its_field_and_not_echoed(
    client: FlaskClient, path: str, name: str, field: fields.Field[Any]
) -> None:
    request = Request(client, path)
    with nothing_changes(request.host):
        for wrong in wrong_values(field):
            answer = request.post(right_body(BODIES[path]) | {name: wrong})
            assert wrong_fields(answer) == {name}, wrong
            assert len(answer.data) < 1000, wrong


@each_field
def test_null_is_taken_where_it_is_the_default_and_nowhere_else(
    client: FlaskClient, path: str, name: str, field: fields.Field[Any]
) -> None:
    answer = Request(client, path).post(right_body(BODIES[path]) | {name: None})
    if field.load_default is None:
        assert answer.status_code == 201
    else:
        assert wrong_fields(answer) == {name}


def test_these_fields_are_nothing_by_default() -> None:
    nothing = {(path.rpartition("/")[2], name) for path, name, field in FIELDS.values() if field.load_default is None}
    assert nothing >= {("sessions", "seed"), ("sessions", "name"), ("sessions", "first_dealer")}
    assert nothing >= {("seats", "name"), ("seats", "seat")}


@each_request
def test_what_is_required_must_be_there_and_what_is_unknown_must_not(client: FlaskClient, path: str) -> None:
    request = Request(client, path)
    required = right_body(BODIES[path])
    with nothing_changes(request.host):
        for unknown in ("nonsense", "", "NAME", "_schema", "token", "🂡"):
            assert wrong_fields(request.post(required | {unknown: 1})) == {unknown}
            assert wrong_fields(request.post({unknown: 1})) == {unknown, *required}


def test_every_wrong_field_is_named_at_once(client: FlaskClient) -> None:
    answer = client.post("/v1/shooter/sessions", json={"players": 5, "target": "32", "listed": 1, "nonsense": 1})
    assert wrong_fields(answer) == {"players", "target", "listed", "nonsense"}


@pytest.mark.parametrize("name", ["first_dealer", "partners"])
def test_options_must_fit_the_table(client: FlaskClient, name: str) -> None:
    answer = client.post("/v1/shooter/sessions", json={"players": 3, name: {"first_dealer": 3, "partners": True}[name]})
    assert wrong_fields(answer) == {name}
    assert client.get("/v1/shooter/sessions").get_json()["sessions"] == []


@pytest.mark.parametrize("path", NAMES)
def test_a_name_has_no_control_or_format_characters(client: FlaskClient, path: str) -> None:
    request = Request(client, path)
    with nothing_changes(request.host):
        for character in "\0\t\n\x1b\x7f\x85\xad\u200b\u202e\u2066\ufeff\U000e0041":
            for name in (character, f"Bertie{character}", f"{character}Bertie", f"Ber{character}tie"):
                assert wrong_fields(request.post({"name": name})) == {"name"}, ascii(name)


@pytest.mark.parametrize("path", NAMES)
@pytest.mark.parametrize(
    "name", ["B", "x" * 32, "🂡" * 32, "Łódź", "5", ARABIC_FIVE, "null", "<b>", """\\ "Bob" O'Neil"""]
)
def test_a_name_may_be_anything_else_of_up_to_32_characters(client: FlaskClient, path: str, name: str) -> None:
    seated = Request(client, path).post({"name": name}).get_json()
    assert seated["session"]["players"][seated["seat"]]["name"] == name


# Cards


@each_card_field
def test_what_is_no_card_is_invalid(client: FlaskClient, path: str, name: str, field: fields.Field[Any]) -> None:
    request = Request(client, path)
    with nothing_changes(request.host):
        for code in (*NO_CARDS, *(set(Card) - pack(field))):
            assert wrong_fields(request.post(with_card(name, field, code))) == {name}, code


@each_card_field
def test_a_card_of_the_pack_that_is_elsewhere_is_a_conflict(
    client: FlaskClient, path: str, name: str, field: fields.Field[Any]
) -> None:
    seats = full_table(client, path.split("/")[2])
    with nothing_changes(*seats):
        for seat in seats:
            legal = [action["body"] for action in seat.legal]
            elsewhere = [body for card in pack(field) if (body := with_card(name, field, card)) not in legal]
            assert elsewhere
            for body in elsewhere:
                answer = seat.post(path.rpartition("/")[2], body)
                assert answer.status_code == 409, body
                assert refused(answer)


@each_card_field
def test_what_is_wrong_with_a_card_is_told_without_naming_one(
    client: FlaskClient, path: str, name: str, field: fields.Field[Any]
) -> None:
    answer = Request(client, path).post(with_card(name, field, "QX"))
    assert wrong_fields(answer) == {name}
    assert [card for card in Card if re.search(rf"\b{card}\b", answer.text)] == []


def test_a_discard_names_no_card_twice(client: FlaskClient) -> None:
    answer = Request(client, "/v1/shooting-party/sessions/{session_id}/discard").post({"cards": ["QS", "QS"]})
    assert wrong_fields(answer) == {"cards"}


# The query


def test_an_unknown_query_parameter_is_refused_everywhere(client: FlaskClient) -> None:
    hosts = {game: open_session(client, game) for game in GAMES}
    with nothing_changes(*hosts.values()):
        for operation in operations(client):
            host = hosts[operation.game or GAMES[0]]
            for query, names in {"?nonsense": {"nonsense"}, "?x=1&y=&x=2": {"x", "y"}, "?token=1": {"token"}}.items():
                assert wrong_fields(operation.send(client, host.id, query, **host.headers)) == names, operation


@pytest.mark.parametrize(("path", "name", "field"), QUERIES.values(), ids=QUERIES)
def test_a_wrong_value_in_a_query_is_refused_by_its_name(
    client: FlaskClient, path: str, name: str, field: fields.Field[Any]
) -> None:
    request = Request(client, path)
    wrong = [*WRONG_IN_A_QUERY, *map(str, just_beyond(field))]
    match field:
        case Integer():
            wrong += ["1.5", "true"]
        case Word():
            wrong.append(next(iter(field.words)).upper())
        case Text():
            wrong += [".", "1.", ".a", "1.a/b", f"{'9' * 15}.a", f"1.{'a' * 49}", "1.a\n", f"{ARABIC_FIVE}.a"]
    for value in wrong:
        assert wrong_fields(client.get(request.url, query_string={name: value})) == {name}, value


def test_a_query_parameter_comes_once(client: FlaskClient) -> None:
    answer = client.get("/v1/shooter/sessions?limit=1&limit=2")
    assert wrong_fields(answer) == {"limit"}


@pytest.mark.parametrize("game", GAMES)
def test_a_body_says_the_same_however_it_is_written(game: str) -> None:
    """The shortest are looked up and the others read: each is what the schema makes of it."""
    app, contract = Flask(__name__), ENTRIES[game].contract
    readers = {kind: Reader(schema) for kind, schema in contract.actions.items()}
    for moment in chain.from_iterable(session(ENTRIES[game].game, seed, 60) for seed in range(3)):
        for seat in moment.seats:
            for action in moment.game.legal_actions(moment.state, seat):
                body = msgspec.to_builtins(action)
                meant = contract.actions[type(action)].load(body)
                forms = (json.dumps(body), json.dumps(body, separators=(",", ":")), json.dumps(body, indent=2), "\n{}")
                for text in forms if not body else forms[:3]:
                    with app.test_request_context(method="POST", data=text, content_type="application/json"):
                        assert readers[type(action)].read(asked()) == meant
                assert type(action)(**meant) == action


def test_what_was_read_is_ones_own() -> None:
    app, reader = Flask(__name__), Reader(ENTRIES["shooting-party"].contract.actions[Discard])
    for _ in range(2):
        with app.test_request_context(method="POST", data='{"cards": ["2H", "3H"]}', content_type="application/json"):
            read = reader.read(asked())["cards"]
        assert read == ["2H", "3H"]
        read.clear()
