"""/v1/tournaments: founding, what is known of one, its stages, its history and export. Rounds, results and tables lie beside."""

from typing import Any

from flask import Response
from flask.views import MethodView

from adjudicator.services.access import Answer, digest
from adjudicator.services.rights import Right
from adjudicator.services.tournaments.founding import (
    SETTINGS,
    NewStage,
    NewTournament,
    NextStage,
    TournamentsWish,
)
from adjudicator.services.tournaments.records import Span
from adjudicator.web.answers import (
    CREATE_HEADERS,
    LISTED_HEADERS,
    PAGE_HEADERS,
    READ_HEADERS,
    WRITE_HEADERS,
    as_json,
    page_of,
    replay_told,
    with_next,
)
from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.match_bodies import by_schema
from adjudicator.web.preconditions import if_match, tag_of, tagged
from adjudicator.web.schemas import tournaments as schemas
from adjudicator.web.schemas.matches import HistoryQuery
from adjudicator.web.tournament_schemas import part
from adjudicator.web.turns import Asked, Given, Turn, in_turn

blueprint = Blueprint(
    "tournaments", __name__, url_prefix="/v1/tournaments", description="Tournaments of a club. A key is needed."
)

TOURNAMENT = "tournament"
LISTED = Turn(right=Right.SEE_TOURNAMENTS, query=schemas.TournamentsQuery, finds=False, thing=TOURNAMENT)
FOUNDED = Turn(
    right=Right.RUN_TOURNAMENTS,
    done=201,
    described=schemas.NewTournament,
    parse=by_schema(schemas.NewTournament),
    write=True,
    finds=False,
    thing=TOURNAMENT,
)
SHOWN = Turn(right=Right.SEE_TOURNAMENTS, thing=TOURNAMENT)
CHANGED = Turn(
    right=Right.RUN_TOURNAMENTS,
    described=schemas.ChangedTournament,
    parse=by_schema(schemas.ChangedTournament),
    write=True,
    needs_revision=True,
    thing=TOURNAMENT,
)
FOLLOWED = Turn(
    right=Right.RUN_TOURNAMENTS,
    done=201,
    described=schemas.NextStage,
    parse=by_schema(schemas.NextStage),
    write=True,
    needs_revision=False,
    thing=TOURNAMENT,
)
HISTORY = Turn(right=Right.SEE_DRAFTS, query=HistoryQuery, thing=TOURNAMENT)
EXPORTED = Turn(right=Right.SEE_DRAFTS, thing=TOURNAMENT)


@blueprint.route("")
class Tournaments(MethodView):
    """All tournaments of the club."""

    @blueprint.response(200, part("List"), headers=PAGE_HEADERS, description="The club's tournaments, newest first.")
    @in_turn(LISTED)
    def get(self, asked: Asked) -> Response:
        """List the tournaments"""
        page = context().tournaments.founding.page(asked.access, asked.given.then(_wish))
        return page_of({"items": page.items}, page.items[-1].id if page.more else None)

    @blueprint.response(201, part("Overview"), headers=CREATE_HEADERS, description="The tournament.")
    @in_turn(FOUNDED)
    def post(self, asked: Asked) -> Response:
        """Found a tournament, with its first stage"""
        answer = context().tournaments.founding.create(asked.access, asked.given.then(_new))
        response = told(answer, 201)
        response.headers["Location"] = f"/v1/tournaments/{answer.value.id}"
        return response


@blueprint.route("/<tournament_id>")
class OneTournament(MethodView):
    """One tournament."""

    @blueprint.response(200, part("Overview"), headers=READ_HEADERS, description="The tournament.")
    @in_turn(SHOWN)
    def get(self, tournament_id: str, asked: Asked) -> Response:
        """Show a tournament"""
        return told(Answer(context().tournaments.founding.one(asked.access, tournament_id, asked.given)))

    @blueprint.response(200, part("Overview"), headers=WRITE_HEADERS, description="The tournament as it is now.")
    @in_turn(CHANGED)
    def patch(self, tournament_id: str, asked: Asked) -> Response:
        """Change what is known of a tournament, finish it, or open it again

        It cannot be finished while a published round is not closed (409).
        """
        changes = asked.given.then(lambda given: given.body)
        return told(context().tournaments.founding.change(asked.access, tournament_id, changes, if_match()))


@blueprint.route("/<tournament_id>/stages")
class Stages(MethodView):
    """What follows a stage."""

    @blueprint.response(201, part("Overview"), headers=WRITE_HEADERS, description="The tournament with its new stage.")
    @in_turn(FOLLOWED)
    def post(self, tournament_id: str, asked: Asked) -> Response:
        """Add a stage for those who qualified in the latest one, numbered by where they stand"""
        return told(context().tournaments.founding.follow(asked.access, tournament_id, asked.given.then(_next), if_match()), 201)


@blueprint.route("/<tournament_id>/history")
class History(MethodView):
    """Who wrote what."""

    @blueprint.response(200, part("History"), headers=LISTED_HEADERS, description="A page of the history, oldest first.")
    @in_turn(HISTORY)
    def get(self, tournament_id: str, asked: Asked) -> Response:
        """List every write to a tournament: who, when, why, and what was there before"""
        span = asked.given.then(lambda given: Span(given.query["after"], given.query["limit"]))
        page = context().tournaments.records.history(asked.access, tournament_id, span)
        response = tagged(as_json({"items": page.items}), tag_of(page.revision, "history"))
        return with_next(response, str(page.items[-1].revision) if page.more else None)


@blueprint.route("/<tournament_id>/export")
class Export(MethodView):
    """All of it."""

    @blueprint.response(200, part("Export"), headers=READ_HEADERS, description="The whole tournament.")
    @in_turn(EXPORTED)
    def get(self, tournament_id: str, asked: Asked) -> Response:
        """Export a tournament: entrants, rounds, results, standings and history

        The adjudicated matches have exports of their own.
        """
        found = context().tournaments.records.export(asked.access, tournament_id, asked.given)
        return tagged(as_json(found), tag_of(found.tournament.revision, "export"))


def told(answer: Answer[Any], status: int = 200) -> Response:
    """What a write or a look gives: a struct with the tournament's revision, which is its ETag."""
    return replay_told(shown(answer.value, status), answer.replayed)


def shown(value: Any, status: int = 200) -> Response:
    """A struct with the tournament's revision."""
    return tagged(as_json(value, status), tag_of(value.revision))


def looked_at(value: Any) -> Response:
    """A struct with the tournament's revision, of which not everybody sees the same: its ETag hangs on what is seen."""
    response = as_json(value)
    return tagged(response, tag_of(value.revision, digest(response.get_data())[:16]))


def stage_of(given: Given) -> int | None:
    """The stage that the query names."""
    number: int | None = given.query.get("stage")
    return number


def _new(given: Given) -> NewTournament:
    body = given.body
    settings = {name: body[name] for name in SETTINGS if name in body}
    stage = _stage(body, body.get("stage_name"))
    return NewTournament(body["name"], body["game"], stage, body.get("ruleset"), body.get("seed"), settings)


def _next(given: Given) -> NextStage:
    body = given.body
    return NextStage(_stage(body, body.get("name")), body.get("entrants"), body.get("count"))


def _stage(body: dict[str, Any], name: str | None) -> NewStage:
    return NewStage(body["format"], name, body.get("scheme"), body.get("tie_breaks"))


def _wish(given: Given) -> TournamentsWish:
    query = given.query
    return TournamentsWish(query.get("after"), query["limit"], query.get("game"), query.get("status"))
