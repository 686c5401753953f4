"""Checks of the six turn entries (path, break, repair, rockfall, map, discard). They read only."""

from collections.abc import Sequence

from msgspec import UNSET, Struct

from adjudicator.core.entries import Entry
from adjudicator.core.game import Checks
from adjudicator.core.ruling import Unverified, Violation

from . import rules
from .deals import Way, has_copies, other_ways, way_alone
from .goals import orders_showing
from .knowledge import NOTHING, UNNAMED, agrees
from .mine import CLASHES, FROM_START, JOINS, cell_of, is_taken, is_tunnel, touch
from .moves import Break, Discard, Map, Path, Repair, Rockfall, Turn
from .pieces import BREAK, EDGES, KIND, KINDS, MAP, REPAIRS, ROCKFALL, TOOLS
from .state import State, broken, named

Found = Sequence[Violation | Unverified]

UNKNOWN = -3
"""In the place of a kind: the text names no such card."""


class Plan(Struct, gc=False):
    """What a turn comes to.

    `gone`, `drawn`: the kinds of card that leave and enter the hand (`knowledge.UNNAMED`, `knowledge.NOTHING`, UNKNOWN).
    `trouble`: what makes it impossible by SAB-5.4. `ways`: other ways in which the cards can have lain, if
    the turn does not agree with those kept. Of a path: the `cell`, the card's `edges`, and how it would meet the mine
    there (`meeting`, see `mine.touch`).
    """

    seat: int
    gone: int
    drawn: int
    trouble: Sequence[Violation] = ()
    ways: dict[int, Way] | None = None
    cell: int = 0
    edges: int = 0
    meeting: int = JOINS | FROM_START


def plan_path(state: State, entry: Path) -> Plan:
    """The card, its cell, and how it would lie there."""
    edges = EDGES.get(entry.card, 0)
    plan = _plan(state, entry, KIND[entry.card] if edges else UNKNOWN)
    plan.cell, plan.edges = cell_of(entry.cell), edges
    plan.meeting = touch(state.mine, plan.cell, edges)
    return plan


def plan_break(state: State, entry: Break) -> Plan:
    """A broken tool of that kind."""
    return _plan(state, entry, BREAK[entry.tool])


def plan_repair(state: State, entry: Repair) -> Plan:
    """The repair card that is named."""
    kind = KIND.get(entry.card, UNKNOWN)
    return _plan(state, entry, kind if kind in REPAIRS else UNKNOWN)


def plan_rockfall(state: State, entry: Rockfall) -> Plan:
    """A rockfall, and the cell that it strikes."""
    plan = _plan(state, entry, ROCKFALL)
    plan.cell = cell_of(entry.cell)
    return plan


def plan_map(state: State, entry: Map) -> Plan:
    """A map."""
    return _plan(state, entry, MAP)


def plan_discard(state: State, entry: Discard) -> Plan:
    """Any card, named or not."""
    return _plan(state, entry, UNNAMED if entry.card is UNSET else KIND.get(entry.card, UNKNOWN))


def _plan(state: State, entry: Turn, gone: int) -> Plan:
    drew = entry.drew
    drawn = (UNNAMED if state.pile else NOTHING) if drew is UNSET else KIND.get(drew, UNKNOWN)
    plan = Plan(state.players.index(entry.player), gone, drawn)
    hand = state.hands[plan.seat]
    if (
        gone == UNKNOWN or drawn == UNKNOWN or not hand.held or not (state.pile or drew is UNSET)
        or not agrees(hand, state.copies, state.limits, gone, drawn)
    ):
        plan.trouble = _no_such_card(entry, plan) or _no_card(state, entry, plan) or _look_back(state, entry, plan)
    return plan


def _no_such_card(entry: Turn, plan: Plan) -> list[Violation]:
    """SAB-1.3: the cards that are named exist, and what is laid is a tunnel. SAB-1.4: a repair names a repair card."""
    found = []
    if plan.gone == UNKNOWN:
        rule = rules.ACTIONS if type(entry) is Repair else rules.TUNNELS
        found.append(rule.impossible(card=getattr(entry, "card", "")))
    if plan.drawn == UNKNOWN and not (found and found[0].rule == rules.TUNNELS.id):
        found.append(rules.TUNNELS.impossible(card=entry.drew))
    return found


def _no_card(state: State, entry: Turn, plan: Plan) -> list[Violation]:
    """SAB-5.3: whoever has no card has no turn, and with the pile empty nobody draws."""
    if not state.hands[plan.seat].held:
        return [rules.PILE.impossible("no_card_in_hand", player=entry.player)]
    if not state.pile and plan.drawn != NOTHING:
        return [rules.PILE.impossible("nothing_to_draw", player=entry.player, card=entry.drew)]
    return []


def _look_back(state: State, entry: Turn, plan: Plan) -> list[Violation]:
    """SAB-5.4: the way that is kept has no room for this turn. SAB-5.2, SAB-1.6: is there another, for this hand, for all?"""
    gone, drawn, hand = plan.gone, plan.drawn, state.hands[plan.seat]
    alone = way_alone(hand, gone, drawn)
    if alone is None:
        return [rules.HAND.impossible(player=entry.player, card=KINDS[gone])]
    if has_copies(hand, alone, state.copies, state.limits, drawn):
        plan.ways = {plan.seat: alone}
    else:
        plan.ways = other_ways(state.hands, state.limits, plan.seat, gone, drawn)
    if plan.ways is not None:
        return []
    short = [KINDS[kind] for kind in sorted({gone, drawn}) if kind >= 0 and state.copies[kind] >= state.limits[kind]]
    cards = short or [KINDS[max(gone, drawn)]]
    return [rules.COPIES.impossible("too_many_copies", cards=cards, frame=state.options.card_frame)]


