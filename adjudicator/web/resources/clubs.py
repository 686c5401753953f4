"""/v1/clubs: the club of a key."""

from flask import Response
from flask.views import MethodView

from adjudicator.services.access import Answer
from adjudicator.services.clubs import Club as ClubShown
from adjudicator.services.rights import Right
from adjudicator.web.answers import READ_HEADERS, WRITE_HEADERS, as_json, page_of, replay_told
from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.match_bodies import by_schema
from adjudicator.web.preconditions import if_match, tag_of, tagged
from adjudicator.web.schemas.players import ChangedClub, Club, ClubList
from adjudicator.web.turns import Asked, Turn, in_turn

blueprint = Blueprint("clubs", __name__, url_prefix="/v1/clubs", description="Clubs. A key reaches its own, and no other.")

CLUB = "club"
LISTED = Turn(right=Right.SEE_CLUB, finds=False, thing=CLUB)
SHOWN = Turn(right=Right.SEE_CLUB, thing=CLUB)
CHANGED = Turn(
    right=Right.CHANGE_CLUB, described=ChangedClub, parse=by_schema(ChangedClub), write=True, needs_revision=True, thing=CLUB
)


@blueprint.route("")
class Clubs(MethodView):
    """The clubs of a key."""

    @blueprint.response(200, ClubList, description="The key's club.")
    @in_turn(LISTED)
    def get(self, asked: Asked) -> Response:
        """List the clubs that the key reaches: its own"""
        return page_of(ClubList().dump({"items": [context().clubs.own(asked.access, asked.given)]}))


@blueprint.route("/<club_id>")
class OneClub(MethodView):
    """One club."""

    @blueprint.response(200, Club, headers=READ_HEADERS, description="The club.")
    @in_turn(SHOWN)
    def get(self, club_id: str, asked: Asked) -> Response:
        """Show the club of the key"""
        return _shown(Answer(context().clubs.one(asked.access, club_id, asked.given)))

    @blueprint.response(200, Club, headers=WRITE_HEADERS, description="The club with its new name.")
    @in_turn(CHANGED)
    def patch(self, club_id: str, asked: Asked) -> Response:
        """Give the club another name"""
        name = asked.given.then(lambda given: given.body.get("name"))
        return _shown(context().clubs.rename(asked.access, club_id, name, if_match()))


def _shown(answer: Answer[ClubShown]) -> Response:
    club = answer.value
    return replay_told(tagged(as_json(Club().dump(club)), tag_of(club.revision, club.matches, club.players)), answer.replayed)
