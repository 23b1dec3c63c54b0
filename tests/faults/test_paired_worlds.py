"""What a reader may not know cannot be read anywhere: a thousand readers ask all there is to ask in two worlds."""

from pathlib import Path

import pytest

from schemas.fields import Word
from server.catalogue import CATALOGUE, Entry
from server.sessions.session import Status
from tests.faults.leaks import LEAKS, faithful
from tests.faults.world import Server
from tests.faults.worlds import DRILL, Worlds
from tests.games.random_play import ENTRIES

PAIRS = 1000 // len(CATALOGUE)
FEW = 20
ENOUGH = 400  # pairs in which any leak must have been heard

every_game = pytest.mark.parametrize("entry", CATALOGUE, ids=lambda entry: entry.game.name)


@pytest.fixture(scope="module")
def worlds() -> Worlds:
    return Worlds()


@every_game
def test_what_a_reader_may_not_know_cannot_be_read_anywhere(worlds: Worlds, entry: Entry) -> None:
    tally = worlds.compare(entry, PAIRS)
    assert tally.violations == []
    assert tally.pairs == PAIRS
    assert tally.others > 0.75 * tally.pairs, "the other worlds must be others"
    assert tally.excused < 0.05 * tally.exchanges
    assert not _phases(entry) - set(tally.phases), "every phase is looked at"


def _phases(entry: Entry) -> set[str]:
    """The phases of a game, if its view names them; else that a session goes on, and that it ends."""
    phase = entry.contract.view.fields.get("phase")
    return set(phase.words) if isinstance(phase, Word) else {Status.ACTIVE, Status.FINISHED}


@pytest.mark.parametrize("server", LEAKS, ids=lambda server: server.__name__)
def test_a_leak_is_heard(server: Server) -> None:
    assert Worlds(server).compare(ENTRIES[LEAKS[server]], ENOUGH, enough=1).violations


def test_where_nothing_leaks_nothing_is_heard() -> None:
    assert Worlds(faithful).compare(ENTRIES["shooter"], FEW).violations == []


def test_the_drill_compares_as_many_pairs_as_it_is_asked_for(tmp_path: Path) -> None:
    done: list[int] = []
    report = DRILL.run(10, tmp_path, done.append)
    assert report.violations == []
    assert report.operations == sum(done) == 10
