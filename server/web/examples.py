"""What the document shows of every body: answers that a server has given, kept in ``examples.json``.

They are recorded, not thought out: ``make examples`` plays sessions of every game and writes down what is asked and
answered. A test plays them again and compares.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec


def of_operation(operation_id: str) -> Mapping[str, Any]:
    """What was sent, under ``request``, and what was answered, by status and media type."""
    shown: Mapping[str, Any] = _recorded()["operations"].get(operation_id, {})
    return shown


def of_problem(prefix: str, code: str) -> Any:
    """The problem of that code, in the game of that prefix or, without one, at the server; None if there is none."""
    return _recorded()["problems"].get(prefix, {}).get(code)


@cache
def _recorded() -> Mapping[str, Any]:
    recorded: Mapping[str, Any] = msgspec.json.decode(files("server.web").joinpath("examples.json").read_bytes())
    return recorded
