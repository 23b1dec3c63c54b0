"""The recorded playthroughs, replayed and compared line by line."""

from pathlib import Path
from typing import Any

import pytest

from server.game import Game
from tests.games.playthroughs import FOLDER, replayed
from tests.games.random_play import GAMES

RECORDED = sorted(FOLDER.glob("*.txt"))


@pytest.mark.parametrize("path", RECORDED, ids=[path.stem for path in RECORDED])
def test_a_recorded_playthrough_comes_out_again_line_by_line(path: Path) -> None:
    game, recorded = GAMES[path.stem.rpartition("-")[0]], path.read_text()
    assert replayed(game, recorded).splitlines() == recorded.splitlines()


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_a_game_has_at_least_two_playthroughs(game: Game[Any]) -> None:
    recorded = [path for path in RECORDED if path.stem.rpartition("-")[0] == game.name]
    assert len(recorded) >= 2, f"record one: .venv/bin/python -m tests.games.playthroughs record {game.name} 1"
