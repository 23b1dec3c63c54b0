"""The routes of any game, made from its entry in the catalogue.

What differs between games is their schemas, their actions, and whether others can join; everything else here is
the same for all, so a new game is served by being listed.
"""

import re
from typing import Any

from flask import Response, request

from schemas.envelope import EventsQuery, HintQuery, ViewQuery
from server.catalogue import Entry
from server.game import Action, Resign, wire_name
from server.sessions.session import Status, Tag
from server.sessions.store import Row
from server.table import Table
from server.web import idempotency, preconditions
from server.web.accept import is_preferred
from server.web.answers import TEXT, Answers
from server.web.auth import Tokens, player, reader
from server.web.limits import Limits
from server.web.operation import (
    CHANGES,
    IDEMPOTENCY_KEY,
    IF_MATCH,
    IF_NONE_MATCH,
    LAST_EVENT_ID,
    SESSION,
    STORE,
    WRITES,
    Blueprint,
)
from server.web.reply import Reply
from server.web.seats import add_seats
from server.web.stream import EVENT_STREAM, stream


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
        refusals=["too_many_requests"],
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
        refusals=WRITES,
        headers=(IDEMPOTENCY_KEY,),
        sends=("Location", "ETag", "Idempotent-Replayed"),
        description="""\
            Everything may be left out. Keep the `token`: it is told only here. With an `Idempotency-Key` a request
            that is sent again brings the same session and the same token, so that key is as secret as they are.
            """,
    )
    def create(body: dict[str, Any]) -> Response:
        key = idempotency.key(request, scope=f"create:{game.name}", operation="create", body=body)
        beside = {name: body.pop(name) for name in ("seed", "name", "bots") if name in body}
        return answers.seated(table.open(game.options(**body), **beside, key=key, admit=limits.admit))

    @blp.operation(
        "GET",
        "",
        f"list{contract.prefix}Sessions",
        "The lobby: listed sessions, newest first",
        query=contract.query,
        answers={200: contract.sessions},
        refusals=STORE,
        description="Sessions that were opened with `listed`. Send `next_cursor` as `cursor` for the next page.",
    )
    def list_sessions(query: dict[str, Any]) -> Response:
        statuses = [query["status"]] if "status" in query else list(Status)
        before = Row.parse(query["cursor"]) if "cursor" in query else None
        looks, row = table.watch.sessions(
            statuses, open_seats=query.get("open_seats", 0), before=before, limit=query["limit"]
        )
        return answers.sessions(looks, str(row) if row else None)

    @blp.operation(
        "GET",
        SESSION,
        f"get{contract.prefix}Session",
        "The session, as whoever asks may see it",
        query=ViewQuery(),
        answers={200: contract.view, 304: None},
        refusals=(*STORE, "not_found"),
        headers=(IF_NONE_MATCH,),
        sends=("ETag",),
        also=(TEXT,),
        description="""\
            With a token it is the view of that seat, without one a spectator's. With `If-None-Match` and `wait` the
            answer is held until there is another view; 304 says that there was none in that time. `Accept:
            text/plain` draws it for people.
            """,
    )
    def get(query: dict[str, Any], session_id: str) -> Response:
        form = ("ascii" if query["ascii"] else "text") if is_preferred(request, TEXT) else ""
        look = table.watch.look(
            session_id,
            reader(session_id),
            patience=query.get("wait", 0),
            known=lambda look: preconditions.unchanged(request, look, form),
        )
        if preconditions.unchanged(request, look, form):
            return answers.not_modified(look, form)
        return answers.text(look, form) if form else answers.view(look)

    @blp.operation(
        "DELETE",
        SESSION,
        f"delete{contract.prefix}Session",
        "Remove the session, as its creator" + (", before or after it is played" if many else ""),
        answers={204: None},
        refusals=(*STORE, "outcome_unknown", "not_found", *(["not_creator", "session_in_progress"] if many else [])),
        token=True,
    )
    def delete(session_id: str) -> Response:
        table.delete(session_id, player(session_id))
        return Reply(status=204)

    @blp.operation(
        "GET",
        f"{SESSION}/events",
        f"list{contract.prefix}Events",
        "What has happened, in order",
        query=EventsQuery(),
        answers={200: contract.events, 204: None},
        refusals=(*STORE, "not_found", "history_lost"),
        headers=(LAST_EVENT_ID,),
        also=(EVENT_STREAM,),
        description="""\
            Events are public and the same for everybody. With `wait` the answer is held until there is one after
            `since`. `Accept: text/event-stream` makes it a stream: a frame's `id` goes into `Last-Event-ID` to go
            on behind it, a comment every 15 seconds says that the line is good, and 204 that nothing is left to
            come.
            """,
    )
    def events(query: dict[str, Any], session_id: str) -> Response:
        after = preconditions.resumed(request) or Tag(query["since"])
        who = reader(session_id)
        if is_preferred(request, EVENT_STREAM):
            told = table.watch.follow(session_id, who, after=after)
            return Reply(status=204) if told is None else stream(told, table.watch)
        patience = query.get("wait", 0)
        return answers.events(table.watch.events(session_id, who, after=after, limit=query["limit"], patience=patience))

    @blp.operation(
        "GET",
        f"{SESSION}/replay",
        f"get{contract.prefix}Replay",
        "After the end: the seed, every shuffle and every action",
        answers={200: contract.replay},
        refusals=(*STORE, "not_found", "session_not_finished"),
        description="How the seed, the commitment and the shuffles hang together: D-1 to D-5 of the rules.",
    )
    def replay(session_id: str) -> Response:
        return answers.replay(table.watch.replay(session_id, reader(session_id)))

    for kind in game.actions:
        _action(blp, entry, table, answers, kind)
    if entry.bot:
        _hint(blp, entry, table, answers)
    if many:
        add_seats(blp, entry, table, answers, limits)
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
        refusals=(*CHANGES, "stale_version", "history_lost", *turn, *entry.game.refusals[kind]),
        token=True,
        headers=(IF_MATCH, IDEMPOTENCY_KEY),
        sends=("ETag", "Idempotent-Replayed"),
        description="""\
            The answer has the events since the view that was acted upon, those of the house included. A refusal by
            the rules has changed nothing; it names the clause, and lists what may be done instead.
            """,
    )
    def act(body: dict[str, Any], session_id: str) -> Response:
        claim = player(session_id)
        action = kind(**body)
        outcome = table.act(
            session_id,
            claim,
            action,
            expected=preconditions.expected(request, claim.seat),
            key=idempotency.key(
                request,
                scope=claim.scope,
                operation=name,
                body=action,
                session=lambda: table.watch.find(session_id, claim),
            ),
        )
        return answers.played(outcome)


def _hint(blp: Blueprint, entry: Entry, table: Table[Any], answers: Answers) -> None:
    """What the house would do."""
    contract = entry.contract

    @blp.operation(
        "GET",
        f"{SESSION}/hint",
        f"hintIn{contract.prefix}",
        "What the house would do in your place, and why",
        query=HintQuery(),
        answers={200: contract.hint},
        refusals=(
            *STORE,
            "not_found",
            "session_finished",
            *(["not_your_turn", "session_not_started"] if contract.join else []),
        ),
        token=True,
    )
    def hint(query: dict[str, Any], session_id: str) -> Response:
        return answers.hint(table.hint(session_id, player(session_id), query["level"]))


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
