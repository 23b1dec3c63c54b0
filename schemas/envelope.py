"""What every game's answers have in common, and how a game's own schemas are put into it.

A game's schema file says what is its own: options, action bodies, events, result and view, each named with the
game's prefix, since a bare ``Event`` or ``Action`` is a word of some target language. ``contract`` makes the rest.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from inspect import cleandoc
from typing import Any

from marshmallow import RAISE, fields

from schemas.fields import (
    Boolean,
    Constant,
    Integer,
    Name,
    QueryBoolean,
    QueryInteger,
    SeenBy,
    Tagged,
    Text,
    described,
    nullable,
    words,
)
from schemas.problem import Problem
from schemas.schema import Schema
from server.game import Action, Level, Resign, wire_name
from server.sessions.session import Kind, Status

MOST_EVENTS = 999_999_999  # no session has more
MOST_SEATS = 99

StatusField = words("SessionStatus", Status)
KindField = words("PlayerKind", Kind)
LevelField = words("BotLevel", Level)


def moment(text: str) -> fields.Field[Any]:
    """A point in time, RFC 3339."""
    return fields.String(required=True, metadata=described(text, format="date-time"))


# What a client sends


class Body(Schema):
    """What a client sends. Unknown fields are refused."""

    class Meta:
        unknown = RAISE


class Nothing(Body):
    """The body of an action that needs none: ``{}``, or no body at all."""


class CreateBody(Body):
    """The body of create: a game adds its options."""

    seed = Text(
        1,
        64,
        r"[ -~]{1,64}",
        load_default=None,
        metadata=described("Makes the deal repeatable, and known to whoever chose it (D-1). Left out: drawn afresh."),
    )


class Join(Body):
    """The body of join."""

    name = Name(load_default=None, metadata=described("What to call the player."))
    seat = Integer(0, load_default=None, metadata=described("The seat to take; the first free one if left out."))
    bot = nullable(
        LevelField(
            load_default=None,
            metadata=described("Seat the house there, playing so well, as the creator. You keep your own seat."),
        )
    )


class WaitQuery(Body):
    wait = QueryInteger(1, 30, metadata=described("Seconds to hold the answer until there is something new."))


class ViewQuery(WaitQuery):
    ascii = QueryBoolean(
        load_default=False, metadata=described("Whether the drawing of `text/plain` is to do without ♣♦♥♠.")
    )


class HintQuery(Body):
    level = LevelField(load_default=Level.STEADY, metadata=described("How good the advice is to be."))


class EventsQuery(WaitQuery):
    since = QueryInteger(
        0, MOST_EVENTS, load_default=0, metadata=described("Only events after the one with this number.")
    )
    limit = QueryInteger(1, 1000, load_default=100, metadata=described("At most so many."))


class SessionsQuery(Body):
    status = StatusField(metadata=described("Only sessions in this status."))
    limit = QueryInteger(1, 100, load_default=20, metadata=described("At most so many."))
    cursor = Text(
        1,
        64,
        r"[0-9]{1,14}\.[A-Za-z0-9_-]{1,48}",
        metadata=described("The `next_cursor` of the page before."),
    )


class TablesQuery(SessionsQuery):
    open_seats = QueryInteger(
        0, MOST_SEATS, load_default=0, metadata=described("Only tables with at least so many open seats.")
    )


# What a client gets


class Event(Schema):
    """What everybody saw. A game derives one from this for every kind of event."""

    seq = fields.Integer(required=True, metadata=described("From 1, without a gap."))
    at = moment("When it happened.")
    auto = Boolean(metadata=described("True where the house has acted for the seat; absent otherwise."))


class SeatedEvent(Event):
    """Somebody took a seat; or gave it up, and then its kind is `empty`."""

    type = Constant("seated")
    seat = fields.Integer(required=True, metadata=described("Which seat."))
    name = nullable(fields.String(required=True, metadata=described("What the player is called.")))
    kind = KindField(required=True)


class RematchEvent(Event):
    """There is a rematch. It comes after the end."""

    type = Constant("rematch")
    url = fields.String(required=True, metadata=described("The path of the new session."))


class View(Schema):
    """A session as whoever asks may see it. A game adds its cards."""

    id = fields.String(required=True, metadata=described("22 URL-safe characters. Whoever knows it may watch."))
    url = fields.String(required=True, metadata=described("The session's path; actions are posted below it."))
    version = fields.Integer(required=True, metadata=described("The number of the session's last event."))
    status = StatusField(required=True)
    seat = nullable(fields.Integer(required=True, metadata=described("Yours; null for a spectator.", SeenBy.WHO_ASKS)))
    to_act = fields.List(fields.Integer(), required=True, metadata=described("The seats whose turn it is."))
    rules_version = fields.String(required=True, metadata=described("Which version of the rules is played."))
    seeded = fields.Boolean(required=True, metadata=described("Whether whoever opened the table chose the seed."))
    commitment = nullable(
        fields.String(
            required=True,
            metadata=described(
                "SHA-256 of `leverstoke:<id>:<seed>` in hex: what binds the house to its seed. Null if seeded."
            ),
        )
    )
    seed = nullable(
        fields.String(
            required=True,
            metadata=described("What the deal came from; null until finished.", SeenBy.EVERYONE_AFTER_THE_END),
        )
    )
    rematch = nullable(fields.String(required=True, metadata=described("The path of the rematch, if there is one.")))
    created_at = moment("When the session was opened.")
    expires_at = moment("When the session will be gone if nobody acts.")
    deadline = nullable(moment("When the turn is over; null without a clock."))


class Hint(Schema):
    """What the house would do, ready to post like a legal action."""

    action = fields.String(required=True, metadata=described("What to do.", SeenBy.WHO_ASKS))
    body = fields.Dict(required=True, metadata=described("Post it to `{url}/{action}`.", SeenBy.WHO_ASKS))
    reason = fields.String(
        required=True,
        metadata=described(
            "Why, in a sentence for people.", SeenBy.WHO_ASKS, example="Pass: two tricks are too few for three."
        ),
    )


class ListedPlayer(Schema):
    """Who sits at a table in the lobby."""

    seat = fields.Integer(required=True, metadata=described("Which seat."))
    name = nullable(fields.String(required=True, metadata=described("What the player is called.")))
    kind = KindField(required=True)


class ReplayedAction(Schema):
    """One action of a session that is over."""

    seat = fields.Integer(required=True, metadata=described("Who did it."))
    action = fields.String(required=True, metadata=described("What was done."))
    body = fields.Dict(required=True, metadata=described("As it would be posted."))
    auto = fields.Boolean(required=True, metadata=described("Whether the house acted for the seat."))


@dataclass(frozen=True, slots=True)
class Contract:
    """All schemas of one game.

    ``actions`` are the bodies by kind of action, ``told`` the names of its events; ``join`` is None where nobody can.
    """

    prefix: str
    create: Schema
    join: Schema | None
    nothing: Schema
    query: Schema
    actions: Mapping[type[Action], Schema]
    told: frozenset[str]
    seated: Schema
    played: Schema
    view: Schema
    events: Schema
    hint: Schema
    sessions: Schema
    replay: Schema
    problem: Schema


def contract(
    prefix: str,
    *,
    game: str,
    create: type[CreateBody],
    options: type[Schema],
    actions: Mapping[type[Action], type[Body]],
    events: Iterable[type[Event]],
    result: type[Schema],
    view: type[View],
    card: fields.Field[Any],
    joinable: bool,
) -> Contract:
    """Put a game's own schemas into the envelope."""

    def named(name: str, text: str, members: dict[str, Any], base: type[Schema] = Schema) -> Schema:
        schema: type[Schema] = type(prefix + name, (base,), members | {"__doc__": text})
        return schema()

    bodies = {kind: body() for kind, body in actions.items()}
    legal = {
        wire_name(kind): named(
            f"Legal{kind.__name__}",
            "An action that may be taken now, ready to post.",
            {"action": Constant(wire_name(kind)), "body": fields.Nested(body, required=True)},
        )
        for kind, body in bodies.items()
        if kind is not Resign
    }
    legal_action = Tagged(f"{prefix}LegalAction", "action", legal)
    seen = named(
        "View",
        "The session as whoever asks may see it.",
        {
            "game": Constant(game),
            "options": fields.Nested(options, required=True),
            "legal_actions": fields.List(
                legal_action,
                required=True,
                metadata=described(
                    "Post each `body` to `{url}/{action}`. All there are, but for `resign`.", SeenBy.WHO_ASKS
                ),
            ),
            "result": nullable(
                fields.Nested(result, required=True, metadata=described("How it ended; null until it has."))
            ),
        },
        view,
    )
    event = Tagged(f"{prefix}Event", "type", {kind._declared_fields["type"].word: kind() for kind in events})  # type: ignore[attr-defined]
    told = fields.List(event, required=True, metadata=described("In order."))
    token = nullable(
        fields.String(
            required=True,
            metadata=described(
                "For `Authorization: Bearer`; told only once. Null for a bot, which needs none.", SeenBy.WHO_ASKS
            ),
        )
    )
    taken = fields.Integer(required=True, metadata=described("The seat that was taken.", SeenBy.WHO_ASKS))
    seats = {
        "players": fields.List(fields.Nested(ListedPlayer), required=True, metadata=described("By seat.")),
        "open_seats": fields.Integer(required=True, metadata=described("How many can still be taken.")),
    }
    row = named(
        "Row",
        "A session in the lobby.",
        {
            "id": fields.String(required=True, metadata=described("The session's.")),
            "url": fields.String(required=True, metadata=described("The session's path.")),
            "game": Constant(game),
            "status": StatusField(required=True),
            "created_at": moment("When the session was opened."),
            "seeded": fields.Boolean(
                required=True, metadata=described("Whether whoever opened the table chose the seed.")
            ),
            "options": fields.Nested(options, required=True),
            **(seats if joinable else {}),
        },
    )
    piles = fields.List(
        fields.List(card),
        required=True,
        metadata=described("Each pile as it came out, top card first (D-4).", SeenBy.EVERYONE_AFTER_THE_END),
    )
    played = {
        "session": fields.Nested(seen, required=True, metadata=described("The session as it is now.", SeenBy.WHO_ASKS)),
        "events": told,
    }
    return Contract(
        prefix=prefix,
        create=create(),
        join=Join() if joinable else None,
        nothing=Nothing(),
        query=TablesQuery() if joinable else SessionsQuery(),
        actions=bodies,
        told=frozenset(event.schemas),
        seated=named("Seated", "A seat that was taken.", {"token": token, "seat": taken, **played}),
        played=named("Played", "An action that was taken, and what followed.", played),
        view=seen,
        events=named("Events", "What has happened, in order.", {"events": told}),
        hint=named("Hint", cleandoc(Hint.__doc__ or ""), {}, Hint),
        sessions=named(
            "Sessions",
            "A page of the lobby.",
            {
                "sessions": fields.List(fields.Nested(row), required=True, metadata=described("Newest first.")),
                "next_cursor": nullable(fields.String(required=True, metadata=described("Null at the end."))),
            },
        ),
        problem=named(
            "Problem",
            "What went wrong; what may be done instead, or how the session stands now.",
            {
                "legal_actions": fields.List(
                    legal_action, metadata=described("What may be done instead.", SeenBy.WHO_ASKS)
                ),
                "session": fields.Nested(
                    seen, metadata=described("On 412: the session as it is now.", SeenBy.WHO_ASKS)
                ),
            },
            Problem,
        ),
        replay=named(
            "Replay",
            "A session that is over, whole: with it anybody can check the deal, and play it again.",
            {
                "seed": fields.String(
                    required=True, metadata=described("What the deal came from.", SeenBy.EVERYONE_AFTER_THE_END)
                ),
                "commitment": nullable(
                    fields.String(
                        required=True,
                        metadata=described("What bound the house to the seed; null if the session is seeded (D-1)."),
                    )
                ),
                "options": fields.Nested(options, required=True),
                "shuffles": piles,
                "actions": fields.List(
                    fields.Nested(ReplayedAction),
                    required=True,
                    metadata=described("What was done, in order.", SeenBy.EVERYONE_AFTER_THE_END),
                ),
            },
        ),
    )
