"""The words that requests about tournaments may use, and what is shown of the pure package, for those who read and write them."""

from typing import Any, get_args

from adjudicator.tournaments import results, stage
from adjudicator.tournaments.crosstable import Cell
from adjudicator.tournaments.results import Sanction
from adjudicator.tournaments.schemes import SCHEMES

__all__ = ["BYES", "FORMAT", "MOST_ROUNDS", "MOST_SIDES", "OUTCOMES", "SCHEME_NAMES", "Cell", "Sanction"]

FORMAT: Any = stage.Format
"""The type of a stage's format: one of several, told apart by `type`."""
SCHEME_NAMES = tuple(SCHEMES)
BYES: tuple[str, ...] = get_args(stage.Bye)
OUTCOMES: tuple[str, ...] = get_args(results.Outcome)
MOST_SIDES, MOST_ROUNDS = stage.MOST_SEATS, stage.MOST_ROUNDS
