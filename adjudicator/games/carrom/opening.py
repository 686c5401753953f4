"""How a board begins (CARROM-1.4, 1.5)."""

from collections.abc import Sequence

from adjudicator.core.seats import after, round_from

from .pieces import EACH
from .sides import SIDE_OF
from .state import State, white_side


def set_up(state: State, breaker: int) -> None:
    """CARROM-1.4, 1.5: all pieces are back round the queen, the breaker is on turn, and that side plays white."""
    count = len(state.down)
    state.breaker = state.turn = breaker
    state.white = white_side(len(state.players), breaker)
    state.begun = state.broken = state.struck = False
    state.tries = 0
    state.lie, state.down = [EACH, EACH], [[0, 0] for _ in range(count)]
    state.queen, state.covered_by = "board", None
    state.dues, state.fallen, state.latest = [0] * count, [False] * count, None


def next_breaker(state: State, gains: Sequence[int]) -> int:
    """CARROM-1.4: who breaks the next board of a game, given what each side scored in this one."""
    count = len(state.players)
    following = after(state.breaker, count)
    if state.options.next_break == "alternate":
        return following
    wanted = max(gains) if state.options.next_break == "winner" else min(gains)
    return next(seat for seat in round_from(following, count) if gains[SIDE_OF[count][seat]] == wanted)
