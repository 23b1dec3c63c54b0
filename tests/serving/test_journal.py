"""The journal: lines that machines can read, in which a request is found again, and none of what it says."""

import json
import logging
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from redis import Redis

from server import journal
from server.config import Settings, SettingsError
from server.journal import FIELDS, Plain, is_good_id, request_id
from server.sessions.embedded import EmbeddedStore
from server.sessions.link import connect
from server.sessions.record import document_key
from server.web.door import App, Environ, Start, TellingDoor
from tests.serving.server import Server, create

TIME = r"20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
ID = "a-request.of_mine-7"
HEAD = {"event", "timestamp", "level", "logger"}


def damage(server: Server, url: str) -> None:
    """Cut off the session at *url*."""
    with connect(EmbeddedStore(server.data).url) as store:
        assert isinstance(store, Redis)
        _, _, game, _, session_id = url.split("/")
        key = document_key(f"{game}:{session_id}")
        told = store.get(key)
        assert isinstance(told, bytes)
        store.set(key, told[:-20])


# In JSON


class Evening:
    """A few requests, and what was written of them."""

    def __init__(self, data: Path) -> None:
        with Server(data, ("--workers", "2"), {"LEVERSTOKE_LOG": "json"}) as server:
            self.opened = create(server, "shooting-party", seed="a-secret-seed")
            url = self.url = server.url + self.opened["session"]["url"]
            self.token = {"Authorization": f"Bearer {self.opened['token']}"}
            self.left = httpx.post(f"{url}/leave", headers=self.token | {"X-Request-Id": ID})
            self.plain = httpx.get(f"{url}?wait=1", headers=self.token)
            self.nowhere = httpx.get(f"{server.url}/{self.opened['token']}?card=QS")
            self.as_an_id = httpx.get(f"{url.rpartition('/')[0]}/{self.opened['token']}")
            damage(server, self.opened["session"]["url"])
            self.damaged = httpx.get(url, headers={"X-Request-Id": "of-the-damage"})
        self.printed = server.printed
        self.lines = [json.loads(line) for line in server.printed.splitlines() if line.startswith("{")]
        self.answered = [line for line in self.lines if line["event"] == "answered"]

    def of(self, operation: str, status: int) -> dict[str, Any]:
        found: dict[str, Any]
        (found,) = [line for line in self.answered if (line["operation"], line["status"]) == (operation, status)]
        return found


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return Evening(tmp_path_factory.mktemp("journal"))


def test_every_line_but_the_greeting_is_an_object(evening: Evening) -> None:
    others = [line for line in evening.printed.splitlines() if not line.startswith("{")]
    assert [line.split()[0] for line in others] == ["Leverstoke", "Sessions", "Workers:"]
    for line in evening.lines:
        assert set(line) - HEAD - {"exception"} <= set(FIELDS)
        assert re.fullmatch(TIME, line["timestamp"])
        assert line["level"] in ("info", "warning", "error")
        assert line["logger"]


def test_every_request_is_a_line(evening: Evening) -> None:
    line = evening.of("leaveInShootingParty", 200)
    assert line["request_id"] == ID
    assert line["method"] == "POST"
    assert line["session"] == evening.opened["session"]["id"]
    assert line["duration_ms"] > 0
    opened = evening.of("createShootingPartySession", 201)
    assert (opened["session"], opened["level"]) == (line["session"], "info")
    assert {line["status"] for line in evening.answered} >= {200, 201, 404, 500}
    ids = [line["request_id"] for line in evening.answered]
    assert len(set(ids)) == len(ids)


def test_whoever_names_a_request_finds_the_name_on_the_answer(evening: Evening) -> None:
    assert evening.left.headers["X-Request-Id"] == ID
    assert "X-Request-Id" not in evening.plain.headers


def test_the_instance_of_a_problem_leads_to_the_request_and_to_the_traceback(evening: Evening) -> None:
    instance = evening.damaged.json()["instance"]
    (line,) = [line for line in evening.lines if instance in line["event"]]
    assert line["level"] == "error"
    assert line["request_id"] == "of-the-damage"
    assert line["operation"] == "getShootingPartySession"
    assert line["session"] == evening.opened["session"]["id"]
    assert "Damaged" in line["exception"]
    assert "locals" not in line["exception"]
    assert evening.of("getShootingPartySession", 500)["request_id"] == "of-the-damage"


def test_no_line_has_a_token_a_seed_or_what_was_asked_for(evening: Evening) -> None:
    secret = evening.opened["token"]
    for hidden in (secret, secret.rpartition(".")[2], "a-secret-seed", "card=QS", "wait=1"):
        assert hidden not in evening.printed
    assert evening.nowhere.status_code == evening.as_an_id.status_code == 404


# In plain lines


