"""What a change of the document would break in clients that were made from the last released one.

A client may use every operation, property, word and status of the released document; so none may go, nothing it sends
may become wrong, and nothing it reads may become another thing. What is new breaks nobody: clients ignore what they do
not know. ``make release`` puts today's document in the place of the released one, with a new version.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

DOCUMENT = Path(__file__).parents[2] / "openapi.yaml"
RELEASED = Path(__file__).parent / "released.json"

_METHODS = ("get", "post", "put", "patch", "delete")
_IDLE = ("description", "example", "examples", "summary", "title", "x-visible-to")
_LOWEST = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_HIGHEST = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_FORMS = ("pattern", "uniqueItems", "additionalProperties", "multipleOf", "enum")


def breaks(released: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """Says of each change that breaks a client where it is, and what it is."""
    for path, item in released["paths"].items():
        for method in _METHODS:
            if method in item:
                operation = now["paths"].get(path, {}).get(method)
                if operation is None:
                    yield f"{item[method]['operationId']}: {method.upper()} {path} is gone"
                else:
                    yield from _operation(released, now, path, method)
    schemes = now["components"].get("securitySchemes", {})
    for name, scheme in released["components"]["securitySchemes"].items():
        if _stripped(scheme) != _stripped(schemes.get(name)):
            yield f"the security scheme {name} is another"
    if released["servers"] != now["servers"]:
        yield "the servers are others"
    sent, read = set(_sent(released)), set(_read(released))
    for name, schema in released["components"]["schemas"].items():
        other = now["components"]["schemas"].get(name)
        if other is None:
            yield f"{name} is gone"
            continue
        for is_sent in (True, False):
            if name in (sent if is_sent else read):
                yield from _schema(name, schema, other, is_sent=is_sent)


def _followed(document: dict[str, Any], responses: dict[str, Any]) -> dict[str, Any]:
    components = document["components"].get("responses", {})
    return {
        status: components[response["$ref"].rpartition("/")[2]] if "$ref" in response else response
        for status, response in responses.items()
    }


def _operation(released: dict[str, Any], now: dict[str, Any], path: str, method: str) -> Iterator[str]:
    item, other = released["paths"][path], now["paths"][path]
    before, after = item[method], other[method]
    name = before["operationId"]
    if after["operationId"] != name:
        yield f"{name} is called {after['operationId']}"
    if before["tags"] != after["tags"]:
        yield f"{name} is with {after['tags']}"
    if {} in before["security"] and {} not in after["security"]:
        yield f"{name} needs a token"
    known, taken = _parameters(item, before), _parameters(other, after)
    for key in known.keys() - taken.keys():
        yield f"{name}: the parameter {key[1]} is gone"
    for key, parameter in taken.items():
        if parameter.get("required") and not known.get(key, {}).get("required"):
            yield f"{name}: the parameter {key[1]} is required"
        if key in known:
            yield from _schema(f"{name}: {key[1]}", known[key]["schema"], parameter["schema"], is_sent=True)
    if after.get("requestBody", {}).get("required") and not before.get("requestBody", {}).get("required"):
        yield f"{name} needs a body"
    if "requestBody" in before:
        yield from _contents(name, before["requestBody"], after.get("requestBody", {}), is_sent=True)
    answered, answers = _followed(released, before["responses"]), _followed(now, after["responses"])
    for status, response in answered.items():
        if status not in answers:
            yield f"{name}: the status {status} is gone"
            continue
        for header in response.get("headers", {}).keys() - answers[status].get("headers", {}).keys():
            yield f"{name}: {status} has no header {header}"
        yield from _contents(f"{name}: {status}", response, answers[status], is_sent=False)


def _parameters(item: dict[str, Any], operation: dict[str, Any]) -> dict[tuple[str, str], dict[str, Any]]:
    listed = [*item.get("parameters", ()), *operation.get("parameters", ())]
    return {(parameter["in"], parameter["name"]): parameter for parameter in listed}


def _contents(where: str, before: dict[str, Any], after: dict[str, Any], *, is_sent: bool) -> Iterator[str]:
    for kind, content in before.get("content", {}).items():
        if kind not in after.get("content", {}):
            yield f"{where}: {kind} is gone"
        else:
            yield from _schema(f"{where} {kind}", content["schema"], after["content"][kind]["schema"], is_sent=is_sent)


def _schema(where: str, before: dict[str, Any], after: dict[str, Any], *, is_sent: bool) -> Iterator[str]:
    for word in _missing(before.get("enum", ()), after.get("enum", before.get("enum", ()))):
        yield f"{where}: the word {word} is gone"
    if names := before.get("x-enum-varnames"):
        others = dict(zip(after.get("enum", ()), after.get("x-enum-varnames", ()), strict=False))
        for word, name in zip(before["enum"], names, strict=True):
            if others.get(word, name) != name:
                yield f"{where}: the word {word} is named {others[word]}"
    for name, one in before.get("properties", {}).items():
        if name not in after.get("properties", {}):
            yield f"{where}: {name} is gone"
        else:
            yield from _schema(f"{where}.{name}", one, after["properties"][name], is_sent=is_sent)
    required, asked = before.get("required", ()), after.get("required", ())
    if is_sent:
        yield from (f"{where}: {name} is required" for name in _missing(asked, required))
        yield from _narrower(where, before, after)
    else:
        yield from (f"{where}: {name} may be left out" for name in _missing(required, asked))
        if after.get("additionalProperties", True) is False and before.get("additionalProperties", True) is not False:
            yield f"{where} leaves no room"
    if "items" in before:
        yield from _schema(f"{where}[]", before["items"], after.get("items", {}), is_sent=is_sent)
    for name in ("type", "const", "format", "$ref", "discriminator"):
        if _kind(before.get(name)) != _kind(after.get(name)):
            if name == "discriminator" and _only_grows(before.get(name), after.get(name)):
                continue
            yield f"{where} is another kind of thing: {name}"
    for name in ("oneOf", "anyOf", "allOf"):
        for option in _missing(_plain(before.get(name, ())), _plain(after.get(name, ()))):
            yield f"{where}: an option is gone: {option}"


def _narrower(where: str, before: dict[str, Any], after: dict[str, Any]) -> Iterator[str]:
    """Whether less may be sent than could."""
    for name in _LOWEST:
        if after.get(name, float("-inf")) > before.get(name, float("-inf")):
            yield f"{where}: {name} is higher"
    for name in _HIGHEST:
        if after.get(name, float("inf")) < before.get(name, float("inf")):
            yield f"{where}: {name} is lower"
    for name in _FORMS:
        if name in after and after[name] != before.get(name) and not _only_more(before.get(name), after[name]):
            yield f"{where}: {name} is another"
    if before.get("default") != after.get("default"):
        yield f"{where}: what is left out means another thing"


def _only_more(before: Any, after: Any) -> bool:
    """Whether *after* is a list of words with all that were in *before*."""
    return isinstance(before, list) and isinstance(after, list) and not _missing(before, after)


def _only_grows(before: Any, after: Any) -> bool:
    return bool(before and after) and before["mapping"].items() <= after["mapping"].items()


def _kind(value: Any) -> Any:
    return sorted(value) if isinstance(value, list) else value


def _plain(options: Any) -> list[str]:
    return [json.dumps(_stripped(option), sort_keys=True) for option in options]


def _missing(before: Any, after: Any) -> list[Any]:
    return [item for item in before if item not in after]


def _sent(document: dict[str, Any]) -> Iterator[str]:
    """The schemas of what clients send, and whatever is in them."""
    for item in document["paths"].values():
        for method in _METHODS:
            for body in item.get(method, {}).get("requestBody", {}).get("content", {}).values():
                yield from _inside(document, body["schema"])


def _read(document: dict[str, Any]) -> Iterator[str]:
    """The schemas of what clients read, and whatever is in them."""
    for item in document["paths"].values():
        for method in _METHODS:
            for response in _followed(document, item.get(method, {}).get("responses", {})).values():
                for body in response.get("content", {}).values():
                    yield from _inside(document, body["schema"])


def _inside(document: dict[str, Any], schema: Any) -> Iterator[str]:
    match schema:
        case {"$ref": reference}:
            name = reference.rpartition("/")[2]
            yield name
            yield from _inside(document, document["components"]["schemas"][name])
        case dict():
            for inner in schema.values():
                yield from _inside(document, inner)
        case list():
            for inner in schema:
                yield from _inside(document, inner)


def _stripped(value: Any) -> Any:
    """*value* without what no client is made from. A property may be called as what is left out elsewhere."""
    match value:
        case dict():
            return {
                name: {property_: _stripped(schema) for property_, schema in inner.items()}
                if name in ("properties", "responses", "schemas")
                else _stripped(inner)
                for name, inner in value.items()
                if name not in _IDLE
            }
        case list():
            return [_stripped(inner) for inner in value]
        case _:
            return value


def release() -> None:
    """Make today's document the released one."""
    document = _stripped(yaml.safe_load(DOCUMENT.read_text()))
    RELEASED.write_text(json.dumps(document, sort_keys=True, indent=1) + "\n")


if __name__ == "__main__":
    release()
