"""Shooter on the wire."""

from typing import Any

from marshmallow import ValidationError, fields, validates_schema

from schemas.envelope import (
    Body,
    CreateBody,
    Event,
    KindField,
    LevelField,
    Nothing,
    RematchEvent,
    SeatedEvent,
    View,
    contract,
)
from schemas.fields import Boolean, Constant, Integer, Name, SeenBy, cards, described, nullable, words
from schemas.schema import Schema
from server.cards import SHOOTER as PACK
from server.cards import Suit
from server.game import Level, Resign
from server.games import shooter as game

CardField = cards("ShooterCard", PACK)
SuitField = words("Suit", Suit)
CallField = words("ShooterCall", game.Call)
PhaseField = words("ShooterPhase", game.Phase)
AllPassField = words("ShooterAllPass", game.AllPass)
RenegingField = words("ShooterReneging", game.Reneging)
ReasonField = words("ShooterReason", game.Reason)

PLAYERS = described("How many play: three or four.")
TARGET = described("The score that wins (SH-10).")
FIRST_DEALER = described("The seat that deals first; drawn if null (D-5).")
ALL_PASS = described("What happens when nobody bids (SH-6).")
RENEGING = described("Whether players are made to follow suit, or trusted to (SH-11, SH-12).")
FALSE_ACCUSATION = described("What a wrong accusation costs (SH-12).")
SIX_IS_MOON = described("Another ladder of bids (SH-13).")
PARTNERS = described("Seats 0 and 2 against 1 and 3 (SH-13); four players only.")
LISTED = described("Whether the table shows in the lobby.")
SPECTATORS = described("Whether those without a seat may watch.")
BOT_LEVEL = described("How well the house plays the bots of create, and the seats of those who are away.")
TURN_SECONDS = described("How long a turn may take before the house plays it (SH-15); no clock if null.")
BY_SEAT = described("By seat.")


def seat_field(text: str = "Whose event it is.") -> fields.Field[int]:
    return fields.Integer(required=True, metadata=described(text))


# What a client sends


class ShooterCreate(CreateBody):
    players = Integer(3, 4, load_default=4, metadata=PLAYERS)
    name = Name(load_default=None, metadata=described("What to call you."))
    bots = Integer(0, 3, load_default=0, metadata=described("How many of the last seats the house takes."))
    bot_level = LevelField(load_default=Level.STEADY, metadata=BOT_LEVEL)
    target = Integer(1, 500, load_default=32, metadata=TARGET)
    first_dealer = Integer(0, 3, load_default=None, metadata=FIRST_DEALER)
    all_pass = AllPassField(load_default=game.AllPass.REDEAL, metadata=ALL_PASS)
    reneging = RenegingField(load_default=game.Reneging.PREVENTED, metadata=RENEGING)
    false_accusation = Integer(0, 2, load_default=2, metadata=FALSE_ACCUSATION)
    six_is_moon = Boolean(load_default=False, metadata=SIX_IS_MOON)
    partners = Boolean(load_default=False, metadata=PARTNERS)
    turn_seconds = Integer(5, 86400, load_default=None, metadata=TURN_SECONDS)
    listed = Boolean(load_default=True, metadata=LISTED)
    spectators = Boolean(load_default=True, metadata=SPECTATORS)

    @validates_schema
    def _fits_the_table(self, data: dict[str, Any], **_: Any) -> None:
        if data["partners"] and data["players"] != 4:
            raise ValidationError("Partners need four players.", "partners")
        if (data["first_dealer"] or 0) >= data["players"]:
            raise ValidationError("No such seat at this table.", "first_dealer")
        if data["bots"] >= data["players"]:
            raise ValidationError("A seat is yours: there are fewer bots than players.", "bots")


class ShooterBid(Body):
    call = CallField(required=True)


class ShooterTrump(Body):
    suit = SuitField(required=True)


class ShooterPlay(Body):
    card = CardField(required=True)


class ShooterAccuse(Body):
    seat = Integer(0, 3, required=True, metadata=described("Who did not follow suit though they could."))


# What a client gets


class ShooterOptions(Schema):
    players = fields.Integer(required=True, metadata=PLAYERS)
    target = fields.Integer(required=True, metadata=TARGET)
    first_dealer = nullable(fields.Integer(required=True, metadata=FIRST_DEALER))
    all_pass = AllPassField(required=True, metadata=ALL_PASS)
    reneging = RenegingField(required=True, metadata=RENEGING)
    false_accusation = fields.Integer(required=True, metadata=FALSE_ACCUSATION)
    six_is_moon = fields.Boolean(required=True, metadata=SIX_IS_MOON)
    partners = fields.Boolean(required=True, metadata=PARTNERS)
    listed = fields.Boolean(required=True, metadata=LISTED)
    spectators = fields.Boolean(required=True, metadata=SPECTATORS)
    bot_level = LevelField(required=True, metadata=BOT_LEVEL)
    turn_seconds = nullable(fields.Integer(required=True, metadata=TURN_SECONDS))


class ShooterResult(Schema):
    winners = fields.List(fields.Integer(), required=True, metadata=described("Seats; none if abandoned."))
    scores = fields.List(fields.Integer(), required=True, metadata=BY_SEAT)
    reason = ReasonField(required=True)


class ShooterLaid(Schema):
    """A card on the table, and who laid it."""

    seat = seat_field("Who laid it.")
    card = CardField(required=True)


