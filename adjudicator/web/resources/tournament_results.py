"""Results of a tournament's matches, corrections, sanctions, and what they disturb."""

from typing import Any

from flask import Response
from flask.views import MethodView
from msgspec import structs

from adjudicator.services.access import Answer
from adjudicator.services.rights import Right
from adjudicator.services.tournaments.by_hand import RoundWish
from adjudicator.services.tournaments.disturbing import Choice
from adjudicator.services.tournaments.results import Correcting, Entering, Said, SaidSide, Spot
from adjudicator.services.tournaments.words import Sanction
from adjudicator.web.answers import READ_HEADERS, WRITE_HEADERS
from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.match_bodies import by_schema
from adjudicator.web.preconditions import if_match
from adjudicator.web.resources.tournaments import TOURNAMENT, stage_of, told
from adjudicator.web.schemas import tournaments as schemas
from adjudicator.web.schemas.matches import Reason
from adjudicator.web.schemas.queries import NoQuery
from adjudicator.web.tournament_schemas import part
from adjudicator.web.turns import Asked, Given, Turn, in_turn

blueprint = Blueprint(
    "results", __name__, url_prefix="/v1/tournaments/<tournament_id>", description="Results of tournaments."
)
MATCH = "/rounds/<int:round>/matches/<int:table>"


def _turn(right: Right, schema: Any = None, done: int = 200, needs_revision: bool = True) -> Turn:
    return Turn(
        right=right,
        done=done,
        query=schemas.StageQuery,
        described=schema,
        parse=None if schema is None else by_schema(schema),
        write=True,
        needs_revision=needs_revision,
        thing=TOURNAMENT,
    )


ENTERED = _turn(Right.ENTER_RESULTS, schemas.EnteredResult, needs_revision=False)
EMPTIED = _turn(Right.ENTER_RESULTS, needs_revision=False)
CORRECTED = _turn(Right.RUN_TOURNAMENTS, schemas.NewCorrection)
WITHDRAWN = _turn(Right.RUN_TOURNAMENTS, Reason)
SANCTIONED = structs.replace(_turn(Right.RUN_TOURNAMENTS, schemas.NewSanction, 201), query=NoQuery)
LISTED = Turn(right=Right.SEE_DRAFTS, thing=TOURNAMENT)
CHOSEN = Turn(
    right=Right.RUN_TOURNAMENTS,
    described=schemas.Choice,
    parse=by_schema(schemas.Choice),
    write=True,
    needs_revision=False,
    thing=TOURNAMENT,
)


@blueprint.route(f"{MATCH}/result")
class Result(MethodView):
    """The result of a match."""

    @blueprint.response(200, part("Entered"), headers=WRITE_HEADERS, description="The match with its result.")
    @in_turn(ENTERED)
    def put(self, tournament_id: str, round: int, table: int, asked: Asked) -> Response:
        """Enter the result of a match, or link the adjudicated match that tells it

        A linked match may still be going on: once it is complete, its score is the result, and later corrections of its log
        follow. Where something else was entered already, If-Match is needed (428). Where later things stand on a result (its
        round is closed, or another was paired behind it), it is corrected instead.
        """
        wish = asked.given.then(lambda given: (_spot(given, round, table), _entering(given.body)))
        return told(context().tournaments.results.enter(asked.access, tournament_id, wish, if_match()))

    @blueprint.response(200, part("Entered"), headers=WRITE_HEADERS, description="The match, awaited again.")
    @in_turn(EMPTIED)
    def delete(self, tournament_id: str, round: int, table: int, asked: Asked) -> Response:
        """Take back what was entered for a match

        If anything was, If-Match is needed (428).
        """
        wish = asked.given.then(lambda given: (_spot(given, round, table), Entering()))
        return told(context().tournaments.results.enter(asked.access, tournament_id, wish, if_match()))


