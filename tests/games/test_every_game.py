"""What holds for any game, over random play of every game in the catalogue. A new game is tested by being listed."""

from collections.abc import Iterator
from itertools import chain, combinations, islice, product
from random import Random
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

from server.cards import Card, Cards
from server.game import Action, Game, Record, Refused, Resign, Seat, play, shown, wire_name
from server.sessions.codec import Codec
from server.sessions.session import Kind, Player, Session
from tests.games.facts import FACTS
from tests.games.random_play import ENTRIES, GAMES, Moment, session

SESSIONS = 60
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def moments(game: Game[Any], sessions: int = SESSIONS, every: int = 1) -> Iterator[Moment]:
    """Every so many moments of random play."""
    return islice(chain.from_iterable(session(game, seed) for seed in range(sessions)), 0, None, every)


def cards_of(game: Game[Any]) -> list[Card]:
    """The cards of a game's pack: those its contract knows."""
    (shuffle, *_) = game.deal(game.options(), "any").shuffles
    return [Card(card) for card in shuffle]


def candidates(game: Game[Any], moment: Moment) -> Iterator[Action]:
    """Every action anybody could post, legal or not; of cards by the handful, one and two of the pack."""
    pack = cards_of(game)
    values: dict[Any, list[Any]] = {
        Seat: list(moment.seats),
        Cards: [(card,) for card in pack] + list(combinations(pack, 2)),
        Card: pack,
    }
    for kind in game.actions:
        hints = get_type_hints(kind)
        choices = [_values(hints[name], values) for name in kind.__struct_fields__]
        yield from (kind(*chosen) for chosen in product(*choices))


def _values(hint: Any, known: dict[Any, list[Any]]) -> list[Any]:
    """All that a field of an action may be: a closed set, a truth, what is *known* of a type, or nothing."""
    if get_origin(hint) is UnionType:
        return [value for kind in get_args(hint) for value in ([None] if kind is NoneType else _values(kind, known))]
    if hint in known:
        return known[hint]
    return [False, True] if hint is bool else list(hint)


@every_game
def test_the_invariants_hold_in_every_state(game: Game[Any]) -> None:
    for moment in moments(game):
        FACTS[game.name].invariant(moment.state)


@every_game
def test_what_only_grows_never_falls(game: Game[Any]) -> None:
    counts = FACTS[game.name].never_falls
    for moment in moments(game):
        if moment.before is not None:
            assert all(now >= then for now, then in zip(counts(moment.state), counts(moment.before), strict=True))


@every_game
def test_every_step_tells_of_at_least_one_event(game: Game[Any]) -> None:
    assert all(moment.step.events for moment in moments(game))


@every_game
def test_the_same_seed_and_actions_make_the_same_session(game: Game[Any]) -> None:
    for seed in range(5):
        assert list(session(game, seed)) == list(session(game, seed))


@every_game
def test_a_session_replays_from_its_seed_and_actions(game: Game[Any]) -> None:
    for seed in range(10):
        told = list(session(game, seed))
        first = told[0].state
        step = game.deal(first.options, first.seed)
        for moment in told[1:]:
            assert moment.seat is not None
            assert moment.action is not None
            step = play(game, step.state, moment.seat, moment.action)
        assert step.state == told[-1].state


@every_game
def test_every_state_survives_storage(game: Game[Any]) -> None:
    codec = Codec(game)
    for moment in moments(game, every=5):
        players = tuple(Player(Kind.HUMAN, "Zoë") for _ in moment.seats)
        kept = Session(players, seeded=True, created_at=1, updated_at=2, state=moment.state)
        assert codec.read_session(codec.session(kept)) == kept


@every_game
def test_every_action_survives_the_log(game: Game[Any]) -> None:
    codec = Codec(game)
    kinds = {wire_name(kind): kind for kind in game.actions}
    for moment in moments(game, sessions=10):
        if moment.action is not None and moment.seat is not None:
            told = msgspec.json.decode(codec.action(moment.seat, moment.action, auto=False))
            assert msgspec.convert(told["body"], kinds[told["action"]]) == moment.action
            assert told["seat"] == moment.seat


@every_game
def test_every_legal_action_is_accepted(game: Game[Any]) -> None:
    for moment in moments(game, sessions=12, every=5):
        for seat in moment.seats:
            for action in game.legal_actions(moment.state, seat):
                assert play(game, moment.state, seat, action).events


@every_game
def test_whose_turn_it_is_can_act_and_nobody_else_can_out_of_turn(game: Game[Any]) -> None:
    for moment in moments(game):
        acting = game.to_act(moment.state)
        for seat in moment.seats:
            turn = [a for a in game.legal_actions(moment.state, seat) if not isinstance(a, game.out_of_turn)]
            assert bool(turn) == (seat in acting)


