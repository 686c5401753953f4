"""Clubs and players, as they are shown and as they are said to be."""

from typing import Any

from marshmallow import fields

from adjudicator.services.keys import LONGEST_NAME
from adjudicator.services.player_list import MOST_ALIASES, MOST_IDS
from adjudicator.services.pseudonyms import WHYS
from adjudicator.web.schemas.fields import NO_CONTROL, Form, Name, Schema, Text, Truth, Word, listed
from adjudicator.web.schemas.matches import LONGEST_NOTE
from adjudicator.web.schemas.queries import PageQuery

LONGEST_PLAYER, LONGEST_VALUE = 60, 100
SYSTEM = "[A-Za-z0-9._-]{1,40}"
_VALUE = NO_CONTROL.strip("^$").replace("*", f"{{1,{LONGEST_VALUE}}}")
_OF_SYSTEM = Form(f"^{SYSTEM}$", "made of letters from a to z, digits, dots, hyphens and underscores")
EXTERNAL_ID = Form(f"^{SYSTEM}:{_VALUE}$", "the name of a system, a colon, and what it calls the player (icf:4712)")


def player_name(**more: Any) -> Name:
    """The name of a player, as long as names in logs."""
    return Name(most=LONGEST_PLAYER, **more)


def player_id(**more: Any) -> Text:
    """The id of a player."""
    return Text(most=36, **more)


class ChangedClub(Schema):
    """What is to be changed of the club."""

    name = Name(most=LONGEST_NAME)


class Club(Schema):
    """The club of a key."""

    id = fields.String(required=True)
    name = fields.String(required=True)
    revision = fields.Integer(required=True, metadata={"minimum": 1, "description": "Grows with every change of the name."})
    matches = fields.Integer(required=True, metadata={"minimum": 0, "description": "How many it has, voided ones too."})
    players = fields.Integer(required=True, metadata={"minimum": 0, "description": "How many it has; merged ones count once."})
    created_at = fields.String(required=True, metadata={"format": "date-time"})


class ClubList(Schema):
    """The one club that a key belongs to."""

    items = fields.List(fields.Nested(Club), required=True)


class ExternalId(Schema):
    """What another system (a federation, say) calls a player: one player at most of a club."""

    system = Text(most=40, form=_OF_SYSTEM, required=True)
    value = Name(most=LONGEST_VALUE, required=True)


class ChangedPlayer(Schema):
    """What is to be changed of a player: lists take the place of those that are there."""

    name = player_name(metadata={"description": "As it is to be shown, in any script."})
    aliases = listed(player_name(), MOST_ALIASES, "Other names that the player goes by.")
    external_ids = listed(fields.Nested(ExternalId), MOST_IDS, "What other systems call the player.")


class NewPlayer(ChangedPlayer):
    """A player of the club."""

    name = player_name(required=True, metadata={"description": "As it is to be shown, in any script."})


class Player(Schema):
    """A player of the club."""

    id = fields.String(required=True, metadata={"description": "For good, whatever the player is called."})
    name = fields.String(required=True)
    aliases = fields.List(
        fields.String(), metadata={"description": "Other names, those of merged players too. Not for viewers."}
    )
    external_ids = fields.List(
        fields.Nested(ExternalId), metadata={"description": "Those of merged players too. Not for viewers."}
    )
    merged_into = fields.String(
        required=True, allow_none=True, metadata={"description": "The player who stands for this one now."}
    )
    anonymised = fields.Boolean(required=True, metadata={"description": "The name is a pseudonym, for good."})
    revision = fields.Integer(required=True, metadata={"minimum": 1, "description": "Grows with every change."})
    created_at = fields.String(required=True, metadata={"format": "date-time"})
    updated_at = fields.String(required=True, metadata={"format": "date-time"})


class PlayerList(Schema):
    """Players, by name."""

    items = fields.List(fields.Nested(Player), required=True)


class PlayersQuery(PageQuery):
    """One page of the club's players."""

    search = Text(
        most=200,
        metadata={
            "description": "Beginnings of words of a name or (not for viewers) another name of the player, without regard to"
            " case, accents and script forms; all of them must be found."
        },
    )
    external_id = Text(
        most=41 + LONGEST_VALUE,
        form=EXTERNAL_ID,
        metadata={"description": "`system:value`: whom another system calls so. Not for viewers."},
    )
    merged = Truth(
        query=True,
        load_default=False,
        metadata={"default": False, "description": "Those who were merged into others, in the place of the others."},
    )


class Merge(Schema):
    """Who is to stand for a player."""

    into = player_id(required=True, metadata={"description": "The id of the other player."})


class AnonymiseReason(Schema):
    """Why a player is anonymised; told in the histories of the matches. It should name nobody."""

    reason = Text(most=LONGEST_NOTE, required=True)


class Left(Schema):
    """A place where a name may still stand."""

    kind = Word("match", "tournament", required=True)
    id = fields.String(required=True, metadata={"description": "Of the match or tournament."})
    pointer = fields.String(
        required=True, metadata={"description": "Into it (of a match with `/moves` and `/history`); empty: all of it."}
    )
    why = Word(
        *WHYS,
        required=True,
        metadata={
            "description": "rules_outdated: it cannot be judged again; mentioned: a free text names the player; not_linked: a"
            " seat of this name is linked to nobody."
        },
    )


class Anonymised(Schema):
    """A player who has been anonymised."""

    player = fields.Nested(Player, required=True)
    matches = fields.List(fields.String(), required=True, metadata={"description": "Those out of which the name was taken."})
    left = fields.List(fields.Nested(Left), required=True)
