"""Ruleset options and presets. The default of every option is the preset `standard`."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from adjudicator.core import game
from adjudicator.core.entries import BOUND

Points = Annotated[int, Meta(ge=0, le=9)]
FromOne = Annotated[int, Meta(ge=1, le=BOUND)]


class PiecePoints(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a piece is worth to whoever pocketed it, with three players (CARROM-8.1)."""

    black: Points
    white: Points
    queen: Points


class Options(game.Options, frozen=True):
    """What a table may agree on otherwise; which rule each touches stands in `rules`."""

    next_break: Literal["alternate", "winner", "loser"] = "alternate"
    turn_after_foul: Literal["ends", "icf"] = "ends"
    queen_needs_own: bool = True
    queen_first_piece: Literal["needs_cover", "return", "covered"] = "needs_cover"
    queen_ineligible: Literal["return_at_turn_end", "return_now_end_turn"] = "return_at_turn_end"
    penalties_per_stroke: Literal["one", "per_offence"] = "one"
    striker_with_own: Literal["return_all", "keep"] = "return_all"
    off_board: Literal["foul", "respot"] = "foul"
    striker_off_board: Literal["foul", "none"] = "foul"
    opponent_piece: Literal["return_and_penalty", "stays_down", "return_only"] = "return_and_penalty"
    last_before_queen: Literal["return_and_penalty", "lose_board"] = "return_and_penalty"
    opponent_last: Literal["return_and_penalty", "lose_board"] = "return_and_penalty"
    break_failed: Literal["penalty", "pass"] = "penalty"
    foul_before_stroke: Literal["ends_turn", "continues"] = "ends_turn"
    dues: Literal["owed", "waived"] = "owed"
    queen_points: Points = 5
    queen_points_until: FromOne | None = None
    game_points: FromOne = 25
    max_boards: FromOne | None = 8
    tie: Literal["draw", "extra_board"] = "draw"
    match_games: Literal[1, 3, 5] = 1
    piece_points: PiecePoints = PiecePoints(black=1, white=2, queen=5)


ICF: dict[str, Any] = {
    "queen_points": 3,
    "queen_points_until": 22,
    "match_games": 3,
    "queen_ineligible": "return_now_end_turn",
    "striker_with_own": "return_all",
    "opponent_piece": "stays_down",
    "opponent_last": "lose_board",
    "last_before_queen": "lose_board",
    "break_failed": "pass",
    "striker_off_board": "none",
    "off_board": "respot",
    "foul_before_stroke": "continues",
    "turn_after_foul": "icf",
    "tie": "extra_board",
}
"""The International Laws of Carrom."""

PRESETS: dict[str, dict[str, Any]] = {"standard": {}, "icf": ICF}
