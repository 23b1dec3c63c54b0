"""Servers that cannot keep a secret, each in its own way: whoever watches for leaks must hear every one of them.

The ways are those in which card servers have leaked: not the hidden cards themselves, but a trace of them in a header,
the log, the order of a list, the words of a refusal, or what is told too early.
"""

import dataclasses
import logging
import zlib
from collections.abc import Mapping
from typing import Any

from flask import Flask, Response

from server import meters
from server import table as tables
from server.cards import Cards
from server.config import Settings
from server.game import Action, Game, Refused, Seat, replace
from server.games import shooter, shooting_party
from server.look import Claim, Replay
from server.sessions.store import Store
from server.watch import Watch
from server.web import problems
from server.web.answers import Answers
from server.web.auth import Tokens
from server.web.blueprint import game_blueprint
from server.web.document import Document
from server.web.limits import Limits
from tests.faults.shelf import Shelf
from tests.faults.world import Server
from tests.games.random_play import ENTRIES

DAY = 24 * 60 * 60


def serving(game: Game[Any], kept: Store, table: type[tables.Table[Any]] = tables.Table) -> Flask:
    """An application with this one game, which need not be as it is in the catalogue."""
    app, tokens, entry = Flask(__name__), Tokens("for tests"), dataclasses.replace(ENTRIES[game.name], game=game)
    document, answers = Document(app), Answers(game, entry.drawing, tokens, DAY)
    seats = table(game, entry.bot, kept, ttl=DAY, place=answers.url)
    limits = Limits(Settings(store="memory", secret_key="for tests"), kept, tokens)
    document.register_blueprint(game_blueprint(entry, seats, answers, tokens, limits))
    app.extensions["document"] = document
    problems.register(app, stale=lambda error: answers.stale(error.look))
    return app


def faithful(kept: Store) -> Flask:
    """Shooter as it should be: no leak."""
    return serving(shooter.GAME, kept)


def in_a_header(kept: Store) -> Flask:
    """Made from the whole state, as an ETag might be."""
    app = serving(shooter.GAME, kept)

    @app.after_request
    def weigh(response: Response) -> Response:
        response.headers["X-Checksum"] = _trace_of_all(kept)
        return response

    return app


def in_the_log(kept: Store) -> Flask:
    """At its lowest level; the client is told nothing."""
    app = serving(shooter.GAME, kept)

    @app.after_request
    def write(response: Response) -> Response:
        logging.getLogger("leaky").debug("the state is %s", _trace_of_all(kept))
        return response

    return app


def in_the_metrics(kept: Store) -> Flask:
    """Some cards make it count something that has not happened."""
    app = serving(shooter.GAME, kept)

    @app.after_request
    def count(response: Response) -> Response:
        meters.conflicts.add(int(_trace_of_all(kept)) % 2)
        return response

    return app


def in_an_early_replay(kept: Store) -> Flask:
    class Loose(Watch):
        def replay(self, session_id: str, claim: Claim | None) -> Replay:
            return self._ledger.replay(self.look(session_id, claim))

    class Table(tables.Table[Any]):
        def __init__(self, *args: Any, **kwargs: Any) -> None:
            super().__init__(*args, **kwargs)
            self.watch = Loose(self._ledger)

    return serving(shooter.GAME, kept, Table)


def in_a_refusal(kept: Store) -> Flask:
    """A card that the next player holds is refused by another clause than one that is gone."""

    def explain(state: shooter.State, seat: Seat, action: Action) -> Refused:
        refused = shooter.explain(state, seat, action)
        if isinstance(action, shooter.Play) and action.card in _next_hand(state, seat):
            refused.rule = "SH-14"
        return refused

    return serving(dataclasses.replace(shooter.GAME, explain=explain), kept)


def in_the_order_of_legal_actions(kept: Store) -> Flask:
    def legal_actions(state: shooter.State, seat: Seat) -> tuple[Action, ...]:
        legal = shooter.legal_actions(state, seat)
        return legal[::-1] if _trace(_next_hand(state, seat)) % 2 else legal

    return serving(dataclasses.replace(shooter.GAME, legal_actions=legal_actions), kept)


def in_what_comes_first_after_a_renege(kept: Store) -> Flask:
    """Whether somebody has reneged decides in which order a player is told what is legal (SH-12)."""

    def legal_actions(state: shooter.State, seat: Seat) -> tuple[Action, ...]:
        legal = shooter.legal_actions(state, seat)
        return legal[::-1] if state.reneges else legal

    return serving(dataclasses.replace(shooter.GAME, legal_actions=legal_actions), kept)


def in_what_a_spectator_sees(kept: Store) -> Flask:
    """A spectator is shown the open trick from its end when a player holds some cards, and not when others."""

    def view(state: shooter.State, seat: Seat | None) -> shooter.View:
        seen = shooter.view(state, seat)
        return seen if seat is not None else replace(seen, trick=seen.trick[:: 1 - 2 * (_trace(state.hands[0]) % 2)])

    return serving(dataclasses.replace(shooter.GAME, view=view), kept)


def in_the_next_card(kept: Store) -> Flask:
    """The solitaire lists its discard pile backwards before some cards of the draw pile, and not before others."""

    def view(state: shooting_party.State, seat: Seat | None) -> shooting_party.View:
        seen = shooting_party.view(state, seat)
        return replace(seen, discard_pile=seen.discard_pile[::-1]) if _trace(state.draw_pile[:1]) % 2 else seen

    return serving(dataclasses.replace(shooting_party.GAME, view=view), kept)


LEAKS: Mapping[Server, str] = {
    in_a_header: shooter.GAME.name,
    in_the_log: shooter.GAME.name,
    in_the_metrics: shooter.GAME.name,
    in_an_early_replay: shooter.GAME.name,
    in_a_refusal: shooter.GAME.name,
    in_the_order_of_legal_actions: shooter.GAME.name,
    in_what_comes_first_after_a_renege: shooter.GAME.name,
    in_what_a_spectator_sees: shooter.GAME.name,
    in_the_next_card: shooting_party.GAME.name,
}
"""Each leak, and the game that has it."""


def _next_hand(state: shooter.State, seat: Seat) -> Cards:
    return state.hands[(seat + 1) % len(state.hands)]


def _trace(cards: Cards) -> int:
    """A number that other cards would have made another."""
    return zlib.crc32("".join(cards).encode())


def _trace_of_all(kept: Store) -> str:
    assert isinstance(kept, Shelf)
    return f"{zlib.crc32(b''.join(document.body for document in kept.contents.documents.values()))}"
