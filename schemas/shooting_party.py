"""The Shooting Party on the wire."""

from typing import Any

from marshmallow import fields, validate

from schemas.envelope import Body, CreateBody, Event, Nothing, View, contract
from schemas.fields import Boolean, Constant, Integer, cards, described, distinct, words
from schemas.schema import Schema
from server.cards import SHOOTING_PARTY as PACK
from server.cards import Suit
from server.game import Resign
from server.games import shooting_party as game

CardField = cards("ShootingPartyCard", PACK)
SuitField = words("Suit", Suit)
RolesField = words("ShootingPartyRoles", game.Roles)
CauseField = words("ShootingPartyCause", game.Cause)
ReasonField = words("ShootingPartyReason", game.Reason)

ROLES = described("Who is courted: queens, or kings (SP-27).")
LEAVE = described("Whether the room may be left (SP-20).")
LISTED = described("Whether the session shows in the lobby.")
SHUFFLE = described("Which shuffle of the session this was (D-5).")


def pile(text: str) -> fields.Field[Any]:
    """Cards everybody may see."""
    return fields.List(CardField(), required=True, metadata=described(text))


# What a client sends


class ShootingPartyCreate(CreateBody):
    roles = RolesField(load_default=game.Roles.CLASSIC, metadata=ROLES)
    leave = Boolean(load_default=True, metadata=LEAVE)
    listed = Boolean(load_default=False, metadata=LISTED)


class ShootingPartyDiscard(Body):
    cards = fields.List(
        CardField(),
        required=True,
        validate=[validate.Length(1, len(PACK.cards)), distinct],
        metadata=described(
            "In any order: two of a suit, two to four of a rank, the joker alone, or one side of an open choice.",
            uniqueItems=True,
            example=["2H", "3H"],
        ),
    )


class ShootingPartyRetrieve(Body):
    card = CardField(required=True, metadata=described("A discarded card, or an ace of the draw pile."))


# What a client gets


class ShootingPartyOptions(Schema):
    roles = RolesField(required=True, metadata=ROLES)
    leave = fields.Boolean(required=True, metadata=LEAVE)
    listed = fields.Boolean(required=True, metadata=LISTED)


class ShootingPartyResult(Schema):
    queens = Integer(0, 4, required=True, metadata=described("Scored queens; kings where the roles are reversed."))
    aces = Integer(0, 4, required=True, metadata=described("Scored aces."))
    points = Integer(0, 8, required=True, metadata=described("Queens and aces (SP-26)."))
    title = fields.String(required=True, metadata=described("What you may be called now.", example="oofy rake"))
    reason = ReasonField(required=True)


class ShootingPartyTable(View):
    hand = pile("Oldest first.")
    display = pile("Aces on display, oldest first.")
    score_pile = pile("Scored queens, then scored aces.")
    discard_pile = pile("Oldest first.")
    draw_pile_count = Integer(0, 33, required=True, metadata=described("How many cards are left to draw."))
    exhaustions = Integer(0, 3, required=True, metadata=described("How often the draw pile ran out; 3 is the end."))
    choices = fields.List(
        SuitField(), required=True, metadata=described("Suits to settle before anything else (SP-10).")
    )
    points = Integer(0, 8, required=True, metadata=described("Scored queens and aces so far."))


class ShootingPartyStartedEvent(Event):
    type = Constant("started")
    shuffle = fields.Integer(required=True, metadata=SHUFFLE)


class ShootingPartyDrawnEvent(Event):
    type = Constant("drawn")
    cards = pile("One run of cards that reached the hand, in order.")


class ShootingPartyDisplayedEvent(Event):
    type = Constant("displayed")
    card = CardField(required=True)


class ShootingPartyDiscardedEvent(Event):
    type = Constant("discarded")
    cards = pile("Oldest first.")
    cause = CauseField(required=True)


class ShootingPartyShuffledEvent(Event):
    type = Constant("shuffled")
    shuffle = fields.Integer(required=True, metadata=SHUFFLE)
    exhaustions = fields.Integer(required=True, metadata=described("How often the draw pile has run out by now."))


class ShootingPartyRetrievedEvent(Event):
    type = Constant("retrieved")
    card = CardField(required=True)


class ShootingPartySeducedEvent(Event):
    type = Constant("seduced")
    cards = pile("The queen, and her ace if it lay on display.")


class ShootingPartyFinishedEvent(Event):
    type = Constant("finished")
    result = fields.Nested(ShootingPartyResult, required=True)


CONTRACT = contract(
    "ShootingParty",
    game=game.GAME.name,
    create=ShootingPartyCreate,
    options=ShootingPartyOptions,
    actions={
        game.Draw: Nothing,
        game.Discard: ShootingPartyDiscard,
        game.Retrieve: ShootingPartyRetrieve,
        game.Seduce: Nothing,
        game.Leave: Nothing,
        Resign: Nothing,
    },
    events=(
        ShootingPartyStartedEvent,
        ShootingPartyDrawnEvent,
        ShootingPartyDisplayedEvent,
        ShootingPartyDiscardedEvent,
        ShootingPartyShuffledEvent,
        ShootingPartyRetrievedEvent,
        ShootingPartySeducedEvent,
        ShootingPartyFinishedEvent,
    ),
    result=ShootingPartyResult,
    view=ShootingPartyTable,
    card=CardField(),
    joinable=False,
)
