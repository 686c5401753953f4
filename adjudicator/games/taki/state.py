"""The state of a match, and how it begins."""

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, Struct

from adjudicator.core import game
from adjudicator.core.game import Table

from .options import Options, starting_hand
from .pieces import TOTAL

STAGE_HAND, PENALTY, THE_REST = range(3)
"""The steps in which owed draws are drawn, for all players together (TAKI-9.1)."""

NOBODY = -1
SINGLE = "single"


class Owed(Struct, array_like=True, gc=False):
    """One draw that is owed: the step it belongs to, who owes it, how many cards (if they exist), and by which rule."""

    step: int
    seat: int
    count: int
    rule: str


class Claim(Struct, array_like=True, gc=False):
    """One entry that later plays may prove wrong: its ply, and the counters of its bucket and its player at that moment."""

    ply: int
    fitted: int
    drawn: int


class Bucket(Struct, array_like=True, gc=False):
    """The open claims of one player against one lead; `fitted` counts the cards played since that fit it."""

    fitted: int
    claims: list[Claim]


class State(game.State, kw_only=True):
    """Lists are by seat.

    The log: `kind` is `play` or `summary` once the first such entry is there (TAKI-12.1).
    Turns: `turn`, `direction` (1 clockwise, -1), `stack` (cards to draw), `plus`: the player on turn owes a card (TAKI-4.5).
    The lead: `lead`, as it stands in `FITS`; `top` is the card that lies on top, also a colourless one.
    The run: `run` is the colour of the open one, or empty. `layer` laid on it last and may still close it; `pending` is the
    action that this would set free. `laid_last`: who laid last on turn.
    A +3: `plus3` is its player while somebody still owes for it, `plus3_drawn` tells whether anybody has drawn.
    `owed`: the owed draws, in the order of steps and seats.
    Cards: `pile` and `discards` count, `top` included; `hands` count, `known` is what the log shows of each hand. `seen` counts
    the copies in the discards since the last reshuffle and in the known parts of all hands.
    Claims: `drawn` counts all cards each player has drawn; `claims` are the buckets by the key of the lead.
    Calls: `uncalled`: seat -> the ply of the play that left one card without a call; `missed`: it is too late for the call.
    The result: `stages`, `winner`, and `left`, the cards in hand that a summary told.
    """

    options: Options
    kind: str = ""
    turn: int
    direction: int = 1
    lead: str = ""
    top: str = ""
    stack: int = 0
    plus: bool = False
    run: str = ""
    layer: int = NOBODY
    pending: str = ""
    laid_last: int = NOBODY
    plus3: int = NOBODY
    plus3_drawn: bool = False
    owed: list[Owed] = []
    pile: int
    discards: int = 0
    hands: list[int]
    known: list[dict[str, int]]
    seen: dict[str, int] = {}
    drawn: list[int]
    claims: list[dict[str, Bucket]]
    uncalled: dict[int, int] = {}
    missed: list[bool]
    stages: list[int]
    winner: int = NOBODY
    left: list[int] | None = None

    @property
    def colour(self) -> str:
        """The colour of the lead, empty as long as no card has been turned."""
        return self.lead[:1]

    @property
    def symbol(self) -> str:
        """The symbol of the lead, empty behind a Change Colour."""
        return self.lead[1:]


def begin(table: Table) -> State:
    """TAKI-1.5, 3.1: hands are dealt, the leading card is turned, the first player is on turn. Its action is ignored."""
    count, size = len(table.players), starting_hand(table.options)
    leading = () if table.setup.leading is UNSET else table.setup.leading
    dealt = {} if table.setup.hands is UNSET else table.setup.hands
    known: list[dict[str, int]] = [{} for _ in table.players]
    seen = counted(leading)
    for name, cards in dealt.items():
        hand = known[table.players.index(name)]
        for card in cards:
            hand[card] = hand.get(card, 0) + 1
            seen[card] = seen.get(card, 0) + 1
    return State(
        players=list(table.players),
        options=table.options,
        turn=table.first,
        lead=leading[-1] if leading else "",
        top=leading[-1] if leading else "",
        pile=TOTAL - count * size - len(leading),
        discards=len(leading),
        hands=[size] * count,
        known=known,
        seen=seen,
        drawn=[0] * count,
        claims=[{} for _ in range(count)],
        missed=[False] * count,
        stages=[table.options.stages if table.options.format != SINGLE else 0] * count,
    )


def counted(cards: Iterable[str]) -> dict[str, int]:
    """How many copies of each card."""
    copies: dict[str, int] = {}
    for card in cards:
        copies[card] = copies.get(card, 0) + 1
    return copies


def unknown(state: State, seat: int) -> int:
    """How many cards of this hand the log does not show."""
    known = state.known[seat]
    return state.hands[seat] - sum(known.values()) if known else state.hands[seat]


def by_player(state: State, values: list[Any]) -> dict[str, Any]:
    """Values by seat as an object by player."""
    return dict(zip(state.players, values, strict=True))


def table(state: State) -> dict[str, Any]:
    """The report's `state`: lead, turn, stack, run, piles, hands as far as they are known, and what is owed.

    In a log of summaries all of play is null: nothing is known of it.
    """
    stages = by_player(state, state.stages) if state.options.format != SINGLE else None
    played = state.kind != "summary"
    return {
        "logged": state.kind or None,
        "stages": stages,
        "lead": {"colour": state.colour, "symbol": state.symbol or None} if played and state.colour else None,
        "top": state.top or None if played else None,
        "direction": ("clockwise" if state.direction == 1 else "counterclockwise") if played else None,
        "on_turn": state.players[state.turn] if played and state.ending is None else None,
        "plus": state.plus,
        "stack": state.stack,
        "run": {"colour": state.run, "may_close": _may_close(state)} if state.run else None,
        "owed": [{"player": state.players[each.seat], "count": each.count, "rule": each.rule} for each in state.owed],
        "uncalled": [state.players[seat] for seat in sorted(state.uncalled)],
        "pile": state.pile if played else None,
        "discards": state.discards if played else None,
        "cards": by_player(state, state.hands) if played else None,
        "known": by_player(state, [_in_words(hand) for hand in state.known]) if played else None,
    }


def _may_close(state: State) -> list[str]:
    seats = {state.turn} | ({state.layer} - {NOBODY})
    return [state.players[seat] for seat in sorted(seats)]


def _in_words(hand: dict[str, int]) -> list[str]:
    return [card for card in sorted(hand) for _ in range(hand[card])]


def conserved(state: State) -> dict[str, int]:
    """Cards: those in the draw pile, those discarded, those in hands."""
    return {"cards": state.pile + state.discards + sum(state.hands)}
