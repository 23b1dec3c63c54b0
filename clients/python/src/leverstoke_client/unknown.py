"""What a newer server says and this version has no type for: it is kept, not refused."""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar, cast

Kind = TypeVar("Kind")


class Unknown:
    """An event, or a legal action, of a kind that came later. Its members are items, and what it is, is ``kind``."""

    def __init__(self, members: Mapping[str, Any]) -> None:
        self._members = dict(members)

    @property
    def kind(self) -> str:
        return str(self._members.get("type", self._members.get("action", "")))

    @property
    def action(self) -> str:
        return self.kind

    @property
    def seq(self) -> int:
        return int(self._members["seq"])

    def __getitem__(self, name: str) -> Any:
        return self._members[name]

    def __repr__(self) -> str:
        return f"Unknown({self._members!r})"

    def to_dict(self) -> dict[str, Any]:
        return dict(self._members)


def parsed(read: Callable[[Mapping[str, Any]], Kind], data: object) -> Kind:
    """*data* as *read*, the last of several kinds, has it; else an ``Unknown``, which no type tells of.

    Raises ``TypeError`` for what is no object.
    """
    if not isinstance(data, dict):
        raise TypeError(f"an object was expected, not {data!r}")
    try:
        return read(data)
    except (TypeError, ValueError, AttributeError, KeyError):
        return cast(Kind, Unknown(data))
