"""What holds for every bot of the catalogue at every level. A new bot is tested by being listed."""

from functools import cache
from itertools import chain, islice, product
from random import Random
from typing import Any

import pytest

from server.bots import Advice
from server.catalogue import CATALOGUE
from server.deal import Chance
from server.game import Level, Seat
from server.house import House
from tests.games.facts import FACTS
from tests.games.random_play import session

SESSIONS = 40
TURNS = {Level.EASY: 300, Level.STEADY: 300, Level.SHARP: 30}

BOTS = {entry.game.name: entry for entry in CATALOGUE if entry.bot}

every_bot = pytest.mark.parametrize(("name", "level"), list(product(BOTS, Level)))


@cache
def turns(name: str, level: Level) -> tuple[tuple[Any, Seat, Advice], ...]:
    """States of random play, a seat whose turn it is and what its bot would do: a few from everywhere."""
    game = BOTS[name].game
    moments = chain.from_iterable(session(game, seed) for seed in range(SESSIONS))
    acting = [(moment.state, seat) for moment in moments for seat in game.to_act(moment.state)]
    chosen = islice(acting, 0, None, max(1, len(acting) // TURNS[level]))
    return tuple((state, seat, advice(name, level, state, seat)) for state, seat in chosen)


def advice(name: str, level: Level, state: Any, seat: Seat) -> Advice:
    entry = BOTS[name]
    return House(entry.game, entry.bot).advise(state, seat, level, Chance("house", f"bot:{seat}:1"))


@every_bot
def test_a_bot_chooses_one_of_the_legal_actions_in_turn(name: str, level: Level) -> None:
    game = BOTS[name].game
    for state, seat, advised in turns(name, level):
        assert advised.action in game.legal_actions(state, seat)
        assert not isinstance(advised.action, game.out_of_turn)


@every_bot
def test_a_bot_plays_alike_whatever_it_cannot_know(name: str, level: Level) -> None:
    """And so the same state twice is played alike."""
    chance, others = Random(name), 0
    for state, seat, advised in turns(name, level):
        other = FACTS[name].other_world(state, seat, chance)
        others += other != state
        assert advice(name, level, other, seat) == advised
    assert others > TURNS[level] // 4, "the other worlds must be others"


@every_bot
def test_a_reason_is_one_short_sentence(name: str, level: Level) -> None:
    for *_, advised in turns(name, level):
        assert advised.reason[0].isupper()
        assert advised.reason.endswith(".")
        assert len(advised.reason) <= 100
