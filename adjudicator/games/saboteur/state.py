"""The state of a match, how it begins, and how a round is laid out."""

from collections.abc import Sequence
from typing import Any, Literal

from adjudicator.core import game
from adjudicator.core.game import Table

from . import picture
from .goals import Goals, known_card
from .gold import Stack, Taken
from .knowledge import Hand, new_hand
from .mine import JOINED, Mine, edges, is_tunnel, new_mine, place_of, tunnels
from .options import Options
from .pieces import COPIES, GOLD_CARDS, HAND, KINDS, PACK, ROLE_CARDS, ROLES, TOKEN, TOOLS

Stage = Literal["ready", "digging", "roles", "gold"]
"""`ready`: laid out, and nothing of the round has been logged. `roles`, `gold`: it is over, and these are due."""


Winner = Literal["miners", "saboteurs"]


class State(game.State, kw_only=True):
    """Seats are numbers in the order of `players`.

    Of the match: `viewer` (the seat whose view this is), `all_shown` (no nuggets are kept back), `totals` with corrections,
    gold cards in the `box` and with the players (`gold_out`), and what is known of the latter (`taken`). Of the round: who
    is on `turn`, who `acted` last and who laid the last path card, the draw `pile`, the `spent` cards (discarded, or played
    and gone), hands, `copies` of each kind that the log shows
    (`limits`: SAB-1.3), broken `tools` by seat, the mine, the goals, roles as far as
    known, who won it, and the gold `stack` then drawn.
    """

    options: Options
    viewer: int | None
    all_shown: bool
    round: int = 1
    stage: Stage = "ready"
    starter: int
    totals: list[int]
    box: int = sum(GOLD_CARDS.values())
    gold_out: int = 0
    taken: Taken
    turn: int
    acted: int | None = None
    last_path: int | None = None
    pile: int = 0
    spent: int = 0
    hands: list[Hand] = []
    copies: list[int] = []
    limits: list[int]
    tools: list[list[int]] = []
    mine: Mine
    goals: Goals
    roles: list[str | None] = []
    winner: Winner | None = None
    stack: Stack | None = None


def begin(table: Table) -> State:
    """The state before the first entry: round 1 laid out."""
    state = State(
        players=list(table.players),
        options=table.options,
        viewer=None if table.viewer is None else table.players.index(table.viewer),
        all_shown=table.all_shown,
        starter=table.first,
        turn=table.first,
        totals=[0] * len(table.players),
        taken=Taken(),
        limits=list(COPIES[table.options.card_frame]),
        mine=new_mine(table.options),
        goals=Goals(),
    )
    lay_out(state)
    return state


def lay_out(state: State) -> None:
    """SAB-2.1, SAB-2.3: everything is dealt anew; only totals and the gold taken stay."""
    players = len(state.players)
    hand = HAND[players]
    state.stage, state.winner, state.stack = "ready", None, None
    state.turn, state.acted, state.last_path = state.starter, None, None
    state.pile, state.spent = PACK - hand * players, 0
    state.hands = [new_hand(hand) for _ in range(players)]
    state.copies = [0] * len(KINDS)
    state.tools = [[0] * len(TOOLS) for _ in range(players)]
    state.mine, state.goals = new_mine(state.options), Goals()
    state.roles = [None] * players


def broken(state: State, seat: int) -> list[str]:
    """The kinds of broken tools in front of a player."""
    return [tool for tool, count in zip(TOOLS, state.tools[seat], strict=True) if count]


def named(state: State, seats: Sequence[int]) -> list[str]:
    """The names at these seats."""
    return [state.players[seat] for seat in seats]


def table(state: State) -> dict[str, Any]:
    """The report's `state`: the round in play or laid out, or behind the end of the match the last one.

    `stage`: `ready` (nothing of the round is logged), `digging`, `roles`, `gold` (the round has ended, these are due), `over`.
    `pile`: cards to draw. `spent`: cards gone, face down or used up. `hands`: numbers of cards. `broken`: tools that lie in
    front of whom. `roles`: as far as known. `mine`: every face-up card, from north to south and west to east; `is` it a
    `tunnel`, a `goal` or the `start`, is it `joined` to the start by an unbroken tunnel (a dead end never is). `goals`: what
    each shows, and which card it must be by all that is known. `picture`: the mine as text.
    """
    names = state.players
    return {
        "round": state.round,
        "stage": state.stage if state.ending is None else "over",
        "starter": names[state.starter],
        "pile": state.pile,
        "spent": state.spent,
        "hands": {name: hand.held for name, hand in zip(names, state.hands, strict=True)},
        "broken": {name: broken(state, seat) for seat, name in enumerate(names)},
        "roles": {name: role for name, role in zip(names, state.roles, strict=True) if role is not None},
        "mine": _cells(state.mine),
        "goals": _goals(state),
        "picture": picture.picture(state),
    }


def _cells(mine: Mine) -> list[dict[str, Any]]:
    """The face-up cards of the report."""
    placed = sorted((-y, x, cell) for cell in mine.cards for x, y in [place_of(cell)])
    return [
        {
            "cell": [x, -south],
            "card": TOKEN[edges(mine.cards[cell])],
            "is": "tunnel" if is_tunnel(mine, cell) else "goal" if cell in mine.goals else "start",
            "joined": bool(mine.cards[cell] & JOINED),
        }
        for south, x, cell in placed
    ]


def _goals(state: State) -> list[dict[str, Any]]:
    """The goals of the report, from north to south."""
    goals = state.goals
    return [
        {"goal": goal, "cell": list(place_of(cell)), "shows": goals.shown[goal - 1], "card": known_card(goals, goal)}
        for goal, cell in enumerate(state.mine.goals, 1)
    ]


def conserved(state: State) -> dict[str, int]:
    """Cards: in the pile, in hands, in the mine, broken tools that lie, gone. Gold cards: in the box, on the stack, taken.

    Roles: in play, the spare one, and those that this number of players leaves in the box.
    """
    lying = sum(sum(tools) for tools in state.tools)
    held = sum(hand.held for hand in state.hands)
    unused = ROLE_CARDS - sum(ROLES[len(state.players)])
    return {
        "cards": state.pile + held + len(tunnels(state.mine)) + lying + state.spent,
        "goals": len(state.mine.closed) + sum(face is not None for face in state.goals.shown),
        "gold": state.box + (state.stack.left if state.stack else 0) + state.gold_out,
        "roles": len(state.roles) + 1 + unused,
    }
