"""/v1/tournaments/{id}/rounds: pairing, publishing, closing."""

from typing import Any

from flask import Response
from flask.views import MethodView

from adjudicator.services.rights import Right
from adjudicator.services.tournaments.by_hand import ByHand, RoundWish
from adjudicator.services.tournaments.rounds import Pairing
from adjudicator.web.answers import READ_HEADERS, WRITE_HEADERS
from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.match_bodies import by_schema
from adjudicator.web.preconditions import if_match
from adjudicator.web.resources.tournaments import TOURNAMENT, looked_at, stage_of, told
from adjudicator.web.schemas import tournaments as schemas
from adjudicator.web.schemas.matches import Reason
from adjudicator.web.tournament_schemas import part
from adjudicator.web.turns import Asked, Given, Turn, in_turn

blueprint = Blueprint(
    "rounds", __name__, url_prefix="/v1/tournaments/<tournament_id>/rounds", description="Rounds of tournaments."
)


def _turn(schema: Any = None, done: int = 200) -> Turn:
    return Turn(
        right=Right.RUN_TOURNAMENTS,
        done=done,
        query=schemas.StageQuery,
        described=schema,
        parse=None if schema is None else by_schema(schema),
        write=True,
        needs_revision=False,
        thing=TOURNAMENT,
    )


SHOWN = Turn(right=Right.SEE_TOURNAMENTS, query=schemas.StageQuery, thing=TOURNAMENT)
PAIRED = Turn(
    right=Right.RUN_TOURNAMENTS,
    done=201,
    described=schemas.Pairing,
    parse=by_schema(schemas.Pairing),
    write=True,
    needs_revision=False,
    thing=TOURNAMENT,
)
MOVED_ON, UNPAIRED, ADDED = _turn(), _turn(Reason), _turn(schemas.ByHand, 201)


@blueprint.route("")
class Rounds(MethodView):
    """All rounds of a stage."""

    @blueprint.response(200, part("Rounds"), headers=READ_HEADERS, description="The rounds; for viewers, those published.")
    @in_turn(SHOWN)
    def get(self, tournament_id: str, asked: Asked) -> Response:
        """List the rounds of a stage"""
        return looked_at(context().tournaments.rounds.listed(asked.access, tournament_id, asked.given.then(stage_of)))


@blueprint.route("/pair")
class Pair(MethodView):
    """The next round."""

    @blueprint.response(201, part("RoundShown"), headers=WRITE_HEADERS, description="The round as it was paired.")
    @blueprint.alt_response(200, schema=part("RoundShown"), description="Of a dry run: the round as it would be paired.")
    @in_turn(PAIRED)
    def post(self, tournament_id: str, asked: Asked) -> Response:
        """Pair the next round of a stage, around what is paired by hand

        If it cannot be paired as its format wants it, a problem (409 not-paired) names the reason, and matches that can be
        sent as `fixed` instead.
        """
        dry_run = asked.given.then(lambda given: bool(given.body["dry_run"])).get_or(False)
        answer = context().tournaments.rounds.pair(asked.access, tournament_id, asked.given.then(_pairing), if_match())
        return told(answer, 200 if dry_run else 201)


@blueprint.route("/<int:round>")
class OneRound(MethodView):
    """One round."""

    @blueprint.response(200, part("RoundShown"), headers=READ_HEADERS, description="The round.")
    @in_turn(SHOWN)
    def get(self, tournament_id: str, round: int, asked: Asked) -> Response:
        """Show a round: its matches, and what their pairing could not avoid"""
        return looked_at(context().tournaments.rounds.one(asked.access, tournament_id, asked.given.then(_wish(round))))


@blueprint.route("/<int:round>/publish")
class Publish(MethodView):
    """For everybody to see."""

    @blueprint.response(200, part("RoundShown"), headers=WRITE_HEADERS, description="The round.")
    @in_turn(MOVED_ON)
    def post(self, tournament_id: str, round: int, asked: Asked) -> Response:
        """Let everybody see the pairings of a round, and results come in"""
        return told(context().tournaments.rounds.publish(asked.access, tournament_id, asked.given.then(_wish(round)), if_match()))


@blueprint.route("/<int:round>/close")
class Close(MethodView):
    """For good."""

    @blueprint.response(200, part("RoundShown"), headers=WRITE_HEADERS, description="The round.")
    @in_turn(MOVED_ON)
    def post(self, tournament_id: str, round: int, asked: Asked) -> Response:
        """Close a round of which every result is in; what changes in it from now on is the organiser's to decide"""
        return told(context().tournaments.rounds.close(asked.access, tournament_id, asked.given.then(_wish(round)), if_match()))


@blueprint.route("/<int:round>/unpair")
class Unpair(MethodView):
    """And back."""

    @blueprint.response(200, part("Undone"), headers=WRITE_HEADERS, description="The round that is no more.")
    @in_turn(UNPAIRED)
    def post(self, tournament_id: str, round: int, asked: Asked) -> Response:
        """Take back a round that is paired and not published"""
        wish = asked.given.then(lambda given: (_wish(round)(given), str(given.body["reason"])))
        return told(context().tournaments.rounds.unpair(asked.access, tournament_id, wish, if_match()))


@blueprint.route("/<int:round>/matches")
class Matches(MethodView):
    """Matches as they come."""

    @blueprint.response(201, part("Entered"), headers=WRITE_HEADERS, description="The match as it was added.")
    @in_turn(ADDED)
    def post(self, tournament_id: str, round: int, asked: Asked) -> Response:
        """Add a match or a bye by hand to a round that is not closed"""
        wish = asked.given.then(lambda given: (_wish(round)(given), _by_hand(given.body)))
        return told(context().tournaments.rounds.add(asked.access, tournament_id, wish, if_match()), 201)


def _wish(number: int) -> Any:
    """A round of the stage that the query names."""
    return lambda given: RoundWish(number, stage_of(given))


def _pairing(given: Given) -> Pairing:
    body = given.body
    return Pairing([_by_hand(each) for each in body.get("fixed", ())], body.get("stage"), body["dry_run"])


def _by_hand(said: dict[str, Any]) -> ByHand:
    return ByHand(said["sides"], said.get("table"), said.get("bye"))