@every_game
def test_everything_else_is_refused_and_changes_nothing(game: Game[Any]) -> None:
    for moment in moments(game, sessions=30, every=97):
        written = repr(moment.state)
        for seat in moment.seats:
            legal = game.legal_actions(moment.state, seat)
            for action in candidates(game, moment):
                if action in legal or isinstance(action, Resign):
                    continue
                with pytest.raises(Refused) as refused:
                    play(game, moment.state, seat, action)
                _is_explained(game, moment, seat, action, refused.value)
        assert repr(moment.state) == written


def _is_explained(game: Game[Any], moment: Moment, seat: Seat, action: Action, refused: Refused) -> None:
    """By a code that the game declares, a clause, and what may be done instead."""
    if game.result(moment.state) is not None:
        assert refused.code == "session_finished"
        return
    assert refused.legal_actions == game.legal_actions(moment.state, seat)
    if refused.code == "not_your_turn":
        assert seat not in game.to_act(moment.state)
    else:
        assert refused.code in game.refusals[type(action)]
        assert refused.rule


@every_game
def test_a_player_may_resign_once_and_only_while_it_goes_on(game: Game[Any]) -> None:
    for moment in moments(game, every=37):
        for seat in moment.seats:
            if game.result(moment.state) is not None:
                with pytest.raises(Refused, match="session_finished"):
                    play(game, moment.state, seat, Resign())
                continue
            if game.may_resign(moment.state, seat):
                _is_gone(game, play(game, moment.state, seat, Resign()).state, seat)
            else:
                with pytest.raises(Refused) as refused:
                    play(game, moment.state, seat, Resign())
                assert refused.value.code in game.refusals[Resign]


def _is_gone(game: Game[Any], state: Any, seat: Seat) -> None:
    """Whoever has resigned does so once; then the session is over, or the house has the seat."""
    assert not game.may_resign(state, seat)
    if game.result(state) is None:
        assert game.house is not None
        assert seat in game.house(state)


@every_game
def test_what_a_reader_may_not_know_changes_nothing_they_get(game: Game[Any]) -> None:
    facts, chance = FACTS[game.name], Random(game.name)
    worlds = 0
    for moment in moments(game, every=11):
        for reader in moment.readers:
            other = facts.other_world(moment.state, reader, chance)
            worlds += other != moment.state
            assert facts.known(other, reader) == facts.known(moment.state, reader)
            assert _told(game, other, reader) == _told(game, moment.state, reader)
    assert worlds > 100, "the other worlds must be others"


def _told(game: Game[Any], state: Any, reader: Seat | None) -> Any:
    """All that a reader gets from a state."""
    acting, ended = game.to_act(state), game.result(state)
    if reader is None:
        return game.view(state, None), acting, ended
    return game.view(state, reader), acting, ended, game.legal_actions(state, reader), game.may_resign(state, reader)


@every_game
def test_what_a_player_may_not_know_changes_no_answer_to_their_actions(game: Game[Any]) -> None:
    facts, chance = FACTS[game.name], Random(game.name)
    for moment in moments(game, sessions=40, every=83):
        for seat in moment.seats:
            other = facts.other_world(moment.state, seat, chance)
            for action in candidates(game, moment):
                ours, theirs = _answer(game, moment.state, seat, action), _answer(game, other, seat, action)
                if not any(isinstance(told, facts.reveals) for told in (*ours, *theirs)):
                    assert ours == theirs


def _answer(game: Game[Any], state: Any, seat: Seat, action: Action) -> tuple[Any, ...]:
    """The events of an action, or all there is to its refusal."""
    try:
        return play(game, state, seat, action).events
    except Refused as refused:
        return refused.code, refused.rule, refused.detail, refused.legal_actions


@every_game
def test_a_game_tells_no_event_and_takes_no_action_that_it_does_not_declare(game: Game[Any]) -> None:
    assert set(ENTRIES[game.name].contract.actions) == set(game.actions) == set(game.refusals)
    for moment in moments(game):
        assert {type(event) for event in moment.step.events} <= set(game.events)


@every_game
def test_random_play_comes_to_an_end_or_is_stopped(game: Game[Any]) -> None:
    ended = [list(session(game, seed))[-1] for seed in range(20)]
    assert any(game.result(moment.state) is not None for moment in ended)


def test_every_game_has_its_facts() -> None:
    assert set(FACTS) == set(GAMES), "write down in tests/games/facts.py what is true of the game"


@every_game
def test_a_record_is_of_what_stays_as_it_is(game: Game[Any]) -> None:
    """Of tuples, enums, scalars and records: so none can lead back to itself."""
    for moment in moments(game, sessions=5, every=5):
        for seat in (None, *moment.seats):
            seen: list[Any] = [
                moment.state,
                moment.step.events,
                game.view(moment.state, seat),
                game.result(moment.state),
            ]
            while seen:
                match seen.pop():
                    case Record() as record:
                        seen += shown(record).values()
                    case tuple() as several:
                        seen += several
                    case other:
                        assert other is None or isinstance(other, str | int), type(other)
