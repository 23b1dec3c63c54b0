"""The OpenAPI document, as flask-smorest writes it and as other languages can read it.

Our converter teaches apispec six things: a closed set of words is a component with a name, a set of one a ``const``,
one of several objects a ``oneOf`` with a discriminator, answers leave room for new members while requests do not, a
schema's docstring is its description, and ``x-visible-to`` tells who sees each member of an answer.
"""

from functools import cache
from importlib.metadata import version
from inspect import cleandoc
from typing import Any

import yaml
from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask
from flask_smorest import Api
from flask_smorest.spec.plugins import FlaskPlugin
from werkzeug.routing import Rule

from schemas.envelope import Body
from schemas.fields import Constant, Tagged, Word, seen_by
from server.catalogue import CATALOGUE

VERSION = version("leverstoke")
VISIBLE_TO = "x-visible-to"

_DESCRIPTION = f"""\
Card games over plain HTTP: {", ".join(f"**{entry.game.title}**" for entry in CATALOGUE)}.

**Where do I start?** `POST` to a game's `sessions`. The answer has the session as you see it, and a `token` for your
seat. It is told only once: keep it, and send it as `Authorization: Bearer <token>`. Without one you are a spectator.

**What may I do?** Every view lists your `legal_actions`, ready to post: send the `body` of one to `{{url}}/{{action}}`.
So a client needs no rules. `to_act` says whose turn it is.

**How do I wait?** Ask for the view with the `ETag` you have in `If-None-Match` and `wait=25`: the answer is held until
there is another view. Or read `events` behind the last you have, with `wait` or as a stream (`Accept:
text/event-stream`), which a frame's `id` in `Last-Event-ID` resumes. `bots` at create plays with you at once.

**How do I retry?** Send an `Idempotency-Key`, new for every request and the same for every try of it. It acts once and
is answered alike. Add `If-Match` with the `ETag` of the view you decided on, and nothing happens to a view you have not
seen.

**What went wrong?** Every error is a problem (RFC 9457); `code` is for programs, `rule` names the clause of the rules.

**What is no problem?** Whatever is no HTTP request, or none that could be read, is refused before anybody looks at it,
in a page of HTML that no client need understand: 400 (bytes, framing, headers or a version of HTTP that make no
request), 414 (a path and query over 4 kB), 417 (an `Expect` of anything but `100-continue`), 431 (over 100 headers, or
one over 8 kB) and 501 (a transfer coding that nobody knows). The connection ends with it.

**What may change?** New members in answers, new kinds of event, new words in closed sets: ignore what you do not know.
Names stay.
"""


_IN_PATHS = {
    "session_id": "The `id` of the session: 22 URL-safe characters.",
    "seat": "The number of the seat, from 0.",
    "code": "The `code` of a problem.",
}


class Converter(OpenAPIConverter):
    """apispec's, and what it has to be told of our fields."""

    def init_attribute_functions(self) -> None:
        super().init_attribute_functions()  # type: ignore[no-untyped-call]
        nullable = self.attribute_functions.pop()
        self.attribute_functions += [self.constant2const, self.word2ref, self.tagged2ref, nullable]

    def constant2const(self, field: Any, ret: dict[str, Any]) -> dict[str, Any]:
        return {"const": field.word} if isinstance(field, Constant) else {}

    def word2ref(self, field: Any, ret: dict[str, Any]) -> dict[str, Any]:
        if not isinstance(field, Word):
            return {}
        component: dict[str, Any] = {"type": "string", "enum": list(field.words)}
        if names := ret.pop("x-enum-varnames", None):
            component["x-enum-varnames"] = names
        reference = self._component(field.component, component)
        return {"allOf": [reference]} if "default" in ret else reference

    def tagged2ref(self, field: Any, ret: dict[str, Any]) -> dict[str, Any]:
        if not isinstance(field, Tagged):
            return {}
        references = {word: self._reference(schema) for word, schema in field.schemas.items()}
        return self._component(
            field.component,
            {
                "oneOf": list(references.values()),
                "discriminator": {
                    "propertyName": field.tag,
                    "mapping": {word: reference["$ref"] for word, reference in references.items()},
                },
            },
        )

    def schema2jsonschema(self, schema: Any) -> dict[str, Any]:
        described: dict[str, Any] = super().schema2jsonschema(schema)  # type: ignore[no-untyped-call]
        described.pop("additionalProperties", None)
        if isinstance(schema, Body):
            described["additionalProperties"] = False
        else:
            described[VISIBLE_TO] = {name: seen_by(field) for name, field in schema.fields.items()}
        if documentation := type(schema).__doc__:
            described["description"] = cleandoc(documentation)
        return described

    def _reference(self, schema: Any) -> dict[str, Any]:
        reference: dict[str, Any] = self.resolve_nested_schema(schema)  # type: ignore[no-untyped-call]
        return reference

    def _component(self, name: str, component: dict[str, Any]) -> dict[str, Any]:
        if name not in self.spec.components.schemas:
            self.spec.components.schema(name, component)
        return {"$ref": f"#/components/schemas/{name}"}


class Paths(FlaskPlugin):  # type: ignore[misc]
    """flask-smorest's, which knows no descriptions of what stands in a path."""

    def rule_to_params(self, rule: Rule) -> list[dict[str, Any]]:
        return [parameter | {"description": _IN_PATHS[parameter["name"]]} for parameter in super().rule_to_params(rule)]


class Plugin(MarshmallowPlugin):
    Converter = Converter

    def __init__(self) -> None:
        super().__init__(schema_name_resolver=lambda schema: _class_of(schema).__name__)


class Document(Api):  # type: ignore[misc]
    """The API's document; flask-smorest's own error handler, which drops headers, stays out."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def __init__(self, app: Flask) -> None:
        super().__init__(
            app,
            spec_kwargs={
                "flask_plugin": Paths(),
                "marshmallow_plugin": Plugin(),
                "title": "Leverstoke",
                "version": VERSION,
                "openapi_version": "3.1.0",
                "info": {"description": _DESCRIPTION, "license": {"name": "MIT", "identifier": "MIT"}},
                "servers": [{"url": "/"}],
            },
        )
        self.spec.components.security_scheme(
            "seat",
            {"type": "http", "scheme": "bearer", "description": "The token of a seat, from create or join."},
        )
        self.as_dict = cache(self.spec.to_dict)
        self.as_yaml = cache(self._yaml)

    def _register_error_handlers(self) -> None:
        """Ours are in ``problems``."""

    def _register_responses(self) -> None:
        """Every operation lists its own."""

    def _register_pagination_header(self) -> None:
        """The lobby has a cursor."""

    def _yaml(self) -> str:
        document = _plain(self.as_dict())
        first = {name: document.pop(name) for name in ("openapi", "info", "servers")}
        text: str = yaml.dump(first | document, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)
        return text


class _Dumper(yaml.SafeDumper):
    """Writes text of several lines as such."""


_Dumper.add_representer(
    str,
    lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None),
)


def _class_of(schema: Any) -> type:
    return schema if isinstance(schema, type) else type(schema)


def _plain(value: Any) -> Any:
    """*value* in the types that YAML has, with no part shared: statuses as text, words as strings."""
    match value:
        case dict():
            return {str(key): _plain(inner) for key, inner in value.items()}
        case list() | tuple():
            return [_plain(inner) for inner in value]
        case str():
            return str(value)
        case _:
            return value
