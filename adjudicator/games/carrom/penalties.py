"""What fouls give back and cost: returned pieces, penalty pieces, dues (CARROM-5, 8.2)."""

from msgspec import UNSET

from adjudicator.core.rulebook import Rule

from . import rules
from .moves import Foul, Stroke
from .shot import ANY_REPORTED, LAST, NONE, OPPONENT, OPPONENT_LAST, STRIKER, Cost, Offence, Pair, Shot
from .sides import SIDE_OF
from .state import State


def settle(state: State, entry: Stroke, shot: Shot) -> None:
    """What a stroke that does not lose the board gives back and costs, and whether it wins the board before dues are paid."""
    white, black = shot.fell if state.white < 0 else one_colour(shot.own, shot.colour)
    returns, theirs = 0, shot.theirs
    if shot.fouls:
        shot.back = returned(state, shot)
        for _, side, pieces in shot.back:
            if side == shot.side:
                white, black, returns = white - pieces[0], black - pieces[1], pieces[0] + pieces[1]
            else:
                theirs -= pieces[0] + pieces[1]
    down = state.down[shot.side]
    held = down[0] + white, down[1] + black
    count = penalties(state, shot.fouls) if shot.fouls else 0
    penalty = taken(held, count, entry.penalty_piece) if count else NONE
    paid = penalty[0] + penalty[1]
    shot.won = shot.lying - shot.own + returns + paid == 0 and shot.safe
    dues: tuple[tuple[int, Pair], ...] = ()
    if not shot.won and any(state.dues):
        dues = older_dues(state, entry, shot, (held[0] - penalty[0], held[1] - penalty[1]), theirs)
    if count or dues:
        shot.cost = cost(state, penalty, count - paid, dues, held)


def cost(state: State, penalty: Pair, unpaid: int, dues: tuple[tuple[int, Pair], ...], held: Pair) -> Cost:
    """CARROM-5.12: what cannot be paid is owed, unless dues are waived."""
    if unpaid and state.options.dues == "waived":
        return Cost(penalty, 0, unpaid, dues, held)
    return Cost(penalty, unpaid, 0, dues, held)


def offence(state: State, entry: Foul) -> Offence:
    """CARROM-5.11: what a foul without a stroke costs, and whether it ends the turn."""
    seat = state.players.index(entry.player)
    side = SIDE_OF[len(state.players)][seat]
    held = (state.down[side][0], state.down[side][1])
    penalty = taken(held, 1, entry.penalty_piece)
    goes_on = seat != state.turn or (state.options.foul_before_stroke == "continues" and not state.struck)
    return Offence(seat, side, not goes_on, cost(state, penalty, 1 - sum(penalty), (), held))


def penalties(state: State, fouls: int) -> int:
    """CARROM-5.1: how many penalty pieces these fouls cost."""
    if fouls & OPPONENT and state.options.opponent_piece == "return_only":
        fouls -= OPPONENT
    if state.options.penalties_per_stroke == "per_offence":
        return fouls.bit_count()
    return 1 if fouls else 0


def returned(state: State, shot: Shot) -> tuple[tuple[Rule, int, Pair], ...]:
    """(rule, side, pieces): what the fouls of this stroke themselves return."""
    found: tuple[tuple[Rule, int, Pair], ...] = ()
    if shot.own and (rule := _returns_own(state, shot)):
        found = ((rule, shot.side, shot.fell if state.white < 0 else one_colour(shot.own, shot.colour)),)
    elif shot.fouls & LAST:
        colour = int(not shot.fell[0]) if state.white < 0 else shot.colour
        found = ((rules.LAST, shot.side, one_colour(1, colour)),)
    if shot.fouls & OPPONENT:
        return (*found, (rules.OPPONENT, 1 - shot.side, one_colour(shot.theirs, 1 - shot.colour)))
    if shot.fouls & OPPONENT_LAST:
        return (*found, (rules.OPPONENT_LAST, 1 - shot.side, one_colour(1, 1 - shot.colour)))
    return found


def taken(held: Pair, count: int, named: str | object = UNSET) -> Pair:
    """CARROM-8.2: which of the pieces `held` go back, if `count` do: the named colour first, else black."""
    white, black = held
    if not count or white + black <= 0:
        return NONE
    if named == "white":
        first = white if white < count else count
        rest = count - first
        return first, black if black < rest else rest
    first = black if black < count else count
    rest = count - first
    return white if white < rest else rest, first


def one_colour(count: int, colour: int) -> Pair:
    """`count` pieces of one colour (0 white, 1 black)."""
    return (0, count) if colour else (count, 0)


def _returns_own(state: State, shot: Shot) -> Rule | None:
    """The rule by which all own pieces of the stroke go back, if one does."""
    if shot.fouls & STRIKER and state.options.striker_with_own == "return_all":
        return rules.STRIKER
    if shot.fouls & ANY_REPORTED:
        return rules.SPOILED
    return rules.LAST if shot.spared else None


def older_dues(state: State, entry: Stroke, shot: Shot, held: Pair, theirs: int) -> tuple[tuple[int, Pair], ...]:
    """CARROM-5.12: (side, pieces) of the older dues that are paid after this stroke.

    `held`: what the striking side has down then; `theirs`: the opponents' pieces of this stroke that stay down.
    """
    found: tuple[tuple[int, Pair], ...] = ()
    if state.dues[shot.side] and (pieces := taken(held, state.dues[shot.side], entry.penalty_piece)) is not NONE:
        found = ((shot.side, pieces),)
    other = 1 - shot.side
    if theirs and state.dues[other]:
        down = state.down[other][1 - shot.colour] + theirs
        found = (*found, (other, one_colour(min(down, state.dues[other]), 1 - shot.colour)))
    return found
