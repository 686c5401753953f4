"""/v1/ratings: what the players of a club are worth in each game."""

from typing import Any

from flask import Response
from flask.views import MethodView
from msgspec import structs

from adjudicator.services.ratings import Rated, RatingList
from adjudicator.services.rights import Right
from adjudicator.web.answers import LISTED_HEADERS, REPLAY_HEADERS, as_json, replay_told, with_next
from adjudicator.web.blueprint import JSON, Blueprint
from adjudicator.web.context import context
from adjudicator.web.csv_tables import CSV
from adjudicator.web.match_bodies import by_schema
from adjudicator.web.resources.leaderboards import as_asked, wish
from adjudicator.web.schemas import standings as schemas
from adjudicator.web.turns import Asked, Turn, in_turn

blueprint = Blueprint("ratings", __name__, url_prefix="/v1/ratings", description="Ratings in a club's games. A key is needed.")

RATINGS = "ratings"
LISTED = Turn(
    right=Right.SEE_STANDINGS, query=schemas.BoardQuery, gives=(JSON, CSV), finds=False, thing=RATINGS, tagged=True
)
COMPUTED = Turn(
    right=Right.RATE,
    described=schemas.Recompute,
    parse=by_schema(schemas.Recompute),
    write=True,
    finds=False,
    thing=RATINGS,
)


@blueprint.route("/<game>")
class RatingsOfGame(MethodView):
    """The ratings in a game."""

    @blueprint.response(200, schemas.RatingList, headers=LISTED_HEADERS, description="The players who are rated, the best first.")
    @blueprint.alt_response(404, "NOT_FOUND")
    @in_turn(LISTED)
    def get(self, game: str, asked: Asked) -> Response:
        """Show the ratings in a game, as they were at the end of the last month; also as text/csv

        Rated is every match that counts and of which each seat is linked to a player. `changed_from` says that results of
        an earlier month have changed since: they count once the ratings are computed again, or another month is over.
        """
        found = context().ratings.page(asked.access, game, asked.given.then(wish))
        head = {"game": found.game, "system": found.system, "period": found.period, "changed_from": found.changed_from}
        items = [_rated(each) for each in found.items]
        response = as_asked(asked, head | {"items": items}, [_row(found, each) for each in items], _COLUMNS)
        return with_next(response, found.items[-1].player.id if found.more else None)


@blueprint.route("/<game>/recompute")
class RatingsAnew(MethodView):
    """Ratings after a correction."""

    @blueprint.response(200, schemas.Recomputed, headers=REPLAY_HEADERS, description="What differs for whom.")
    @blueprint.alt_response(404, "NOT_FOUND")
    @in_turn(COMPUTED)
    def post(self, game: str, asked: Asked) -> Response:
        """Compute the ratings in a game again, from the first month whose results have changed"""
        answer = context().ratings.recompute(asked.access, game, asked.given.then(lambda given: bool(given.body["dry_run"])))
        return replay_told(as_json(answer.value), answer.replayed)


_COLUMNS = [
    "rank", "player_id", "player", "at_least", "value", "deviation", "volatility", "played", "provisional", "system", "period",
]


def _row(found: RatingList, item: dict[str, Any]) -> dict[str, Any]:
    """A row tells what it is a rating by and of, since it may be read far from here."""
    player = item["player"]
    return item | {"player_id": player.id, "player": player.name, "system": found.system, "period": found.period}


def _rated(each: Rated) -> dict[str, Any]:
    return {"rank": each.rank, "player": each.player, "at_least": each.at_least, **structs.asdict(each.rating)}
