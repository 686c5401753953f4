"""What happens in a match, as it happens."""

from flask import Response
from flask.views import MethodView

from adjudicator.services.rights import Right
from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.events import ABOUT, EVENTS, LAST_EVENT_ID, streamed, wish_of
from adjudicator.web.openapi import content_language
from adjudicator.web.resources.match_logs import tongue_of
from adjudicator.web.schemas.matches import StreamQuery
from adjudicator.web.turns import Asked, Turn, in_turn, linked

DESCRIBED = {"type": "string", "description": ABOUT}
STREAMED = Turn(right=Right.SEE, query=StreamQuery, gives=(EVENTS,), headers=(LAST_EVENT_ID,), tagged=False)
blueprint = Blueprint("streams", __name__, url_prefix="/v1", description="Matches as they go on.")


@blueprint.route("/matches/<match_id>/stream")
class MatchStream(MethodView):
    """The stream of a match."""

    @blueprint.response(200, DESCRIBED, content_type=EVENTS, headers=content_language(), description="The stream.")
    @blueprint.alt_response(409, "CONFLICT")
    @blueprint.alt_response(503, "SERVICE_UNAVAILABLE")
    @in_turn(STREAMED)
    def get(self, match_id: str, asked: Asked) -> Response:
        """Follow a match, by server-sent events"""
        return _stream(asked, match_id)


@blueprint.route("/public/matches/<token>/stream")
class PublicStream(MethodView):
    """The stream of a published match."""

    @blueprint.response(200, DESCRIBED, content_type=EVENTS, headers=content_language(), description="The stream.")
    @blueprint.alt_response(409, "CONFLICT")
    @blueprint.alt_response(503, "SERVICE_UNAVAILABLE")
    @in_turn(linked(STREAMED))
    def get(self, token: str, asked: Asked) -> Response:
        """Follow a published match, by server-sent events"""
        return _stream(asked, None)


def _stream(asked: Asked, match_id: str | None) -> Response:
    stream = context().streams.open(asked.access, match_id, asked.given.then(lambda given: wish_of(given.query)))
    return streamed(stream, tongue_of(stream.game, asked))
