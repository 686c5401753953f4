"""Lists of players: how they are imported and exported, and what came of each row."""

from marshmallow import fields

from adjudicator.services.player_import import ATOMIC, BEST_EFFORT
from adjudicator.services.player_list import STATUSES
from adjudicator.web.schemas.fields import Schema, Truth, Word


class ModeQuery(Schema):
    """How much of a list is imported if not all of it is good."""

    mode = Word(
        ATOMIC,
        BEST_EFFORT,
        load_default=ATOMIC,
        metadata={
            "default": ATOMIC,
            "description": "atomic: all of it, or nothing (422 with every fault); best_effort: what of it is good.",
        },
    )


class ImportQuery(ModeQuery):
    """How a list of players is imported."""

    dry_run = Truth(
        query=True,
        load_default=False,
        metadata={"default": False, "description": "Only say what would come of each row; nothing is stored."},
    )


class RowFault(Schema):
    """What is wrong with a row."""

    column = fields.String(required=True, metadata={"description": "The column; empty: the row itself."})
    code = fields.String(required=True, metadata={"description": "A stable word."})
    message = fields.String(required=True)


class ImportedRow(Schema):
    """What came of a row."""

    row = fields.Integer(required=True, metadata={"minimum": 2, "description": "Its number; the header is row 1."})
    name = fields.String(required=True)
    status = Word(*STATUSES, required=True)
    player_id = fields.String(
        required=True, allow_none=True, metadata={"description": "null: refused, or in a dry run somebody new."}
    )
    errors = fields.List(fields.Nested(RowFault), required=True)


class RowCounts(Schema):
    """How many rows had which outcome."""

    created = fields.Integer(required=True)
    updated = fields.Integer(required=True)
    unchanged = fields.Integer(required=True)
    refused = fields.Integer(required=True)


class ImportedPlayers(Schema):
    """What came of a list."""

    dry_run = fields.Boolean(required=True)
    counts = fields.Nested(RowCounts, required=True)
    rows = fields.List(fields.Nested(ImportedRow), required=True)
