"""Checks of the six turn entries (path, break, repair, rockfall, map, discard). They read only."""

from collections.abc import Sequence

from msgspec import UNSET, Struct, UnsetType

from adjudicator.core.entries import Entry
from adjudicator.core.game import Checks
from adjudicator.core.rulebook import Rule
from adjudicator.core.ruling import Unverified, Violation

from . import rules
from .deals import Way, fits_alone, other_ways
from .goals import orders_showing
from .knowledge import NOTHING, UNNAMED, agrees
from .mine import Touch, cell_of, is_taken, is_tunnel, touch
from .moves import Break, Discard, Map, Path, Repair, Rockfall, Turn
from .pieces import BREAK, EDGES, KIND, KINDS, MAP, REPAIRS, ROCKFALL, TOOLS
from .state import State, broken, limits, named

Found = Sequence[Violation | Unverified]

UNKNOWN = -3
"""In the place of a kind: the text names no such card."""


class Plan(Struct):
    """What a turn comes to.

    `gone`, `drawn`: the kinds of card that leave and enter the hand (`knowledge.UNNAMED`, `knowledge.NOTHING`, UNKNOWN).
    `trouble`: the first rule of SAB-5.4 that makes it impossible. `ways`: other ways in which the cards can have lain, if
    the turn does not agree with those kept. Of a path: the `cell`, the card's `edges` and how it would `meet` the mine.
    """

    seat: int
    gone: int
    drawn: int
    trouble: Rule | None = None
    ways: dict[int, Way] | None = None
    cell: int = 0
    edges: int = 0
    meet: Touch | None = None


def plan_path(state: State, entry: Path) -> Plan:
    """The card, its cell, and how it would lie there."""
    edges = EDGES.get(entry.card, 0)
    plan = _plan(state, entry, KIND[entry.card] if edges else UNKNOWN)
    plan.cell, plan.edges = cell_of(entry.cell), edges
    plan.meet = touch(state.mine, plan.cell, edges)
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
    plan = Plan(state.players.index(entry.player), gone, _drawn(state, entry.drew))
    hand = state.hands[plan.seat]
    if gone == UNKNOWN or plan.drawn == UNKNOWN:
        plan.trouble = rules.TUNNELS
    elif not hand.held or (not state.pile and plan.drawn != NOTHING):
        plan.trouble = rules.PILE
    elif not agrees(hand, state.copies, limits(state), gone, plan.drawn):
        _look_back(state, plan)
    return plan


def _drawn(state: State, drew: str | UnsetType) -> int:
    if drew is UNSET:
        return UNNAMED if state.pile else NOTHING
    return KIND.get(drew, UNKNOWN)


def _look_back(state: State, plan: Plan) -> None:
    """SAB-5.4: the way that is kept has no room for this turn; is there another?"""
    if not fits_alone(state.hands[plan.seat], plan.gone, plan.drawn):
        plan.trouble = rules.HAND
        return
    plan.ways = other_ways(state.hands, limits(state), plan.seat, plan.gone, plan.drawn)
    if plan.ways is None:
        plan.trouble = rules.COPIES


def round_goes_on(state: State, entry: object, plan: object) -> Found:
    """SAB-6.8: after the round has ended nobody plays in it."""
    return [rules.STAGE.impossible("round_is_over")] if state.stage in ("roles", "gold") else ()


def card_exists(state: State, entry: Turn, plan: Plan) -> Found:
    """SAB-1.3: the cards that are named exist; what is laid is a tunnel."""
    if plan.trouble is not rules.TUNNELS:
        return ()
    played = getattr(entry, "card", UNSET) if plan.gone == UNKNOWN and type(entry) is not Repair else UNSET
    unknown = entry.drew if played is UNSET and plan.drawn == UNKNOWN else played
    return () if unknown is UNSET else [rules.TUNNELS.impossible(card=unknown)]


def repair_card_exists(state: State, entry: Repair, plan: Plan) -> Found:
    """SAB-1.4: a repair names a repair card."""
    return [rules.ACTIONS.impossible(card=entry.card)] if plan.gone == UNKNOWN else ()


def has_cards(state: State, entry: Turn, plan: Plan) -> Found:
    """SAB-5.3: whoever has no card has no turn."""
    if plan.trouble is not rules.PILE or state.hands[plan.seat].held:
        return ()
    return [rules.PILE.impossible("no_card_in_hand", player=entry.player)]


def something_to_draw(state: State, entry: Turn, plan: Plan) -> Found:
    """SAB-5.3: with the pile empty nobody draws."""
    if plan.trouble is not rules.PILE or plan.drawn == NOTHING or state.pile:
        return ()
    return [rules.PILE.impossible("nothing_to_draw", player=entry.player, card=entry.drew)]


def card_in_hand(state: State, entry: Turn, plan: Plan) -> Found:
    """SAB-5.2: the card can be in the hand, by what the log says of that hand."""
    return [rules.HAND.impossible(player=entry.player, card=KINDS[plan.gone])] if plan.trouble is rules.HAND else ()


def copies_left(state: State, entry: Turn, plan: Plan) -> Found:
    """SAB-1.6: no kind has more copies than exist, however the cards lay that the log does not name."""
    if plan.trouble is not rules.COPIES:
        return ()
    frame, most = state.options.card_frame, limits(state)
    cards = [KINDS[kind] for kind in sorted({plan.gone, plan.drawn}) if kind >= 0 and state.copies[kind] >= most[kind]]
    return [rules.COPIES.impossible("too_many_copies", cards=cards or [KINDS[max(plan.gone, plan.drawn)]], frame=frame)]


def cell_is_free(state: State, entry: Path, plan: Plan) -> Found:
    """SAB-3.1: a cell holds one card; a face-down goal is one."""
    return [rules.CELL.impossible(cell=list(entry.cell))] if is_taken(state.mine, plan.cell) else ()


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
    meet, placement = plan.meet, state.options.placement
    if meet is None or (meet.from_start if placement == "from_start" else meet.joins):
        return ()
    return [rules.JOIN.illegal(card=entry.card, cell=list(entry.cell), placement=placement)]


def fits(state: State, entry: Path, plan: Plan) -> Found:
    """SAB-3.3: open edges meet open ones, closed edges closed ones."""
    if plan.meet is None or plan.meet.fits:
        return ()
    return [rules.FIT.illegal(card=entry.card, cell=list(entry.cell))]


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
_CARDS = (has_cards, something_to_draw, card_in_hand, copies_left)
_FACTS = (card_exists, *_CARDS)
_RULES = (on_turn, nothing_owed)

CHECKS: dict[type[Entry], Checks] = {
    Path: Checks(plan_path, _PLACE, (*_FACTS, cell_is_free), (*_RULES, tools_are_whole, joins, fits)),
    Break: Checks(plan_break, _PLACE, _FACTS, (*_RULES, not_broken_yet)),
    Repair: Checks(plan_repair, _PLACE, (*_FACTS, repair_card_exists), (*_RULES, tool_on_card, tool_is_broken)),
    Rockfall: Checks(plan_rockfall, _PLACE, (*_FACTS, something_lies_there), (*_RULES, tunnel_lies_there)),
    Map: Checks(plan_map, _PLACE, (*_FACTS, saw_as_known), (*_RULES, goal_face_down)),
    Discard: Checks(plan_discard, _PLACE, _FACTS, _RULES),
}
