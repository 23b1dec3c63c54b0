"""What the server tells about itself."""

from marshmallow import Schema, fields

from schemas.fields import described, nullable, words
from server.sessions.store import Durability

DurabilityField = words("Durability", Durability)


class Index(Schema):
    """What this is, and where to go."""

    name = fields.String(required=True)
    version = fields.String(required=True)
    description = fields.String(required=True)
    games = fields.String(required=True, metadata=described("A path, like those below."))
    docs = fields.String(required=True)
    openapi = fields.String(required=True)
    health = fields.String(required=True)
    ready = fields.String(required=True)


class GameOption(Schema):
    """A field of create, with what a form for it needs."""

    name = fields.String(required=True)
    type = fields.String(required=True, metadata=described("`word`, `boolean`, `integer` or `text`."))
    description = nullable(fields.String(required=True))
    default = nullable(fields.Raw(required=True, metadata=described("What stands for the option if it is left out.")))
    choices = nullable(fields.List(fields.String(), required=True, metadata=described("The words it may be.")))
    minimum = nullable(fields.Integer(required=True))
    maximum = nullable(fields.Integer(required=True))


class GameSeats(Schema):
    """For how many players a game is."""

    fewest = fields.Integer(required=True)
    most = fields.Integer(required=True)


class GameInfo(Schema):
    name = fields.String(required=True)
    title = fields.String(required=True)
    rules_version = fields.String(required=True)
    url = fields.String(required=True, metadata=described("Where its sessions are."))
    seats = fields.Nested(GameSeats, required=True)
    options = fields.List(fields.Nested(GameOption), required=True)
    actions = fields.List(fields.String(), required=True)


class Games(Schema):
    games = fields.List(fields.Nested(GameInfo), required=True)


class Health(Schema):
    status = fields.String(required=True, metadata=described("`ok`."))


class Ready(Schema):
    status = fields.String(required=True, metadata=described("`ready`."))
    store = fields.String(required=True, metadata=described("What keeps the sessions, and its version."))
    promised = nullable(
        DurabilityField(required=True, metadata=described("What the store was asked to keep; null if nothing was."))
    )
    durability = nullable(DurabilityField(required=True, metadata=described("What it is found to keep, if it tells.")))
    eviction = fields.String(required=True, metadata=described("What the store does when full: `noeviction` is right."))
    replicas = fields.Integer(required=True, metadata=described("How many copies of the store there are."))
