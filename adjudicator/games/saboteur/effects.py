"""STEPS: kind of entry -> what it changes and brings about, step by step."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import UNSET

from adjudicator.core.entries import Adjust, End, Entry
from adjudicator.core.rulebook import Rule
from adjudicator.core.ruling import Judged, Outcome
from adjudicator.core.seats import after

from . import rules
from .deals import adopt
from .goals import FACES, now_reached, orders_of, orders_showing
from .gold import one_card, pass_on
from .knowledge import follow, name_hand, note_turn
from .mine import CLASHES, is_tunnel, lay, reaching, remove, touch, turn_over
from .moves import Break, Discard, Gold, Map, Path, Repair, Reveal, Rockfall, Roles, Round, Stuck, Summary, Turn
from .pieces import GOLD, KIND, MINER, SABOTEUR, TOOLS
from .rounds import close, pay, pay_out
from .state import State, Winner


def begin_round(state: State, entry: Entry, judged: Judged, outcome: Outcome) -> None:
    """SAB-8.1: the first entry of a round begins it."""
    if state.stage == "ready":
        state.stage = "digging"
        starter = state.players[state.starter]
        outcome.effects.append(rules.NEXT_ROUND.effect("round_begun", round=state.round, starter=starter))


def know_roles(state: State, entry: Round, judged: Judged, outcome: Outcome) -> None:
    """SAB-1.2: roles written down from the start."""
    if entry.roles is not UNSET:
        state.roles = [entry.roles.get(name) for name in state.players]


def know_hands(state: State, entry: Round, judged: Judged, outcome: Outcome) -> None:
    """SAB-2.3: hands written down from the start."""
    if entry.hands is not UNSET:
        for name, cards in entry.hands.items():
            name_hand(state.hands[state.players.index(name)], state.copies, [KIND[card] for card in cards])


def know_goals(state: State, entry: Round | Roles, judged: Judged, outcome: Outcome) -> None:
    """SAB-2.2: where the gold and the stones lie."""
    if entry.goals is not UNSET:
        state.goals.orders &= orders_of(entry.goals)


def spend_card(state: State, entry: Turn, judged: Judged, outcome: Outcome) -> None:
    """SAB-5.2: a card leaves the hand, and one enters it; what that says of the hands is kept."""
    plan = judged.plan
    if plan.ways is None:
        follow(state.hands[plan.seat], state.copies, state.limits, plan.gone, plan.drawn)
    else:
        note_turn(state.hands[plan.seat], plan.gone, plan.drawn)
        adopt(state.hands, plan.ways, state.copies)
        if plan.drawn >= 0:
            state.copies[plan.drawn] += 1


def draw(state: State, entry: Turn, judged: Judged, outcome: Outcome) -> None:
    """SAB-5.3: one card from the pile, while it lasts."""
    if state.pile:
        state.pile -= 1
        if not state.pile:
            outcome.effects.append(rules.PILE.effect("pile_empty"))


def lay_path(state: State, entry: Path, judged: Judged, outcome: Outcome) -> None:
    """SAB-6.1: the mine grows; the goals that its tunnels now reach are owed."""
    plan = judged.plan
    state.last_path = plan.seat
    _owe(state, plan.seat, lay(state.mine, plan.cell, plan.edges, plan.meeting), outcome)


def break_tool(state: State, entry: Break, judged: Judged, outcome: Outcome) -> None:
    """SAB-4.1: a broken tool lies in front of a player."""
    state.tools[state.players.index(entry.target)][TOOLS.index(entry.tool)] += 1


def repair_tool(state: State, entry: Repair, judged: Judged, outcome: Outcome) -> None:
    """SAB-4.2: one broken tool is gone, and the repair card; on a whole tool only the card."""
    tools, tool = state.tools[state.players.index(entry.target)], TOOLS.index(entry.tool)
    state.spent += 1
    if tools[tool]:
        tools[tool] -= 1
        state.spent += 1
    else:
        outcome.effects.append(rules.REPAIR.effect("nothing_repaired", player=entry.target, tool=entry.tool))


def bring_down(state: State, entry: Rockfall, judged: Judged, outcome: Outcome) -> None:
    """SAB-4.3: a tunnel card is gone, and the rockfall; where no tunnel lies only the rockfall."""
    state.spent += 1
    if not is_tunnel(state.mine, judged.plan.cell):
        outcome.effects.append(rules.ROCKFALL.effect("card_stays", cell=list(entry.cell)))
        return
    lost = remove(state.mine, judged.plan.cell)
    state.spent += 1
    if lost:
        outcome.effects.append(rules.ROCKFALL.effect("cut_off", cards=lost))


def forget_unreached(state: State, entry: Rockfall, judged: Judged, outcome: Outcome) -> None:
    """SAB-6.2: a reveal that was left out is owed only while the goal is still reached."""
    for goal in [goal for goal in state.goals.owed if not reaching(state.mine, state.mine.goals[goal - 1])]:
        del state.goals.owed[goal]
        outcome.effects.append(rules.REVEAL.effect("reveal_no_longer_owed", goal=goal))


def look(state: State, entry: Map, judged: Judged, outcome: Outcome) -> None:
    """SAB-4.4: the map is gone, and what it showed is known to this log."""
    state.spent += 1
    if entry.saw is not UNSET:
        state.goals.orders &= orders_showing(entry.goal, entry.saw)


def throw_away(state: State, entry: Discard, judged: Judged, outcome: Outcome) -> None:
    """SAB-5.2: the card lies on the discard pile, face down."""
    state.spent += 1


def pass_turn(state: State, entry: Turn, judged: Judged, outcome: Outcome) -> None:
    """SAB-5.1, SAB-5.3: play goes on to the left of whoever acted, past those who have no card."""
    players, hands = len(state.players), state.hands
    state.acted = judged.plan.seat
    state.turn = after(judged.plan.seat, players)
    if hands[state.turn].held or not any(hand.held for hand in hands):
        return
    while not hands[state.turn].held:
        outcome.effects.append(rules.PILE.effect("player_skipped", player=state.players[state.turn]))
        state.turn = after(state.turn, players)


def turn_goal(state: State, entry: Reveal, judged: Judged, outcome: Outcome) -> None:
    """SAB-6.2, SAB-6.4: a goal lies open, and carries tunnels; goals reached through it are owed by the same player."""
    goals, mine = state.goals, state.mine
    seat = goals.owed.pop(entry.goal, state.players.index(entry.player))
    cell, card = mine.goals[entry.goal - 1], FACES[entry.shows]
    goals.orders &= orders_showing(entry.goal, entry.shows)
    goals.shown[entry.goal - 1] = entry.shows
    if entry.shows == GOLD:
        goals.finder = seat
    elif touch(mine, cell, card) & CLASHES:
        outcome.effects.append(rules.STONE.effect("stone_clashes", goal=entry.goal, shows=entry.shows))
    _owe(state, seat, turn_over(mine, cell, card), outcome)


def _owe(state: State, seat: int, met: Sequence[int], outcome: Outcome) -> None:
    """SAB-6.2: goals met just now are owed by this seat."""
    if met:
        for goal in now_reached(state.goals, [state.mine.closed[cell] for cell in met], seat):
            outcome.effects.append(rules.REACHED.effect("goal_reached", player=state.players[seat], goal=goal))


def end_round(state: State, entry: Turn | Reveal, judged: Judged, outcome: Outcome) -> None:
    """SAB-6.3, SAB-6.5: with nothing owed, the gold ends the round, or else the last card."""
    goals = state.goals
    if goals.owed:
        return
    if goals.finder is not None:
        _end(state, "miners", rules.GOLD_FOUND, outcome)
    elif not state.hands[state.turn].held:
        # Whoever is on turn holds a card, if anybody does.
        _end(state, "saboteurs", rules.ALL_PLAYED, outcome)


def give_up_round(state: State, entry: Stuck, judged: Judged, outcome: Outcome) -> None:
    """SAB-6.6: the table ends the round; if the gold lies open already, the miners have won it."""
    _end(state, "saboteurs" if state.goals.finder is None else "miners", rules.STUCK, outcome)


def _end(state: State, winner: Winner, rule: Rule, outcome: Outcome) -> None:
    state.stage, state.winner = "roles", winner
    state.goals.owed = {}
    outcome.effects.append(rule.effect("round_ended", round=state.round, winner=winner))


def show_roles(state: State, entry: Roles, judged: Judged, outcome: Outcome) -> None:
    """SAB-6.7: all roles are known."""
    state.roles = [entry.roles[name] for name in state.players]


def settle(state: State, entry: Roles, judged: Judged, outcome: Outcome) -> None:
    """SAB-7.1, SAB-7.3: gold is drawn, or the saboteurs are paid and the round is scored."""
    pay_out(state, outcome)


def take_gold(state: State, entry: Gold, judged: Judged, outcome: Outcome) -> None:
    """SAB-7.2: a gold card goes to this player, and the stack goes on from there."""
    seat, stack = state.players.index(entry.player), state.stack
    assert stack is not None
    stack.left -= 1
    state.gold_out += 1
    stack.cards[seat] += 1
    if entry.nuggets is not UNSET:
        stack.nuggets[seat] += entry.nuggets
        state.taken = one_card(state.taken, entry.nuggets) or state.taken
    pass_on(state.options, [role == MINER for role in state.roles], stack, seat)


def score_round(state: State, entry: Gold, judged: Judged, outcome: Outcome) -> None:
    """SAB-8.2: with the last gold card the round is scored."""
    if state.stack is not None and not state.stack.left:
        close(state, outcome, state.stack.nuggets)


def sum_up(state: State, entry: Summary, judged: Judged, outcome: Outcome) -> None:
    """SAB-9.1, SAB-9.4: the round is what the summary says."""
    state.winner = entry.winner
    state.roles = [SABOTEUR if name in entry.saboteurs else MINER for name in state.players]
    state.last_path = state.acted = None if entry.last_path is UNSET else state.players.index(entry.last_path)


def score_summary(state: State, entry: Summary, judged: Judged, outcome: Outcome) -> None:
    """SAB-9.4: what everybody got; a round like any other."""
    if entry.winner == "saboteurs":
        nuggets = pay(state, [seat for seat, role in enumerate(state.roles) if role == SABOTEUR], outcome)
    else:
        amounts = {} if entry.nuggets is UNSET else entry.nuggets
        nuggets = [amounts.get(name, 0) for name in state.players]
    close(state, outcome, nuggets, summary=True)


def take_summed(state: State, entry: Summary, judged: Judged, outcome: Outcome) -> None:
    """SAB-9.3: the gold cards of the round are out of the box."""
    if entry.winner == "miners":
        state.box -= judged.plan.due
        state.gold_out += judged.plan.due
        state.taken = judged.plan.taken or state.taken


def adjust(state: State, entry: Adjust, judged: Judged, outcome: Outcome) -> None:
    """A correction by hand; SAB-7.4: of points that may not be seen nothing is said."""
    if entry.points is not UNSET:
        state.totals[state.players.index(entry.player)] += entry.points
        outcome.effects.append({"type": "total_adjusted", "player": entry.player, "points": entry.points})


def end(state: State, entry: End, judged: Judged, outcome: Outcome) -> None:
    """SAB-8.2: the match ends before its own end; a round in play is not scored."""
    state.ending = entry.reason
    state.forfeiter = None if entry.player is UNSET else state.players.index(entry.player)
    outcome.effects.append(rules.SCORE.effect("match_ended", reason=entry.reason))


Steps = tuple[Callable[..., None], ...]


def _turn(*steps: Callable[..., None]) -> Steps:
    """The steps of a turn: these, between those that every turn has."""
    return (begin_round, spend_card, *steps, draw, pass_turn, end_round)


STEPS: Mapping[type[Entry], Steps] = {
    Round: (begin_round, know_roles, know_hands, know_goals),
    Path: _turn(lay_path),
    Break: _turn(break_tool),
    Repair: _turn(repair_tool),
    Rockfall: _turn(bring_down, forget_unreached),
    Map: _turn(look),
    Discard: _turn(throw_away),
    Reveal: (begin_round, turn_goal, end_round),
    Stuck: (begin_round, give_up_round),
    Roles: (show_roles, know_goals, settle),
    Gold: (take_gold, score_round),
    Summary: (sum_up, take_summed, score_summary),
    Adjust: (adjust,),
    End: (end,),
}
