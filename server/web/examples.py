"""What the document shows of every body: answers that a server has given, kept in ``examples.json``.

They are recorded, not thought out: ``make examples`` plays sessions of every game and writes down what is asked and
answered. A test plays them again and compares.

A problem of one code is the same wherever it comes from, so it is a component of the document; where a status may have
several codes there is an example of each.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec
from apispec import APISpec

from server.web import problems

JSON = "application/json"


def of_operation(operation_id: str) -> Mapping[str, Any]:
    """What was sent, under ``request``, and what was answered, by status and media type."""
    shown: Mapping[str, Any] = _recorded()["operations"].get(operation_id, {})
    return shown


def of_problem(prefix: str, code: str) -> Any:
    """The problem of that code, in the game of that prefix or, without one, at the server; None if there is none."""
    return _recorded()["problems"].get(prefix, {}).get(code)


def show(
    doc: dict[str, Any], spec: APISpec, operation_id: str, codes: Mapping[int, Sequence[str]], *, prefix: str
) -> None:
    """Put what a server has answered beside every schema in *doc*, an operation whose problems have these *codes*."""
    shown = of_operation(operation_id)
    if "requestBody" in doc and "request" in shown:
        doc["requestBody"]["content"][JSON]["example"] = shown["request"]
    for status, response in doc["responses"].items():
        for media_type, content in response.get("content", {}).items():
            if media_type == problems.MEDIA_TYPE:
                doc["responses"][status] = _told(spec, prefix, codes[status], response, content)
            elif (example := shown.get(str(status), {}).get(media_type)) is not None:
                content["example"] = example


def _told(
    spec: APISpec, prefix: str, codes: Sequence[str], response: dict[str, Any], content: dict[str, Any]
) -> dict[str, Any] | str:
    """*response* with an example for each of its *codes*; for a single one, the name of the component it is."""
    if shown := [code for code in codes if of_problem(prefix, code) is not None]:
        content["examples"] = {code: _example(spec, prefix, code) for code in shown}
    if len(codes) > 1:
        return response
    name = _component(prefix, codes[0])
    if name not in spec.components.responses:
        spec.components.response(name, response)
    return name


def _example(spec: APISpec, prefix: str, code: str) -> str:
    name = _component(prefix, code)
    if name not in spec.components.examples:
        spec.components.example(name, {"value": of_problem(prefix, code)})
    return name


def _component(prefix: str, code: str) -> str:
    return prefix + "".join(map(str.capitalize, code.split("_")))


@cache
def _recorded() -> Mapping[str, Any]:
    recorded: Mapping[str, Any] = msgspec.json.decode(files("server.web").joinpath("examples.json").read_bytes())
    return recorded
