"""The page of promises is true: every test it names is there, and every drill has a figure on it."""

import re
from pathlib import Path

import pytest

from tests.faults.__main__ import drills
from tests.faults.drill import Drill

PAGE = Path("docs/promises.md").read_text()


def test_every_proof_it_names_is_there() -> None:
    named = set(re.findall(r"`((?:tests/)?[\w/]+\.py)`", PAGE))
    assert len(named) > 20
    for name in named:
        assert Path(name if "/" in name else f"tests/faults/{name}").is_file(), name


@pytest.mark.parametrize("drill", drills(), ids=lambda drill: drill.name)
def test_every_drill_has_a_figure(drill: Drill) -> None:
    (row,) = re.findall(rf"^\| {re.escape(drill.name)} \| ([\d,]+) \|", PAGE, re.MULTILINE)
    assert int(row.replace(",", "")) >= drill.large, "the figure is of a full drill"


def test_every_proof_of_a_promise_is_on_it() -> None:
    for path in Path("tests/faults").glob("test_*.py"):
        if path.name not in ("test_promises.py", "test_proxies.py"):
            assert path.name in PAGE, path
