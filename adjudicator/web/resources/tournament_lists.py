"""/v1/tournaments/{id}/results/import: many results at once, as text/csv."""

from flask import Response
from flask.views import MethodView

from adjudicator.services.player_import import ATOMIC
from adjudicator.services.rights import Right
from adjudicator.services.tournaments.result_import import ListWish
from adjudicator.web.answers import WRITE_HEADERS
from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.csv_tables import CSV
from adjudicator.web.preconditions import if_match
from adjudicator.web.resources.tournaments import TOURNAMENT, stage_of, told
from adjudicator.web.result_csv import read_results
from adjudicator.web.schemas.tournaments import ResultsQuery
from adjudicator.web.tournament_schemas import part
from adjudicator.web.turns import Asked, Given, Turn, in_turn

blueprint = Blueprint(
    "result_lists", __name__, url_prefix="/v1/tournaments/<tournament_id>/results", description="Many results at once."
)

_LIST = {
    "type": "string",
    "description": "UTF-8, with a header row: `round`, `table`, `entrant` (its id or name), and as far as they are known `rank`,"
    " `points`, `outcome`, `absent` (true or false) and `measure:<name>`; or `match_id` or `external_id` of the club's match that"
    " tells the result. A row for each side; `,`, `;` or tab between cells.",
}
IMPORTED = Turn(
    right=Right.ENTER_RESULTS,
    query=ResultsQuery,
    described=_LIST,
    reads=CSV,
    parse=read_results,
    write=True,
    needs_revision=False,
    thing=TOURNAMENT,
)


@blueprint.route("/import")
class Import(MethodView):
    """Results from a list."""

    @blueprint.response(200, part("ImportedResults"), headers=WRITE_HEADERS, description="What came of each row.")
    @in_turn(IMPORTED)
    def post(self, tournament_id: str, asked: Asked) -> Response:
        """Enter results from a list, each as if it were entered by itself

        In free play, a match that is not there yet is added. A result that is there already is left as it is.
        """
        return told(context().tournaments.lists.load(asked.access, tournament_id, asked.given.then(_wish), if_match()))


def _wish(given: Given) -> ListWish:
    return ListWish(given.body, given.query["mode"] == ATOMIC, stage_of(given))
