"""/v1/players: the people who come back to a club's tables."""

from collections.abc import Mapping
from typing import Any

from flask import Response
from flask.views import MethodView

from adjudicator.services.access import Answer
from adjudicator.services.players import Details, ExternalId, PlayersWish
from adjudicator.services.players import Player as PlayerShown
from adjudicator.services.rights import Right
from adjudicator.web.answers import CREATE_HEADERS, PAGE_HEADERS, READ_HEADERS, WRITE_HEADERS, as_json, page_of, replay_told
from adjudicator.web.blueprint import Blueprint
from adjudicator.web.context import context
from adjudicator.web.match_bodies import by_schema
from adjudicator.web.preconditions import if_match, tag_of, tagged
from adjudicator.web.schemas.players import (
    Anonymised,
    AnonymiseReason,
    ChangedPlayer,
    Merge,
    NewPlayer,
    Player,
    PlayerList,
    PlayersQuery,
)
from adjudicator.web.turns import Asked, Given, Turn, in_turn

blueprint = Blueprint("players", __name__, url_prefix="/v1/players", description="Players of a club. A key is needed.")

PLAYER = "player"
LISTED = Turn(right=Right.SEE_PLAYERS, query=PlayersQuery, finds=False, thing=PLAYER)
CREATED = Turn(
    right=Right.KEEP_PLAYERS, done=201, described=NewPlayer, parse=by_schema(NewPlayer), write=True, finds=False, thing=PLAYER
)
SHOWN = Turn(right=Right.SEE_PLAYERS, thing=PLAYER)
CHANGED = Turn(
    right=Right.KEEP_PLAYERS,
    described=ChangedPlayer,
    parse=by_schema(ChangedPlayer),
    write=True,
    needs_revision=True,
    thing=PLAYER,
)
MERGED = Turn(
    right=Right.MERGE_PLAYERS, described=Merge, parse=by_schema(Merge), write=True, needs_revision=True, thing=PLAYER
)
ANONYMISED = Turn(
    right=Right.ANONYMISE_PLAYERS,
    described=AnonymiseReason,
    parse=by_schema(AnonymiseReason),
    write=True,
    needs_revision=True,
    thing=PLAYER,
)
UNMERGED = Turn(right=Right.MERGE_PLAYERS, write=True, needs_revision=True, thing=PLAYER)


@blueprint.route("")
class Players(MethodView):
    """All players of the club."""

    @blueprint.response(200, PlayerList, headers=PAGE_HEADERS, description="The club's players, by name.")
    @in_turn(LISTED)
    def get(self, asked: Asked) -> Response:
        """List or search the players"""
        page = context().players.page(asked.access, asked.given.then(_wish))
        body = {"items": [player_part(each) for each in page.items]}
        return page_of(body, page.items[-1].id if page.more else None)

    @blueprint.response(201, Player, headers=CREATE_HEADERS, description="The player.")
    @in_turn(CREATED)
    def post(self, asked: Asked) -> Response:
        """Add a player"""
        answer = context().players.create(asked.access, asked.given.then(_details))
        response = _shown(answer, 201)
        response.headers["Location"] = f"/v1/players/{answer.value.id}"
        return response


@blueprint.route("/<player:player_id>")
class OnePlayer(MethodView):
    """One player."""

    @blueprint.response(200, Player, headers=READ_HEADERS, description="The player.")
    @in_turn(SHOWN)
    def get(self, player_id: str, asked: Asked) -> Response:
        """Show a player"""
        return _shown(Answer(context().players.one(asked.access, player_id, asked.given)))

    @blueprint.response(200, Player, headers=WRITE_HEADERS, description="The player as it is now.")
    @in_turn(CHANGED)
    def patch(self, player_id: str, asked: Asked) -> Response:
        """Change a player's name, other names or external ids"""
        return _shown(context().players.change(asked.access, player_id, asked.given.then(_details), if_match()))


@blueprint.route("/<player:player_id>/merge")
class MergePlayer(MethodView):
    """Two players who turned out to be one."""

    @blueprint.response(200, Player, headers=WRITE_HEADERS, description="The player who was merged.")
    @in_turn(MERGED)
    def post(self, player_id: str, asked: Asked) -> Response:
        """Let another player stand for this one

        Names, external ids and matches of this one count as the other's, until the merge is taken back.
        """
        into = asked.given.then(lambda given: str(given.body["into"]))
        return _shown(context().merging.merge(asked.access, player_id, into, if_match()))


@blueprint.route("/<player:player_id>/unmerge")
class UnmergePlayer(MethodView):
    """And two again."""

    @blueprint.response(200, Player, headers=WRITE_HEADERS, description="The player, who stands alone again.")
    @in_turn(UNMERGED)
    def post(self, player_id: str, asked: Asked) -> Response:
        """Take a merge back"""
        return _shown(context().merging.unmerge(asked.access, player_id, asked.given, if_match()))


@blueprint.route("/<player:player_id>/anonymise")
class AnonymisePlayer(MethodView):
    """A player who wants to be forgotten."""

    @blueprint.response(200, Anonymised, headers=WRITE_HEADERS, description="What was done, and where the name may still stand.")
    @in_turn(ANONYMISED)
    def post(self, player_id: str, asked: Asked) -> Response:
        """Put a pseudonym in the place of a player's name, for good

        It takes the place of the name at every table where the player is linked to a seat, and in tournaments; their histories
        forget what held it. Other names and external ids are gone. What cannot be cleaned is named: free texts that mention the
        name, matches of rules that are no longer judged, seats of this name that are linked to nobody.
        """
        reason = asked.given.then(lambda given: str(given.body["reason"]))
        answer = context().anonymising.anonymise(asked.access, player_id, reason, if_match())
        done = answer.value
        response = as_json({"player": player_part(done.player), "matches": done.matches, "left": done.left})
        return replay_told(tagged(response, tag_of(done.player.revision)), answer.replayed)


def player_part(player: PlayerShown) -> Mapping[str, Any]:
    """A player as shown."""
    found: dict[str, Any] = Player(exclude=("aliases", "external_ids") if player.names_only else ()).dump(player)
    return found


def _shown(answer: Answer[PlayerShown], status: int = 200) -> Response:
    player = answer.value
    tag = tag_of(player.revision, "names") if player.names_only else tag_of(player.revision)
    return replay_told(tagged(as_json(player_part(player), status), tag), answer.replayed)


def _details(given: Given) -> Details:
    said = given.body
    ids = said.get("external_ids")
    return Details(said.get("name"), said.get("aliases"), None if ids is None else [ExternalId(**each) for each in ids])


def _wish(given: Given) -> PlayersWish:
    query = given.query
    called = query.get("external_id")
    external_id = None if called is None else ExternalId(*called.split(":", 1))
    return PlayersWish(query.get("after"), query["limit"], query.get("search"), external_id, query["merged"])
