"""What changes the log of a match after the fact, and the history that keeps all of it."""

from typing import Any

import msgspec
from flask import Response
from flask.views import MethodView

from adjudicator.core.game import Game
from adjudicator.core.report import ruling_part
from adjudicator.services.comparing import Line
from adjudicator.services.corrections import Corrected, Correction
from adjudicator.services.histories import Span, Write
from adjudicator.services.rights import Right
from adjudicator.web.answers import LISTED_HEADERS, WRITE_HEADERS, as_json, replay_told, with_next
from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.log_schemas import reference
from adjudicator.web.match_bodies import as_read
from adjudicator.web.openapi import content_language
from adjudicator.web.preconditions import if_match, tag_of, tagged
from adjudicator.web.resources.match_logs import tongue_of
from adjudicator.web.schemas.matches import HistoryQuery
from adjudicator.web.schemas.queries import LanguageQuery
from adjudicator.web.turns import Asked, Given, Turn, in_turn

blueprint = Blueprint("corrections", __name__, url_prefix="/v1/matches/<match_id>", description="Corrections, and histories.")

CORRECTED = Turn(
    right=Right.CORRECT,
    query=LanguageQuery,
    described=reference("Correction"),
    parse=as_read,
    late=True,
    write=True,
    needs_revision=True,
    closed=("voided", "outdated"),
)
LISTED = Turn(right=Right.READ_HISTORY, query=HistoryQuery)


@blueprint.route("/corrections")
class Corrections(MethodView):
    """Corrections of the log."""

    @blueprint.response(200, reference("Corrected"), headers=content_language() | WRITE_HEADERS, description="What came of it.")
    @in_turn(CORRECTED)
    def post(self, match_id: str, asked: Asked) -> Response:
        """Correct the log of a match, its seats or its setup: all of the ops or none

        The whole log is judged again. If it then stops where it did not before, or earlier, it is refused with the ruling
        (422 illegal-move) unless `accept_stop` says otherwise.
        """
        answer = context().corrections.correct(asked.access, match_id, asked.given.then(_correction))
        corrected = answer.value
        game = context().adjudication.games[corrected.game]
        tongue = tongue_of(game, asked)
        response = as_json(_corrected(game, corrected, tongue))
        return replay_told(tagged(response, tag_of(corrected.revision), tongue), answer.replayed)


@blueprint.route("/history")
class History(MethodView):
    """Who wrote what."""

    @blueprint.response(200, reference("History"), headers=LISTED_HEADERS, description="A page of the history, oldest first.")
    @in_turn(LISTED)
    def get(self, match_id: str, asked: Asked) -> Response:
        """List every write to a match: who, when, why, and what was there before"""
        page = context().histories.page(asked.access, match_id, asked.given.then(_span))
        response = tagged(as_json({"items": [_write(each) for each in page.items]}), tag_of(page.revision, "history"))
        return with_next(response, str(page.items[-1].row.revision) if page.more else None)


def _corrected(game: Game, corrected: Corrected, tongue: str) -> dict[str, Any]:
    where, difference = corrected.position, corrected.first_difference
    return {
        "revision": corrected.revision,
        "status": where.status,
        "stopped_at": where.stopped_at,
        "next": where.next,
        "score": where.score_with(corrected.frames),
        "summary": corrected.summary,
        "first_difference": None if difference is None else {
            "ply": difference.ply,
            "before": _line(game, difference.before, tongue),
            "after": _line(game, difference.after, tongue),
        },
        "unneeded": corrected.unneeded,
    }


def _line(game: Game, line: Line | None, tongue: str) -> dict[str, Any] | None:
    if line is None:
        return None
    return {"move": line.move, "ruling": None if line.ruling is None else ruling_part(game, line.ruling, tongue)}


def _write(write: Write) -> dict[str, Any]:
    row = write.row
    return {
        "revision": row.revision,
        "kind": row.kind,
        "recorded_at": row.recorded_at,
        "by": {"key": row.key_id, "label": row.key_label, "role": row.key_role},
        "reason": row.reason,
        "plies": row.length,
        "payload": None if row.payload is None else msgspec.Raw(row.payload.encode()),
        "salt": row.salt,
        "digest": row.digest,
        "chain": row.chain,
        "previous": write.previous,
    }


def _correction(given: Given) -> Correction:
    return Correction(given.body, if_match(), given.require_none)


def _span(given: Given) -> Span:
    return Span(given.query["after"], given.query["limit"])
