"""A stroke is read: a set of fallen pieces becomes fouls, the queen's fate, the end of a turn or a board (CARROM-2 to 6).

Only reads the state; what follows is done in `effects`.
"""

from collections.abc import Sequence

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
from .sides import SIDE_OF
from .state import State

TRIES = 3
"""Tries that a turn gives to break the centre (CARROM-2.1)."""


def read(state: State, entry: Stroke) -> Shot:
    """CARROM-3.4: what this set of fallen pieces means, whatever their order, judged on the state before the stroke."""
    seat = state.players.index(entry.player)
    shot = Shot(seat, SIDE_OF[len(state.players)][seat], seat != state.turn)
    pocketed = entry.pocketed
    if not pocketed and not entry.off_board and not entry.fouls and entry.broke is not False:
        return shot
    count(state, pocketed, shot)
    if shot.theirs or shot.strikers or entry.off_board or entry.fouls or entry.broke is False:
        shot.fouls = spoiled(state, entry, shot)
    if shot.own or shot.queens:
        queen.judge(state, shot)
    last_pieces(state, shot)
    if not shot.lost and (shot.fouls or any(state.dues)):
        penalties.settle(state, entry, shot)
    shot.goes_on = goes_on(state, entry, shot)
    return shot


def count(state: State, pocketed: Sequence[str], shot: Shot) -> None:
    """What fell, and whose it is. A stroke that begins a turn finds the queen of the turn before back (CARROM-3.1)."""
    white, black = shot.fell = pocketed.count(WHITE), pocketed.count(BLACK)
    shot.queens, shot.strikers = pocketed.count(QUEEN), pocketed.count(STRIKER)
    shot.queen = state.queen if not shot.takes_turn or state.queen == "covered" else "board"
    if state.white < 0:
        shot.own = white + black
    elif shot.side == state.white:
        shot.own, shot.theirs = white, black
    else:
        shot.own, shot.theirs, shot.colour = black, white, 1


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
    lying = sum(state.lie) if state.shared else state.lie[shot.colour]
    own_last = shot.own > 0 and shot.own == lying
    others = shot.fouls
    theirs_last = shot.theirs > 0 and shot.theirs == state.lie[1 - shot.colour]
    if theirs_last:
        opponent_last(state, shot, own_last)
    if own_last and not shot.safe:
        losing = state.options.last_before_queen == "lose_board" and not state.shared
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


def goes_on(state: State, entry: Stroke, shot: Shot) -> bool:
    """CARROM-2.1, 3.2, 3.3, 3.5: whether the same player strikes again."""
    if shot.fouls:
        kept = state.options.turn_after_foul == "icf" and shot.fouls == STRIKER_POCKETED and not shot.refused_now
        return kept and (shot.own > 0 or (shot.queens > 0 and shot.eligible))
    if entry.broke is False:
        return not third_try_failed(state, entry, shot)
    return not shot.refused_now and (shot.own > 0 or shot.queens > 0)
