"""What a game must offer: the whole contract between the kernel and a game's folder, field by field.

A game is pure: it reads no clock, no file and no environment, and draws nothing at random but what `playout` is given.
"""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from msgspec import UNSET, Struct, UnsetType

from adjudicator.core.entries import Entry, Seat
from adjudicator.core.errors import Fault
from adjudicator.core.rulebook import Rule, Rulebook
from adjudicator.core.ruling import Judged, Outcome, Unverified, Violation
from adjudicator.core.scores import Row
from adjudicator.core.texts import Texts


class Options(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The ancestor of a game's ruleset options; the defaults are the preset `standard`."""


class Setup(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The ancestor of a game's setup. `first`: who begins; absent, the first listed."""

    first: Seat | UnsetType = UNSET


class Table(Struct, frozen=True):
    """Who plays what: everything of a log but its moves. `players` are in turn order.

    `viewer`: the player whose view this is the table of, None in the referee's and the public's. `all_shown`: nothing is
    missing of what is hidden until the end, as for the referee always, for the others once the game has ended.
    """

    players: tuple[str, ...]
    preset: str
    options: Any
    setup: Any
    viewer: str | None = None
    all_shown: bool = True

    @property
    def first(self) -> int:
        """The seat of whoever begins."""
        return 0 if self.setup.first is UNSET else self.players.index(self.setup.first)


class Placed(Struct):
    """One side of a reported outcome: its seats, rank, and points if known."""

    seats: tuple[int, ...]
    rank: int
    points: int | None


class State(Struct, kw_only=True):
    """The ancestor of a game's state, which one replay owns and changes in place. Plain data: it must survive JSON.

    `ply`: the place in the log of the entry in hand, and behind it of the latest one; the kernel counts it.
    `started`: something other than remarks has been logged. `ending`: how the match ended, None while it goes on
    (`played`, `time`, `abandoned`, `forfeit`, `reported`). `forfeiter`: the seat that gave up. `held`: a referee's
    `ruling` entry is owed. `reported`: the outcome of a `result` entry, best first.
    """

    players: list[str]
    ply: int = 0
    started: bool = False
    ending: str | None = None
    forfeiter: int | None = None
    held: bool = False
    reported: list[Placed] | None = None


class Next(Struct):
    """Who may act now, and what is owed before anything else (`{"player", "type", ...}`)."""

    players: list[str]
    must: list[dict[str, Any]]


class Action(Struct, omit_defaults=True):
    """One kind of entry that may be made now; `fields` names the known choices of its fields."""

    player: str | None
    type: str
    fields: dict[str, Any] = {}
    rule: str | None = None


class Standing(Struct):
    """The score of a match at one moment: rows best first, and the players of the winning side or sides."""

    rows: list[Row]
    winner: list[str] | None


class Audience(Enum):
    """Who, besides the referee, may see a field of an entry."""

    NOBODY = "nobody"
    ACTOR = "the player whom the entry names"
    EACH_OWN = "each player their own key of the object"


class Hidden(Struct, frozen=True):
    """One line of a cut table. `until_end`: every view has the field again once the game has ended for it."""

    audience: Audience
    until_end: bool = False


Measures = Callable[[Sequence[str], Sequence[Row], Sequence[dict[str, Any]]], Sequence[Mapping[str, int]]]
"""`(players in turn order, rows of the final standings, frames) -> for each row`, what tournaments may add up of a match
besides rank and points; what is not known of it (a reported one) is absent."""


def no_measures(players: Sequence[str], rows: Sequence[Row], frames: Sequence[dict[str, Any]]) -> Sequence[Mapping[str, int]]:
    """The measures of a game whose results are ranks and points alone."""
    return [{} for _ in rows]


class Counting(Struct, frozen=True):
    """How finished matches count in tournaments, unless the organiser says otherwise; names are those of `tournaments`."""

    scheme: str
    tie_breaks: tuple[str, ...] = ()
    measures: Measures = no_measures


Plan = Callable[[Any, Any], Any]
"""`(state, entry) -> plan`: what checks and effects both need, worked out once. Only reads."""

Check = Callable[[Any, Any, Any], Sequence[Violation | Unverified]]
"""`(state, entry, plan) -> what is wrong`, empty if nothing. Only reads; never raises."""

Step = Callable[[Any, Any, Judged, Outcome], None]
"""`(state, entry, judged, outcome)`: changes the state and appends to the outcome. The entry is possible, not always legal."""

Quick = Callable[[Any, Any, Outcome], tuple[str, ...] | None]
"""`(state, entry, outcome) -> the rules that stay open, mostly none`: judges and applies an entry that breaks no rule, in one go;
or hands back None and has changed nothing."""


def no_plan(state: Any, entry: Any) -> None:
    """The plan of a kind of entry that needs none."""
    return


def no_pending(state: Any) -> Sequence[dict[str, Any]]:
    """The pending frames of a game whose holds touch no frame."""
    return ()


class Checks(Struct, frozen=True):
    """The checks of one kind of entry, in three groups that the kernel runs one after the other.

    `place`: impossible for its place in the log; the first check that speaks is cited alone.
    `facts`: impossible for what it says; if any speaks, nothing below is asked.
    `rules`: against a rule (illegal, foul), or undecided. All are asked.
    """

    plan: Plan = no_plan
    place: tuple[Check, ...] = ()
    facts: tuple[Check, ...] = ()
    rules: tuple[Check, ...] = ()


class Playout(Struct):
    """A random lawful log: its setup (as in a log) and its entries."""

    setup: dict[str, Any]
    entries: list[Entry]


class Game(Struct, frozen=True, kw_only=True):
    """One game. The only thing that a game's folder shows to the outside (`GAME`)."""

    name: str
    """The word that logs carry."""
    version: int
    """Of the rules; grows when any log could be judged otherwise than before."""
    state_format: int
    """Of the state's encoding; a stored head of another format is rebuilt from the log."""
    seats: tuple[int, int]
    """The least and the greatest number of players."""
    components: Mapping[str, Any]
    """What lies in the box, for `GET /v1/games/{game}`."""
    options: type[Options]
    presets: Mapping[str, Mapping[str, Any]]
    """Name -> the options that differ from the defaults; `standard` is the empty one and stands first."""
    setup: type[Setup]
    entries: tuple[type[Entry], ...]
    """Every kind of entry, the common ones too (Taki has no `Adjust`)."""
    state: type[State]
    rulebook: Rulebook
    texts: Texts
    end_rule: Rule
    """The rule that is cited for whatever follows the end; its first code is the violation's."""
    checks: Mapping[type[Entry], Checks]
    steps: Mapping[type[Entry], tuple[Step, ...]]
    """What applying an entry does, in this order."""
    quick: Mapping[type[Entry], Quick] = {}
    """Of some kinds, the way past checks and steps for the commonest entries. It says and does the same, only sooner."""
    hidden: Mapping[type[Entry] | type[Setup], Mapping[str, Hidden]]
    """The cut table: which fields not everybody may see."""
    begin: Callable[[Table], Any]
    malformed: Callable[[Any, Table], Iterable[Fault]]
    """`(entry, table)`: what a schema cannot say, `()` if there is nothing; pointers are relative to the entry (`/tile`)."""
    malformed_table: Callable[[Table, Sequence[Entry]], Iterable[Fault]]
    """`(table, entries)`: faults of players, options and setup, given the entries that could be read; pointers from the top."""
    sides: Callable[[int], tuple[tuple[int, ...], ...]]
    """Number of players -> the seats of each side, sides in the order of their first player."""
    score: Callable[[Any], Standing]
    """Of a match that was judged; the kernel scores reported ones."""
    counting: Counting
    """How its matches count in tournaments."""
    next: Callable[[Any], Next]
    """Of a match that goes on; the kernel answers for one that is over."""
    table: Callable[[Any], dict[str, Any]]
    """The report's `state`."""
    pending: Callable[[Any], Sequence[dict[str, Any]]] = no_pending
    """Frames that a hold can still change: shown behind the finished ones while it lasts, and never stored."""
    actions: Callable[[Any, str | None], Sequence[Action]]
    """`(state, player)`: what this player may do now, or anybody (None), from what is known."""
    playout: Callable[[random.Random, Sequence[str], Any], Playout]
    """`(rng, players, options)`: one random lawful log."""
    playout_options: Callable[[random.Random, int], dict[str, Any]]
    """`(rng, number of players)`: random option values that a playout can be asked to use."""
    result_order: Callable[[Any], str] = lambda options: "all"
    """`options` -> which ranks of a `result` its points must agree with: `all`, `behind_first` (not rank 1) or `none`."""
    result_points: bool = True
    """Whether the rows of a `result` may have points."""
    measures: tuple[str, ...] = ()
    """What standings rows have besides points; null in the rows of a `result`."""
    shared_win: bool = False
    """Whether several sides at rank 1 all win."""
    picture: Callable[[Any], str] | None = None
    """The table as text, 80 columns or fewer."""
    conserved: Callable[[Any], Mapping[str, int]] = lambda state: {}
    """For tests and `verify`: how many pieces of each kind the state accounts for; the same at every ply."""
