"""The state of a match, and how it begins."""

from typing import Any, Literal

from msgspec import Struct

from adjudicator.core import game
from adjudicator.core.game import Table

from .options import Options
from .pieces import BLACK, COLOURS, EACH, QUEEN, STRIKER, WHITE
from .sides import SIDE_OF, SIDES

Queen = Literal["board", "pending", "refused", "covered"]
"""Where the queen is: on the board; pocketed and to be covered by the next stroke (CARROM-4.2); pocketed by a side that
may not have her, and back when the turn ends (CARROM-4.4); covered for the rest of the board."""


class Penalty(Struct, gc=False):
    """What the latest stroke or foul entry cost its side: pieces by colour, and dues (CARROM-5.13)."""

    side: int
    pieces: list[int]
    dues: int


class State(game.State, kw_only=True):
    """The table. Sides are numbered in the order of their first player; pairs of numbers are white and black.

    Game and board: `first` broke board 1 of game 1, `breaker` this one; `white` is the side that plays white (-1 with
    three players, where all pieces are everyone's). `begun`: the board has begun (CARROM-9.1). `lie`: pieces on the
    board. `down`: by side, the pocketed pieces: with two sides those of the side's own colour, with three players those
    that the player pocketed. `covered_by`: the side that covered the queen. `dues`: by side, the penalties owed.
    `fallen`: by side, whether an own piece has fallen in a stroke of its own in this board (CARROM-4.1).
    Turn: `tries` failed so far, `struck` whether there was a stroke in it. `latest`: the penalty that may be declined.
    """

    options: Options
    first: int
    game: int = 1
    board: int = 1
    games: list[int]
    totals: list[int]
    breaker: int
    white: int
    begun: bool = False
    broken: bool = False
    turn: int
    tries: int = 0
    struck: bool = False
    lie: list[int]
    down: list[list[int]]
    queen: Queen = "board"
    covered_by: int | None = None
    dues: list[int]
    fallen: list[bool]
    latest: Penalty | None = None

    @property
    def shared(self) -> bool:
        """Whether three players play for piece points (CARROM-8.1)."""
        return self.white < 0


def begin(table: Table) -> State:
    """CARROM-1.3: whoever is first breaks board 1, and that side plays white."""
    count, first = len(table.players), table.first
    over = range(len(SIDES[count]))
    return State(
        players=list(table.players),
        options=table.options,
        first=first,
        games=[0 for _ in over],
        totals=[0 for _ in over],
        breaker=first,
        white=white_side(count, first),
        turn=first,
        lie=[EACH, EACH],
        down=[[0, 0] for _ in over],
        dues=[0 for _ in over],
        fallen=[False for _ in over],
    )


def white_side(count: int, breaker: int) -> int:
    """CARROM-1.4: the breaker's side plays white. -1 at a table of three, where nobody owns a colour."""
    return -1 if count == 3 else SIDE_OF[count][breaker]


def names(state: State, side: int) -> list[str]:
    """The players of a side, in the order of their seats."""
    players = state.players
    return [players[side]] if len(players) < 4 else [players[side], players[side + 2]]


def table(state: State) -> dict[str, Any]:
    """The report's `state`.

    `game`, `board`, `breaker`, `turn` (names); `begun`, `broken` (the centre), `tries` (failed ones of this turn);
    `on_board` {white, black, queen, striker}; `queen` (`board`, `pending`, `refused`, `covered`), `covered_by` (names, null);
    `sides`: {players, colour (null with three players), pocketed {white, black}, dues, own_fallen (CARROM-4.1)}.
    """
    return {
        "game": state.game,
        "board": state.board,
        "breaker": state.players[state.breaker],
        "turn": state.players[state.turn],
        "begun": state.begun,
        "broken": state.broken,
        "tries": state.tries,
        "on_board": {WHITE: state.lie[0], BLACK: state.lie[1], QUEEN: int(state.queen == "board"), STRIKER: 1},
        "queen": state.queen,
        "covered_by": None if state.covered_by is None else names(state, state.covered_by),
        "sides": [
            {
                "players": names(state, side),
                "colour": colour_of(state, side),
                "pocketed": {WHITE: white, BLACK: black},
                "dues": state.dues[side],
                "own_fallen": state.fallen[side],
            }
            for side, (white, black) in enumerate(state.down)
        ],
    }


def colour_of(state: State, side: int) -> str | None:
    """The colour that a side plays in this board; None with three players."""
    return None if state.shared else COLOURS[side != state.white]


def conserved(state: State) -> dict[str, int]:
    """CARROM-1.2: the pieces on the board and those pocketed, by colour. Queen and striker are in one place by their type."""
    return {colour: state.lie[index] + sum(down[index] for down in state.down) for index, colour in enumerate(COLOURS)}