def round_goes_on(state: State, entry: object, plan: object) -> Found:
    """SAB-6.8: after the round has ended nobody plays in it."""
    return [rules.STAGE.impossible("round_is_over")] if state.stage in ("roles", "gold") else ()


def cards_agree(state: State, entry: Turn, plan: Plan) -> Found:
    """SAB-5.4: the cards that leave and enter the hand agree with all that the log has said; cited is the first that applies."""
    return plan.trouble


def cell_is_free(state: State, entry: Path, plan: Plan) -> Found:
    """SAB-3.1: a cell holds one card; a face-down goal is one."""
    mine = state.mine
    return [rules.CELL.impossible(cell=list(entry.cell))] if plan.cell in mine.cards or plan.cell in mine.closed else ()


def something_lies_there(state: State, entry: Rockfall, plan: Plan) -> Found:
    """SAB-4.3: a rockfall strikes a card."""
    return () if is_taken(state.mine, plan.cell) else [rules.ROCKFALL.impossible("nothing_there", cell=list(entry.cell))]


def saw_as_known(state: State, entry: Map, plan: Plan) -> Found:
    """SAB-2.2: what a map shows agrees with what is known of the goals."""
    if entry.saw is UNSET or state.goals.orders & orders_showing(entry.goal, entry.saw):
        return ()
    return [rules.GOALS.impossible("goal_known_otherwise", goal=entry.goal, shows=entry.saw)]


def on_turn(state: State, entry: Turn, plan: Plan) -> Found:
    """SAB-5.1: only the player on turn plays."""
    return () if plan.seat == state.turn else [rules.TURN.illegal(player=entry.player, on_turn=state.players[state.turn])]


def nothing_owed(state: State, entry: object, plan: object) -> Found:
    """SAB-6.2: goals that were reached are turned over before anything else."""
    owed = state.goals.owed
    if not owed:
        return ()
    return [rules.REVEAL.illegal("reveal_owed", players=named(state, sorted({*owed.values()})), goals=sorted(owed))]


def tools_are_whole(state: State, entry: Path, plan: Plan) -> Found:
    """SAB-3.5: no path card with a broken tool."""
    tools = broken(state, plan.seat) if any(state.tools[plan.seat]) else ()
    return [rules.WHOLE_TOOLS.illegal(player=entry.player, tools=tools)] if tools else ()


def joins(state: State, entry: Path, plan: Plan) -> Found:
    """SAB-3.2: the card joins another one, under `from_start` one that a tunnel joins to the start."""
    placement = state.options.placement
    if plan.meeting & (FROM_START if placement == "from_start" else JOINS):
        return ()
    return [rules.JOIN.illegal(card=entry.card, cell=list(entry.cell), placement=placement)]


def fits(state: State, entry: Path, plan: Plan) -> Found:
    """SAB-3.3: open edges meet open ones, closed edges closed ones."""
    return [rules.FIT.illegal(card=entry.card, cell=list(entry.cell))] if plan.meeting & CLASHES else ()


def not_broken_yet(state: State, entry: Break, plan: Plan) -> Found:
    """SAB-4.1: at most one broken tool of each kind."""
    if not _is_broken(state, entry):
        return ()
    return [rules.BREAK.illegal(target=entry.target, tool=entry.tool)]


def tool_on_card(state: State, entry: Repair, plan: Plan) -> Found:
    """SAB-4.2: the card shows the tool that it repairs."""
    on_card = REPAIRS[plan.gone]
    return () if entry.tool in on_card else [rules.REPAIR.illegal("tool_not_on_card", card=entry.card, tool=entry.tool)]


def tool_is_broken(state: State, entry: Repair, plan: Plan) -> Found:
    """SAB-4.2: only what is broken is repaired."""
    return () if _is_broken(state, entry) else [rules.REPAIR.illegal("tool_is_whole", target=entry.target, tool=entry.tool)]


def tunnel_lies_there(state: State, entry: Rockfall, plan: Plan) -> Found:
    """SAB-4.3: never the start or a goal."""
    return () if is_tunnel(state.mine, plan.cell) else [rules.ROCKFALL.illegal("no_tunnel_there", cell=list(entry.cell))]


def goal_face_down(state: State, entry: Map, plan: Plan) -> Found:
    """SAB-4.4: a map is for a goal that still lies face down."""
    return () if state.goals.shown[entry.goal - 1] is None else [rules.MAP.illegal(goal=entry.goal)]


def _is_broken(state: State, entry: Break | Repair) -> bool:
    return state.tools[state.players.index(entry.target)][TOOLS.index(entry.tool)] > 0


_PLACE = (round_goes_on,)
_RULES = (on_turn, nothing_owed)

CHECKS: dict[type[Entry], Checks] = {
    Path: Checks(plan_path, _PLACE, (cards_agree, cell_is_free), (*_RULES, tools_are_whole, joins, fits)),
    Break: Checks(plan_break, _PLACE, (cards_agree,), (*_RULES, not_broken_yet)),
    Repair: Checks(plan_repair, _PLACE, (cards_agree,), (*_RULES, tool_on_card, tool_is_broken)),
    Rockfall: Checks(plan_rockfall, _PLACE, (cards_agree, something_lies_there), (*_RULES, tunnel_lies_there)),
    Map: Checks(plan_map, _PLACE, (cards_agree, saw_as_known), (*_RULES, goal_face_down)),
    Discard: Checks(plan_discard, _PLACE, (cards_agree,), _RULES),
}
