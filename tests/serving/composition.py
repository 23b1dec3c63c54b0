"""What ``compose.yaml`` says, with its variables filled in as ``docker compose`` does."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

COMPOSE = Path(__file__).parents[2] / "compose.yaml"

_VARIABLE = re.compile(r"\$(?:(\$)|\{(\w+)(?::([-?])([^}]*))?\})")


class Unset(Exception):
    """A variable must be set; the message says how."""


def composition(variables: Mapping[str, str]) -> Any:
    """Raises ``Unset``."""
    return _filled(yaml.safe_load(COMPOSE.read_text()), variables)


def seconds(text: str) -> float:
    """A duration as it is written there: ``20s``."""
    return float(text.removesuffix("s"))


def _filled(part: Any, variables: Mapping[str, str]) -> Any:
    match part:
        case dict():
            return {name: _filled(value, variables) for name, value in part.items()}
        case list():
            return [_filled(value, variables) for value in part]
        case str():
            return _VARIABLE.sub(lambda found: _value(found, variables), part)
        case _:
            return part


def _value(found: re.Match[str], variables: Mapping[str, str]) -> str:
    dollar, name, how, text = found.groups()
    if dollar:
        return "$"
    if value := variables.get(name):
        return value
    if how == "-":
        return str(text)
    raise Unset(f"{name}: {text}")
