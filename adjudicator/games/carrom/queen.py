"""Who may take the queen, and what covers her (CARROM-4). Judged on the state before the stroke (CARROM-3.4)."""

from .shot import Shot
from .state import State


def judge(state: State, shot: Shot) -> None:
    """CARROM-4.1 to 4.4 of a stroke that pocketed the queen, or is to cover her."""
    needed = 1
    if shot.queens:
        needed = pieces_to_cover(state, shot)
        shot.eligible = needed > 0
        shot.refused_now = not shot.eligible and state.options.queen_ineligible == "return_now_end_turn"
    shot.covers = 0 < needed <= shot.own and not shot.fouls


def pieces_to_cover(state: State, shot: Shot) -> int:
    """How many own pieces cover a queen that fell in this stroke; 0 if the side may not have her.

    CARROM-4.1: no due, and an own piece in an earlier stroke. CARROM-4.3: or the first ones in this stroke.
    """
    options = state.options
    if state.dues[shot.side]:
        return 0
    if state.fallen[shot.side] or not options.queen_needs_own:
        return 1
    if not shot.own or options.queen_first_piece == "return":
        return 0
    return 2 if options.queen_first_piece == "needs_cover" else 1
