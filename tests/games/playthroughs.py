"""Recorded playthroughs: a session as a text that a person can read, and that is replayed line by line.

``.venv/bin/python -m tests.games.playthroughs record shooter 3 '{"players": 3}'`` records one with the seed
``playthrough 3``, played by the game's bot, if it has one, and by chance. A line that starts with ``>`` is an action,
one with ``!`` an event, and the others are what has changed in what the players know: the spectator's view, then each
seat's own.
"""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from server.deal import Chance
from server.game import Action, Game, Level, Record, Resign, Seat, Step, play, shown, wire_name
from server.house import House
from tests.games.random_play import ENTRIES, GAMES

FOLDER = Path(__file__).parent / "playthroughs"
MOST = 80  # actions in one text

Script = Iterator[tuple[Seat, Action]]


def written(game: Game[Any], head: str, choose: Callable[[Any], tuple[Seat, Action] | None]) -> str:
    """The text of a session: *head* says its seed and options, *choose* what is done in a state until it is None."""
    opening = json.loads(head)
    step = game.deal(msgspec.convert(opening["options"], game.options), opening["seed"])
    known: dict[str, str] = {}
    lines = [head, *_told(game, step, known)]
    while game.result(step.state) is None and (chosen := choose(step.state)):
        seat, action = chosen
        step = play(game, step.state, seat, action)
        lines += ["", f"> {seat} {wire_name(type(action))} {_compact(shown(action))}".rstrip()]
        lines += _told(game, step, known)
    return "\n".join(lines) + "\n"


def replayed(game: Game[Any], text: str) -> str:
    """The session of a recorded *text*, played again from its seed and actions."""
    actions = script(game, text)
    return written(game, text.partition("\n")[0], lambda state: next(actions, None))


def script(game: Game[Any], text: str) -> Script:
    """The actions in a recorded text."""
    kinds = {wire_name(kind): kind for kind in game.actions}
    for line in text.splitlines():
        if line.startswith("> "):
            _, seat, name, body = [*line.split(" ", 3), ""][:4]
            yield int(seat), msgspec.convert(json.loads(body or "{}"), kinds[name])


def _told(game: Game[Any], step: Step[Any], known: dict[str, str]) -> Iterator[str]:
    """The events of a step, and what they have changed in what is *known*."""
    for event in step.events:
        yield f"! {wire_name(type(event))} {_words(shown(event))}".rstrip()
    state = step.state
    seats = range(game.players(state.options))
    public = shown(game.view(state, None)) | {"to_act": game.to_act(state), "result": game.result(state)}
    now = dict(_lines(public))
    for seat in seats:
        own = shown(game.view(state, seat))
        private = {name: value for name, value in own.items() if value != public.get(name)}
        now |= {f"seat {seat} {name}": _word(value) for name, value in private.items()}
        now[f"seat {seat} may"] = ", ".join(map(_action, game.legal_actions(state, seat))) or "-"
    for name, value in now.items():
        if known.get(name) != value:
            yield f"  {name}: {value}"
    known.update(now)


def _lines(members: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """A line a member, and one for each seat where a member has something for each."""
    for name, value in members.items():
        if value and isinstance(value, tuple) and isinstance(value[0], Record):
            yield from ((f"{name} {number}", _words(shown(item))) for number, item in enumerate(value))
        else:
            yield name, _word(value)


def _action(action: Action) -> str:
    return f"{wire_name(type(action))} {_word(tuple(shown(action).values()))}".rstrip(" -")


def _words(members: dict[str, Any]) -> str:
    return " ".join(f"{name}={_word(value)}" for name, value in members.items())


def _word(value: Any) -> str:
    if value is None or value == ():
        return "-"
    if isinstance(value, tuple):
        return " ".join(map(_word, value))
    if isinstance(value, Record):
        return f"({_words(shown(value))})"
    return str(value)


def _compact(body: dict[str, Any]) -> str:
    return msgspec.json.encode(body).decode() if body else ""


def _chosen_by(game: Game[Any], chance: Random) -> Callable[[Any], tuple[Seat, Action]]:
    """Plays as the house does four times out of five, else anything legal by whoever may."""
    bot = ENTRIES[game.name].bot if game.house else None
    house = House(game, bot)

    def choose(state: Any) -> tuple[Seat, Action]:
        seats = [seat for seat in range(game.players(state.options)) if game.legal_actions(state, seat)]
        if bot and chance.random() < 0.8:
            seat = game.to_act(state)[0]
            return seat, house.advise(state, seat, Level.STEADY, Chance(state.seed, "bot")).action
        seat = chance.choice(seats)
        if game.players(state.options) > 1 and chance.random() < 0.05 and game.may_resign(state, seat):
            return seat, Resign()
        return seat, chance.choice(game.legal_actions(state, seat))

    return choose


def _record(name: str, number: str, options: str = "{}") -> None:
    game = GAMES[name]
    head = json.dumps({"seed": f"playthrough {number}", "options": json.loads(options)})
    left = iter(range(MOST))
    choose = _chosen_by(game, Random(head))
    text = written(game, head, lambda state: choose(state) if next(left, None) is not None else None)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}-{number}.txt").write_text(text)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["record", name, number, *options] if name in GAMES and len(options) <= 1:
            _record(name, number, *options)
        case _:
            sys.exit(__doc__)
