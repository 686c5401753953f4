"""What lies under a match: its moves, report, score, and what may be done now."""

from typing import Any

from flask import Response
from flask.views import MethodView

from adjudicator.core.game import Game
from adjudicator.core.report import finding_part, ruling_part
from adjudicator.services.appends import Append, Written
from adjudicator.services.later import Later
from adjudicator.services.rights import Right
from adjudicator.services.sheet import sheet
from adjudicator.services.sights import Sight
from adjudicator.web.answers import PAGE_HEADERS, READ_HEADERS, WRITE_HEADERS, as_csv, as_json, replay_told, with_next
from adjudicator.web.blueprint import JSON, Blueprint
from adjudicator.web.context import context
from adjudicator.web.csv_tables import CSV
from adjudicator.web.language import wanted
from adjudicator.web.lines import line_parts
from adjudicator.web.log_schemas import reference
from adjudicator.web.match_bodies import as_read
from adjudicator.web.openapi import content_language
from adjudicator.web.preconditions import if_match, tag_of, tagged
from adjudicator.web.requests import TEXT
from adjudicator.web.resources.matches import wish
from adjudicator.web.schemas.matches import AppendQuery, MovesQuery, ReportAtQuery, ScoreQuery, ViewQuery
from adjudicator.web.score_csv import score_csv
from adjudicator.web.turns import Asked, Given, Turn, in_turn

blueprint = Blueprint("match_logs", __name__, url_prefix="/v1/matches/<match_id>", description="The logs of matches.")

APPENDED = Turn(
    right=Right.APPEND,
    done=201,
    query=AppendQuery,
    described=reference("NewMoves"),
    parse=as_read,
    late=True,
    write=True,
    needs_revision=False,
    closed=("stopped", "voided", "outdated"),
)
LISTED = Turn(right=Right.SEE, query=MovesQuery)
REPORTED = Turn(right=Right.SEE, query=ReportAtQuery, gives=(JSON, TEXT))
SCORED = Turn(right=Right.SEE, query=ScoreQuery, gives=(JSON, CSV))
VIEWED = Turn(right=Right.SEE, query=ViewQuery, closed=("outdated",))
SEEN_HEADERS = content_language() | READ_HEADERS
LINES_HEADERS = SEEN_HEADERS | PAGE_HEADERS


@blueprint.route("/moves")
class Moves(MethodView):
    """The log."""

    @blueprint.response(200, reference("Lines"), headers=LINES_HEADERS, description="A page of the log.")
    @in_turn(LISTED)
    def get(self, match_id: str, asked: Asked) -> Response:
        """List the entries of a match, each with its ruling"""
        return lines(asked, match_id)

    @blueprint.response(201, reference("Written"), headers=content_language() | WRITE_HEADERS, description="What was stored.")
    @blueprint.alt_response(
        200, schema=reference("Written"), headers=SEEN_HEADERS, description="A dry run: what would have been stored."
    )
    @in_turn(APPENDED)
    def post(self, match_id: str, asked: Asked) -> Response:
        """Append entries to a match: all or none

        An entry that does not stand is refused with its ruling (422 illegal-move), and nothing of the request is stored.
        """
        query = asked.given.then(lambda given: given.query)
        dry_run = bool(query.get_or({}).get("dry_run"))
        answer = context().appends.append(asked.access, match_id, asked.given.then(_append), dry_run)
        written = answer.value
        game = context().adjudication.games[written.game]
        tongue = tongue_of(game, asked)
        response = as_json(_written(game, written, tongue), 200 if dry_run else 201)
        return replay_told(tagged(response, tag_of(written.revision), tongue), answer.replayed)


@blueprint.route("/report")
class Report(MethodView):
    """The report."""

    @blueprint.response(200, reference("Report"), headers=SEEN_HEADERS, description="The report.")
    @in_turn(REPORTED)
    def get(self, match_id: str, asked: Asked) -> Response:
        """Show the report of a match, now or at an earlier moment; also as plain text"""
        return report(asked, match_id)


@blueprint.route("/score")
class Score(MethodView):
    """The score."""

    @blueprint.response(200, reference("MatchScore"), headers=SEEN_HEADERS, description="The score with every frame.")
    @in_turn(SCORED)
    def get(self, match_id: str, asked: Asked) -> Response:
        """Show the score of a match alone; also as text/csv"""
        return score(asked, match_id)


@blueprint.route("/actions")
class Actions(MethodView):
    """What may be done now."""

    @blueprint.response(200, reference("Actions"), headers=SEEN_HEADERS, description="Kinds of entry with their known choices.")
    @blueprint.alt_response(409, "CONFLICT")
    @in_turn(VIEWED)
    def get(self, match_id: str, asked: Asked) -> Response:
        """Show what may be done now, as far as the viewer can know"""
        sight = context().sights.actions(asked.access, match_id, asked.given.then(wish))
        return _seen(sight, tongue_of(sight.game, asked), as_json({"items": sight.what}))


def lines(asked: Asked, match_id: str | None) -> Response:
    """A page of the log of the match with this id, or of the link that was asked for (None)."""
    sight = context().sights.lines(asked.access, match_id, asked.given.then(wish))
    tongue = tongue_of(sight.game, asked)
    items = line_parts(sight.game, sight.what.items, tongue)
    response = _seen(sight, tongue, as_json({"items": items}))
    return with_next(response, str(items[-1]["ply"]) if sight.what.more else None)


def report(asked: Asked, match_id: str | None) -> Response:
    """The report."""
    sight = context().sights.report(asked.access, match_id, asked.given.then(wish))
    tongue, media = tongue_of(sight.game, asked), asked.given.get().media
    told = sight.what.told(tongue)
    if media == JSON:
        return _seen(sight, tongue, as_json(told))
    return _seen(sight, tongue, Response(sheet(sight.game, told, tongue), content_type=f"{TEXT}; charset=utf-8"), TEXT)


def score(asked: Asked, match_id: str | None) -> Response:
    """The score."""
    sight = context().sights.score(asked.access, match_id, asked.given.then(wish))
    given, tongue, found = asked.given.get(), tongue_of(sight.game, asked), sight.what.score
    if given.media == JSON:
        return _seen(sight, tongue, as_json(found))
    return _seen(sight, tongue, as_csv(score_csv(found, given.query["part"])), CSV)


def _seen(sight: Sight, tongue: str, response: Response, *media: str) -> Response:
    """Something of a match, with an ETag of all that it hangs on. `media`: its kind, if it is not JSON."""
    return tagged(response, tag_of(sight.revision, str(sight.viewer), tongue, sight.rules_version, *media), tongue)


def _written(game: Game, written: Written, tongue: str) -> dict[str, Any]:
    where = written.position
    return {
        "revision": written.revision,
        "rulings": [ruling_part(game, each, tongue) for each in written.rulings],
        "findings": [finding_part(game, each, tongue) for each in written.findings],
        "frames": written.frames,
        "status": where.status,
        "next": where.next,
        "score": where.score_with(written.frames),
    }


def tongue_of(game: Game, asked: Asked) -> str:
    """The language of an answer about a match of this game."""
    lang: Later[Any] = asked.given.then(lambda given: given.query.get("lang"))
    return game.texts.choose(wanted(lang.get_or(None)))


def _append(given: Given) -> Append:
    return Append(given.body, if_match(), bool(given.query.get("accept_stop")), given.require_none)
