"""Fields that take exactly what the document says: no text for a number, no number for a truth.

marshmallow is helpful by nature: ``"5"``, ``5.9`` and ``"on"`` pass its stock fields. A contract that others generate
clients from must not be helpful.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import Any, TypeAlias

from marshmallow import Schema, ValidationError, fields, validate

from server.cards import Card, Pack

Maker: TypeAlias = Callable[..., fields.Field[Any]]


class SeenBy(StrEnum):
    """Who may know what a member of an answer says. What nobody may know yet is null, or has no member to be in."""

    EVERYONE = "everyone"
    EVERYONE_AFTER_THE_END = "everyone, after the end"
    WHO_ASKS = "whoever asks"
    """It differs from reader to reader, and tells each no more than that seat may know."""


def described(text: str, seen_by: SeenBy = SeenBy.EVERYONE, **more: Any) -> dict[str, Any]:
    """Metadata for the document: a description, who may know the member of an answer, and whatever else."""
    return {"description": text, _SEEN_BY: seen_by, **more}


def seen_by(field: fields.Field[Any]) -> str:
    """Who may know what *field* says in an answer: everyone, unless its metadata tells otherwise."""
    return str(field.metadata.get(_SEEN_BY, SeenBy.EVERYONE))


_SEEN_BY = "seen_by"


class Integer(fields.Integer):
    """A whole number between *low* and *high*."""

    def __init__(self, low: int | None = None, high: int | None = None, **kwargs: Any) -> None:
        bounds = None if low is None and high is None else validate.Range(low, high)
        super().__init__(strict=True, validate=bounds, **kwargs)


class QueryInteger(Integer):
    """A whole number as it stands in a query: ASCII digits and nothing else."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> int:
        if not re.fullmatch(r"-?[0-9]{1,15}", str(value)):
            raise self.make_error("invalid")
        return super()._deserialize(int(value), attr, data, **kwargs)


class Boolean(fields.Boolean):
    """``true`` or ``false``, and not 1 or ``"yes"``."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class QueryBoolean(Boolean):
    """``true`` or ``false`` as it stands in a query."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> bool:
        return super()._deserialize({"true": True, "false": False}.get(value, value), attr, data, **kwargs)


class Text(fields.String):
    """Text of *low* to *high* characters that fits *pattern* from end to end."""

    def __init__(self, low: int, high: int, pattern: str | None = None, **kwargs: Any) -> None:
        metadata = {**kwargs.pop("metadata", {}), **({"pattern": f"^{pattern}$"} if pattern else {})}
        super().__init__(validate=validate.Length(low, high), metadata=metadata, **kwargs)
        self._pattern = re.compile(pattern) if pattern else None

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        text = super()._deserialize(value, attr, data, **kwargs)
        if self._pattern and not self._pattern.fullmatch(text):
            raise self.make_error("invalid")
        return text


class Name(Text):
    """What a player is called: 1 to 32 characters, none of them a control or format character."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(1, 32, **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        name = super()._deserialize(value, attr, data, **kwargs)
        if any(unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp") for character in name):
            raise ValidationError("Must not contain control or format characters.")
        return name


class Word(fields.Field[Any]):
    """One of a closed set of words; the document knows the set by its *component* name."""

    def __init__(self, component: str, words: Iterable[StrEnum], *, refusal: str | None = None, **kwargs: Any) -> None:
        self.component = component
        self.words = {word.value: word for word in words}
        refusal = refusal or f"Must be one of: {', '.join(self.words)}."
        super().__init__(error_messages={"invalid": refusal}, **kwargs)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(value, str) or value not in self.words:
            raise self.make_error("invalid")
        return self.words[value]

    def _serialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        return None if value is None else str(value)


class Constant(fields.String):
    """The one word that stands here."""

    def __init__(self, word: str) -> None:
        super().__init__(required=True)
        self.word = word

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any) -> Any:
        if value != self.word:
            raise self.make_error("invalid")
        return value


class Tagged(fields.Field[Any]):
    """One of several objects, told apart by the word under *tag*; a *component* of its own in the document."""

    def __init__(self, component: str, tag: str, schemas: Mapping[str, Schema], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.component = component
        self.tag = tag
        self.schemas = schemas

    def _serialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        return self.schemas[value[self.tag]].dump(value)

    def _deserialize(self, value: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(value, dict) or value.get(self.tag) not in self.schemas:
            raise ValidationError(f"No known {self.tag}.")
        return self.schemas[value[self.tag]].load(value)


def words(component: str, kind: Iterable[StrEnum]) -> Maker:
    """Makes fields for one closed set of words."""
    return lambda **kwargs: Word(component, kind, **kwargs)


def cards(component: str, pack: Pack) -> Maker:
    """Makes fields for one card of *pack*: no other card exists."""

    def make(**kwargs: Any) -> Word:
        metadata: dict[str, Any] = {"x-enum-varnames": [Card(card).name for card in pack.cards]}
        metadata |= kwargs.pop("metadata", {})
        return Word(component, pack.cards, refusal="Not a card of this game.", metadata=metadata, **kwargs)

    return make


def distinct(items: list[Any]) -> None:
    """Refuses a list that names something twice."""
    if len(set(items)) < len(items):
        raise ValidationError("Must not name one twice.")


def nullable(field: fields.Field[Any]) -> fields.Field[Any]:
    """*field*, or null."""
    field.allow_none = True
    return field
