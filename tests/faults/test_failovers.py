"""Deaths in the small: of the embedded store twenty, of a primary as many as it takes a replica to take its place."""

from pathlib import Path

import pytest

from tests.faults import failovers
from tests.faults.drill import Drill, unheard

SMALL = {
    "a store that is killed": 2_000,
    "a failover behind Sentinels": 100,
    "a failover in a Cluster": 100,
}
DEATHS = {"a store that is killed": 20}


@pytest.mark.parametrize("drill", failovers.DRILLS, ids=lambda drill: drill.name)
def test_a_store_that_dies_is_back_in_time_and_has_lost_and_doubled_nothing(drill: Drill, tmp_path: Path) -> None:
    report = drill.run(SMALL[drill.name], tmp_path, unheard)
    assert report.violations == []
    assert report.operations >= SMALL[drill.name]
    assert int(report.figures["deaths of the store"]) >= DEATHS.get(drill.name, 1)