@blueprint.route(f"{MATCH}/corrections")
class Corrections(MethodView):
    """An organiser's decisions on a match."""

    @blueprint.response(200, part("Entered"), headers=WRITE_HEADERS, description="The match, and what waits for a choice.")
    @in_turn(CORRECTED)
    def post(self, tournament_id: str, round: int, table: int, asked: Asked) -> Response:
        """Decide on another result than the one that came in, with a reason

        Where later things stand on the old result, nothing changes yet: the answer lists what would (`disturbance`), and waits
        for the organiser's choice.
        """
        wish = asked.given.then(lambda given: (_spot(given, round, table), _correcting(given.body)))
        return told(context().tournaments.results.correct(asked.access, tournament_id, wish, if_match()))


@blueprint.route(f"{MATCH}/corrections/<int:number>/withdraw")
class WithdrawCorrection(MethodView):
    """And back."""

    @blueprint.response(200, part("Entered"), headers=WRITE_HEADERS, description="The match, and what waits for a choice.")
    @in_turn(WITHDRAWN)
    def post(self, tournament_id: str, round: int, table: int, number: int, asked: Asked) -> Response:
        """Take a correction of a match back; the first is number 1"""
        wish = asked.given.then(lambda given: (_spot(given, round, table), str(given.body["reason"])))
        return told(context().tournaments.results.withdraw_correction(asked.access, tournament_id, number, wish, if_match()))


@blueprint.route("/sanctions")
class Sanctions(MethodView):
    """Changes of scores."""

    @blueprint.response(201, part("Sanctions"), headers=WRITE_HEADERS, description="All sanctions of the stage.")
    @in_turn(SANCTIONED)
    def post(self, tournament_id: str, asked: Asked) -> Response:
        """Change an entrant's score from a round on, with a reason"""
        wish = asked.given.then(_sanction)
        return told(context().tournaments.results.sanction(asked.access, tournament_id, wish, if_match()), 201)


@blueprint.route("/sanctions/<int:number>/withdraw")
class WithdrawSanction(MethodView):
    """And back."""

    @blueprint.response(200, part("Sanctions"), headers=WRITE_HEADERS, description="All sanctions of the stage.")
    @in_turn(WITHDRAWN)
    def post(self, tournament_id: str, number: int, asked: Asked) -> Response:
        """Take a sanction back; the first of the stage is number 1"""
        wish = asked.given.then(lambda given: (stage_of(given), str(given.body["reason"])))
        return told(context().tournaments.results.withdraw_sanction(asked.access, tournament_id, number, wish, if_match()))


@blueprint.route("/disturbances")
class Disturbances(MethodView):
    """Other results where later things stand on the old ones."""

    @blueprint.response(200, part("Disturbances"), headers=READ_HEADERS, description="All of them, decided ones too.")
    @in_turn(LISTED)
    def get(self, tournament_id: str, asked: Asked) -> Response:
        """List results that wait, or waited, for the organiser's choice, and what they would change"""
        return told(Answer(context().tournaments.disturbing.listed(asked.access, tournament_id, asked.given)))


@blueprint.route("/disturbances/<int:number>")
class OneDisturbance(MethodView):
    """One of them."""

    @blueprint.response(200, part("Settled"), headers=WRITE_HEADERS, description="What was chosen.")
    @in_turn(CHOSEN)
    def post(self, tournament_id: str, number: int, asked: Asked) -> Response:
        """Choose what is to become of another result: accept it, keep the old one, or accept it and repair the pairing"""
        choice = asked.given.then(lambda given: Choice(given.body["decision"], given.body.get("reason")))
        return told(context().tournaments.disturbing.choose(asked.access, tournament_id, number, choice, if_match()))


def _spot(given: Given, round: int, table: int) -> Spot:
    return Spot(RoundWish(round, stage_of(given)), table)


def _entering(body: dict[str, Any]) -> Entering:
    return Entering(match_id=body["match_id"]) if "match_id" in body else Entering(result=_said(body))


def _said(body: dict[str, Any]) -> Said:
    sides = None if "sides" not in body else [SaidSide(**each) for each in body["sides"]]
    return Said(sides, body.get("outcome", "played"), body.get("absent", ()))


def _correcting(body: dict[str, Any]) -> Correcting:
    return Correcting(_said(body["result"]), body["reason"], body["dry_run"])


def _sanction(given: Given) -> tuple[int | None, Sanction]:
    said = dict(given.body)
    stage = said.pop("stage", None)
    return stage, Sanction(**said)
