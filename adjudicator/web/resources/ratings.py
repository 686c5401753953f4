"""/v1/ratings: what the players of a club are worth in each game."""

from typing import Any

import msgspec
from flask import Response
from flask.views import MethodView
from msgspec import structs

from adjudicator.services.ratings import Rated
from adjudicator.services.rights import Right
from adjudicator.web.blueprint import JSON, Blueprint
from adjudicator.web.context import context
from adjudicator.web.match_bodies import by_schema
from adjudicator.web.openapi import header
from adjudicator.web.pagination import next_link
from adjudicator.web.resources.leaderboards import LIST_HEADERS, by_content, wish
from adjudicator.web.resources.matches import replay_told
from adjudicator.web.schemas.queries import PageQuery
from adjudicator.web.schemas.standings import RatingList, Recompute, Recomputed
from adjudicator.web.turns import Asked, Turn, in_turn

blueprint = Blueprint("ratings", __name__, url_prefix="/v1/ratings", description="Ratings in a club's games. A key is needed.")

RATINGS = "ratings"
LISTED = Turn(right=Right.SEE_STANDINGS, query=PageQuery, finds=False, thing=RATINGS, tagged=True)
COMPUTED = Turn(
    right=Right.RATE, described=Recompute, parse=by_schema(Recompute), write=True, finds=False, thing=RATINGS
)


@blueprint.route("/<game>")
class RatingsOfGame(MethodView):
    """The ratings in a game."""

    @blueprint.response(200, RatingList, headers=LIST_HEADERS, description="The players who are rated, the best first.")
    @blueprint.alt_response(304, description="The ETag still holds.")
    @blueprint.alt_response(404, "NOT_FOUND")
    @in_turn(LISTED)
    def get(self, game: str, asked: Asked) -> Response:
        """Show the ratings in a game, as they were at the end of the last month

        Rated is every match that counts and of which each seat is linked to a player. `changed_from` says that results of
        an earlier month have changed since: they count once the ratings are computed again, or another month is over.
        """
        found = context().ratings.page(asked.access, game, asked.given.then(wish))
        head = {"game": found.game, "system": found.system, "period": found.period, "changed_from": found.changed_from}
        response = by_content(msgspec.json.encode(head | {"items": [_rated(each) for each in found.items]}), JSON)
        response.headers.extend(next_link(found.items[-1].player.id) if found.more else {})
        return response


@blueprint.route("/<game>/recompute")
class RatingsAnew(MethodView):
    """Ratings after a correction."""

    @blueprint.response(
        200, Recomputed, headers={"Idempotency-Replayed": header("IdempotencyReplayed")}, description="What differs for whom."
    )
    @blueprint.alt_response(404, "NOT_FOUND")
    @in_turn(COMPUTED)
    def post(self, game: str, asked: Asked) -> Response:
        """Compute the ratings in a game again, from the first month whose results have changed"""
        answer = context().ratings.recompute(asked.access, game, asked.given.then(lambda given: bool(given.body["dry_run"])))
        return replay_told(Response(msgspec.json.encode(answer.value), content_type=JSON), answer.replayed)


def _rated(each: Rated) -> dict[str, Any]:
    return {"rank": each.rank, "player": each.player, "at_least": each.at_least, **structs.asdict(each.rating)}
