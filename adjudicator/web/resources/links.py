"""/v1/matches/{id}/link: publishing a match, and taking that back."""

from flask import Response
from flask.views import MethodView

from adjudicator.services.links import Delay
from adjudicator.services.rights import Right
from adjudicator.web.answers import WRITE_HEADERS, as_json, nothing, replay_told
from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.match_bodies import by_schema
from adjudicator.web.preconditions import if_match, tag_of, tagged
from adjudicator.web.schemas.links import Link, NewLink
from adjudicator.web.turns import Asked, Given, Turn, in_turn

blueprint = Blueprint("links", __name__, url_prefix="/v1/matches/<match_id>/link", description="Published links.")

PUBLISHED = Turn(
    right=Right.PUBLISH, done=201, described=NewLink, parse=by_schema(NewLink), write=True, needs_revision=False
)
WITHDRAWN = Turn(right=Right.PUBLISH, done=204, write=True, needs_revision=False)


@blueprint.route("")
class MatchLink(MethodView):
    """The link of a match."""

    @blueprint.response(201, Link, headers=WRITE_HEADERS, description="The link.")
    @in_turn(PUBLISHED)
    def post(self, match_id: str, asked: Asked) -> Response:
        """Publish a match by a link, which takes the place of the one it had"""
        answer = context().links.publish(asked.access, match_id, asked.given.then(_delay), if_match())
        made = answer.value
        told = {"token": made.token, "path": f"/v1/public/matches/{made.token}", "revision": made.revision}
        told |= {"delay_plies": made.delay.plies, "delay_minutes": made.delay.minutes}
        response = tagged(as_json(Link().dump(told), 201), tag_of(made.revision))
        response.headers["Cache-Control"] = "no-store"
        return replay_told(response, answer.replayed)

    @blueprint.response(204, headers=WRITE_HEADERS, description="The match is not published any more.")
    @in_turn(WITHDRAWN)
    def delete(self, match_id: str, asked: Asked) -> Response:
        """Withdraw the link of a match"""
        answer = context().links.withdraw(asked.access, match_id, asked.given, if_match())
        return replay_told(tagged(nothing(), tag_of(answer.value.revision)), answer.replayed)


def _delay(given: Given) -> Delay:
    return Delay(given.body.get("delay_plies"), given.body.get("delay_minutes"))
