"""What is generated for one game, by what it is for: the layer above knows no game by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from leverstoke_client.kinds import Answer

Operation: TypeAlias = Callable[..., Answer]


@dataclass(frozen=True, slots=True)
class Operations:
    """``read_played`` and ``read_events`` are for what is asked by path; ``deck`` is in the order of D-4."""

    game: str
    deck: tuple[str, ...]
    read_played: Callable[[Mapping[str, Any]], Any]
    read_events: Callable[[Mapping[str, Any]], Any]
    create: Operation
    list_: Operation
    get: Operation
    delete: Operation
    events: Operation
    replay: Operation
    hint: Operation
    join: Operation | None = None
    read_join: Callable[[Mapping[str, Any]], Any] | None = None
    leave: Operation | None = None
    rematch: Operation | None = None
