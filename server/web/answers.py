"""Answers: what the table gives back, as JSON.

A view is built by the game from what its reader may know; here it gets its envelope and is written. The schemas in
``schemas`` are the contract and not the way: a schema's walk over a view costs more than the action it shows. Tests
hold every view of random play against its schema.
"""

from collections.abc import Iterable
from typing import Any

import msgspec
from flask import Response

from server.bots import Advice
from server.drawings import Drawing, ascii_only
from server.game import Game, Options, shown
from server.look import Look, Outcome, Replay
from server.sessions.codec import offered, timestamp, wire_action
from server.sessions.session import Player
from server.sessions.store import Entry
from server.web import problems
from server.web.auth import Tokens
from server.web.preconditions import etag
from server.web.reply import Reply, written

TEXT = "text/plain"


class Answers:
    """Writes the answers of one game; its *drawing* is for people. ``ttl``: seconds a session lives untouched."""

    def __init__(self, game: Game[Any], drawing: Drawing, tokens: Tokens, ttl: int) -> None:
        self._game = game
        self._drawing = drawing
        self._tokens = tokens
        self._ttl = ttl * 1000

    def view(self, look: Look) -> Response:
        return _json(self._view(look), look)

    def text(self, look: Look, form: str) -> Response:
        """The table as a person would draw it, in ``text`` or ``ascii``."""
        drawn = self.drawn(look)
        if form == "ascii":
            drawn = ascii_only(drawn)
        return Reply(drawn.encode(), 200, ("Content-Type", f"{TEXT}; charset=utf-8"), ("ETag", etag(look, form)))

    def drawn(self, look: Look) -> str:
        """Drawn from the JSON of the view, and from nothing else."""
        return self._drawing(msgspec.json.decode(msgspec.json.encode(self._view(look))))

    def not_modified(self, look: Look, form: str = "") -> Response:
        return Reply(None, 304, ("ETag", etag(look, form)))

    def played(self, outcome: Outcome) -> Response:
        response = _json({"session": self._view(outcome.look), "events": _events(outcome.events)}, outcome.look)
        return _marked(response, outcome)

    def seated(self, outcome: Outcome) -> Response:
        """The seat that was taken; its token goes to whoever asked, and a bot has none."""
        look = outcome.look
        body = {
            "token": self._tokens.issue(look.session_id, look.claim) if outcome.taken == look.seat else None,
            "seat": outcome.taken,
            "session": self._view(look),
            "events": _events(outcome.events),
        }
        response = _json(body, look, 201)
        response.headers["Location"] = self.url(look.session_id)
        return _marked(response, outcome)

    def events(self, entries: Iterable[Entry]) -> Response:
        return _json({"events": _events(entry.event for entry in entries)})

    def hint(self, advice: Advice) -> Response:
        return _json(wire_action(advice.action) | {"reason": advice.reason})

    def sessions(self, looks: Iterable[Look], next_cursor: str | None) -> Response:
        return _json({"sessions": [self._row(look) for look in looks], "next_cursor": next_cursor})

    def replay(self, replay: Replay) -> Response:
        look = replay.look
        body = {
            "seed": look.seed,
            "commitment": look.commitment,
            "options": look.state.options,
            "shuffles": replay.shuffles,
            "actions": _events(replay.actions),
        }
        return _json(body)

    def stale(self, look: Look) -> Response:
        response = problems.answer("stale_version", session=self._view(look))
        response.headers["ETag"] = etag(look)
        return response

    def url(self, session_id: str) -> str:
        return f"{self.lobby}/{session_id}"

    @property
    def lobby(self) -> str:
        """The path that sessions are opened and listed at."""
        return f"/v1/{self._game.name}/sessions"

    def _view(self, look: Look) -> dict[str, Any]:
        session = look.session
        view = shown(look.view)
        if "players" in view:
            seats = zip(session.players, view["players"], strict=True)
            view["players"] = [{**_player(seat, player), **shown(seen)} for seat, (player, seen) in enumerate(seats)]
        return {
            "id": look.session_id,
            "game": self._game.name,
            "url": self.url(look.session_id),
            "version": look.tag.version,
            "status": look.status,
            "seat": look.seat,
            "to_act": look.to_act,
            "legal_actions": list(map(offered, look.legal_actions)),
            "options": look.state.options,
            "rules_version": self._game.rules_version,
            "seeded": session.seeded,
            "commitment": look.commitment,
            "seed": look.seed,
            "rematch": self.url(session.rematch) if session.rematch else None,
            "created_at": timestamp(session.created_at),
            "expires_at": timestamp(session.updated_at + self._ttl),
            "deadline": None if session.deadline is None else timestamp(session.deadline),
            "result": look.result,
            **view,
        }

    def _row(self, look: Look) -> dict[str, Any]:
        """A line of the lobby."""
        session = look.session
        options: Options = look.state.options
        row = {
            "id": look.session_id,
            "url": self.url(look.session_id),
            "game": self._game.name,
            "status": look.status,
            "created_at": timestamp(session.created_at),
            "seeded": session.seeded,
            "options": options,
        }
        if len(session.players) > 1:
            row["players"] = [_player(seat, player) for seat, player in enumerate(session.players)]
            row["open_seats"] = len(session.open_seats)
        return row


def _player(seat: int, player: Player) -> dict[str, Any]:
    return {"seat": seat, "name": player.name, "kind": player.kind}


def _events(events: Iterable[bytes]) -> list[msgspec.Raw]:
    """Events as they were written when they happened."""
    return [msgspec.Raw(event) for event in events]


def _json(body: Any, look: Look | None = None, status: int = 200) -> Response:
    lines = (("ETag", etag(look)),) if look else ()
    return written(body, status, *lines)


def _marked(response: Response, outcome: Outcome) -> Response:
    if outcome.repeated:
        response.headers["Idempotent-Replayed"] = "true"
    return response
