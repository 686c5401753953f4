"""STEPS: kind of entry -> what it changes and brings about, step by step."""

from collections.abc import Sequence
from typing import Any

from msgspec import UNSET

from adjudicator.core.entries import Adjust, End
from adjudicator.core.ruling import Judged, Outcome

from . import boards, match, rules, turns
from .moves import DeclinePenalty, Foul, Stroke, Summary
from .penalties import taken
from .pieces import STRIKER, words
from .shot import FREE, NONE, Cost, Offence, Pair, Shot
from .sides import SIDE_OF
from .state import Penalty, State, names

# A stroke.


def strike(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-2.1, 9.1: the board has begun; contact breaks the centre, a failed try counts. 5.13: no penalty is open."""
    plan: Shot = judged.plan
    if plan.takes_turn:
        take_turn(state, entry, plan, outcome)
    state.begun = state.struck = True
    state.latest = None
    if entry.broke is False:
        state.tries += 1
        return
    state.broken = True
    if plan.fell is not NONE:
        fall(state, plan)


def take_turn(state: State, entry: Stroke, plan: Shot, outcome: Outcome) -> None:
    """CARROM-3.1: a stroke out of turn that stands ends the turn of the player who was on turn."""
    turns.give_turn(state, plan.seat, outcome)
    outcome.effects.append(rules.ON_TURN.effect("turn_taken", player=entry.player))


def fall(state: State, plan: Shot) -> None:
    """CARROM-1.2, 8.1: pocketed pieces are down, those of a colour for its side, with three players for whoever pocketed them.

    CARROM-4.1: an own piece that fell in a stroke of its side's own gives the right to the queen.
    """
    white, black = plan.fell
    lie, down = state.lie, state.down
    lie[0] -= white
    lie[1] -= black
    if state.white < 0:
        down[plan.side][0] += white
        down[plan.side][1] += black
    else:
        down[state.white][0] += white
        down[1 - state.white][1] += black
    if plan.own:
        state.fallen[plan.side] = True


def take_effect(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-4, 5: what follows of a foul, the queen, or a piece off the board. Most strokes have nothing of it."""
    plan: Shot = judged.plan
    if plan.fouls or plan.queens or plan.queen == "pending" or entry.off_board:
        for step in STROKE_EFFECTS:
            step(state, entry, judged, outcome)


def give_back(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-5.2 to 5.6, 5.10: the pieces that the fouls themselves return, and those that left the board."""
    if entry.off_board and not judged.plan.lost:
        respot(entry, outcome)
    for rule, side, pieces in judged.plan.back:
        take_up(state, side, pieces)
        outcome.effects.append(rule.effect("pieces_returned", players=names(state, side), pieces=words(pieces)))


def respot(entry: Stroke, outcome: Outcome) -> None:
    """CARROM-5.3: pieces that left the board lie in the centre."""
    pieces = [piece for piece in entry.off_board if piece != STRIKER]
    if pieces:
        outcome.effects.append(rules.OFF_BOARD.effect("pieces_respotted", pieces=pieces))


def queen(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-4.2 to 4.4, 4.6: what becomes of a queen that fell, or waits for her cover."""
    plan: Shot = judged.plan
    if not (plan.queens or plan.queen == "pending") or plan.lost:
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


def charge(state: State, entry: Stroke | Foul, judged: Judged, outcome: Outcome) -> None:
    """CARROM-5.1, 5.12: penalty pieces go back, what cannot be paid is owed or waived. CARROM-5.13: that may be declined now."""
    cost: Cost = judged.plan.cost
    if cost is FREE:
        return
    side, players = judged.plan.side, names(state, judged.plan.side)
    if cost.penalty is not NONE:
        take_up(state, side, cost.penalty)
        outcome.effects.append(rules.PENALTY.effect("penalty_paid", players=players, pieces=words(cost.penalty)))
    if cost.owed:
        state.dues[side] += cost.owed
        outcome.effects.append(rules.DUES.effect("penalty_owed", players=players, count=cost.owed))
    if cost.waived:
        outcome.effects.append(rules.DUES.effect("penalty_waived", players=players, count=cost.waived))
    state.latest = Penalty(side, list(cost.penalty), cost.owed) if cost.owed or cost.penalty is not NONE else None


STROKE_EFFECTS = (give_back, queen, charge)


def go_on(state: State, entry: Stroke, judged: Judged, outcome: Outcome) -> None:
    """CARROM-5.5, 5.6, 5.12, 6.1, 8.3: the board is lost or won, else older dues are paid and the turn goes on or ends."""
    plan: Shot = judged.plan
    if plan.lost:
        boards.lost(state, plan, outcome)
        return
    if plan.won:
        cleared(state, plan.side, outcome)
        return
    if plan.cost is not FREE:
        for side, pieces in plan.cost.paid:
            pay(state, side, pieces, outcome)
    if not plan.goes_on or plan.fouls:
        end_turn(state, entry, plan, outcome)


def end_turn(state: State, entry: Stroke, plan: Shot, outcome: Outcome) -> None:
    """CARROM-2.2, 3.3, 3.5: the turn goes to the next player, or is kept in spite of a foul."""
    if plan.goes_on:
        outcome.effects.append(rules.TURN_KEPT.effect("turn_kept", player=entry.player))
        return
    if entry.broke is False and not plan.fouls:
        outcome.effects.append(rules.BREAK_PASSES.effect("break_passed", player=entry.player))
    turns.give_turn(state, (plan.seat + 1) % len(state.players), outcome)


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
    turns.give_turn(state, (plan.seat + 1) % len(state.players), outcome)


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
        cleared(state, penalty.side, outcome)
    elif (pieces := taken((down[0], down[1]), state.dues[penalty.side])) is not NONE:
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
    Stroke: (strike, take_effect, go_on),
    Foul: (charge, whistle),
    DeclinePenalty: (decline, settle_declined),
    Summary: (score_summary,),
    Adjust: (adjust,),
    End: (end,),
}


# What the steps share.


def cleared(state: State, side: int, outcome: Outcome) -> None:
    """CARROM-6.1, 8.3: a board is won, or with three players over."""
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
    white, black = pieces
    lie, down = state.lie, state.down[side]
    lie[0] += white
    lie[1] += black
    down[0] -= white
    down[1] -= black


def move(counts: list[int], pieces: Sequence[int], sign: int) -> None:
    """Change a pair of counts by these pieces."""
    counts[0] += sign * pieces[0]
    counts[1] += sign * pieces[1]