def test_by_default_nothing_is_said_of_requests_that_went_well(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        opened = create(server, "shooting-party")
        url = opened["session"]["url"]
        assert "X-Request-Id" not in httpx.get(server.url + url, headers={"X-Request-Id": ID}).headers
        damage(server, url)
        instance = httpx.get(server.url + url, headers={"X-Request-Id": ID}).json()["instance"]
    assert "answered" not in server.printed
    where = "GET /v1/shooting-party/sessions/<session_id>"
    line = re.compile(rf"^{TIME} error server\.web\.problems: {instance} at {where} request_id={ID}$", re.MULTILINE)
    assert line.search(server.printed)
    assert url not in server.printed
    assert "Traceback" in server.printed


def test_libraries_are_heard_like_the_server_itself(tmp_path: Path) -> None:
    """gunicorn has a log of its own, in a form of its own, if it is let."""
    with Server(tmp_path, environment={"LEVERSTOKE_LOG": "json"}) as server:
        httpx.get(f"{server.url}/health")
        _kill(server)
        httpx.get(f"{server.url}/health")
    (line,) = [json.loads(line) for line in server.printed.splitlines() if "SIGKILL" in line]
    assert (line["logger"], line["level"]) == ("gunicorn.error", "error")


def _kill(server: Server) -> None:
    os.kill(server.workers[0], signal.SIGKILL)


def test_a_line_is_told_in_one_form(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        logging.getLogger("server.bells").info("rang %s times", 2, extra={"session": "A" * 22, "hand": "QS"})
    told = Plain().format(caplog.records[0])
    assert re.fullmatch(rf"{TIME} info server\.bells: rang 2 times session=A{{22}}", told)


# Whose a line is


def test_a_request_is_of_no_line_that_its_connection_writes_later() -> None:
    app, environ = telling(b"dealt", b"played"), {"REQUEST_METHOD": "GET", "HTTP_X_REQUEST_ID": ID}
    answer = app(environ, lambda *_: None)
    assert next(iter(answer)) == b"dealt"
    assert journal.now.tell
    assert journal.now.tell()["request_id"] == ID
    answer.close()  # type: ignore[attr-defined]
    assert journal.now.tell is None
    assert journal.now.spent is None


def test_but_of_the_one_that_tells_why_its_answer_broke_off() -> None:
    """gunicorn writes that when it has closed the answer, and then closes the connection."""
    answer = telling(b"dealt")({"REQUEST_METHOD": "GET", "HTTP_X_REQUEST_ID": ID}, lambda *_: None)
    try:
        next(iter(answer))
        raise ConnectionError
    except ConnectionError:
        answer.close()  # type: ignore[attr-defined]
    assert journal.now.tell
    assert journal.now.tell()["request_id"] == ID
    journal.now.tell = None


def telling(*parts: bytes) -> App:
    """A door with an answer in *parts* behind it."""

    def app(environ: Environ, start_response: Start) -> Iterator[bytes]:
        start_response("200 OK", [])
        yield from parts

    return TellingDoor(app, {}, writes=True, times=False, origins=())


# What a request is called


def test_a_request_is_called_as_it_asks_to_be_unless_that_might_be_a_secret() -> None:
    for good in ("a", ID, "3f2c-77", "A" * 64):
        assert request_id({"HTTP_X_REQUEST_ID": good}) == good
    token = f"{'A' * 22}.0.0.{'m' * 11}.{'s' * 43}"
    for bad in ("", "two words", "a\nb", "é", "A" * 65, token, token.replace("m", "")):
        assert not is_good_id(bad, {})
        assert re.fullmatch("[0-9a-f]{16}", request_id({"HTTP_X_REQUEST_ID": bad}))
    assert request_id({"HTTP_X_REQUEST_ID": ID, "HTTP_IDEMPOTENCY_KEY": ID}) != ID
    assert request_id({}) != request_id({})


# How it is asked for


@pytest.fixture
def loggers() -> Iterator[logging.Logger]:
    """The root, which is as it was afterwards."""
    root, ours = logging.getLogger(), logging.getLogger("server")
    before = root.handlers[:], root.level, ours.level
    yield root
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    ours.setLevel(before[2])


@pytest.mark.parametrize(
    ("log", "level", "ours"),
    [("plain", None, "WARNING"), ("json", None, "INFO"), ("json", "error", "ERROR"), ("plain", "debug", "DEBUG")],
)
def test_libraries_say_no_more_than_warnings(loggers: logging.Logger, log: str, level: str | None, ours: str) -> None:
    journal.open_journal(Settings(store="memory", log=log, log_level=level))
    assert logging.getLogger("server.web").getEffectiveLevel() == getattr(logging, ours)
    for library in ("flask_cors", "flask-limiter", "redis", "gunicorn"):
        assert logging.getLogger(library).getEffectiveLevel() >= logging.WARNING


def test_a_form_or_a_level_that_is_none_is_told_of() -> None:
    for wrong in ({"log": "xml"}, {"log_level": "loud"}):
        with pytest.raises(SettingsError, match="a log is plain or json"):
            Settings(store="memory", **wrong)  # type: ignore[arg-type]


def test_plain_lines_need_nothing_of_structlog() -> None:
    """Whoever does not ask for objects does not pay for them: it is a second tenth of a start, and memory."""
    told = "import sys, server.serving, server.web.app; sys.exit('structlog' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", told], check=False, timeout=60).returncode == 0
