"""What lets somebody act, and a seed before its time, gets out of a real server nowhere: by no answer and no page, by
nothing it prints, and by nothing it keeps.
"""

import json
import socket
from dataclasses import dataclass
from pathlib import Path

import pytest
from redis import Redis

from server.catalogue import CATALOGUE
from server.sessions.embedded import EmbeddedStore
from server.sessions.link import connect
from server.sessions.record import document, document_key, read_document
from server.sessions.store import Stored
from tests.faults.canaries import SECRET_KEY, Listener, Secrets, Sitting, Told, contents, found
from tests.faults.client import Answer, Client
from tests.serving.server import Server

EVERY = 20  # turns, between two in which everybody asks everything
PATIENCE = 10.0  # seconds

MUMBLED = (
    b"GET %s HTTP/1.1\r\nHost: x\r\nAuthorization Bearer %s\r\n\r\n",
    b"GET %s HTTP/1.1\r\nHost: x\r\nAuthorization : Bearer %s\r\n\r\n",
    b"GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\0\r\n\r\n",
    b"GET %s HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer\r\n %s\r\n\r\n",
    b"GET %s Bearer %s HTTP/1.1\r\nHost: x\r\n\r\n",
)
"""Requests with a slip in them, such as a client that is being written sends, before they come as far as us."""

SECRETS = Secrets(["a-seed"], ["AAAA.0.0.a-signature"], ["a-key"])


@dataclass(frozen=True)
class Evening:
    """Every game played whole on one server: what it answered, printed and kept."""

    secrets: Secrets
    told: list[Told]
    pages: list[str]
    kept: dict[str, str]
    printed: str
    files: dict[Path, str]


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    data = tmp_path_factory.mktemp("canaries")
    secrets = Secrets()
    talkative = {"LEVERSTOKE_LOG": "json", "LEVERSTOKE_LOG_LEVEL": "debug"}
    server = Server(data, ("--workers", "2"), {"LEVERSTOKE_SECRET_KEY": SECRET_KEY} | talkative)
    with server, Client(server.url) as client, connect(EmbeddedStore(data).url) as store:
        assert isinstance(store, Redis)
        listener = Listener(client)
        for entry in CATALOGUE:
            _play(Sitting(listener, secrets, entry))
            _damage(Sitting(listener, secrets, entry), store)
        for path in ("/docs", "/openapi.yaml", "/metrics", "/nowhere", "/v1/problems/internal_error"):
            listener.call("GET", path)
        pages = [_mumble(server, secrets, how) for how in MUMBLED]
        kept = dict(contents(store))
    files = {path: path.read_bytes().decode("utf-8", "replace") for path in data.rglob("*") if path.is_file()}
    return Evening(secrets, listener.told, pages, kept, server.printed, files)


def _play(sitting: Sitting) -> None:
    """The session from its opening to its replay; now and then everybody asks everything, and at the end again."""
    routes = sitting.listener.every_route()
    sitting.open()
    for turn, _ in enumerate(sitting.turns()):
        if turn % EVERY == 0:
            for token in (*sitting.tokens, None):
                sitting.ask_everything(routes, token)
    assert sitting.view(0)["status"] == "finished"
    for token in (*sitting.tokens, None):
        sitting.ask_everything(routes, token)


def _damage(sitting: Sitting, store: Redis) -> None:
    """A session that cannot be read, first for its checksum, then for what is in it: what is said of it, and logged?"""
    sitting.open()
    session_id = sitting.url.rpartition("/")[2]
    key = document_key(f"{sitting.entry.game.name}:{session_id}")
    told = store.get(key)
    assert isinstance(told, bytes)
    whole = read_document(told)
    assert whole
    for damaged in (told[:-20], document(Stored(whole.tag, whole.body[:-20]))):
        store.set(key, damaged)
        sitting.ask_everything(sitting.listener.every_route(), sitting.tokens[0])


