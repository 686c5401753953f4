"""Ruleset options and presets."""

from typing import Annotated, Any, Literal

from msgspec import Meta

from adjudicator.core import game
from adjudicator.core.entries import BOUND


class Options(game.Options, frozen=True):
    """`all_pass`: MOON-2.5. `moon_made`: MOON-5.4. `finish`, `game_points`: MOON-5.6. `revoke`: MOON-6.4."""

    all_pass: Literal["redeal", "redeal_same_bidder", "last_must_bid"] = "redeal"
    moon_made: Literal["wins_game", "plus_21"] = "wins_game"
    game_points: Annotated[int, Meta(ge=1, le=BOUND)] = 21
    finish: Literal["highest", "bidder_goes_out"] = "highest"
    revoke: Literal["hold", "offender_loses", "report_only"] = "hold"


PRESETS: dict[str, dict[str, Any]] = {
    "standard": {},
    "going_out": {
        "finish": "bidder_goes_out",
        "moon_made": "plus_21",
        "all_pass": "last_must_bid",
        "revoke": "offender_loses",
    },
}
