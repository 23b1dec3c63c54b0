"""The worked examples of the vectors folder."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest

VECTORS = Path(__file__).parent / "vectors"

Row: TypeAlias = dict[str, Any]


def examples(name: str) -> Any:
    """All that the file *name* holds."""
    return json.loads((VECTORS / f"{name}.json").read_text())


def each(rows: Sequence[Row], *, id: str = "{id}") -> pytest.MarkDecorator:  # noqa: A002 (pytest's word for it)
    """Parametrise a test by ``row``; its *id* is made of the row's own fields."""
    return pytest.mark.parametrize("row", rows, ids=[id.format(**row) for row in rows])
