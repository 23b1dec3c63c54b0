"""What tests ask of a step, and of a refusal."""

from copy import deepcopy
from typing import Any, TypeVar

import pytest

from server.game import Action, Event, Game, Refused, Seat, State, Step, play

S = TypeVar("S", bound=State)
E = TypeVar("E", bound=Event)


def told(step: Step[Any], kind: type[E]) -> list[E]:
    """The events of one *kind*, in order."""
    return [event for event in step.events if isinstance(event, kind)]


def only(step: Step[Any], kind: type[E]) -> E:
    """The one event of its *kind*."""
    (event,) = told(step, kind)
    return event


def refusal(game: Game[S], state: S, seat: Seat, action: Action) -> tuple[str, str | None]:
    """The code and the rule by which *action* is refused. It has changed nothing, and tells what is legal instead."""
    before = deepcopy(state)
    with pytest.raises(Refused) as caught:
        play(game, state, seat, action)
    assert state == before
    refused = caught.value
    if game.result(state) is None:
        assert refused.legal_actions == game.legal_actions(state, seat)
    if refused.code not in ("session_finished", "not_your_turn"):
        assert refused.code in game.refusals[type(action)]
    return refused.code, refused.rule
