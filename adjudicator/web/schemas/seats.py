"""The seats of a match, and whose they are."""

from typing import Any

from marshmallow import ValidationError, fields

from adjudicator.services.proposing import REASONS
from adjudicator.web.schemas.faults import Said
from adjudicator.web.schemas.fields import Messages, Schema, Text, Word


class SeatLinks(fields.Dict):
    """Names at the table -> ids of players of the club, or null for guests."""

    default_error_messages: Messages = {
        "invalid": Said("wrong_type", "Expected an object: the names at the table, each with a player's id or null."),
        "null": Said("wrong_type", "This field cannot be null."),
        "required": Said("missing", "This field is required."),
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(values=Text(most=36, allow_none=True), **kwargs)

    def _deserialize(self, value: Any, attr: str | None, data: Any, **kwargs: Any) -> dict[str, str | None]:
        """The faults of a value are told at its name, where marshmallow would say `name/value`."""
        if not isinstance(value, dict):
            raise self.make_error("invalid")
        found: dict[str, str | None] = {}
        faults: dict[str, Any] = {}
        for name, player_id in value.items():
            try:
                found[name] = self.value_field.deserialize(player_id)  # type: ignore[union-attr]
            except ValidationError as error:
                faults[name] = error.messages
        if faults:
            raise ValidationError(faults)
        return found


class NewSeats(Schema):
    """Whose every seat of a match is."""

    seats = SeatLinks(
        required=True, metadata={"description": "Every name at the table, with the id of the player, or null for a guest."}
    )


class NamedPlayer(Schema):
    """A player of the club."""

    id = fields.String(required=True)
    name = fields.String(required=True)


class Proposal(Schema):
    """A player who may be meant."""

    player = fields.Nested(NamedPlayer, required=True)
    reason = Word(
        *REASONS,
        required=True,
        metadata={
            "description": "name: exactly this; alias: another name of the player, or that of one who was merged into them;"
            " seated_before: under this name they sat before; folded: but for case and accents; similar: nearly so."
        },
    )


class Seat(Schema):
    """A seat of a match."""

    seat = fields.Integer(required=True, metadata={"minimum": 1, "description": "In turn order."})
    name = fields.String(required=True, metadata={"description": "As in the log."})
    player = fields.Nested(
        NamedPlayer, required=True, allow_none=True, metadata={"description": "null: a guest, or nobody has said."}
    )
    proposals = fields.List(
        fields.Nested(Proposal),
        required=True,
        metadata={"description": "Who may be meant, the likeliest first; for referees, of seats without a player."},
    )


class SeatList(Schema):
    """The seats of a match, in turn order."""

    items = fields.List(fields.Nested(Seat), required=True)
