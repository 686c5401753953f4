"""GET /v1/games and what lies under it: the games, their entries and their rules."""

from collections.abc import Mapping
from typing import Any

from flask import Response
from flask.views import MethodView
from marshmallow import Schema

from adjudicator.services.access import digest
from adjudicator.services.catalogue import rule_part, summary
from adjudicator.web.answers import as_json
from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.language import told_in, wanted
from adjudicator.web.log_schemas import reference
from adjudicator.web.openapi import catalogue_headers
from adjudicator.web.pagination import next_link, page
from adjudicator.web.preconditions import unless_known
from adjudicator.web.schemas.catalogue import Game, GameList, Rule, RuleList
from adjudicator.web.schemas.queries import LanguageQuery, PageQuery

blueprint = Blueprint("games", __name__, url_prefix="/v1/games", description="The games and their rules.")

Query = Mapping[str, Any]
GAME = {"in": "path", "name": "game", "description": "A game.", "schema": reference("GameName")}
RULE = {"in": "path", "name": "rule", "description": "A rule of that game.", "schema": reference("RuleId")}


@blueprint.route("")
class Games(MethodView):
    """All games."""

    @blueprint.response(200, GameList, headers=catalogue_headers(link=True), description="The games by name.")
    @blueprint.takes(query=PageQuery, tagged=True)
    def get(self, query: Query) -> Response:
        """List the games"""
        found, more = page(context().catalogue.games_behind(query.get("after")), query["limit"])
        tongues = [game.texts.choose(wanted(query.get("lang"))) for game in found]
        items = [summary(game, tongue) for game, tongue in zip(found, tongues, strict=True)]
        response = shown(GameList(), {"items": items}, tongues)
        response.headers.extend(next_link(found[-1].name) if more else {})
        return response


@blueprint.route("/<game>", parameters=[GAME])
class OneGame(MethodView):
    """One game."""

    @blueprint.alt_response(404, "NOT_FOUND")
    @blueprint.response(200, Game, headers=catalogue_headers(), description="The game in full.")
    @blueprint.takes(query=LanguageQuery, tagged=True)
    def get(self, query: Query, game: str) -> Response:
        """Show a game: players, components, options and presets, and the JSON Schema of every entry"""
        found = context().catalogue.game(game)
        tongue = found.texts.choose(wanted(query.get("lang")))
        return shown(Game(), context().catalogue.description(found, tongue), [tongue])


@blueprint.route("/<game>/rules", parameters=[GAME])
class Rules(MethodView):
    """The rules of a game."""

    @blueprint.alt_response(404, "NOT_FOUND")
    @blueprint.response(200, RuleList, headers=catalogue_headers(link=True), description="The rules in rulebook order.")
    @blueprint.takes(query=PageQuery, tagged=True)
    def get(self, query: Query, game: str) -> Response:
        """List the numbered rules of a game"""
        catalogue = context().catalogue
        asked = catalogue.game(game)
        found, more = page(catalogue.rules_behind(asked, query.get("after")), query["limit"])
        tongue = asked.texts.choose(wanted(query.get("lang")))
        response = shown(RuleList(), {"items": [rule_part(asked, rule, tongue) for rule in found]}, [tongue])
        response.headers.extend(next_link(found[-1].id) if more else {})
        return response


@blueprint.route("/<game>/rules/<rule>", parameters=[GAME, RULE])
class OneRule(MethodView):
    """One rule."""

    @blueprint.alt_response(404, "NOT_FOUND")
    @blueprint.response(200, Rule, headers=catalogue_headers(), description="The rule.")
    @blueprint.takes(query=LanguageQuery, tagged=True)
    def get(self, query: Query, game: str, rule: str) -> Response:
        """Show a rule"""
        catalogue = context().catalogue
        asked = catalogue.game(game)
        tongue = asked.texts.choose(wanted(query.get("lang")))
        return shown(Rule(), rule_part(asked, catalogue.rule(asked, rule), tongue), [tongue])


def shown(schema: Schema, value: Any, tongues: list[str]) -> Response:
    """An answer that may be kept, and asked for again by its ETag: it changes only with the program."""
    response = as_json(schema.dump(value))
    told_in(response, tongues).vary.add("Accept")
    response.headers["Cache-Control"] = "no-cache"
    return unless_known(response, digest(response.get_data())[:32])
