"""A game whose parts do not fit together is refused by name, before anything is served."""

from dataclasses import replace
from typing import Any

import pytest

from server.catalogue import CATALOGUE, Entry, IncompleteGame
from server.game import Resign

SHOOTER = next(entry for entry in CATALOGUE if entry.game.name == "shooter")


def without(mapping: Any, key: Any) -> dict[Any, Any]:
    return {other: value for other, value in mapping.items() if other is not key}


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"actions": SHOOTER.game.actions[1:]}, "actions of the game and of its contract differ by Bid"),
        ({"events": SHOOTER.game.events[1:]}, "events of the game and of its contract differ by dealt"),
        ({"refusals": without(SHOOTER.game.refusals, Resign)}, "those with refusals differ by Resign"),
        ({"meanings": {}}, "refusals of the game and those with a meaning differ by bid_too_low"),
        ({"seats": (1, 1)}, "differ by rematch, seated"),
    ],
)
def test_parts_that_differ_are_named(changes: dict[str, Any], told: str) -> None:
    with pytest.raises(IncompleteGame, match=f"^shooter: .*{told}"):
        Entry(replace(SHOOTER.game, **changes), SHOOTER.contract, SHOOTER.bot)


def test_a_game_whose_seats_the_house_plays_needs_a_bot() -> None:
    with pytest.raises(IncompleteGame, match="no bot"):
        Entry(SHOOTER.game, SHOOTER.contract)


def test_bots_never_see_a_state() -> None:
    """They get a view; not even the name of a state is known where they are written."""
    for entry in CATALOGUE:
        if entry.bot:
            assert entry.game.state not in vars(__import__(entry.bot.__module__, fromlist=["_"])).values()
