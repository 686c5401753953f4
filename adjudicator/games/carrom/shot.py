"""What one stroke did, worked out once before it is ruled on (the plan of a stroke), and the fouls as bits.

Pairs of numbers are white and black.
"""

from msgspec import Struct

from adjudicator.core.rulebook import Rule

from .state import Queen

Pair = tuple[int, int]
NONE: Pair = (0, 0)

STRIKER, OFF_BOARD, OPPONENT, LAST, OPPONENT_LAST, BREAK_FAILED = 1, 2, 4, 8, 16, 32
REPORTED: dict[str, int] = {"touch": 64, "placement": 128, "foul_line": 256, "push": 512, "baseline": 1024}
"""The fouls that only a referee can see (CARROM-5.8, 5.9)."""
ANY_REPORTED = 64 | 128 | 256 | 512 | 1024
EVERY = STRIKER | OFF_BOARD | OPPONENT | LAST | OPPONENT_LAST | BREAK_FAILED | ANY_REPORTED


class Cost(Struct, frozen=True, gc=False):
    """What an entry costs beyond the pieces that the foul itself returns.

    `penalty`: the offender's pieces that go back (CARROM-5.1). `owed`: dues that it owes instead (CARROM-5.12).
    `waived`: what it would owe if dues were not waived. `paid`: (side, pieces) for each side that pays older dues.
    `held`: what the offender had down before any of that.
    """

    penalty: Pair
    owed: int
    waived: int
    paid: tuple[tuple[int, Pair], ...]
    held: Pair

    def going(self) -> Pair:
        """All pieces that go back as a penalty or a due."""
        return (
            self.penalty[0] + sum(pieces[0] for _, pieces in self.paid),
            self.penalty[1] + sum(pieces[1] for _, pieces in self.paid),
        )


FREE = Cost(NONE, 0, 0, (), NONE)


class Shot(Struct, gc=False):
    """A stroke. `takes_turn`: its player is not on turn, so that a turn begins with it if it stands (CARROM-3.1).

    What fell: `fell`, `queens`, `strikers`; `own` and `theirs` are the pieces that fell of the striking side and of the
    opponents (with three players all are own), `lying` how many own ones lay on the board before. `colour`: 0 if the side
    plays white, else 1 (without meaning at three).
    `queen`: where she was before the stroke. `eligible`: the side may take her (CARROM-4.1, 4.3), `refused_now`: she
    fell, goes back at once and ends the turn (4.4), `covers`: she is covered by this stroke (4.2, 4.3).
    `fouls`: bits. `spared`: a last piece that does not lose the board, being in a spoilt stroke with the queen (5.5).
    `won`, `lost`: the stroke ends the board. `back`: (rule, side, pieces) that the fouls themselves return.
    `goes_on`: the player strikes again.
    """

    seat: int
    side: int
    takes_turn: bool
    fell: Pair = NONE
    queens: int = 0
    strikers: int = 0
    own: int = 0
    theirs: int = 0
    lying: int = 0
    colour: int = 0
    queen: Queen = "board"
    eligible: bool = False
    refused_now: bool = False
    covers: bool = False
    fouls: int = 0
    spared: bool = False
    won: bool = False
    lost: bool = False
    back: tuple[tuple[Rule, int, Pair], ...] = ()
    cost: Cost = FREE
    goes_on: bool = False

    @property
    def safe(self) -> bool:
        """The queen was covered before, or is by this stroke."""
        return self.covers or self.queen == "covered"


class Offence(Struct, frozen=True, gc=False):
    """A foul without a stroke (CARROM-5.11). `ends_turn`: it was the player on turn's, and ends the turn."""

    seat: int
    side: int
    ends_turn: bool
    cost: Cost
