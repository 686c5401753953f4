"""Ruleset options and presets."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from adjudicator.core import game

Placement = Literal["any_open_edge", "from_start"]
GoldDraw = Literal["miners", "players"]
GoldPass = Literal["left", "right"]
NextStarter = Literal["last_path", "left_of_last"]
CardFrame = Literal["any", "portrait", "landscape"]


class Options(game.Options, frozen=True):
    """The ruleset of a match; the defaults are the preset `standard`."""

    placement: Placement = "any_open_edge"
    gold_draw: GoldDraw = "miners"
    gold_pass: GoldPass = "left"
    next_starter: NextStarter = "last_path"
    stuck_ends_round: bool = True
    card_frame: CardFrame = "any"
    goal_distance: Annotated[int, Meta(ge=2, le=20)] = 8
    goal_gap: Annotated[int, Meta(ge=1, le=10)] = 2
    rounds: Annotated[int, Meta(ge=1, le=3)] = 3


PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "publisher": {
        "placement": "from_start",
        "gold_draw": "players",
        "gold_pass": "right",
        "next_starter": "left_of_last",
        "stuck_ends_round": False,
        "card_frame": "portrait",
    },
}
