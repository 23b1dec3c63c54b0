"""What the server tells about itself."""

from marshmallow import fields

from schemas.fields import described, nullable, words
from schemas.schema import Schema
from server.sessions.store import Durability

DurabilityField = words("Durability", Durability)


class Index(Schema):
    """What this is, and where to go."""

    name = fields.String(required=True, metadata=described("`Leverstoke`."))
    version = fields.String(required=True, metadata=described("Of the server and of this document."))
    description = fields.String(required=True, metadata=described("What is dealt here."))
    games = fields.String(required=True, metadata=described("The path of the games."))
    docs = fields.String(required=True, metadata=described("The path of a page that shows this document."))
    openapi = fields.String(required=True, metadata=described("The path of this document."))
    health = fields.String(required=True, metadata=described("The path that tells whether the process is alive."))
    ready = fields.String(required=True, metadata=described("The path that tells whether the store answers."))


class GameOption(Schema):
    """A field of create, with what a form for it needs."""

    name = fields.String(required=True, metadata=described("As in the body of create."))
    type = fields.String(required=True, metadata=described("`word`, `boolean`, `integer` or `text`."))
    description = nullable(fields.String(required=True, metadata=described("What it is for.")))
    default = nullable(fields.Raw(required=True, metadata=described("What stands for the option if it is left out.")))
    choices = nullable(fields.List(fields.String(), required=True, metadata=described("The words it may be.")))
    minimum = nullable(
        fields.Integer(required=True, metadata=described("The least it may be; null if it is no number."))
    )
    maximum = nullable(
        fields.Integer(required=True, metadata=described("The most it may be; null if it is no number."))
    )


class GameSeats(Schema):
    """For how many players a game is."""

    fewest = fields.Integer(required=True, metadata=described("How many must play."))
    most = fields.Integer(required=True, metadata=described("How many can."))


class GameInfo(Schema):
    """A game that is dealt here."""

    name = fields.String(required=True, metadata=described("As in paths."))
    title = fields.String(required=True, metadata=described("For people."))
    rules_version = fields.String(required=True, metadata=described("Which version of the rules is played."))
    url = fields.String(required=True, metadata=described("Where its sessions are."))
    seats = fields.Nested(GameSeats, required=True)
    options = fields.List(fields.Nested(GameOption), required=True, metadata=described("What create takes."))
    actions = fields.List(fields.String(), required=True, metadata=described("What players do; each has a path."))


class Catalogue(Schema):
    """The games that are dealt here."""

    games = fields.List(fields.Nested(GameInfo), required=True, metadata=described("All there are."))


class Health(Schema):
    """The process is alive."""

    status = fields.String(required=True, metadata=described("`ok`."))


class Ready(Schema):
    """The store answers, and what it is."""

    status = fields.String(required=True, metadata=described("`ready`."))
    store = fields.String(required=True, metadata=described("What keeps the sessions, and its version."))
    promised = nullable(
        DurabilityField(required=True, metadata=described("What the store was asked to keep; null if nothing was."))
    )
    durability = nullable(DurabilityField(required=True, metadata=described("What it is found to keep, if it tells.")))
    eviction = fields.String(required=True, metadata=described("What the store does when full: `noeviction` is right."))
    replicas = fields.Integer(required=True, metadata=described("How many copies of the store there are."))
