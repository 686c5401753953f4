"""Ruleset options and presets."""

from typing import Literal

from adjudicator.core import game


class Options(game.Options, frozen=True):
    """`proof`: what follows when a card is proven to have broken TOY-2.2."""

    proof: Literal["hold", "report_only"] = "hold"


PRESETS = {"standard": {}, "lenient": {"proof": "report_only"}}
