"""/v1/leaderboards: how the players of a club stand in each game, and why."""

from collections.abc import Mapping
from typing import Any

import msgspec
from flask import Response
from flask.views import MethodView

from adjudicator.services.leaderboards import Board, Counted, Explained, Line, PageWish, Place
from adjudicator.services.rights import Right
from adjudicator.web.answers import LISTED_HEADERS, as_csv, as_json, by_content, with_next
from adjudicator.web.blueprint import JSON, Blueprint
from adjudicator.web.context import context
from adjudicator.web.csv_tables import CSV
from adjudicator.web.schemas.standings import BoardQuery, ExplainedPlace, Leaderboard
from adjudicator.web.score_csv import rows_csv
from adjudicator.web.turns import Asked, Given, Turn, in_turn

blueprint = Blueprint(
    "leaderboards", __name__, url_prefix="/v1/leaderboards", description="Leaderboards of a club's games. A key is needed."
)

PLAYER = "player"
LISTED = Turn(
    right=Right.SEE_STANDINGS, query=BoardQuery, gives=(JSON, CSV), finds=False, thing="leaderboard", tagged=True
)
EXPLAINED = Turn(right=Right.SEE_STANDINGS, query=BoardQuery, gives=(JSON, CSV), thing=PLAYER)


@blueprint.route("/<game>")
class LeaderboardOfGame(MethodView):
    """How the players stand in a game."""

    @blueprint.response(200, Leaderboard, headers=LISTED_HEADERS, description="The players who have results, the best first.")
    @blueprint.alt_response(404, "NOT_FOUND")
    @in_turn(LISTED)
    def get(self, game: str, asked: Asked) -> Response:
        """Show the leaderboard of a game; also as text/csv

        Every match counts that is over, not voided, and linked to players. Merged players count as one.
        """
        board = context().leaderboards.page(asked.access, game, asked.given.then(wish))
        response = as_asked(asked, _board(board), [_place_row(each) for each in board.items], _place_columns(board.counted))
        return with_next(response, board.items[-1].player.id if board.more else None)


@blueprint.route("/<game>/<player_id>")
class PlaceOfPlayer(MethodView):
    """Why a player stands where they stand."""

    @blueprint.response(200, ExplainedPlace, headers=LISTED_HEADERS, description="The place, and the lines that add up to it.")
    @in_turn(EXPLAINED)
    def get(self, game: str, player_id: str, asked: Asked) -> Response:
        """Show match by match what a player's place on a leaderboard stands on; also as text/csv"""
        found = context().leaderboards.explain(asked.access, game, player_id, asked.given.then(wish))
        lines = [_line(found, each) for each in found.items]
        rows = [_with_totals(line) for line in lines]
        place = None if found.place is None else _place(found.place)
        body = _counted(found.game, found.counted) | {"player": found.player, "place": place, "items": lines}
        response = as_asked(asked, body, rows, [*_LINE_COLUMNS, *_totals(found.counted)])
        return with_next(response, found.items[-1].key if found.more else None)


_PLACE_COLUMNS = ("rank", "player_id", "player", "played", "won", "points")
_LINE_COLUMNS = ("match_id", "seat", "happened_at", "player_id", "rank", "won", "points")


def wish(given: Given) -> PageWish:
    """Which page is wanted."""
    return PageWish(given.query.get("after"), given.query["limit"])


def as_asked(asked: Asked, body: Mapping[str, Any], rows: list[dict[str, Any]], columns: list[str]) -> Response:
    """The body as JSON, or the rows as CSV, with an ETag of what is said."""
    given = asked.given.get()
    return by_content(as_json(body) if given.media == JSON else as_csv(rows_csv(rows, columns, given.query["bom"])))


def _board(board: Board) -> dict[str, Any]:
    return _counted(board.game, board.counted) | {"items": [_place(each) for each in board.items]}


def _counted(game: str, counted: Counted) -> dict[str, Any]:
    return {"game": game, **msgspec.structs.asdict(counted)}


def _place(place: Place) -> dict[str, Any]:
    return msgspec.structs.asdict(place)


def _place_row(place: Place) -> dict[str, Any]:
    return _with_totals(_place(place) | {"player_id": place.player.id, "player": place.player.name})


def _line(found: Explained, line: Line) -> dict[str, Any]:
    shown = msgspec.structs.asdict(line)
    player = shown.pop("player")
    return shown | {"player_id": found.player.id if player is None else player}


def _with_totals(row: Mapping[str, Any]) -> dict[str, Any]:
    return {**row, **{f"totals.{name}": value for name, value in row["totals"].items()}}


def _totals(counted: Counted) -> list[str]:
    return [f"totals.{name}" for name in counted.tie_breaks]


def _place_columns(counted: Counted) -> list[str]:
    return [*_PLACE_COLUMNS, *_totals(counted)]
