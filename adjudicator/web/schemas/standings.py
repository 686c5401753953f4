"""Leaderboards and ratings, as they are shown and asked for."""

from marshmallow import fields

from adjudicator.web.schemas.fields import Schema, Truth
from adjudicator.web.schemas.queries import CsvQuery, PageQuery
from adjudicator.web.schemas.seats import NamedPlayer

MONTH = "^[0-9]{4}-(0[1-9]|1[0-2])$"


class BoardQuery(CsvQuery, PageQuery):
    """One page of a leaderboard, or of ratings."""


def _totals() -> fields.Dict:
    value = fields.Integer(allow_none=True)
    words = "Criterion -> value; null where a part of it is not known."
    return fields.Dict(fields.String(), value, required=True, metadata={"description": words})


class LeaderboardPlace(Schema):
    """A place on a leaderboard."""

    rank = fields.Integer(
        required=True, metadata={"minimum": 1, "description": "As in sport (1, 2, 2, 4): whoever is level in all shares it."}
    )
    player = fields.Nested(NamedPlayer, required=True)
    played = fields.Integer(required=True, metadata={"minimum": 1, "description": "Matches that count."})
    won = fields.Integer(required=True, metadata={"minimum": 0, "description": "Of them, those won."})
    points = fields.Integer(required=True, metadata={"description": "In units of the scheme; `unit` of them are one whole."})
    totals = _totals()


class Counted(Schema):
    """By what a leaderboard counts."""

    game = fields.String(required=True)
    scheme = fields.String(required=True, metadata={"description": "What a match counts: the game's own scheme of points."})
    unit = fields.Integer(required=True, metadata={"minimum": 1, "description": "How many units of points make one whole."})
    tie_breaks = fields.List(
        fields.String(), required=True, metadata={"description": "By what players stand behind points, in this order."}
    )


class Leaderboard(Counted):
    """A page of a leaderboard, the best first."""

    items = fields.List(fields.Nested(LeaderboardPlace), required=True)


class LeaderboardLine(Schema):
    """What one match adds to a place."""

    match_id = fields.String(required=True)
    seat = fields.Integer(required=True, metadata={"minimum": 1})
    happened_at = fields.String(required=True, metadata={"format": "date-time"})
    player_id = fields.String(
        required=True, metadata={"description": "Who sat there: the player, or one who was merged into them."}
    )
    rank = fields.Integer(required=True, metadata={"minimum": 1, "description": "In the match."})
    won = fields.Boolean(required=True)
    points = fields.Integer(required=True, metadata={"description": "In units of the scheme."})
    totals = _totals()


class ExplainedPlace(Counted):
    """A player's place, null without results, and a page of the lines that it is the sum of, the latest match first."""

    player = fields.Nested(NamedPlayer, required=True)
    place = fields.Nested(LeaderboardPlace, required=True, allow_none=True)
    items = fields.List(fields.Nested(LeaderboardLine), required=True)


class Worth(Schema):
    """A rating."""

    value = fields.Float(required=True)
    deviation = fields.Float(required=True)
    volatility = fields.Float(required=True, allow_none=True, metadata={"description": "Glicko-2's alone."})
    played = fields.Integer(required=True, metadata={"minimum": 1, "description": "Rated matches that it stands on."})
    provisional = fields.Boolean(required=True, metadata={"description": "The deviation is so large that it says little yet."})


class RatedPlayer(Worth):
    """A player's place by rating."""

    rank = fields.Integer(required=True, metadata={"minimum": 1})
    player = fields.Nested(NamedPlayer, required=True)
    at_least = fields.Float(
        required=True, metadata={"description": "What the player is worth as good as certainly, by which they stand."}
    )


def _month(words: str, *, nullable: bool = False) -> fields.String:
    return fields.String(required=True, allow_none=nullable, metadata={"pattern": MONTH, "description": words})


class RatingList(Schema):
    """A page of ratings, the best first."""

    game = fields.String(required=True)
    system = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "`glicko2` while every rated match was one against one, else `plackett_luce`."},
    )
    period = _month("The month behind which the ratings are; null before the first.", nullable=True)
    changed_from = _month("The first month whose results have changed since, if any have.", nullable=True)
    items = fields.List(fields.Nested(RatedPlayer), required=True)


class Recompute(Schema):
    """How ratings are to be computed."""

    dry_run = Truth(load_default=False, metadata={"default": False, "description": "Only say what would come of it."})


class RatingChange(Schema):
    """A player whose rating is another; null where there was, or is, none."""

    player = fields.Nested(NamedPlayer, required=True)
    before = fields.Nested(Worth, required=True, allow_none=True)
    after = fields.Nested(Worth, required=True, allow_none=True)


class Recomputed(Schema):
    """What computing the ratings came to."""

    game = fields.String(required=True)
    system = fields.String(required=True)
    since = _month("The first month that was computed again.")
    period = _month("The month behind which the ratings are.")
    dry_run = fields.Boolean(required=True)
    changes = fields.List(fields.Nested(RatingChange), required=True)