class ShooterTrick(Schema):
    """A trick that is over."""

    plays = fields.List(fields.Nested(ShooterLaid), required=True, metadata=described("In order."))
    winner = seat_field("Who took it.")


class ShooterPlayer(Schema):
    """What everybody knows of a player."""

    seat = seat_field("Where they sit.")
    name = nullable(fields.String(required=True, metadata=described("What they are called, if they have said it.")))
    kind = KindField(required=True)
    played_by_house = fields.Boolean(required=True, metadata=described("Whether the house acts for the seat."))
    score = fields.Integer(required=True, metadata=described("After the last hand."))
    tricks = fields.Integer(required=True, metadata=described("Taken in this hand."))
    cards = fields.Integer(required=True, metadata=described("Held."))
    call = nullable(CallField(required=True, metadata=described("In this hand's auction.")))


class ShooterTable(View):
    phase = PhaseField(required=True)
    hand_number = fields.Integer(required=True, metadata=described("Deals so far, those thrown in too."))
    dealer = nullable(seat_field("Who deals this hand; null before the first."))
    players = fields.List(fields.Nested(ShooterPlayer), required=True, metadata=BY_SEAT)
    bidder = nullable(fields.Integer(required=True, metadata=described("Whose bid is the highest so far, or won.")))
    bid = nullable(CallField(required=True, metadata=described("The highest bid so far, or the one that won.")))
    trump = nullable(SuitField(required=True, metadata=described("The trump suit, once it is named.")))
    trick = fields.List(fields.Nested(ShooterLaid), required=True, metadata=described("The open trick, in order."))
    last_trick = nullable(
        fields.Nested(ShooterTrick, required=True, metadata=described("The last trick that was taken."))
    )
    hand = nullable(
        fields.List(
            CardField(),
            required=True,
            metadata=described("Yours, by suit and rank; null without a seat.", SeenBy.WHO_ASKS),
        )
    )


class ShooterDealtEvent(Event):
    type = Constant("dealt")
    hand_number = fields.Integer(required=True, metadata=described("From 1."))
    dealer = seat_field("Who deals.")
    shuffle = fields.Integer(required=True, metadata=described("Which shuffle of the session this was (D-5)."))


class ShooterCalledEvent(Event):
    type = Constant("called")
    seat = seat_field()
    call = CallField(required=True)


class ShooterAuctionWonEvent(Event):
    type = Constant("auction_won")
    seat = seat_field()
    bid = CallField(required=True)


class ShooterThrownInEvent(Event):
    type = Constant("thrown_in")


class ShooterTrumpNamedEvent(Event):
    type = Constant("trump_named")
    seat = seat_field()
    suit = SuitField(required=True)


class ShooterPlayedEvent(Event):
    type = Constant("played")
    seat = seat_field()
    card = CardField(required=True)


class ShooterTrickTakenEvent(Event):
    type = Constant("trick_taken")
    seat = seat_field()
    cards = fields.List(CardField(), required=True, metadata=described("In the order they were played."))


class ShooterAccusedEvent(Event):
    type = Constant("accused")
    seat = seat_field("Who accuses.")
    accused = seat_field("Who is accused.")


class ShooterAcceptedEvent(Event):
    type = Constant("accepted")
    seat = seat_field()


class ShooterVerdict(Schema):
    """What came of an accusation (SH-12)."""

    seat = seat_field("Who accuses.")
    accused = seat_field("Who is accused.")
    caught = fields.Boolean(required=True, metadata=described("Whether it was right."))


class ShooterHandScoredEvent(Event):
    type = Constant("hand_scored")
    points = fields.List(fields.Integer(), required=True, metadata=described("Of this hand, penalties included."))
    scores = fields.List(fields.Integer(), required=True, metadata=described("After it."))
    verdicts = fields.List(fields.Nested(ShooterVerdict), required=True, metadata=described("One an accusation."))


class ShooterResignedEvent(Event):
    type = Constant("resigned")
    seat = seat_field()


class ShooterTimedOutEvent(Event):
    """A turn was not taken in time, and the house takes it."""

    type = Constant("timed_out")
    seat = seat_field()


class ShooterReturnedEvent(Event):
    """The player is back, whose seat the house had kept."""

    type = Constant("returned")
    seat = seat_field()


class ShooterFinishedEvent(Event):
    type = Constant("finished")
    result = fields.Nested(ShooterResult, required=True)


CONTRACT = contract(
    "Shooter",
    game=game.GAME.name,
    create=ShooterCreate,
    options=ShooterOptions,
    actions={
        game.Bid: ShooterBid,
        game.Trump: ShooterTrump,
        game.Play: ShooterPlay,
        game.Accuse: ShooterAccuse,
        game.Accept: Nothing,
        game.Return: Nothing,
        Resign: Nothing,
    },
    events=(
        SeatedEvent,
        ShooterDealtEvent,
        ShooterCalledEvent,
        ShooterAuctionWonEvent,
        ShooterThrownInEvent,
        ShooterTrumpNamedEvent,
        ShooterPlayedEvent,
        ShooterTrickTakenEvent,
        ShooterAccusedEvent,
        ShooterAcceptedEvent,
        ShooterHandScoredEvent,
        ShooterResignedEvent,
        ShooterTimedOutEvent,
        ShooterReturnedEvent,
        ShooterFinishedEvent,
        RematchEvent,
    ),
    result=ShooterResult,
    view=ShooterTable,
    card=CardField(),
    joinable=True,
)
