"""Where paths lead: where Werkzeug says, the first time and whenever one like it is met again."""

from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.routing import MapAdapter
from werkzeug.test import EnvironBuilder, run_wsgi_app

from server.web.paths import Paths
from tests.web.problems import refused

IDS = ("AAAAAAAAAAAAAAAAAAAAAA", "BBBBBBBBBBBBBBBBBBBBBB", "a b", "é", "..", "sessions", "0", "x" * 300, "")
METHODS = ("GET", "HEAD", "POST", "DELETE", "OPTIONS", "PUT", "get")


@pytest.fixture
def app(client: FlaskClient) -> Flask:
    return client.application


def led(way: MapAdapter) -> Any:
    try:
        return way.match(return_rule=True)
    except HTTPException as error:
        return type(error), set(error.valid_methods or ()) if isinstance(error, MethodNotAllowed) else None


def test_paths_lead_where_werkzeug_says_however_often(app: Flask) -> None:
    paths = Paths(app.url_map)
    ways = {rule.rule.replace("<int:seat>", "1") for rule in app.url_map.iter_rules()}
    ways |= {f"{way}{end}" for way in ways for end in ("/", "//", "/x", "/x/y")} | {f"/{way}" for way in ways}
    for way in sorted(ways):
        for session_id in IDS:
            for method in METHODS:
                with app.test_request_context(way.replace("<session_id>", session_id), method=method) as context:
                    sent = context.request
                    told = led(app.url_map.bind("", path_info=sent.path, default_method=sent.method))
                    assert [led(paths.of(sent)) for _ in range(2)] == [told, told]


def test_a_path_that_is_asked_for_by_name_is_found_by_its_name(app: Flask) -> None:
    with app.test_request_context("/v1/shooter/sessions/AAAAAAAAAAAAAAAAAAAAAA") as context:
        way = Paths(app.url_map).of(context.request)
        for _ in range(2):
            assert way.match(return_rule=True)[0].rule == "/v1/shooter/sessions/<session_id>"
            assert way.match("/health", return_rule=True)[0].rule == "/health"


def test_a_name_that_cannot_be_one_is_refused_every_time(client: FlaskClient) -> None:
    for _ in range(2):
        assert refused(client.get("/health", headers={"Host": "x" * 64})) == "invalid_request"
        assert client.get("/health", headers={"Host": "x" * 63}).status_code == 200


def test_who_names_neither_a_host_nor_a_path_comes_to_the_index(app: Flask) -> None:
    environ = EnvironBuilder().get_environ() | {"PATH_INFO": ""}
    del environ["HTTP_HOST"]
    _, status, headers = run_wsgi_app(app.wsgi_app, environ)
    assert status == "200 OK"
    assert headers["Content-Type"] == "application/json"
