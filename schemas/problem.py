"""An error as clients get it: RFC 9457, with the few things a card game can add."""

from marshmallow import fields

from schemas.fields import described
from schemas.schema import Schema


class Problem(Schema):
    """What went wrong. A game adds to its own what may be done instead, and how the session stands now."""

    type = fields.String(required=True, metadata=described("Where this kind of problem is described."))
    title = fields.String(required=True, metadata=described("The kind of problem in a few words."))
    status = fields.Integer(required=True, metadata=described("The HTTP status."))
    detail = fields.String(required=True, metadata=described("What was wrong this time."))
    code = fields.String(required=True, metadata=described("The kind of problem, for programs."))
    errors = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.String()),
        metadata=described("On 422: what is wrong with each field."),
    )
    rule = fields.String(metadata=described("The clause of the rules that refuses.", example="SH-8"))
    instance = fields.String(metadata=described("On 500: what to look for in the server's log."))


class ProblemKind(Schema):
    """What all problems of one code have in common."""

    type = fields.String(required=True, metadata=described("The path of this description."))
    title = fields.String(required=True, metadata=described("The kind of problem in a few words."))
    status = fields.Integer(required=True, metadata=described("The HTTP status."))
    detail = fields.String(required=True, metadata=described("What it means, and what to do about it."))
    code = fields.String(required=True, metadata=described("The kind of problem, for programs."))
