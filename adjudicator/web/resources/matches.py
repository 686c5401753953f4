"""/v1/matches: making matches, lists of them, what is known of them, voiding. Their logs are in `match_logs`."""

from typing import Any

from flask import Response
from flask.views import MethodView
from msgspec import structs

from adjudicator.core.reading import Document
from adjudicator.core.views import REFEREE
from adjudicator.services import shown as service
from adjudicator.services.access import Answer
from adjudicator.services.matches import PageWish
from adjudicator.services.new_match import NewMatch
from adjudicator.services.rights import STATES, Right
from adjudicator.services.sights import Wish
from adjudicator.web.answers import CREATE_HEADERS, PAGE_HEADERS, READ_HEADERS, WRITE_HEADERS, as_json, page_of, replay_told
from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.log_schemas import reference
from adjudicator.web.match_bodies import by_schema, read_new_match
from adjudicator.web.preconditions import if_match, tag_of, tagged
from adjudicator.web.schemas.matches import FACTS, ChangedFacts, Match, MatchesQuery, MatchList, Reason, ViewQuery
from adjudicator.web.turns import Asked, Given, Turn, in_turn

blueprint = Blueprint("matches", __name__, url_prefix="/v1/matches", description="Matches that are kept. A key is needed.")


def _new_match(document: Document) -> NewMatch:
    return read_new_match(context().adjudication.games, document)


LISTED = Turn(right=Right.SEE, query=MatchesQuery, finds=False)
CREATED = Turn(right=Right.CREATE, done=201, described=reference("NewMatch"), parse=_new_match, write=True, finds=False)
SHOWN = Turn(right=Right.SEE, query=ViewQuery)
CHANGED = Turn(
    right=Right.CHANGE_FACTS, described=ChangedFacts, parse=by_schema(ChangedFacts), write=True, needs_revision=True
)
VOIDED = Turn(
    right=Right.VOID, described=Reason, parse=by_schema(Reason), write=True, needs_revision=True, closed=("voided",)
)
REINSTATED = structs.replace(VOIDED, closed=tuple(state for state in STATES if state != "voided"))



@blueprint.route("")
class Matches(MethodView):
    """All matches of the club."""

    @blueprint.response(200, MatchList, headers=PAGE_HEADERS, description="The club's matches, newest first.")
    @in_turn(LISTED)
    def get(self, asked: Asked) -> Response:
        """List the matches"""
        page = context().matches.page(asked.access, asked.given.then(_page_wish))
        body = MatchList().dump({"items": map(match_part, page.items)})
        return page_of(body, page.items[-1].id if page.more else None)

    @blueprint.response(201, Match, headers=CREATE_HEADERS, description="The match.")
    @in_turn(CREATED)
    def post(self, asked: Asked) -> Response:
        """Store a match, with its log as far as it has got"""
        answer = context().matches.create(asked.access, asked.given.then(_body))
        response = shown(answer, 201)
        response.headers["Location"] = f"/v1/matches/{answer.value.id}"
        return response


@blueprint.route("/<match_id>")
class OneMatch(MethodView):
    """One match."""

    @blueprint.response(200, Match, headers=READ_HEADERS, description="The match.")
    @in_turn(SHOWN)
    def get(self, match_id: str, asked: Asked) -> Response:
        """Show a match"""
        return shown(Answer(context().sights.match(asked.access, match_id, asked.given.then(wish))), 200)

    @blueprint.response(200, Match, headers=WRITE_HEADERS, description="The match with its new facts.")
    @in_turn(CHANGED)
    def patch(self, match_id: str, asked: Asked) -> Response:
        """Change what is known of a match beside its log"""
        return shown(context().matches.change_facts(asked.access, match_id, asked.given.then(_body), if_match()), 200)


@blueprint.route("/<match_id>/void")
class Void(MethodView):
    """Out of all scores."""

    @blueprint.response(200, Match, headers=WRITE_HEADERS, description="The voided match.")
    @in_turn(VOIDED)
    def post(self, match_id: str, asked: Asked) -> Response:
        """Take a match out of all scores; it can still be read"""
        return shown(context().matches.void(asked.access, match_id, asked.given.then(_reason), if_match()), 200)


@blueprint.route("/<match_id>/reinstate")
class Reinstate(MethodView):
    """And back."""

    @blueprint.response(200, Match, headers=WRITE_HEADERS, description="The match, which counts again.")
    @in_turn(REINSTATED)
    def post(self, match_id: str, asked: Asked) -> Response:
        """Let a voided match count again"""
        return shown(context().matches.reinstate(asked.access, match_id, asked.given.then(_reason), if_match()), 200)


def shown(answer: Answer[service.Match], status: int) -> Response:
    """A match, with its ETag."""
    response = as_json(Match().dump(match_part(answer.value)), status)
    return replay_told(tagged(response, _tag(answer.value)), answer.replayed)


def _tag(match: service.Match) -> str:
    return tag_of(match.revision) if match.view == str(REFEREE) else tag_of(match.revision, match.view)


def match_part(match: service.Match) -> dict[str, Any]:
    """A match as its schema takes it."""
    where = match.position
    bare = {name: value for name, value in where.score.items() if name != "frames"}
    return {
        "id": match.id,
        "game": match.game,
        "ruleset": {"preset": match.preset, "options": match.options, "version": match.rules_version},
        "players": match.players,
        "setup": match.setup,
        "status": where.status,
        "stopped_at": where.stopped_at,
        "voided": match.voided,
        "void_reason": match.void_reason,
        "revision": match.revision,
        "plies": match.plies,
        "next": {"players": where.next.players, "must": where.next.must},
        "score": bare if match.frames is None else where.score_with(match.frames),
        **{name: getattr(match.facts, name) for name in FACTS},
        "created_at": match.created_at,
        "updated_at": match.updated_at,
    }


def _page_wish(given: Given) -> PageWish:
    query = dict(given.query)
    query.pop("lang", None)
    return PageWish(after=query.pop("after", None), limit=query.pop("limit"), view=query.pop("view", None), filters=query)


def wish(given: Given) -> Wish:
    """What is to be seen, for whom."""
    return Wish(**{name: given.query[name] for name in ("view", "at", "after", "limit") if name in given.query})


def _body(given: Given) -> Any:
    return given.body


def _reason(given: Given) -> str:
    return str(given.body["reason"])
