"""The house at a Shooter table.

An easy player counts aces and kings, leads its best card and sometimes plays whatever comes to hand. A steady one knows
what hands like its own take, what is still out and who has run out of a suit. A sharp one besides thinks the hand
through as the others' cards may lie. All follow suit, at an honour table too; none accuses.
"""

from collections.abc import Sequence
from typing import Any

from server.bots import Advice, Pause, no_pause
from server.bots.shooter.easy import play_easily
from server.bots.shooter.playout import play_out
from server.bots.shooter.sharp import PlayOut, think
from server.bots.shooter.steady import play_steadily
from server.deal import Chance
from server.game import Action, Level, Seat
from server.games.shooter import Accept, Memory, Phase, Play, follow


def choose(
    memory: Memory, seat: Seat, legal: Sequence[Action], level: Level, chance: Chance, pause: Pause = no_pause
) -> Advice:
    """What the house does at *seat*: one of the *legal* actions."""
    if memory.phase is Phase.ACCUSING:
        return Advice(Accept(), "The house takes every hand as it was played.")
    honest = _honest(memory, legal)
    match level:
        case Level.EASY:
            return play_easily(memory, seat, honest, chance)
        case Level.STEADY:
            return play_steadily(memory, seat, honest)
        case Level.SHARP:
            return think(memory, seat, honest, chance, _with(pause))


def _with(pause: Pause) -> PlayOut:
    """Plays hands out, with a pause before each."""

    def played_out(*args: Any, **kwargs: Any) -> tuple[int, ...]:
        pause()
        return play_out(*args, **kwargs)

    return played_out


def _honest(memory: Memory, legal: Sequence[Action]) -> Sequence[Action]:
    """Those of the *legal* actions that follow suit (SH-12)."""
    if not memory.trick:
        return legal
    cards = tuple(action.card for action in legal if isinstance(action, Play))
    return tuple(map(Play, follow(cards, memory.trick[0].card.suit)))
