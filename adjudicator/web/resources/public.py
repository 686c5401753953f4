"""/v1/public/matches/{token}: a published match, for whoever has its link, as the public sees it."""

from flask import Response
from flask.views import MethodView

from adjudicator.services.access import Answer
from adjudicator.web.answers import READ_HEADERS
from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.log_schemas import reference
from adjudicator.web.resources import match_logs, matches
from adjudicator.web.schemas.matches import Match
from adjudicator.web.turns import Asked, in_turn, linked

ABOUT = "Published matches, by their links. No key is needed."
blueprint = Blueprint("public", __name__, url_prefix="/v1/public/matches/<token>", description=ABOUT)


@blueprint.after_request
def for_everybody(response: Response) -> Response:
    """No key makes a difference here, and who has the link may keep an answer, if they ask each time whether it still holds."""
    if "ETag" in response.headers:
        response.headers["Cache-Control"] = "public, no-cache"
        response.vary.discard("authorization")
    return response


@blueprint.route("")
class PublicMatch(MethodView):
    """One match."""

    @blueprint.response(200, Match, headers=READ_HEADERS, description="The match.")
    @blueprint.alt_response(409, "CONFLICT")
    @in_turn(linked(matches.SHOWN))
    def get(self, token: str, asked: Asked) -> Response:
        """Show a published match"""
        return matches.shown(Answer(context().sights.match(asked.access, None, asked.given.then(matches.wish))), 200)


@blueprint.route("/moves")
class PublicMoves(MethodView):
    """The log."""

    @blueprint.response(200, reference("Lines"), headers=match_logs.LINES_HEADERS, description="A page of the log.")
    @blueprint.alt_response(409, "CONFLICT")
    @in_turn(linked(match_logs.LISTED))
    def get(self, token: str, asked: Asked) -> Response:
        """List the entries of a published match, each with its ruling"""
        return match_logs.lines(asked, None)


@blueprint.route("/report")
class PublicReport(MethodView):
    """The report."""

    @blueprint.response(200, reference("Report"), headers=match_logs.SEEN_HEADERS, description="The report.")
    @blueprint.alt_response(409, "CONFLICT")
    @in_turn(linked(match_logs.REPORTED))
    def get(self, token: str, asked: Asked) -> Response:
        """Show the report of a published match, now or at an earlier moment; also as plain text"""
        return match_logs.report(asked, None)


@blueprint.route("/score")
class PublicScore(MethodView):
    """The score."""

    @blueprint.response(200, reference("MatchScore"), headers=match_logs.SEEN_HEADERS, description="The score with every frame.")
    @blueprint.alt_response(409, "CONFLICT")
    @in_turn(linked(match_logs.SCORED))
    def get(self, token: str, asked: Asked) -> Response:
        """Show the score of a published match alone; also as text/csv"""
        return match_logs.score(asked, None)
