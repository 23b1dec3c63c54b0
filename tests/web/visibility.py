"""``docs/visibility.md``: every member of every answer by who may see it, out of the document."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from schemas.fields import SeenBy

DOCUMENT = Path(__file__).parents[2] / "openapi.yaml"
PAGE = Path(__file__).parents[2] / "docs/visibility.md"

_HEAD = """\
# Who may see what

Every member of every answer, as `x-visible-to` in [`openapi.yaml`](../openapi.yaml) has it. `make openapi` writes this
page; tests hold the views of random play to it.

- **everyone**: the same for every seat, and for whoever watches without one.
- **everyone, after the end**: null, or not to be had, until the session is finished.
- **whoever asks**: another for every reader, made of what that seat may know; a spectator has none of it.

What nobody may know yet has no member to be in: the other hands, the draw pile's order, the seed.

| Answer | everyone | everyone, after the end | whoever asks |
|---|---|---|---|
"""


def page(document: dict[str, Any]) -> str:
    return _HEAD + "".join(f"{row}\n" for row in _rows(document))


def _rows(document: dict[str, Any]) -> Iterator[str]:
    for name, schema in sorted(document["components"]["schemas"].items()):
        if seen := schema.get("x-visible-to"):
            columns = (", ".join(f"`{member}`" for member in seen if seen[member] == who) for who in SeenBy)
            yield f"| {name} | {' | '.join(columns)} |"


if __name__ == "__main__":
    PAGE.write_text(page(yaml.safe_load(DOCUMENT.read_text())))
