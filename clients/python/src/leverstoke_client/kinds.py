"""What the layer needs of the types of any game; the generated models fit without knowing it."""

from collections.abc import Awaitable, Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from leverstoke_client.generated.types import Response


class View(Protocol):
    """A session as whoever asks may see it."""

    id: str
    url: str
    version: int
    seat: int | None
    to_act: list[int]

    @property
    def status(self) -> str: ...

    @property
    def legal_actions(self) -> Sequence[Any]: ...

    def to_dict(self) -> dict[str, Any]: ...


class LegalAction(Protocol):
    """What may be done, ready to post."""

    @property
    def action(self) -> str: ...

    def to_dict(self) -> dict[str, Any]: ...


class Played(Protocol):
    """An action that was taken, and what followed."""

    @property
    def session(self) -> Any: ...

    @property
    def events(self) -> Sequence[Any]: ...


Told: TypeAlias = Mapping[str, Any]
"""JSON as it was written."""

Answer: TypeAlias = Response[Any]
"""What a generated operation gives to those who block: ``AsyncAnswer`` becomes that in ``_sync``."""

AsyncAnswer: TypeAlias = Awaitable[Response[Any]]

AnyView = TypeVar("AnyView", bound=View)
AnyAction = TypeVar("AnyAction", bound=LegalAction)
AnyEvent = TypeVar("AnyEvent")
AnyPlayed = TypeVar("AnyPlayed", bound=Played)
AnyHint = TypeVar("AnyHint")
AnyReplay = TypeVar("AnyReplay")
