"""The routes of any game, made from its entry in the catalogue.

What differs between games is their schemas, their actions, and whether others can join; everything else here is
the same for all, so a new game is served by being listed.
"""

import re
from typing import Any

from flask import Response, g, request

from schemas.envelope import EventsQuery
from server.catalogue import Entry
from server.game import Action, Refused, Resign, wire_name
from server.look import Claim
from server.sessions.session import Status, Tag
from server.sessions.store import Row
from server.table import Table
from server.web import idempotency, preconditions
from server.web.answers import Answers
from server.web.auth import Token, Tokens
from server.web.limits import Limits
from server.web.operation import IDEMPOTENCY_KEY, IF_MATCH, IF_NONE_MATCH, LAST_EVENT_ID, Blueprint

SESSION = "/<session_id>"

_STORE = ("store_unavailable",)
_WRITES = ("store_unavailable", "outcome_unknown", "idempotency_key_reused")
_CHANGES = (*_WRITES, "not_found")
_ID = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)


def game_blueprint(entry: Entry, table: Table[Any], answers: Answers, tokens: Tokens, limits: Limits) -> Blueprint:
    """All routes of one game, over its *table*."""
    game, contract = entry.game, entry.contract
    blp = Blueprint(
        game.name,
        __name__,
        url_prefix=f"/v1/{game.name}/sessions",
        description=f"{game.title}.",
        tokens=tokens,
        problem=contract.problem,
    )
    many = contract.join is not None
    opens = "Open a table" if many else "Deal a session"

    @blp.operation(
        "POST",
        "",
        f"create{contract.prefix}Session",
        opens,
        body=contract.create,
        answers={201: contract.seated},
        refusals=_WRITES,
        headers=(IDEMPOTENCY_KEY,),
        sends=("Location", "ETag", "Idempotent-Replayed"),
    )
    def create(body: dict[str, Any]) -> Response:
        key = idempotency.key(request, scope=f"create:{game.name}", operation="create", body=body)
        seed, name = body.pop("seed"), body.pop("name", None)
        opened = table.open(game.options(**body), name=name, seed=seed, key=key, admit=limits.admit)
        return answers.seated(opened)

    @blp.operation(
        "GET",
        "",
        f"list{contract.prefix}Sessions",
        "The lobby: listed sessions, newest first",
        query=contract.query,
        answers={200: contract.sessions},
        refusals=_STORE,
    )
    def list_sessions(query: dict[str, Any]) -> Response:
        statuses = [query["status"]] if "status" in query else list(Status)
        before = Row.parse(query["cursor"]) if "cursor" in query else None
        looks, row = table.sessions(
            statuses, open_seats=query.get("open_seats", 0), before=before, limit=query["limit"]
        )
        return answers.sessions(looks, str(row) if row else None)

    @blp.operation(
        "GET",
        SESSION,
        f"get{contract.prefix}Session",
        "The session, as whoever asks may see it",
        answers={200: contract.view, 304: None},
        refusals=(*_STORE, "not_found"),
        headers=(IF_NONE_MATCH,),
        sends=("ETag",),
    )
    def get(session_id: str) -> Response:
        look = table.look(session_id, _reader(session_id))
        return answers.not_modified(look) if preconditions.unchanged(request, look) else answers.view(look)

    @blp.operation(
        "DELETE",
        SESSION,
        f"delete{contract.prefix}Session",
        "Remove the session, as its creator" + (", before or after it is played" if many else ""),
        answers={204: None},
        refusals=(*_STORE, "outcome_unknown", "not_found", "not_creator", *(["session_in_progress"] if many else [])),
        token=True,
    )
    def delete(session_id: str) -> Response:
        table.delete(session_id, _player(session_id))
        return Response(status=204)

    @blp.operation(
        "GET",
        f"{SESSION}/events",
        f"list{contract.prefix}Events",
        "What has happened, in order",
        query=EventsQuery(),
        answers={200: contract.events},
        refusals=(*_STORE, "not_found", "history_lost"),
        headers=(LAST_EVENT_ID,),
    )
    def events(query: dict[str, Any], session_id: str) -> Response:
        after = preconditions.resumed(request) or Tag(query["since"])
        return answers.events(table.events(session_id, _reader(session_id), after=after, limit=query["limit"]))

    @blp.operation(
        "GET",
        f"{SESSION}/replay",
        f"get{contract.prefix}Replay",
        "After the end: the seed, every shuffle and every action",
        answers={200: contract.replay},
        refusals=(*_STORE, "not_found", "session_not_finished"),
    )
    def replay(session_id: str) -> Response:
        return answers.replay(table.replay(session_id, _reader(session_id)))

    for kind in game.actions:
        _action(blp, entry, table, answers, kind)
    if many:
        _seats(blp, entry, table, answers)
    return blp


