"""POST /v1/adjudications, and many at once: nothing is stored."""

from collections.abc import Mapping
from typing import Any

from flask import Response, g, request
from flask.views import MethodView

from adjudicator.core.log import Log
from adjudicator.services.adjudication import Answer, Wish
from adjudicator.web.answers import as_json
from adjudicator.web.batches import NDJSON, Spool, answers
from adjudicator.web.blueprint import Blueprint, Body
from adjudicator.web.context import context
from adjudicator.web.language import told_in, wanted
from adjudicator.web.log_schemas import reference
from adjudicator.web.openapi import content_language
from adjudicator.web.requests import read_body
from adjudicator.web.schemas.queries import BatchQuery, ReportQuery

blueprint = Blueprint("adjudications", __name__, url_prefix="/v1", description="Judge logs; nothing is stored.")

LOG = Body(described=reference("Log"), read=lambda: context().adjudication.read(read_body(context().limits.body)))
BATCH = Body(media=NDJSON, described=reference("Batch"), read=Spool, kept=True)


@blueprint.route("/adjudications")
class Adjudications(MethodView):
    """One log."""

    @blueprint.response(200, reference("Report"), headers=content_language(), description="The report of the log.")
    @blueprint.takes(query=ReportQuery, body=LOG)
    def post(self, query: Mapping[str, Any], body: Log) -> Response:
        """Judge a log

        Every entry gets its ruling, with the rule that speaks and why; then what follows, and the score. Nothing is stored.
        """
        answer = context().adjudication.judge(body, wish_of(query))
        count(answer)
        return told_in(as_json(answer.report), [answer.language])


@blueprint.route("/adjudications/batch")
class Batches(MethodView):
    """Many logs."""

    @blueprint.alt_response(503, "SERVICE_UNAVAILABLE")
    @blueprint.response(
        200,
        reference("BatchAnswer"),
        content_type=NDJSON,
        headers=content_language(),
        description="One line for every line that is not blank, in the same order, as a stream.",
    )
    @blueprint.takes(query=BatchQuery, body=BATCH, gives=(NDJSON,))
    def post(self, query: Mapping[str, Any], body: Any) -> Response:
        """Judge many logs, one a line

        Limits hold for each line. A bad line is answered by its problem and never stops the others; blank lines are skipped.
        """
        wish = wish_of(query)
        games = context().adjudication.games.values()
        response = Response(answers(body, wish, context(), g.request_id, request.path), content_type=NDJSON)
        response.call_on_close(body.close)
        return told_in(response, [game.texts.choose(wish.languages) for game in games])


def wish_of(query: Mapping[str, Any]) -> Wish:
    """How the report is wanted."""
    return Wish(query["view"], query["state"], query["rulings"], wanted(query.get("lang")))


def count(answer: Answer) -> None:
    """Tell the metrics of a log that was judged."""
    context().metrics.log(answer.report["game"], answer.report["status"])
