"""What is generated for one game, by what it is for: the layer above knows no game by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from leverstoke_client.kinds import AsyncAnswer

AsyncOperation: TypeAlias = Callable[..., AsyncAnswer]


@dataclass(frozen=True, slots=True)
class AsyncOperations:
    """``read_played`` and ``read_events`` are for what is asked by path; ``deck`` is in the order of D-4."""

    game: str
    deck: tuple[str, ...]
    read_played: Callable[[Mapping[str, Any]], Any]
    read_events: Callable[[Mapping[str, Any]], Any]
    create: AsyncOperation
    list_: AsyncOperation
    get: AsyncOperation
    delete: AsyncOperation
    events: AsyncOperation
    replay: AsyncOperation
    hint: AsyncOperation
    join: AsyncOperation | None = None
    read_join: Callable[[Mapping[str, Any]], Any] | None = None
    leave: AsyncOperation | None = None
    rematch: AsyncOperation | None = None
