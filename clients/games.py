"""The games in ``openapi.yaml``, as the templates of the clients need them: what each has, by the names it has there.

A game is whatever has ``POST /v1/{game}/sessions``; a third is in every client by being in the document.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_ROUTES = {
    ("post", ""): "create",
    ("get", ""): "list",
    ("get", "/{session_id}"): "get",
    ("delete", "/{session_id}"): "delete",
    ("get", "/{session_id}/events"): "events",
    ("get", "/{session_id}/replay"): "replay",
    ("get", "/{session_id}/hint"): "hint",
    ("post", "/{session_id}/seats"): "join",
    ("delete", "/{session_id}/seats/{seat}"): "leave",
    ("post", "/{session_id}/rematch"): "rematch",
}
_AT_TABLES = {"add_bot", "free", "leave", "rematch"}
_TAKEN = _AT_TABLES | {
    *("act", "delete", "etag", "events", "hint", "history", "id", "look", "number", "post", "replay", "token"),
    *("turns", "url", "verify", "view", "wait_for_turn"),
}
"""What a seat has already, in every client: an action of that name would hide it."""
_PARTS = (
    "View",
    "Options",
    "Event",
    "LegalAction",
    "Played",
    "Seated",
    "Hint",
    "Replay",
    "Row",
    "Sessions",
    "Events",
    "Problem",
)


@dataclass(frozen=True, slots=True)
class Field:
    """A member of a body. ``type`` is JSON's, or the name of a closed set of words; ``many``: a list of such."""

    name: str
    type: str
    many: bool
    nullable: bool
    required: bool
    description: str


@dataclass(frozen=True, slots=True)
class Action:
    """One of a game's actions: its ``word`` in a path, the operation, and the schema of its ``body``."""

    word: str
    operation: str
    summary: str
    body: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class Game:
    """A game's ``operations`` by what they do, its ``actions``, and its ``schemas`` by their part.

    ``events`` and ``legal_actions`` are the schemas of each kind; ``deck`` is in the order of D-4.
    """

    path: str
    title: str
    operations: dict[str, str]
    actions: tuple[Action, ...]
    schemas: dict[str, str]
    create_fields: tuple[Field, ...]
    events: tuple[str, ...]
    legal_actions: tuple[str, ...]
    deck: tuple[str, ...]

    def __post_init__(self) -> None:
        taken = _TAKEN if "join" in self.operations else _TAKEN - _AT_TABLES
        if odd := taken & {action.word for action in self.actions}:
            raise ValueError(f"{self.path}: every client has something else that is called {', '.join(sorted(odd))}")

    @property
    def pascal(self) -> str:
        return "".join(word.capitalize() for word in self.path.split("-"))

    @property
    def camel(self) -> str:
        return self.pascal[0].lower() + self.pascal[1:]

    @property
    def snake(self) -> str:
        return self.path.replace("-", "_")


def games_in(document: dict[str, Any]) -> Iterator[Game]:
    """Every game of *document*, in its order."""
    titles = {tag["name"]: tag.get("description", "").rstrip(".") for tag in document["tags"]}
    schemas = document["components"]["schemas"]
    for path in document["paths"]:
        if not path.endswith("/sessions"):
            continue
        game = path.removeprefix("/v1/").removesuffix("/sessions")
        operations, actions = {}, []
        for other, methods in document["paths"].items():
            if not other.startswith(path):
                continue
            below = other.removeprefix(path)
            for method, operation in methods.items():
                if method not in ("get", "post", "delete"):
                    continue
                if part := _ROUTES.get((method, below)):
                    operations[part] = operation["operationId"]
                else:
                    word, body = below.removeprefix("/{session_id}/"), _named(operation["requestBody"])
                    fields = tuple(_fields(schemas[body]))
                    actions.append(Action(word, operation["operationId"], operation["summary"], body, fields))
        create = document["paths"][path]["post"]
        seated = _named(create["responses"]["201"])
        view = schemas[seated]["properties"]["session"]["$ref"].rpartition("/")[2]
        prefix = view.removesuffix("View")
        found = {part: prefix + part for part in _PARTS} | {"Create": _named(create["requestBody"])}
        if "join" in operations:
            found["Join"] = _named(document["paths"][f"{path}/{{session_id}}/seats"]["post"]["requestBody"])
        yield Game(
            game,
            titles[game],
            operations,
            tuple(actions),
            found,
            tuple(_fields(schemas[found["Create"]])),
            tuple(map(_name, schemas[f"{prefix}Event"]["oneOf"])),
            tuple(map(_name, schemas[f"{prefix}LegalAction"]["oneOf"])),
            tuple(schemas[f"{prefix}Card"]["enum"]),
        )


def _fields(schema: dict[str, Any]) -> Iterator[Field]:
    for name, member in schema.get("properties", {}).items():
        inner, *_ = [*member.get("allOf", ()), *member.get("anyOf", ()), member]
        many = inner.get("type") == "array"
        inner = inner["items"] if many else inner
        kinds = inner.get("type", "string")
        kind = _name(inner) if "$ref" in inner else kinds if isinstance(kinds, str) else kinds[0]
        nullable = "null" in kinds or {"type": "null"} in member.get("anyOf", ())
        yield Field(name, kind, many, nullable, name in schema.get("required", ()), member.get("description", ""))


def _named(body: dict[str, Any]) -> str:
    """The name of the schema of *body*, in JSON."""
    return _name(body["content"]["application/json"]["schema"])


def _name(reference: dict[str, Any]) -> str:
    name: str = reference["$ref"].rpartition("/")[2]
    return name
