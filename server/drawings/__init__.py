"""Tables as a person would draw them in a terminal: a file a game, and a plain drawing for a game without one.

A drawing is made from the view that its reader gets as JSON, and from nothing else, so it can tell no more.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from server.drawings.sheet import ascii_only

__all__ = ["Drawing", "ascii_only"]

Drawing: TypeAlias = Callable[[Mapping[str, Any]], str]
"""(a view, as the JSON that a client gets) -> the table, in lines of at most 80 columns, with the suits as ♣♦♥♠."""
