"""QUICK: the commonest strokes, judged and carried out in one go: what checks and steps would say and do, but sooner.

Whatever may be a foul, cost anything or win a board is left to checks and steps: None is handed back, and nothing has changed.
"""

from collections.abc import Mapping

from msgspec import UNSET

from adjudicator.core.entries import Entry
from adjudicator.core.game import Quick
from adjudicator.core.ruling import Judged, Outcome

from . import effects
from .legality import could_happen
from .moves import Stroke
from .state import State
from .stroke import FALLEN, read
from .turns import give_turn

LEGAL: tuple[str, ...] = ()
"""No rule stays open."""


def stroke(state: State, entry: Stroke, outcome: Outcome) -> tuple[str, ...] | None:
    """CARROM-3.1 to 3.4: on turn nothing is pocketed, which ends the turn; or own pieces and the queen, while nothing is owed."""
    seat, pocketed = state.turn, entry.pocketed
    if state.players[seat] != entry.player or entry.off_board or entry.fouls:
        return None
    if entry.broke is not UNSET or entry.penalty_piece is not UNSET:
        return None
    if not pocketed:
        strike(state)
        give_turn(state, (seat + 1) % len(state.players), outcome)
        return LEGAL
    fallen = FALLEN.get(pocketed)
    if not fallen or any(state.dues):
        return None
    white, black, queens, strikers = fallen
    if strikers or queens or state.queen == "pending":
        return None if strikers else _with_queen(state, entry, outcome)
    if not _fall(state, seat if state.white < 0 else seat & 1, white, black):
        return None
    strike(state)
    state.struck = True
    return LEGAL


def strike(state: State) -> None:
    """CARROM-2.1, 5.13, 9.1: the board has begun, its centre is broken, and no penalty is open any more."""
    if not state.broken:
        state.begun = state.broken = True
    if state.latest:
        state.latest = None


def _fall(state: State, side: int, white: int, black: int) -> bool:
    """CARROM-1.2, 4.1, 8.1: these pieces are down, if they lie there, are all this side's own, and more of them lie there."""
    lie = state.lie
    if state.white < 0:
        possible = white <= lie[0] and black <= lie[1] and white + black < lie[0] + lie[1]
    elif side == state.white:
        possible = not black and white < lie[0]
    else:
        possible = not white and black < lie[1]
    if possible:
        down = state.down[side]
        lie[0] -= white
        lie[1] -= black
        down[0] += white
        down[1] += black
        state.fallen[side] = True
    return possible


def _with_queen(state: State, entry: Stroke, outcome: Outcome) -> tuple[str, ...] | None:
    """CARROM-4.2 to 4.4: the queen falls, or waits for her cover, in a stroke that is no foul and wins nothing."""
    shot = read(state, entry)
    if shot.fouls or shot.won or could_happen(state, entry, shot):
        return None
    judged = Judged("legal", (), (), shot)
    effects.strike(state, entry, judged, outcome)
    effects.queen(state, entry, judged, outcome)
    effects.go_on(state, entry, judged, outcome)
    return LEGAL


QUICK: Mapping[type[Entry], Quick] = {Stroke: stroke}