def _action(blp: Blueprint, entry: Entry, table: Table[Any], answers: Answers, kind: type[Action]) -> None:
    """The route of one kind of action."""
    contract, body_schema, name = entry.contract, entry.contract.actions[kind], wire_name(kind)
    turn = ("session_finished", *(["not_your_turn", "session_not_started"] if contract.join else []))

    @blp.operation(
        "POST",
        f"{SESSION}/{name}",
        f"{_camel_case(name)}In{contract.prefix}",
        _summary(kind),
        body=body_schema,
        body_required=any(field.required for field in body_schema.fields.values()),
        answers={200: contract.played},
        refusals=(*_CHANGES, "stale_version", "history_lost", *turn, *entry.game.refusals[kind]),
        token=True,
        headers=(IF_MATCH, IDEMPOTENCY_KEY),
        sends=("ETag", "Idempotent-Replayed"),
    )
    def act(body: dict[str, Any], session_id: str) -> Response:
        claim = _player(session_id)
        action = kind(**body)
        outcome = table.act(
            session_id,
            claim,
            action,
            expected=preconditions.expected(request, claim.seat),
            key=idempotency.key(
                request,
                scope=f"{claim.seat}.{claim.generation}.{claim.mark}",
                operation=name,
                body=action,
                session=lambda: table.find(session_id, claim),
            ),
        )
        return answers.played(outcome)


def _seats(blp: Blueprint, entry: Entry, table: Table[Any], answers: Answers) -> None:
    """Taking a seat at a table, and giving it up."""
    contract = entry.contract

    @blp.operation(
        "POST",
        f"{SESSION}/seats",
        f"join{contract.prefix}Session",
        "Take a seat; play starts when the last one is taken",
        body=contract.join,
        answers={201: contract.seated},
        refusals=(*_CHANGES, "table_full", "seat_taken", "session_finished"),
        headers=(IDEMPOTENCY_KEY,),
        sends=("Location", "ETag", "Idempotent-Replayed"),
    )
    def join(body: dict[str, Any], session_id: str) -> Response:
        claim = _reader(session_id)
        key = idempotency.key(
            request, scope="join", operation="join", body=body, session=lambda: table.find(session_id, claim)
        )
        return answers.seated(table.join(session_id, claim, **body, key=key))

    @blp.operation(
        "DELETE",
        f"{SESSION}/seats/<int:seat>",
        f"leave{contract.prefix}Session",
        "Give up a seat before play, or free another's as the creator; without its creator the session is gone",
        answers={204: None},
        refusals=(
            *_STORE,
            "outcome_unknown",
            "not_found",
            "not_creator",
            "session_in_progress",
            "session_finished",
        ),
        token=True,
    )
    def leave(session_id: str, seat: int) -> Response:
        table.leave(session_id, _player(session_id), seat)
        return Response(status=204)


def _camel_case(name: str) -> str:
    """``takeCard`` for ``take_card``."""
    first, *rest = name.split("_")
    return first + "".join(map(str.capitalize, rest))


def _summary(kind: type[Action]) -> str:
    """The first sentence of an action's docstring, without the clause it names."""
    if kind is Resign:
        return "Give up"
    sentence, _, _ = (kind.__doc__ or "").partition("\n")
    return re.sub(r" \([^)]*\)", "", sentence).rstrip(".")


def _reader(session_id: str) -> Claim | None:
    """What the request's token claims of this session; None for a spectator."""
    _known(session_id)
    token: Token | None = g.token
    if token is None:
        return None
    if token.session_id != session_id:
        raise Refused("not_found")
    return token.claim


def _player(session_id: str) -> Claim:
    """The claim of a request that cannot be without one."""
    claim = _reader(session_id)
    assert claim, "the operation needs a token"
    return claim


def _known(session_id: str) -> None:
    """An id that none of ours could be is no such session, and the store need not be asked."""
    if not _ID.fullmatch(session_id):
        raise Refused("not_found")
