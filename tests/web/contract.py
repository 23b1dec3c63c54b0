"""Answers held against the document: a client for tests that refuses whatever ``openapi.yaml`` does not say."""

import re
from functools import cache
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from werkzeug.test import TestResponse


class DocumentedClient(FlaskClient):
    """A test client that checks every answer of a documented operation against the document."""

    def open(self, *args: Any, **kwargs: Any) -> TestResponse:
        response = super().open(*args, **kwargs)
        operation = operation_of(self.application, response.request.method, response.request.path)
        if operation is not None:
            check(self.application, operation, response)
        return response


def document(app: Flask) -> dict[str, Any]:
    told: dict[str, Any] = app.extensions["document"].as_dict()
    return told


def operation_of(app: Flask, method: str, path: str) -> dict[str, Any] | None:
    """The operation that a request is for; None if the document has none."""
    for template, operations in document(app)["paths"].items():
        if method.lower() in operations and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", template), path):
            operation: dict[str, Any] = operations[method.lower()]
            return operation
    return None


def check(app: Flask, operation: dict[str, Any], response: TestResponse) -> None:
    """The status is listed, the media type is the one listed with it, and so are the body's schema and the headers."""
    answers = {str(status): answer for status, answer in operation["responses"].items()}
    answer = answers.get(str(response.status_code))
    assert answer is not None, f"{operation['operationId']} does not list {response.status_code}: {response.text}"
    if "$ref" in answer:
        answer = document(app)["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    if "content" not in answer:
        assert not response.data
        return
    (media_type, content), *_ = [item for item in answer["content"].items() if item[0] == response.mimetype]
    wrong = _validator(app, content["schema"]["$ref"]).iter_errors(response.json)
    errors = [f"{error.json_path}: {error.message}" for error in wrong]
    assert not errors, (operation["operationId"], media_type, errors[:3])
    if response.status_code < 300:
        assert set(answer.get("headers", {})) - {"Idempotent-Replayed"} <= set(response.headers.keys())


@cache
def _validator(app: Flask, reference: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": reference, "components": document(app)["components"]})
