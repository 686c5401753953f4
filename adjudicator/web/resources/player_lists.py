"""/v1/players/import and /export: all players of a club at once, as text/csv or JSON."""

from flask import Response
from flask.views import MethodView

from adjudicator.services.player_import import ATOMIC, ListWish
from adjudicator.services.rights import Right
from adjudicator.web.answers import REPLAY_HEADERS, as_csv, as_json, replay_told
from adjudicator.web.blueprint import JSON, Blueprint
from adjudicator.web.context import context
from adjudicator.web.csv_tables import CSV
from adjudicator.web.player_csv import players_csv, read_players, report_part
from adjudicator.web.resources.players import PLAYER, player_part
from adjudicator.web.schemas.player_lists import ImportedPlayers, ImportQuery
from adjudicator.web.schemas.players import PlayerList
from adjudicator.web.schemas.queries import CsvQuery
from adjudicator.web.turns import Asked, Given, Turn, in_turn

blueprint = Blueprint("player_lists", __name__, url_prefix="/v1/players", description="All players of a club at once.")

_LIST = {
    "type": "string",
    "description": "UTF-8, with a header row: `name`, and as far as wanted `aliases`, `id:<system>` and `player`. `,`, `;` or tab"
    " between the cells, `|` between several names or ids in one cell (`\\|` where it is part of one).",
}
IMPORTED = Turn(
    right=Right.IMPORT_PLAYERS,
    query=ImportQuery,
    described=_LIST,
    reads=CSV,
    parse=read_players,
    write=True,
    finds=False,
    thing=PLAYER,
)
EXPORTED = Turn(right=Right.SEE_WHOLE_PLAYERS, query=CsvQuery, gives=(JSON, CSV), finds=False, thing=PLAYER)


@blueprint.route("/import")
class Import(MethodView):
    """Players from a list."""

    @blueprint.response(200, ImportedPlayers, headers=REPLAY_HEADERS, description="What came of each row.")
    @in_turn(IMPORTED)
    def post(self, asked: Asked) -> Response:
        """Import players from a list

        A row is about the player whose id it has (`player`, as in an export; an id that the club has not is a fault). Without
        one it is about who has one of its external ids, else about the only one of exactly this name; if there is none, somebody
        new is added. Nothing is taken away.
        """
        answer = context().player_lists.load(asked.access, asked.given.then(_wish))
        done = answer.value
        body = {"dry_run": done.dry_run, "counts": done.counts, "rows": report_part(done.rows)}
        return replay_told(as_json(body), answer.replayed)


@blueprint.route("/export")
class Export(MethodView):
    """Players as a list."""

    @blueprint.response(200, PlayerList, description="Every player who was not merged into another, by name.")
    @in_turn(EXPORTED)
    def get(self, asked: Asked) -> Response:
        """Export all players, as JSON or (by Accept) as text/csv, which can be imported again"""
        found = context().player_lists.all(asked.access, asked.given)
        given = asked.given.get()
        if given.media == CSV:
            response = as_csv(players_csv(found, given.query["bom"]))
        else:
            response = as_json({"items": [player_part(each) for each in found]})
        response.headers.extend({"Cache-Control": "private, no-cache", "Vary": "Accept"})
        return response


def _wish(given: Given) -> ListWish:
    return ListWish(given.body, given.query["mode"] == ATOMIC, given.query["dry_run"])
