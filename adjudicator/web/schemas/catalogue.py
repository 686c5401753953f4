"""The games and their rules, as they are shown."""

from marshmallow import fields

from adjudicator.web.schemas.fields import Schema


class Players(Schema):
    """How many can play."""

    least = fields.Integer(required=True)
    most = fields.Integer(required=True)


class GameSummary(Schema):
    """A game in a few words."""

    name = fields.String(required=True, metadata={"description": "The word that logs carry."})
    title = fields.String(required=True)
    summary = fields.String(required=True)
    version = fields.Integer(required=True, metadata={"description": "Of the rules; grows when a verdict could change."})
    players = fields.Nested(Players, required=True)
    languages = fields.List(fields.String(), required=True)


class GameList(Schema):
    """All games, by name."""

    items = fields.List(fields.Nested(GameSummary), required=True)


class Option(Schema):
    """One option of a game's rulesets."""

    name = fields.String(required=True)
    text = fields.String(required=True, metadata={"description": "What it decides."})
    default = fields.Raw(required=True, metadata={"description": "Its value in the preset `standard`."})
    schema = fields.Dict(required=True, metadata={"description": "The JSON Schema of its values."})
    rules = fields.List(fields.String(), required=True, metadata={"description": "The rules that it touches."})


class Game(GameSummary):
    """A game in full."""

    components = fields.Dict(required=True, metadata={"description": "What lies in the box; its shape is each game's own."})
    options = fields.List(fields.Nested(Option), required=True)
    presets = fields.Dict(
        keys=fields.String(),
        values=fields.Dict(),
        required=True,
        metadata={"description": "The named rulesets, each with all of its options."},
    )
    setup = fields.Dict(required=True, metadata={"description": "The JSON Schema of a log's `setup`."})
    entries = fields.Dict(
        keys=fields.String(),
        values=fields.Dict(),
        required=True,
        metadata={"description": "The JSON Schema of every entry that a log may hold, by its `type`."},
    )


class Rule(Schema):
    """One numbered rule. Its id is for ever."""

    id = fields.String(required=True)
    text = fields.String(required=True)
    codes = fields.List(fields.String(), required=True, metadata={"description": "The violations and findings that cite it."})
    options = fields.List(fields.String(), required=True, metadata={"description": "The options that touch it."})
    house = fields.Boolean(required=True, metadata={"description": "Whether it is a decision of this house."})
    source = fields.String(required=True, allow_none=True, metadata={"description": "Where it comes from, if it was named."})


class RuleList(Schema):
    """The rules of a game, in rulebook order."""

    items = fields.List(fields.Nested(Rule), required=True)
