"""Chosen tables are drawn as they were when somebody last looked at them and was pleased."""

import pytest

from server.drawings import ascii_only, shooter
from tests.drawings.scenes import FOLDER, SCENES, table


@pytest.mark.parametrize("name", SCENES)
def test_a_table_is_drawn_as_before(name: str) -> None:
    drawn = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert SCENES[name]().splitlines() == drawn.splitlines()


def test_there_is_no_drawing_without_its_scene() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(SCENES)


@pytest.mark.parametrize("names", [("Ada", "Ada", "Ada (0)"), ("李雷", "韩梅", "Bob"), ("Seat 1", None, "Cleo")])
def test_no_two_players_are_called_the_same(names: tuple[str | None, ...]) -> None:
    seats = table(*names, players=3)
    drawn = ascii_only(shooter.draw(seats[0].view))
    assert all(f"({seat})" in drawn for seat in range(3))
