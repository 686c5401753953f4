"""Who could play what (SAB-6.6): the kinds of cards that have a place in the mine or a target."""

from collections.abc import Sequence

from .mine import Mine, finds_place, tunnels
from .pieces import BREAK, MAP, REPAIRS, ROCKFALL, TOOLS, TUNNELS


def playable(mine: Mine, tools: Sequence[Sequence[int]], from_start: bool) -> list[set[int]]:
    """By seat, the kinds of which a card in that hand could be played. `tools`: the broken tools of each seat."""
    actions = with_target(mine, tools)
    paths = finds_place(mine, TUNNELS, from_start)
    return [actions if any(mine_own) else actions | paths for mine_own in tools]


def with_target(mine: Mine, tools: Sequence[Sequence[int]]) -> set[int]:
    """The kinds of action cards that have a target."""
    lying = {tool for place, tool in enumerate(TOOLS) if any(own[place] for own in tools)}
    whole = {tool for place, tool in enumerate(TOOLS) if not all(own[place] for own in tools)}
    actions = {BREAK[tool] for tool in whole} | {kind for kind, on_it in REPAIRS.items() if lying.intersection(on_it)}
    if mine.closed:
        actions.add(MAP)
    if tunnels(mine):
        actions.add(ROCKFALL)
    return actions
