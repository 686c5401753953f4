"""What is taken away of a match, and the key that tells whether it came from here."""

from typing import Any

from flask import Response
from flask.views import MethodView

from adjudicator.services.rights import Right
from adjudicator.web.answers import READ_HEADERS, as_json
from adjudicator.web.blueprint import JSON, Blueprint
from adjudicator.web.context import context
from adjudicator.web.export_schemas import EXPORT, PUBLIC_KEY, SHEET
from adjudicator.web.preconditions import tag_of, tagged
from adjudicator.web.turns import Asked, Turn, in_turn

HOUR = 3600
SHOWN = Turn(right=Right.EXPORT)
blueprint = Blueprint("exports", __name__, description="What is taken away of matches, and how it is told to be true.")


@blueprint.route("/v1/matches/<match_id>/export")
class Export(MethodView):
    """The whole match."""

    @blueprint.response(200, EXPORT, headers=READ_HEADERS, description="The match, to be imported elsewhere.")
    @in_turn(SHOWN)
    def get(self, match_id: str, asked: Asked) -> Response:
        """Export a match: log, rulings, history, and all else that restores it

        `adjudicator import` restores it, and exporting it there gives the same bytes. Keys of referees and above only.
        """
        found = context().exports.export(asked.access, match_id, asked.given)
        return tagged(Response(found.what, content_type=JSON), tag_of(found.revision, "export"))


@blueprint.route("/v1/matches/<match_id>/sheet")
class Sheet(MethodView):
    """The signed result sheet."""

    @blueprint.response(200, SHEET, headers=READ_HEADERS, description="The sheet with its signature.")
    @in_turn(SHOWN)
    def get(self, match_id: str, asked: Asked) -> Response:
        """Show the signed result sheet of a match, as the referee sees it

        Signed (Ed25519) are the bytes of the sheet without `signature`: UTF-8, no blanks, the keys of every object sorted.
        """
        found = context().exports.sheet(asked.access, match_id, asked.given)
        tag = tag_of(found.revision, "sheet", found.key_id)
        return tagged(as_json(found.what), tag)


@blueprint.route("/.well-known/adjudicator-key")
class Key(MethodView):
    """The public key."""

    @blueprint.response(200, PUBLIC_KEY, description="The key.")
    @blueprint.takes()
    def get(self) -> Response:
        """Show the public key with which result sheets of this installation are signed"""
        found: dict[str, Any] = context().exports.public_key().jwk
        response = as_json(found)
        response.headers["Cache-Control"] = f"public, max-age={HOUR}"
        response.headers["Access-Control-Allow-Origin"] = "*"
        return response
