"""CHECKS: kind of entry -> may it be? The violations. Reads only; what a stroke means was worked out in `stroke.read`."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from msgspec import UNSET

from adjudicator.core.entries import Adjust, End
from adjudicator.core.game import Checks
from adjudicator.core.rulebook import Rule
from adjudicator.core.ruling import Violation

from . import penalties, rules, shot, stroke
from .moves import DeclinePenalty, Foul, Stroke, Summary
from .pieces import BLACK, COLOURS, EACH, QUEEN, STRIKER, WHITE
from .shot import FREE, Offence, Shot
from .sides import SIDE_OF
from .state import State, names

Found = Sequence[Violation]


# A stroke: what cannot have happened.


def could_happen(state: State, entry: Stroke, plan: Shot) -> Found:
    """CARROM-1.2, 2.1, 2.3, 8.2: whether the table lets it be so. Most strokes need no more than a glance."""
    lie, fell = state.lie, plan.fell
    lay = fell[0] <= lie[0] and fell[1] <= lie[1] and plan.queens <= (plan.queen == "board") and plan.strikers <= 1
    if lay and not entry.off_board and entry.broke is UNSET and entry.penalty_piece is UNSET:
        return ()
    found: list[Violation] = []
    for check in STROKE_FACTS:
        found += check(state, entry, plan)
    return found


def lies_there(state: State, entry: Stroke, plan: Shot) -> Found:
    """CARROM-1.2: no more pieces of a kind than lie on the board, and one striker."""
    gone = entry.pocketed + entry.off_board
    on_board = {WHITE: state.lie[0], BLACK: state.lie[1], QUEEN: int(plan.queen == "board"), STRIKER: 1}
    missing = [piece for piece, lying in on_board.items() if gone.count(piece) > lying]
    if not missing:
        return ()
    fell, lie = [gone.count(piece) for piece in missing], [on_board[piece] for piece in missing]
    return [rules.PIECES.impossible(player=entry.player, pieces=missing, gone=fell, on_board=lie)]


def centre_unbroken(state: State, entry: Stroke, plan: Shot) -> Found:
    """CARROM-2.1: a try fails to break only what is not broken yet."""
    return [rules.TRIES.impossible(player=entry.player)] if entry.broke is False and state.broken else ()


def try_touched_nothing(state: State, entry: Stroke, plan: Shot) -> Found:
    """CARROM-2.3: a try without contact moves no piece but the striker."""
    if entry.broke is not False:
        return ()
    moved = [piece for piece in entry.pocketed + entry.off_board if piece != STRIKER]
    return [rules.TRY.impossible(player=entry.player, pieces=moved)] if moved else ()


def named_piece_goes_back(state: State, entry: Stroke | Foul, plan: Shot | Offence) -> Found:
    """CARROM-8.2: a penalty piece or due is named only where one goes back, and of a colour that can."""
    if entry.penalty_piece is UNSET:
        return ()
    going = plan.cost.going()
    if going[COLOURS.index(entry.penalty_piece)]:
        return ()
    code = "penalty_piece_not_held" if any(going) else "penalty_piece_for_nothing"
    return [rules.NAMED.impossible(code, player=entry.player, colour=entry.penalty_piece)]


STROKE_FACTS = (lies_there, centre_unbroken, try_touched_nothing, named_piece_goes_back)


# A stroke: what is against the rules.


def within_rules(state: State, entry: Stroke, plan: Shot) -> Found:
    """CARROM-3.1, 5, 8.2: what a stroke breaks. Most break nothing, and say so at a glance."""
    if not plan.takes_turn and not plan.fouls and plan.cost is FREE:
        return ()
    found: list[Violation] = []
    for check in STROKE_RULES:
        found += check(state, entry, plan)
    return found


def on_turn(state: State, entry: Stroke, plan: Shot) -> Found:
    """CARROM-3.1: only the player on turn strikes."""
    if not plan.takes_turn:
        return ()
    return [rules.ON_TURN.illegal(player=entry.player, on_turn=state.players[state.turn])]


def colour_named(state: State, entry: Stroke | Foul, plan: Shot | Offence) -> Found:
    """CARROM-8.2: whoever has both colours down says which goes back."""
    cost = plan.cost
    if entry.penalty_piece is not UNSET or not all(cost.held) or not any(cost.going()):
        return ()
    return [rules.NAMED.illegal("penalty_piece_unnamed", player=entry.player, white=cost.held[0], black=cost.held[1])]


def fouls(state: State, entry: Stroke, plan: Shot) -> Found:
    """CARROM-5.2 to 5.9: the fouls of a stroke, which `stroke.read` found."""
    found = []
    for bit, rule, code in lines_of(plan.fouls):
        params: dict[str, Any] = {"player": entry.player}
        if bit == shot.OPPONENT:
            params["count"] = plan.theirs
        elif bit == shot.OFF_BOARD:
            params["pieces"] = list(entry.off_board)
        found.append(rule.foul(code, **params))
    return found


STROKE_RULES = (on_turn, fouls, colour_named)


@cache
def lines_of(fouls: int) -> tuple[tuple[int, Rule, str], ...]:
    """The lines of FOULS that these bits stand for."""
    return tuple(line for line in FOULS if line[0] & fouls)


FOULS: tuple[tuple[int, Rule, str], ...] = (
    (shot.STRIKER, rules.STRIKER, "striker_pocketed"),
    (shot.OFF_BOARD, rules.OFF_BOARD, "off_board"),
    (shot.OPPONENT, rules.OPPONENT, "opponent_piece"),
    (shot.LAST, rules.LAST, "last_before_queen"),
    (shot.OPPONENT_LAST, rules.OPPONENT_LAST, "opponent_last"),
    (shot.BREAK_FAILED, rules.BREAK_FAILED, "break_failed"),
    (shot.REPORTED["touch"], rules.TOUCH, "touch"),
    *((shot.REPORTED[code], rules.STRIKING, code) for code in rules.STRIKING.codes),
)
"""The bit of a foul, its rule and its code."""


# Other entries.


def foul_reported(state: State, entry: Foul, plan: Offence) -> Found:
    """CARROM-5.8, 5.9, 5.11: a foul without a stroke."""
    rule = rules.TOUCH if entry.code == "touch" else rules.STRIKING
    return [rule.foul(entry.code, player=entry.player)]


def something_to_decline(state: State, entry: DeclinePenalty, plan: None) -> Found:
    """CARROM-5.13: the latest stroke or foul entry cost something that still lies or is owed."""
    return () if state.latest else [rules.DECLINE.illegal("nothing_to_decline", player=entry.player)]


def not_own_penalty(state: State, entry: DeclinePenalty, plan: None) -> Found:
    """CARROM-5.13: only an opponent declines."""
    if not state.latest or SIDE_OF[len(state.players)][state.players.index(entry.player)] != state.latest.side:
        return ()
    return [rules.DECLINE.illegal("own_penalty", player=entry.player, players=names(state, state.latest.side))]


def between_boards(state: State, entry: Summary, plan: None) -> Found:
    """CARROM-9.1: a board that has begun cannot be logged as a whole."""
    return [rules.SUMMARY.impossible(board=state.board)] if state.begun else ()


def pieces_left(state: State, entry: Summary, plan: None) -> Found:
    """CARROM-9.2: how many pieces a loser can have left."""
    if entry.pieces is UNSET or 1 <= entry.pieces <= EACH:
        return ()
    options = state.options
    losing = options.opponent_last == "lose_board" or (options.last_before_queen == "lose_board" and entry.queen is True)
    if entry.pieces == 0 and losing:
        return ()
    return [rules.SUMMARY_BOUNDS.impossible("pieces_left_impossible", pieces=entry.pieces, queen=entry.queen)]


def no_negative_share(state: State, entry: Summary, plan: None) -> Found:
    """CARROM-9.2: with three players nobody has less than nothing."""
    if entry.points is UNSET or min(entry.points.values(), default=0) >= 0:
        return ()
    below = [name for name in state.players if entry.points.get(name, 0) < 0]
    return [rules.SUMMARY_BOUNDS.impossible("points_negative", players=below)]


def shares_sum(state: State, entry: Summary, plan: None) -> Found:
    """CARROM-9.2: with three players the shares sum to the value of all pieces."""
    if entry.points is UNSET:
        return ()
    worth = state.options.piece_points
    total, found = EACH * (worth.white + worth.black) + worth.queen, sum(entry.points.values())
    return () if found == total else [rules.SUMMARY_BOUNDS.impossible("points_do_not_sum", points=found, total=total)]


CHECKS: dict[Any, Checks] = {
    Stroke: Checks(plan=stroke.read, facts=(could_happen,), rules=(within_rules,)),
    Foul: Checks(plan=penalties.offence, facts=(named_piece_goes_back,), rules=(foul_reported, colour_named)),
    DeclinePenalty: Checks(rules=(something_to_decline, not_own_penalty)),
    Summary: Checks(place=(between_boards,), facts=(pieces_left, no_negative_share, shares_sum)),
    Adjust: Checks(),
    End: Checks(),
}
