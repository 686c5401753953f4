"""Published links."""

from typing import Any

from marshmallow import ValidationError, fields, validates_schema

from adjudicator.web.schemas.faults import Said
from adjudicator.web.schemas.fields import Schema, Whole

MOST_PLIES, MOST_MINUTES = 5_000, 10_080
_ONE = Said("not_both", "A link lags behind by plies or by minutes, not by both.")


class NewLink(Schema):
    """By how much the link lags behind the match; with neither it does not."""

    delay_plies = Whole(
        least=1,
        most=MOST_PLIES,
        metadata={"description": "A write is shown when so many entries were logged after it, or the match is over or voided."},
    )
    delay_minutes = Whole(least=1, most=MOST_MINUTES, metadata={"description": "A write is shown so many minutes later."})

    @validates_schema
    def _one_delay(self, data: dict[str, Any], **kwargs: Any) -> None:
        if len(data) > 1:
            raise ValidationError({"delay_minutes": [_ONE]})


class Link(Schema):
    """A published link. Its token is told in this answer only (and in one to the same request again)."""

    token = fields.String(required=True, metadata={"description": "Whoever has it sees the match as the public does."})
    path = fields.String(required=True, metadata={"format": "uri-reference", "description": "Where the match is seen."})
    delay_plies = fields.Integer(required=True, allow_none=True)
    delay_minutes = fields.Integer(required=True, allow_none=True)
    revision = fields.Integer(required=True, metadata={"minimum": 1, "description": "Of the match, behind this write."})
