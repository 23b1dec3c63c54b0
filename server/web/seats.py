"""The routes of seats, in any game that others can join: taking one, giving it up, and meeting again."""

from typing import Any

from flask import Response, request

from server.catalogue import Entry
from server.look import JOINING
from server.table import Table
from server.web import idempotency
from server.web.answers import Answers
from server.web.auth import player, reader
from server.web.limits import Limits
from server.web.operation import CHANGES, IDEMPOTENCY_KEY, SESSION, STORE, Blueprint
from server.web.reply import Reply


def add_seats(blp: Blueprint, entry: Entry, table: Table[Any], answers: Answers, limits: Limits) -> None:
    contract = entry.contract

    @blp.operation(
        "POST",
        f"{SESSION}/seats",
        f"join{contract.prefix}Session",
        "Take a seat, or as the creator seat a bot; play starts when the last one is taken",
        body=contract.join,
        answers={201: contract.seated},
        refusals=(*CHANGES, "table_full", "seat_taken", "session_finished", "not_creator"),
        headers=(IDEMPOTENCY_KEY,),
        sends=("Location", "ETag", "Idempotent-Replayed"),
        description="""\
            No token is needed to sit down: the one of the new seat is in the answer, and told only there. A bot is
            seated by the creator, with their token; theirs is the view that comes back.
            """,
    )
    def join(body: dict[str, Any], session_id: str) -> Response:
        claim = reader(session_id)
        key = idempotency.key(
            request,
            scope=claim.scope if claim and body["bot"] else JOINING,
            operation="join",
            body=body,
            session=lambda: table.watch.find(session_id, claim),
        )
        return answers.seated(table.join(session_id, claim, **body, key=key))

    @blp.operation(
        "DELETE",
        f"{SESSION}/seats/<int:seat>",
        f"leave{contract.prefix}Session",
        "Give up a seat before play, or free another's as the creator; without its creator the session is gone",
        answers={204: None},
        refusals=(
            *STORE,
            "outcome_unknown",
            "not_found",
            "not_creator",
            "session_in_progress",
            "session_finished",
        ),
        token=True,
    )
    def leave(session_id: str, seat: int) -> Response:
        table.leave(session_id, player(session_id), seat)
        return Reply(status=204)

    @blp.operation(
        "POST",
        f"{SESSION}/rematch",
        f"rematch{contract.prefix}Session",
        "After the end: the same players and options, and a fresh deal; it starts when every human has asked",
        body=contract.nothing,
        answers={201: contract.seated},
        refusals=(*CHANGES, "session_not_finished", "seat_taken"),
        token=True,
        headers=(IDEMPOTENCY_KEY,),
        sends=("Location", "ETag", "Idempotent-Replayed"),
    )
    def rematch(body: dict[str, Any], session_id: str) -> Response:
        claim = player(session_id)
        key = idempotency.key(
            request,
            scope=claim.scope,
            operation="rematch",
            body=body,
            session=lambda: table.watch.find(session_id, claim),
        )
        return answers.seated(table.rematch(session_id, claim, key=key, admit=limits.admit))
