"""/v1/tournaments/{id}/entrants: who takes part, from when, and who is away."""

from typing import Any

from flask import Response
from flask.views import MethodView
from msgspec import UNSET

from adjudicator.services.access import Answer
from adjudicator.services.rights import Right
from adjudicator.services.tournaments.entering import ChangedEntrant, Entry, Leave, NewEntrant, NewMember, Return
from adjudicator.web.answers import READ_HEADERS, WRITE_HEADERS
from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.match_bodies import by_schema
from adjudicator.web.preconditions import if_match
from adjudicator.web.resources.tournaments import TOURNAMENT, stage_of, told
from adjudicator.web.schemas import tournaments as schemas
from adjudicator.web.tournament_schemas import part
from adjudicator.web.turns import Asked, Given, Turn, in_turn

blueprint = Blueprint(
    "entrants", __name__, url_prefix="/v1/tournaments/<tournament_id>/entrants", description="Entrants of tournaments."
)


def _turn(schema: Any, done: int = 200, needs_revision: bool = False) -> Turn:
    return Turn(
        right=Right.RUN_TOURNAMENTS,
        done=done,
        described=schema,
        parse=by_schema(schema),
        write=True,
        needs_revision=needs_revision,
        thing=TOURNAMENT,
    )


LISTED = Turn(right=Right.SEE_TOURNAMENTS, query=schemas.StageQuery, thing=TOURNAMENT)
ENTERED = _turn(schemas.NewEntrants, 201)
CHANGED = _turn(schemas.ChangedEntrant, needs_revision=True)
LEFT = _turn(schemas.Absence)
BACK = _turn(schemas.ComeBack)


@blueprint.route("")
class Entrants(MethodView):
    """All entrants of a stage."""

    @blueprint.response(200, part("Entrants"), headers=READ_HEADERS, description="The entrants, by id.")
    @in_turn(LISTED)
    def get(self, tournament_id: str, asked: Asked) -> Response:
        """List the entrants of a stage"""
        return told(Answer(context().tournaments.entering.listed(asked.access, tournament_id, asked.given.then(stage_of))))

    @blueprint.response(201, part("Entrants"), headers=WRITE_HEADERS, description="All entrants of the stage.")
    @in_turn(ENTERED)
    def post(self, tournament_id: str, asked: Asked) -> Response:
        """Add entrants; those who come later are paired from the next round on"""
        return told(context().tournaments.entering.enter(asked.access, tournament_id, asked.given.then(_entry), if_match()), 201)


@blueprint.route("/<entrant>")
class OneEntrant(MethodView):
    """One entrant."""

    @blueprint.response(200, part("Entrants"), headers=WRITE_HEADERS, description="All entrants of the stage.")
    @in_turn(CHANGED)
    def patch(self, tournament_id: str, entrant: str, asked: Asked) -> Response:
        """Change an entrant's name, members or number in the order of strength"""
        changes = asked.given.then(_changes)
        return told(context().tournaments.entering.change(asked.access, tournament_id, entrant, changes, if_match()))


@blueprint.route("/<entrant>/withdraw")
class Withdraw(MethodView):
    """Away."""

    @blueprint.response(200, part("Entrants"), headers=WRITE_HEADERS, description="All entrants of the stage.")
    @in_turn(LEFT)
    def post(self, tournament_id: str, entrant: str, asked: Asked) -> Response:
        """Do not pair an entrant for some rounds, or any more"""
        leave = asked.given.then(lambda given: Leave(**given.body))
        return told(context().tournaments.entering.leave(asked.access, tournament_id, entrant, leave, if_match()))


@blueprint.route("/<entrant>/return")
class ComeBack(MethodView):
    """And back."""

    @blueprint.response(200, part("Entrants"), headers=WRITE_HEADERS, description="All entrants of the stage.")
    @in_turn(BACK)
    def post(self, tournament_id: str, entrant: str, asked: Asked) -> Response:
        """Pair an entrant again, from the next round on"""
        back = asked.given.then(lambda given: Return(**given.body))
        return told(context().tournaments.entering.come_back(asked.access, tournament_id, entrant, back, if_match()))


def _entry(given: Given) -> Entry:
    return Entry([_entrant(each) for each in given.body["entrants"]], given.body.get("stage"))


def _entrant(said: dict[str, Any]) -> NewEntrant:
    """A single player is its own member; of several, the name is the entrant's."""
    if "members" in said:
        return NewEntrant([NewMember(**each) for each in said["members"]], said.get("name"), said.get("seeding"))
    return NewEntrant([NewMember(said.get("name"), said.get("player_id"))], None, said.get("seeding"))


def _changes(given: Given) -> ChangedEntrant:
    said = dict(given.body)
    if "members" in said:
        said["members"] = [NewMember(**each) for each in said["members"]]
    return ChangedEntrant(**{name: said.get(name, UNSET) for name in ("name", "members", "seeding")}, stage=said.get("stage"))
