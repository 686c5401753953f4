"""What fouls give back and cost: returned pieces, penalty pieces, dues (CARROM-5, 8.2)."""

from msgspec import UNSET

from adjudicator.core.rulebook import Rule

from . import rules
from .moves import Foul, Stroke
from .shot import ANY_REPORTED, EVERY, LAST, NONE, OPPONENT, OPPONENT_LAST, STRIKER, Cost, Offence, Pair, Shot
from .sides import SIDE_OF
from .state import State


def settle(state: State, entry: Stroke, shot: Shot) -> None:
    """What a stroke that does not lose the board gives back and costs, and whether it wins the board before dues are paid."""
    back = mine = theirs = NONE
    if shot.fouls:
        shot.back = returned(state, shot)
        for _, side, pieces in shot.back:
            if side == shot.side:
                back = mine = pieces
            else:
                theirs = pieces
    down = state.down[shot.side]
    fell = shot.fell if state.shared else one_colour(shot.own, shot.colour)
    held = (down[0] + fell[0] - mine[0], down[1] + fell[1] - mine[1])
    count = penalties(state, shot.fouls)
    penalty = taken(held, count, entry.penalty_piece)
    lying = sum(state.lie) if state.shared else state.lie[shot.colour]
    shot.won = shot.safe and lying - shot.own + sum(back) + sum(penalty) == 0
    unpaid = count - sum(penalty)
    waived = state.options.dues == "waived"
    left = (held[0] - penalty[0], held[1] - penalty[1])
    paid = () if shot.won else _paid(state, entry, shot, left, shot.theirs - sum(theirs))
    shot.cost = Cost(penalty, 0 if waived else unpaid, unpaid if waived else 0, paid, held)


def offence(state: State, entry: Foul) -> Offence:
    """CARROM-5.11: what a foul without a stroke costs, and whether it ends the turn."""
    seat = state.players.index(entry.player)
    side = SIDE_OF[len(state.players)][seat]
    held = (state.down[side][0], state.down[side][1])
    penalty = taken(held, 1, entry.penalty_piece)
    unpaid = 1 - sum(penalty)
    waived = state.options.dues == "waived"
    goes_on = state.options.foul_before_stroke == "continues" and not state.struck
    cost = Cost(penalty, 0 if waived else unpaid, unpaid if waived else 0, (), held)
    return Offence(seat, side, seat == state.turn and not goes_on, cost)


def penalties(state: State, fouls: int) -> int:
    """CARROM-5.1: how many penalty pieces these fouls cost."""
    if state.options.opponent_piece == "return_only":
        fouls &= EVERY - OPPONENT
    if state.options.penalties_per_stroke == "one":
        return 1 if fouls else 0
    return fouls.bit_count()


def returned(state: State, shot: Shot) -> tuple[tuple[Rule, int, Pair], ...]:
    """(rule, side, pieces): what the fouls of this stroke themselves return."""
    found: list[tuple[Rule, int, Pair]] = []
    fouls = shot.fouls
    rule = _returns_own(state, shot)
    if rule is not None and shot.own:
        found.append((rule, shot.side, shot.fell if state.shared else one_colour(shot.own, shot.colour)))
    elif fouls & LAST:
        colour = int(not shot.fell[0]) if state.shared else shot.colour
        found.append((rules.LAST, shot.side, one_colour(1, colour)))
    if fouls & OPPONENT:
        found.append((rules.OPPONENT, 1 - shot.side, one_colour(shot.theirs, 1 - shot.colour)))
    elif fouls & OPPONENT_LAST:
        found.append((rules.OPPONENT_LAST, 1 - shot.side, one_colour(1, 1 - shot.colour)))
    return tuple(found)


def taken(held: Pair, count: int, named: str | object = UNSET) -> Pair:
    """CARROM-8.2: which of the pieces `held` go back, if `count` do: the named colour first, else black."""
    if not count:
        return NONE
    if named == "white":
        white = max(0, min(held[0], count))
        return white, max(0, min(held[1], count - white))
    black = max(0, min(held[1], count))
    return max(0, min(held[0], count - black)), black


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


def _paid(state: State, entry: Stroke, shot: Shot, held: Pair, theirs: int) -> tuple[tuple[int, Pair], ...]:
    """CARROM-5.12: (side, pieces) of the older dues that are paid after this stroke.

    `held`: what the striking side has down then; `theirs`: the opponents' pieces of this stroke that stay down.
    """
    found: list[tuple[int, Pair]] = []
    if state.dues[shot.side] and (pieces := taken(held, state.dues[shot.side], entry.penalty_piece)) != NONE:
        found.append((shot.side, pieces))
    other = 1 - shot.side
    if theirs and state.dues[other]:
        down = state.down[other][1 - shot.colour] + theirs
        found.append((other, one_colour(min(down, state.dues[other]), 1 - shot.colour)))
    return tuple(found)

