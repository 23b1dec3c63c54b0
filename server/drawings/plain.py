"""A game that nobody has drawn yet: what the reader may know, line by line, and what they may do."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from server.drawings import sheet

View: TypeAlias = Mapping[str, Any]

INDENT = "  "

# What every view has, whatever the game; the rest is the game's own.
_ENVELOPE = frozenset(
    [
        "id",
        "game",
        "url",
        "version",
        "status",
        "seat",
        "to_act",
        "legal_actions",
        "options",
        "rules_version",
        "seeded",
        "commitment",
        "seed",
        "rematch",
        "created_at",
        "expires_at",
        "deadline",
        "result",
    ]
)


def draw(view: View) -> str:
    own = {name: value for name, value in view.items() if name not in _ENVELOPE}
    return sheet.page(_heading(view), _fields(own), _ending(view), sheet.choices(view, _said))


def _heading(view: View) -> Iterator[str]:
    parts = [
        view["game"].replace("-", " ").title(),
        view["status"],
        "you are watching" if view["seat"] is None else f"you have seat {view['seat']}",
        "seeded" if view["seeded"] else "",
    ]
    yield from sheet.wrapped("", filter(None, parts), " · ")
    if view["to_act"]:
        seats = ", ".join("you" if seat == view["seat"] else f"seat {seat}" for seat in view["to_act"])
        yield from sheet.sentence(f"To act: {seats}{sheet.until(view)}.")


def _ending(view: View) -> Iterator[str]:
    if view["result"] is not None:
        yield from _field("result", view["result"], "")
    yield from _field("options", view["options"], "")
    yield from sheet.seed(view)
    if view["rematch"] is not None:
        yield from _field("rematch", view["rematch"], "")


def _fields(members: View, margin: str = "") -> Iterator[str]:
    for name, value in members.items():
        yield from _field(name, value, margin)


def _field(name: str, value: Any, margin: str) -> Iterator[str]:
    """A line for what is simple; for a record, or a list of them, its name and what is in it below."""
    label = margin + _label(name)
    if isinstance(value, Mapping) and any(isinstance(inner, list | Mapping) for inner in value.values()):
        yield label
        yield from _fields(value, margin + INDENT)
    elif isinstance(value, list) and any(isinstance(item, list | Mapping) for item in value):
        yield label
        for item in value:
            yield from _item(item, margin + INDENT)
    else:
        yield from sheet.wrapped(f"{label}: ", _words(name, value))


def _item(item: Any, margin: str) -> Iterator[str]:
    if isinstance(item, Mapping) and any(isinstance(inner, list | Mapping) for inner in item.values()):
        yield f"{margin}-"
        yield from _fields(item, margin + INDENT)
    else:
        yield from sheet.wrapped(f"{margin}- ", _words("", item))


def _label(name: str) -> str:
    return sheet.tidy(name.replace("_", " "))


def _words(name: str, value: Any) -> Iterator[str]:
    match value:
        case Mapping():
            pairs = [f"{_label(key)} {' '.join(_words(key, inner))}" for key, inner in value.items()]
            yield from (f"{pair}," if more else pair for more, pair in zip([*pairs[1:], ""], pairs, strict=True))
        case []:
            yield "none"
        case list():
            kind = "card" if sheet.all_cards(value) else ""
            yield from (" ".join(_words(kind, item)) for item in value)
        case None:
            yield "-"
        case bool():
            yield "yes" if value else "no"
        case str():
            text = sheet.tidy(value)
            yield from [sheet.card(text)] if name == "card" else text.split()
        case _:
            yield str(value)


def _said(action: str, body: View) -> str:
    return f"{action} {sheet.in_json(body)}" if body else action
