"""Standings, crosstables, and how each value in them came about."""

import msgspec
from flask import Response
from flask.views import MethodView

from adjudicator.services.rights import Right
from adjudicator.services.tournaments.tables import ExplainWish, TableWish
from adjudicator.web.answers import LISTED_HEADERS, READ_HEADERS, as_csv, as_json, with_next
from adjudicator.web.blueprint import JSON, Blueprint
from adjudicator.web.context import context
from adjudicator.web.csv_tables import CSV
from adjudicator.web.preconditions import tag_of, tagged
from adjudicator.web.resources.tournaments import TOURNAMENT, shown
from adjudicator.web.schemas import tournaments as schemas
from adjudicator.web.tournament_csv import crosstable_csv, standings_csv
from adjudicator.web.tournament_schemas import PAGED, part
from adjudicator.web.turns import Asked, Given, Turn, in_turn

blueprint = Blueprint(
    "standings", __name__, url_prefix="/v1/tournaments/<tournament_id>", description="Standings of tournaments."
)

STANDINGS = Turn(right=Right.SEE_TOURNAMENTS, query=schemas.StandingsQuery, gives=(JSON, CSV), thing=TOURNAMENT)
CROSSTABLE = Turn(right=Right.SEE_TOURNAMENTS, query=schemas.CrosstableQuery, gives=(JSON, CSV), thing=TOURNAMENT)
EXPLAINED = Turn(right=Right.SEE_TOURNAMENTS, query=schemas.ExplainQuery, thing=TOURNAMENT)


@blueprint.route("/standings")
class Standings(MethodView):
    """Who stands where."""

    @blueprint.response(200, part("Table"), headers=LISTED_HEADERS, description="The standings, best first.")
    @in_turn(STANDINGS)
    def get(self, tournament_id: str, asked: Asked) -> Response:
        """Show the standings of a stage, now or as of a round"""
        table = context().tournaments.tables.standings(asked.access, tournament_id, asked.given.then(_table))
        given = asked.given.get()
        if given.media == CSV:
            response = tagged(as_csv(standings_csv(table, given.query["bom"])), tag_of(table.revision, "csv"))
        else:
            body = {name: value for name, value in msgspec.to_builtins(table).items() if name != PAGED}
            response = tagged(as_json(body), tag_of(table.revision))
        return with_next(response, table.items[-1].entrant if table.more else None)


@blueprint.route("/crosstable")
class Crosstable(MethodView):
    """Who met whom."""

    @blueprint.response(200, part("Crosstable"), headers=READ_HEADERS, description="The crosstable.")
    @in_turn(CROSSTABLE)
    def get(self, tournament_id: str, asked: Asked) -> Response:
        """Show everybody's matches and byes, round by round"""
        table = context().tournaments.tables.crosstable(asked.access, tournament_id, asked.given.then(_table))
        given = asked.given.get()
        if given.media == CSV:
            return tagged(as_csv(crosstable_csv(table, given.query["bom"])), tag_of(table.revision, "csv"))
        return shown(table)


@blueprint.route("/standings/<entrant>/explain")
class Explain(MethodView):
    """Why."""

    @blueprint.response(200, part("Explained"), headers=READ_HEADERS, description="The lines that add up to the value.")
    @in_turn(EXPLAINED)
    def get(self, tournament_id: str, entrant: str, asked: Asked) -> Response:
        """Explain a value of an entrant, line by line"""
        wish = asked.given.then(lambda given: _explain(entrant, given))
        return shown(context().tournaments.tables.explain(asked.access, tournament_id, wish))


def _table(given: Given) -> TableWish:
    query = given.query
    return TableWish(query.get("stage"), query.get("round"), query.get("after"), query.get("limit"))


def _explain(entrant: str, given: Given) -> ExplainWish:
    query = given.query
    return ExplainWish(entrant, query["value"], query.get("stage"), query.get("round"))
