"""/v1/matches/{id}/seats: which players of the club sat at a match."""

from typing import Any

from flask import Response
from flask.views import MethodView

from adjudicator.services.access import Answer, digest
from adjudicator.services.proposing import Proposal
from adjudicator.services.rights import Right
from adjudicator.services.seating import SeatShown, SeatsShown
from adjudicator.web.answers import READ_HEADERS, WRITE_HEADERS, as_json, replay_told
from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.match_bodies import by_schema
from adjudicator.web.preconditions import if_match, tag_of, tagged
from adjudicator.web.schemas.seats import NewSeats, SeatList
from adjudicator.web.turns import Asked, Turn, in_turn

blueprint = Blueprint("seats", __name__, url_prefix="/v1/matches/<match_id>/seats", description="Who sat at a match.")

SHOWN = Turn(right=Right.SEE)
ASSIGNED = Turn(right=Right.SEAT_PLAYERS, described=NewSeats, parse=by_schema(NewSeats), write=True, needs_revision=True)


@blueprint.route("")
class Seats(MethodView):
    """The seats of a match."""

    @blueprint.response(200, SeatList, headers=READ_HEADERS, description="The seats.")
    @in_turn(SHOWN)
    def get(self, match_id: str, asked: Asked) -> Response:
        """Show who sat at a match, with proposals for seats of which nobody has said"""
        return _shown(Answer(context().seating.read(asked.access, match_id, asked.given)))

    @blueprint.response(200, SeatList, headers=WRITE_HEADERS, description="The seats as they are now.")
    @in_turn(ASSIGNED)
    def put(self, match_id: str, asked: Asked) -> Response:
        """Say who sat at a match: of every name which player of the club, or null for a guest"""
        said = asked.given.then(lambda given: given.body["seats"])
        return _shown(context().seating.assign(asked.access, match_id, said, if_match()))


def _shown(answer: Answer[SeatsShown]) -> Response:
    """What is shown hangs on players too, and so does the ETag; If-Match compares the match's revision."""
    response = as_json({"items": [_seat(each) for each in answer.value.seats]})
    tag = tag_of(answer.value.revision, "seats", digest(response.get_data())[:16])
    return replay_told(tagged(response, tag), answer.replayed)


def _seat(seat: SeatShown) -> dict[str, Any]:
    proposals = [_proposal(each) for each in seat.proposals]
    return {"seat": seat.seat, "name": seat.name, "player": seat.player, "proposals": proposals}


def _proposal(proposal: Proposal) -> dict[str, Any]:
    return {"player": {"id": proposal.player_id, "name": proposal.name}, "reason": proposal.reason}
