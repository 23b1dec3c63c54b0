"""Deaths of workers and a long evening in the small, and that a house which grows is found out."""

from pathlib import Path

import pytest

from tests.faults import workers
from tests.faults.drill import Drill
from tests.faults.workers import Use, leaks

SMALL = {"workers that die": 1_500, "a long evening": 4_000}
REQUESTS = range(0, 3_000, 100)


@pytest.mark.parametrize("drill", workers.DRILLS, ids=lambda drill: drill.name)
def test_a_house_loses_no_card_and_does_not_grow(drill: Drill, tmp_path: Path) -> None:
    done: list[int] = []
    report = drill.run(SMALL[drill.name], tmp_path, done.append)
    assert report.violations == []
    assert report.operations == sum(done) >= SMALL[drill.name]
    assert int(report.figures.get("workers killed", workers.KILLS)) >= workers.KILLS


def test_what_comes_and_goes_is_no_leak() -> None:
    uses = [
        Use(asked, 180_000_000 + asked % 700 * 10_000, 50 + asked % 300 // 50, 8 - asked % 500 // 200)
        for asked in REQUESTS
    ]
    assert leaks(uses) == []


@pytest.mark.parametrize(
    ("each", "told"),
    [
        (Use(0, 1_000_000, 0, 0), "memory: 1000000.00 more for every hundred requests"),
        (Use(0, 0, 1, 0), "files: 1.00 more for every hundred requests"),
        (Use(0, 0, 0, 1), "connections: 1.00 more for every hundred requests"),
    ],
    ids=["a megabyte", "a file", "a connection"],
)
def test_what_every_hundred_requests_leave_behind_is_told(each: Use, told: str) -> None:
    uses = [
        Use(
            asked,
            180_000_000 + each.memory * asked // 100,
            50 + each.files * asked // 100,
            8 + each.connections * asked // 100,
        )
        for asked in REQUESTS
    ]
    assert leaks(uses) == [told]
