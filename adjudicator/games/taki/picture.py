"""The table as text, for sheets and the command line: the lead, what lies on it, and every hand."""

from collections.abc import Iterator

from .pieces import COLOUR
from .scoring import cards_left
from .state import SINGLE, State

WIDTH = 80
NAME = 24


def picture(state: State) -> str:
    """At most 80 columns wide. A log of summaries has no table: only who is in which stage, or what was left."""
    lines = [] if state.kind == "summary" else list(_middle(state))
    lines += [_row(state, seat) for seat in range(len(state.players))]
    return "\n".join(line.rstrip()[:WIDTH] for line in lines)


def _middle(state: State) -> Iterator[str]:
    lead = state.lead or "none yet"
    yield f"Lead {lead}" + (f", under {state.top}" if state.top and state.top not in COLOUR else "")
    if state.stack:
        yield f"Stack of {state.stack} for {_name(state, state.turn)}"
    if state.run:
        yield f"Open run of {state.run}"
    way = "clockwise" if state.direction == 1 else "counterclockwise"
    yield f"Pile {state.pile}, discards {state.discards}, play goes {way}"


def _row(state: State, seat: int) -> str:
    """Who it is, whether on turn, and what is known of the hand and owed."""
    up = state.ending is None and state.kind != "summary" and seat == state.turn
    cards = cards_left(state)[seat]
    said = [f"{'?' if cards is None else cards:>3} card{'' if cards == 1 else 's'}"]
    if state.options.format != SINGLE:
        said.append(f"stage {state.stages[seat]}")
    if seat == state.winner:
        said.append("has won")
    elif state.ending is None:
        said += _owed(state, seat)
    return f"{'>' if up else ' '} {_name(state, seat):{NAME}} " + ", ".join(said)


def _owed(state: State, seat: int) -> Iterator[str]:
    if state.plus and seat == state.turn:
        yield "owes a card"
    yield from (f"draws {each.count}" for each in state.owed if each.seat == seat)
    if seat in state.uncalled:
        yield "has not called"


def _name(state: State, seat: int) -> str:
    name = state.players[seat]
    return name if len(name) <= NAME else name[: NAME - 1] + "…"
