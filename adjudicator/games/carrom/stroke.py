"""A stroke is read: a set of fallen pieces becomes fouls, the queen's fate, the end of a turn or a board (CARROM-2 to 6).

Only reads the state; what follows is done in `effects`.
"""

from itertools import product

from . import penalties, queen
from .moves import Stroke
from .pieces import BLACK, QUEEN, STRIKER, WHITE
from .shot import (
    BREAK_FAILED,
    LAST,
    OFF_BOARD,
    OPPONENT,
    OPPONENT_LAST,
    REPORTED,
    Shot,
)
from .shot import STRIKER as STRIKER_POCKETED
from .state import State

TRIES = 3
"""Tries that a turn gives to break the centre (CARROM-2.1)."""


def read(state: State, entry: Stroke) -> Shot:
    """CARROM-3.4: what this set of fallen pieces means, whatever their order, judged on the state before the stroke."""
    seat, pocketed = state.players.index(entry.player), entry.pocketed
    # CARROM-1.1 without a table: of three players each is a side, else every second.
    shot = Shot(seat, seat if state.white < 0 else seat & 1, seat != state.turn)
    spoilt = entry.off_board or entry.fouls or entry.broke is False
    if not pocketed and not spoilt:
        return shot
    count(state, pocketed, shot)
    if spoilt or shot.theirs or shot.strikers:
        shot.fouls = spoiled(state, entry, shot)
    if shot.queens or shot.queen == "pending":
        queen.judge(state, shot)
    if shot.own == shot.lying or shot.theirs:
        last_pieces(state, shot)
    if not shot.lost and (shot.fouls or any(state.dues)):
        penalties.settle(state, entry, shot)
    shot.goes_on = (shot.own > 0 or shot.queens > 0) and not shot.refused_now
    if shot.fouls:
        shot.goes_on = kept(state, shot)
    elif entry.broke is False:
        shot.goes_on = not third_try_failed(state, entry, shot)
    return shot


def count(state: State, pocketed: tuple[str, ...], shot: Shot) -> None:
    """What fell, and whose it is. A stroke that begins a turn finds the queen of the turn before back (CARROM-3.1)."""
    white, black, shot.queens, shot.strikers = FALLEN.get(pocketed) or counted(pocketed)
    if white or black:
        shot.fell = white, black
    shot.queen = state.queen if not shot.takes_turn or state.queen == "covered" else "board"
    if state.white < 0:
        shot.own, shot.lying = white + black, state.lie[0] + state.lie[1]
    elif shot.side == state.white:
        shot.own, shot.theirs, shot.lying = white, black, state.lie[0]
    else:
        shot.own, shot.theirs, shot.lying, shot.colour = black, white, state.lie[1], 1


def counted(pieces: tuple[str, ...]) -> tuple[int, int, int, int]:
    """How many white and black pieces, queens and strikers these are."""
    return pieces.count(WHITE), pieces.count(BLACK), pieces.count(QUEEN), pieces.count(STRIKER)


FALLEN = {
    pieces: counted(pieces) for few in range(4) for pieces in product((WHITE, BLACK, QUEEN, STRIKER), repeat=few)
}
"""Counted beforehand: all strokes of up to three pieces."""


def spoiled(state: State, entry: Stroke, shot: Shot) -> int:
    """The fouls of a stroke (CARROM-5.2 to 5.4, 5.7 to 5.9), but for last pieces."""
    options, found = state.options, 0
    if shot.strikers:
        found |= STRIKER_POCKETED
    if entry.off_board:
        strikers = entry.off_board.count(STRIKER)
        if (strikers and options.striker_off_board == "foul") or (
            len(entry.off_board) > strikers and options.off_board == "foul"
        ):
            found |= OFF_BOARD
    if shot.theirs and options.opponent_piece != "stays_down":
        found |= OPPONENT
    if options.break_failed == "penalty" and third_try_failed(state, entry, shot):
        found |= BREAK_FAILED
    for code in entry.fouls:
        found |= REPORTED[code]
    return found


def third_try_failed(state: State, entry: Stroke, shot: Shot) -> bool:
    """CARROM-2.2: whether this is the last of the tries that a turn gives, and failed."""
    return entry.broke is False and (1 if shot.takes_turn else state.tries + 1) >= TRIES


def last_pieces(state: State, shot: Shot) -> None:
    """CARROM-5.5, 5.6, 6.1, 8.3: last pieces, and the boards that they win or lose."""
    own_last = 0 < shot.own == shot.lying
    others = shot.fouls
    theirs_last = 0 < shot.theirs == state.lie[1 - shot.colour]
    if theirs_last:
        opponent_last(state, shot, own_last)
    if own_last and not shot.safe:
        losing = state.options.last_before_queen == "lose_board" and state.white >= 0
        with_queen = shot.queens > 0 or shot.queen == "pending"
        shot.spared = losing and others > 0 and with_queen and not theirs_last
        if not shot.spared:
            shot.fouls |= LAST
            shot.lost = shot.lost or losing
    shot.won = own_last and not shot.fouls


def opponent_last(state: State, shot: Shot, own_last: bool) -> None:
    """CARROM-5.6: the opponents' last piece fell. Under `lose_board` it wins with the own last one, if the queen is safe."""
    losing = state.options.opponent_last == "lose_board"
    if losing and own_last and shot.safe and not shot.fouls:
        return
    shot.fouls |= OPPONENT_LAST
    shot.lost = losing
    shot.covers = shot.covers and losing


def kept(state: State, shot: Shot) -> bool:
    """CARROM-3.5: whether a turn that would go on by what fell does so in spite of the foul."""
    icf = state.options.turn_after_foul == "icf" and shot.fouls == STRIKER_POCKETED
    return icf and shot.goes_on and (shot.own > 0 or shot.eligible)
