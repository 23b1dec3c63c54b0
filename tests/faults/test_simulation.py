"""Ten thousand sessions where everything goes wrong, and a store that breaks its word is found out in a few hundred."""

from pathlib import Path

import pytest

from server.catalogue import CATALOGUE
from server.sessions.session import Tag
from server.sessions.store import Answer, Change, Key, StoreUnavailable
from tests.faults.drill import unheard
from tests.faults.simulated_store import Fault, SimulatedStore, World
from tests.faults.simulation import DRILL, main, simulate

SEEDS = 10_000
A_FEW = 300


class Unchecked(SimulatedStore):
    """Writes upon whatever there is."""

    def is_current(self, address: str, base: Tag | None) -> bool:
        return True


class Forgetful(SimulatedStore):
    """Keeps no answer but the one to the opening."""

    def keep(self, address: str, key: Key, answer: Answer) -> None:
        if key.scope == "create":
            super().keep(address, key, answer)


class Denying(SimulatedStore):
    """Says that nothing was written, where it cannot know."""

    def reply_is_lost(self) -> Exception:
        return StoreUnavailable()


class Lazy(SimulatedStore):
    """Keeps the first document it is given, under every later tag."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._first: dict[str, bytes] = {}

    def commit(self, address: str, change: Change) -> None:
        body = self._first.setdefault(address, change.stored.body)
        super().commit(address, change._replace(stored=change.stored._replace(body=body)))


def test_whatever_goes_wrong_a_session_has_one_history() -> None:
    for seed in range(SEEDS):
        _, found = simulate(seed)
        assert not found, f"python -m tests.faults.simulation {seed}"


@pytest.mark.parametrize("kind", [Unchecked, Forgetful, Denying, Lazy])
def test_a_store_that_breaks_its_word_is_found_out(kind: type[SimulatedStore]) -> None:
    assert any(simulate(seed, kind=kind)[1] for seed in range(A_FEW))


def test_everything_happens_that_can_go_wrong() -> None:
    told: list[str] = []
    for seed in range(A_FEW):
        simulate(seed, told.append)
    story = "\n".join(told)
    for happening in [*list(Fault)[1:], *(entry.game.title for entry in CATALOGUE), "(a repeat)", "is not the last"]:
        assert happening in story
    for answer in ("nothing", "412 stale_version", "503 outcome_unknown", "503 store_unavailable"):
        assert f"is told {answer}" in story


def test_a_seed_tells_the_same_story_every_time(capsys: pytest.CaptureFixture[str]) -> None:
    stories = []
    for _ in range(2):
        main(17)
        stories.append(capsys.readouterr().out)
    assert stories[0] == stories[1]
    assert stories[0].endswith("All of it can be true.\n")


def test_the_drill_counts_requests(tmp_path: Path) -> None:
    report = DRILL.run(100, tmp_path, unheard)
    assert report.violations == []
    assert 100 <= report.operations < 200
