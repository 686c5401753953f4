"""STEPS: kind of entry -> what it changes and brings about, step by step."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from adjudicator.core.entries import Adjust, End
from adjudicator.core.ruling import Judged, Outcome

from . import boards, match, rules, turns
from .moves import DeclinePenalty, Foul, Stroke, Summary
from .penalties import taken
from .pieces import words
from .shot import NONE, Offence, Pair, Shot
from .sides import SIDE_OF
from .state import Penalty, State, names

# A stroke.


def take_turn(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-3.1: a stroke out of turn that stands ends the turn of the player who was on turn."""
    if judged.plan.takes_turn:
        turns.give_turn(state, judged.plan.seat, outcome)
        outcome.effects.append(rules.ON_TURN.effect("turn_taken", player=entry.player))


def strike(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-2.1, 9.1: the board has begun; contact breaks the centre, a failed try counts. 5.13: no penalty is open."""
    state.begun = state.struck = True
    state.latest = None
    if entry.broke is False:
        state.tries += 1
    else:
        state.broken = True


def fall(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-1.2, 8.1: pocketed pieces are down, those of a colour for its side, with three players for whoever pocketed them."""
    plan: Shot = judged.plan
    white, black = plan.fell
    if not white and not black:
        return
    move(state.lie, plan.fell, -1)
    if state.shared:
        move(state.down[plan.side], plan.fell, 1)
    else:
        state.down[state.white][0] += white
        state.down[1 - state.white][1] += black


def unlock(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-4.1: an own piece that fell in a stroke of its side's own gives the right to the queen."""
    if judged.plan.own:
        state.fallen[judged.plan.side] = True


def respot(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-5.3: pieces that left the board lie in the centre."""
    pieces = [piece for piece in entry.off_board if piece != "striker"]
    if pieces and not judged.plan.lost:
        outcome.effects.append(rules.OFF_BOARD.effect("pieces_respotted", pieces=pieces))


def give_back(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-5.2, 5.4 to 5.6, 5.10: the pieces that the fouls themselves return."""
    for rule, side, pieces in judged.plan.back:
        take_up(state, side, pieces)
        outcome.effects.append(rule.effect("pieces_returned", players=names(state, side), pieces=words(pieces)))


def queen(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-4.2 to 4.4, 4.6: what becomes of a queen that fell, or waits for her cover."""
    plan: Shot = judged.plan
    if plan.lost or not (plan.queens or plan.queen == "pending"):
        return
    if plan.fouls:
        if plan.queens or not plan.goes_on:
            state.queen = "board"
            outcome.effects.append(rules.QUEEN_FOULED.effect("queen_returned"))
    elif plan.covers:
        state.queen, state.covered_by = "covered", plan.side
        outcome.effects.append(rules.COVER.effect("queen_covered", players=names(state, plan.side)))
    elif plan.queens:
        refuse_or_wait(state, plan, outcome)


def refuse_or_wait(state: State, plan: Shot, outcome: Outcome) -> None:
    """CARROM-4.2, 4.4: she waits for her cover, or is refused to a side that may not have her."""
    players = names(state, plan.side)
    if plan.eligible:
        state.queen = "pending"
        outcome.effects.append(rules.COVER.effect("queen_pending", players=players))
    else:
        state.queen = "refused"
        outcome.effects.append(rules.REFUSED.effect("queen_refused", players=players))


def penalise(state: State, entry: Stroke | Foul, judged: Judged, outcome: Outcome) -> None:
    """CARROM-5.1: penalty pieces go back."""
    plan: Shot | Offence = judged.plan
    if plan.cost.penalty != NONE:
        take_up(state, plan.side, plan.cost.penalty)
        pieces = words(plan.cost.penalty)
        outcome.effects.append(rules.PENALTY.effect("penalty_paid", players=names(state, plan.side), pieces=pieces))


def owe(state: State, entry: Stroke | Foul, judged: Judged, outcome: Outcome) -> None:
    """CARROM-5.12: what cannot be paid is owed, or waived."""
    plan: Shot | Offence = judged.plan
    cost = plan.cost
    if cost.owed:
        state.dues[plan.side] += cost.owed
        outcome.effects.append(rules.DUES.effect("penalty_owed", players=names(state, plan.side), count=cost.owed))
    if cost.waived:
        outcome.effects.append(rules.DUES.effect("penalty_waived", players=names(state, plan.side), count=cost.waived))


def remember(state: State, entry: Stroke | Foul, judged: Judged, outcome: Outcome) -> None:
    """CARROM-5.13: this penalty is the one that may be declined now."""
    plan: Shot | Offence = judged.plan
    cost = plan.cost
    declinable = cost.owed or cost.penalty != NONE
    state.latest = Penalty(plan.side, list(cost.penalty), cost.owed) if declinable else None


def lose_board(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-5.5, 5.6: a last piece loses the board at once."""
    if judged.plan.lost:
        boards.lost(state, judged.plan, outcome)


def win_board(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-6.1, 8.3: no piece is left and the queen is covered: the board ends."""
    if judged.plan.won:
        end_board(state, judged.plan.side, outcome)


def pay_dues(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-5.12: older dues are paid from the pieces that fell."""
    for side, pieces in judged.plan.cost.paid:
        pay(state, side, pieces, outcome)


def end_turn(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-2.2, 3.2, 3.3, 3.5: the same player strikes again, or the turn goes to the next."""
    plan: Shot = judged.plan
    if plan.won or plan.lost:
        return
    if not plan.goes_on:
        if entry.broke is False and not plan.fouls:
            outcome.effects.append(rules.BREAK_PASSES.effect("break_passed", player=entry.player))
        turns.pass_turn(state, plan.seat, outcome)
    elif plan.fouls:
        outcome.effects.append(rules.TURN_KEPT.effect("turn_kept", player=entry.player))


# Other entries.


def whistle(state: State, entry: Foul, judged: Judged, outcome: Outcome) -> None:
    """CARROM-5.11: a foul without a stroke begins a board (9.1), and ends the turn of its player (4.6 with it)."""
    plan: Offence = judged.plan
    state.begun = True
    if not plan.ends_turn:
        outcome.effects.append(rules.WHISTLE.effect("turn_kept", player=state.players[state.turn]))
        return
    if state.queen == "pending":
        state.queen = "board"
        outcome.effects.append(rules.QUEEN_FOULED.effect("queen_returned"))
    turns.pass_turn(state, plan.seat, outcome)


def decline(state: State, entry: DeclinePenalty, judged: Judged, outcome: Outcome) -> None:
    """CARROM-5.13: penalty pieces stay down, dues are struck off."""
    penalty = state.latest
    if penalty is None:
        return
    move(state.lie, penalty.pieces, -1)
    move(state.down[penalty.side], penalty.pieces, 1)
    state.dues[penalty.side] -= penalty.dues
    fields = {"pieces": words(penalty.pieces), "count": penalty.dues}
    outcome.effects.append(rules.DECLINE.effect("penalty_declined", players=names(state, penalty.side), **fields))


def settle_declined(state: State, entry: DeclinePenalty, judged: Judged, outcome: Outcome) -> None:
    """CARROM-5.13: what stays down may clear the board, or pays an older due (black first)."""
    penalty, state.latest = state.latest, None
    if penalty is None:
        return
    down = state.down[penalty.side]
    lying = sum(state.lie) if state.shared else boards.left(state, penalty.side)
    if state.queen == "covered" and not lying:
        end_board(state, penalty.side, outcome)
    elif (pieces := taken((down[0], down[1]), state.dues[penalty.side])) != NONE:
        pay(state, penalty.side, pieces, outcome)


def score_summary(state: State, entry: Summary, judged: Judged, outcome: Outcome) -> None:
    """CARROM-9.1: a board logged as a whole ends like any other."""
    if isinstance(entry.points, dict):
        boards.share(state, [entry.points[name] for name in state.players], rules.SUMMARY, outcome)
    else:
        boards.summed_up(state, entry, outcome)


def adjust(state: State, entry: Adjust, judged: Judged, outcome: Outcome) -> None:
    """CARROM-7.5: a correction by hand belongs to the game in play, or to the next one between games."""
    assert entry.points is not UNSET
    state.totals[SIDE_OF[len(state.players)][state.players.index(entry.player)]] += entry.points
    outcome.effects.append({"type": "total_adjusted", "player": entry.player, "points": entry.points})


def end(state: State, entry: End, judged: Judged, outcome: Outcome) -> None:
    """CARROM-7.4, 7.5: the match ends before its own end; the board in play is not scored."""
    rule = {"time": rules.TIME, "forfeit": rules.MATCH}.get(entry.reason, rules.END)
    outcome.effects.append(rule.effect("match_ended", reason=entry.reason))
    state.ending = entry.reason
    if entry.reason == "time":
        match.call_time(state, outcome)
    elif entry.reason == "forfeit" and isinstance(entry.player, str):
        state.forfeiter = state.players.index(entry.player)
        match.forfeit(state, state.forfeiter, outcome)


STEPS: dict[Any, tuple[Any, ...]] = {
    Stroke: (
        take_turn, strike, fall, unlock, respot, give_back, queen, penalise, owe, remember, lose_board, win_board, pay_dues,
        end_turn,
    ),
    Foul: (penalise, owe, remember, whistle),
    DeclinePenalty: (decline, settle_declined),
    Summary: (score_summary,),
    Adjust: (adjust,),
    End: (end,),
}  # fmt: skip


# What the steps share.


def end_board(state: State, side: int, outcome: Outcome) -> None:
    """A board is won, or with three players over."""
    if state.shared:
        boards.shared(state, outcome)
    else:
        boards.won(state, side, outcome)


def pay(state: State, side: int, pieces: Pair, outcome: Outcome) -> None:
    """CARROM-5.12: dues are paid with these pieces."""
    take_up(state, side, pieces)
    state.dues[side] -= sum(pieces)
    outcome.effects.append(rules.DUES.effect("due_paid", players=names(state, side), pieces=words(pieces)))


def take_up(state: State, side: int, pieces: Pair) -> None:
    """A side's pocketed pieces go back to the board."""
    move(state.down[side], pieces, -1)
    move(state.lie, pieces, 1)


def move(counts: list[int], pieces: Sequence[int], sign: int) -> None:
    """Change a pair of counts by these pieces."""
    counts[0] += sign * pieces[0]
    counts[1] += sign * pieces[1]