def _mumble(server: Server, secrets: Secrets, how: bytes) -> str:
    """What is answered to a request of one's own making; what the sender has said may be said back."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as line:
        line.sendall(how % (b"/health", secrets.tokens[0].encode()))
        line.shutdown(socket.SHUT_WR)
        came = b""
        while heard := line.recv(65536):
            came += heard
    return came.decode().replace(secrets.tokens[0], "")


def test_no_answer_holds_a_secret(evening: Evening) -> None:
    assert found([told.text for told in evening.told], evening.secrets.all) == []
    assert found(evening.pages, evening.secrets.all) == []
    assert all(page.startswith("HTTP/1.1 400 ") for page in evening.pages)


def test_every_kind_of_answer_was_listened_to(evening: Evening) -> None:
    """Of the session's life, of every way to be refused, and of the server's own trouble."""
    statuses = {told.answer.status for told in evening.told}
    assert statuses >= {200, 201, 400, 401, 404, 406, 409, 412, 422, 500}
    assert sum(told.answer.headers.get("idempotent-replayed") == "true" for told in evening.told) > 50


def test_nothing_printed_holds_a_secret(evening: Evening) -> None:
    assert "Leverstoke listens" in evening.printed
    assert "damaged" in evening.printed
    assert evening.printed.count('"event":"answered"') > len(evening.told) // 2, "the log is at its most talkative"
    assert found([evening.printed], evening.secrets.all) == []


def test_no_key_in_the_store_is_named_after_a_secret(evening: Evening) -> None:
    assert len(evening.kept) > 4 * len(CATALOGUE)
    assert found(list(evening.kept), evening.secrets.all) == []


def test_nothing_in_the_store_lets_anybody_act(evening: Evening) -> None:
    """Not even for whoever can read it: a token cannot be made from what is there, nor a request be sent again."""
    everything = "\n".join(evening.kept.values())
    assert evening.secrets.seeds[0] in everything, "the search finds what is there"
    assert found(list(evening.kept.values()), evening.secrets.credentials) == []


def test_no_file_lets_anybody_act(evening: Evening) -> None:
    assert any(evening.secrets.seeds[0] in text for text in evening.files.values()), "the search finds what is there"
    assert found(list(evening.files.values()), evening.secrets.credentials) == []


def test_the_metrics_hold_no_secret_and_no_session(evening: Evening) -> None:
    (metrics,) = [told for told in evening.told if told.asked == "GET /metrics"]
    assert "leverstoke_requests_total" in metrics.text
    assert (
        found([metrics.text], [*evening.secrets.all, *(token.split(".")[0] for token in evening.secrets.tokens)]) == []
    )


def told(asked: str, status: int, body: object, **headers: str) -> Told:
    return Told(asked, Answer(status, headers, json.dumps(body).encode()))


@pytest.mark.parametrize(
    "answer",
    [
        told("GET /", 200, {"status": "active", "seed": "a-seed"}),
        told("GET /", 200, {"status": "finished", "seed": "a-seed", "options": {"seed": "a-seed"}}),
        told("GET /", 412, {"session": {"status": "active", "seed": "a-seed"}}),
        told("GET /replay", 409, {"seed": "a-seed"}),
        told("GET /", 200, {"token": SECRETS.tokens[0]}),
        told("POST /", 201, {"token": None}, location="/a-signature"),
        told("POST /", 422, {"errors": {"Idempotency-Key": ["a-key is too short"]}}),
        told("GET /", 500, ["in the middle of ", SECRET_KEY]),
        Told("GET /", Answer(400, {}, b"<html>a-key</html>")),
    ],
    ids=lambda answer: f"{answer.asked} {answer.answer.status}",
)
def test_a_canary_that_sings_is_heard(answer: Told) -> None:
    assert found([answer.text], SECRETS.all)


@pytest.mark.parametrize(
    "answer",
    [
        told("POST /", 201, {"token": SECRETS.tokens[0], "session": {"status": "active", "seed": None}}),
        told("GET /", 200, {"status": "finished", "seed": "a-seed"}),
        told("GET /", 200, {"session": {"status": "finished", "seed": "a-seed"}}),
        told("GET /replay", 200, {"seed": "a-seed"}),
    ],
    ids=lambda answer: f"{answer.asked} {answer.answer.status}",
)
def test_what_is_due_is_no_secret(answer: Told) -> None:
    assert found([answer.text], SECRETS.all) == []
