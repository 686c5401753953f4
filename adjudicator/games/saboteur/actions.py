"""What may be done now, from what is known."""

from collections.abc import Iterator, Sequence

from adjudicator.core.game import Action, Next

from . import rules
from .deals import may_hold
from .goals import face_down
from .mine import open_cells, place_of, tunnels
from .pieces import BREAK, KINDS, MAP, REPAIRS, ROCKFALL, TOOLS, TUNNELS
from .state import State, named


def next_up(state: State) -> Next:
    """SAB-6.2, 6.7, 7.2: what is owed; else whoever is on turn."""
    if state.stage == "roles":
        return Next([], [{"player": None, "type": "roles", "rule": rules.SHOW_ROLES.id}])
    if state.stage == "gold" and state.stack is not None:
        taker = state.players[state.stack.taker]
        return Next([taker], [{"player": taker, "type": "gold", "rule": rules.TAKE_GOLD.id}])
    owed = sorted(state.goals.owed.items())
    if not owed:
        return Next([state.players[state.turn]], [])
    must = [{"player": state.players[seat], "type": "reveal", "goal": goal, "rule": rules.REVEAL.id} for goal, seat in owed]
    return Next(named(state, sorted({seat for _, seat in owed})), must)


def actions(state: State, player: str | None) -> Sequence[Action]:
    """The kinds of entries that are in place, with the choices that are known; `player`: only this one's."""
    if state.ending is not None:
        return []
    return [action for action in _offers(state) if player is None or action.player in (None, player)]


def _offers(state: State) -> Iterator[Action]:
    if state.stage == "ready":
        yield Action(None, "round", {}, rules.DEAL.id)
        yield Action(None, "summary", {}, rules.SUMMARY.id)
    due = next_up(state).must
    for owed in due:
        fields = {"goal": [owed["goal"]]} if owed["type"] == "reveal" else {}
        yield Action(owed["player"], owed["type"], fields, owed["rule"])
    if not due:
        yield from _turns(state)
        if not state.pile and state.options.stuck_ends_round:
            yield Action(None, "stuck", {}, rules.STUCK.id)


def _turns(state: State) -> Iterator[Action]:
    """The turns of the player whose turn it is: cards that the hand can hold, with their targets."""
    hand, player = state.hands[state.turn], state.players[state.turn]
    paths = [KINDS[kind] for kind in TUNNELS if may_hold(hand, (kind,))]
    if paths and not any(state.tools[state.turn]):
        yield Action(player, "path", {"cell": [list(place_of(cell)) for cell in open_cells(state.mine)]}, rules.CELL.id)
    whole, broken = _targets(state, 0), _targets(state, 1)
    tools = [tool for tool in TOOLS if whole[tool] and may_hold(hand, (BREAK[tool],))]
    if tools:
        yield Action(player, "break", {"target": _all_of(state, whole, tools), "tool": tools}, rules.BREAK.id)
    cards = [kind for kind, on_it in REPAIRS.items() if any(broken[tool] for tool in on_it) and may_hold(hand, (kind,))]
    if cards:
        tools = [tool for tool in TOOLS if broken[tool] and any(tool in REPAIRS[kind] for kind in cards)]
        fields = {"target": _all_of(state, broken, tools), "tool": tools, "card": [KINDS[kind] for kind in cards]}
        yield Action(player, "repair", fields, rules.REPAIR.id)
    fallen = [list(place_of(cell)) for cell in tunnels(state.mine)]
    if fallen and may_hold(hand, (ROCKFALL,)):
        yield Action(player, "rockfall", {"cell": fallen}, rules.ROCKFALL.id)
    goals = face_down(state.goals)
    if goals and may_hold(hand, (MAP,)):
        yield Action(player, "map", {"goal": goals}, rules.MAP.id)
    yield Action(player, "discard", {}, rules.HAND.id)


def _targets(state: State, least: int) -> dict[str, list[int]]:
    """Tool -> the seats where it lies broken (`least` 1), or where it does not (0)."""
    return {
        tool: [seat for seat, tools in enumerate(state.tools) if bool(tools[place]) == bool(least)]
        for place, tool in enumerate(TOOLS)
    }


def _all_of(state: State, targets: dict[str, list[int]], tools: Sequence[str]) -> list[str]:
    return named(state, sorted({seat for tool in tools for seat in targets[tool]}))
