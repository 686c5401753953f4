"""Ruleset options and presets. The first value of each is that of the preset `standard`."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from adjudicator.core import game

STAGES = 8


class Options(game.Options, frozen=True):
    """What a table agrees on before the first card."""

    format: Literal["single", "tournament"] = "single"
    hand_size: Annotated[int, Meta(ge=1, le=10)] = 8
    stages: Annotated[int, Meta(ge=1, le=STAGES)] = STAGES
    draw_when_able: Literal["forbidden", "allowed"] = "forbidden"
    two_player_direction: Literal["pass", "again"] = "pass"
    win_on_plus: bool = False
    king_on_plus3: Literal["cancels", "forbidden"] = "cancels"
    king_followup: Literal["optional", "required"] = "optional"
    plus3_on_stack: Literal["forbidden", "allowed"] = "forbidden"
    taki_must_play_all: bool = False
    wild_in_run: Literal["end_only", "forbidden"] = "end_only"
    unclosed_action: Literal["inert", "resolve"] = "inert"
    last_card: Literal["automatic", "challenge"] = "automatic"


PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "publisher": {"draw_when_able": "allowed", "king_followup": "optional", "taki_must_play_all": False},
}


def starting_hand(options: Options) -> int:
    """TAKI-1.5, 8.3: how many cards everybody starts with."""
    return options.stages if options.format == "tournament" else options.hand_size
