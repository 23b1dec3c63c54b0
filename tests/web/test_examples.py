"""What the document shows is what a server answers, of every body there is."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator

from tests.web.contract import document
from tests.web.examples import RECORDED, record
from tests.web.problems import MEDIA_TYPE


@pytest.fixture(scope="module")
def told(application: Flask) -> dict[str, Any]:
    return document(application)


def bodies(told: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every body of the document with a name, components in place of their references."""
    for item in told["paths"].values():
        for method, operation in item.items():
            if method not in ("get", "post", "delete"):
                continue
            name = operation["operationId"]
            yield from (
                (f"{name} {kind}", body)
                for kind, body in operation.get("requestBody", {"content": {}})["content"].items()
            )
            for status, response in operation["responses"].items():
                if "$ref" in response:
                    response = told["components"]["responses"][response["$ref"].rpartition("/")[2]]
                for kind, body in response.get("content", {}).items():
                    codes = re.findall(r"`(\w+)`", response["description"])
                    yield f"{name} {status} {kind}", body | ({"codes": codes} if kind == MEDIA_TYPE else {})


def test_every_body_has_an_example(told: dict[str, Any]) -> None:
    for name, body in bodies(told):
        if "codes" in body:
            assert set(body.get("examples", ())) == set(body["codes"]), name
        else:
            assert "example" in body, name


def test_every_example_is_as_its_schema_has_it(told: dict[str, Any]) -> None:
    shown = told["components"]["examples"]
    for name, body in bodies(told):
        examples = (
            [body["example"]]
            if "example" in body
            else [shown[example["$ref"].rpartition("/")[2]]["value"] for example in body["examples"].values()]
        )
        schema = Draft202012Validator(body["schema"] | {"components": told["components"]})
        for example in examples:
            errors = [f"{error.json_path}: {error.message}" for error in schema.iter_errors(example)]
            assert not errors, (name, errors[:3])


def test_a_server_answers_what_is_shown() -> None:
    assert record() == json.loads(RECORDED.read_text()), "run `make examples`"
