"""The entries of a log."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import UNSET, UnsetType

from adjudicator.core import game
from adjudicator.core.entries import Adjust, End, Entry, Remark, Result, Seat, Token, Whole
from adjudicator.core.errors import Fault
from adjudicator.core.game import Table
from adjudicator.core.reading import pointer

from .pieces import Face, Role, Tool

Goal = Literal[1, 2, 3]
Cell = tuple[Whole, Whole]


class Setup(game.Setup, frozen=True):
    """Nothing but who begins round 1."""


class Round(Entry, frozen=True, tag="round"):
    """A round begins, and what the referee knows of its deal. `goals` from north to south."""

    roles: dict[Seat, Role] | UnsetType = UNSET
    hands: dict[Seat, tuple[Token, ...]] | UnsetType = UNSET
    goals: tuple[Face, Face, Face] | UnsetType = UNSET


class Path(Entry, frozen=True, tag="path"):
    """A tunnel card, as it lies, is laid into a cell ([0, 0] is the start's, x grows towards the goals, y to the north)."""

    player: Seat
    card: Token
    cell: Cell
    drew: Token | UnsetType = UNSET


class Break(Entry, frozen=True, tag="break"):
    """A broken tool is laid in front of `target`."""

    player: Seat
    target: Seat
    tool: Tool
    drew: Token | UnsetType = UNSET


class Repair(Entry, frozen=True, tag="repair"):
    """A repair card removes a broken tool of `target`."""

    player: Seat
    target: Seat
    tool: Tool
    card: Token
    drew: Token | UnsetType = UNSET


class Rockfall(Entry, frozen=True, tag="rockfall"):
    """A tunnel card is removed from the mine."""

    player: Seat
    cell: Cell
    drew: Token | UnsetType = UNSET


class Map(Entry, frozen=True, tag="map"):
    """The player looks at a goal; `saw` is what it is (a stone by either of its lies)."""

    player: Seat
    goal: Goal
    saw: Face | UnsetType = UNSET
    drew: Token | UnsetType = UNSET


class Discard(Entry, frozen=True, tag="discard"):
    """A card is discarded face down."""

    player: Seat
    card: Token | UnsetType = UNSET
    drew: Token | UnsetType = UNSET


class Reveal(Entry, frozen=True, tag="reveal"):
    """A goal is turned over; a stone is named as it then lies."""

    player: Seat
    goal: Goal
    shows: Face


class Stuck(Entry, frozen=True, tag="stuck"):
    """The table ends the round because nobody can play."""


class Roles(Entry, frozen=True, tag="roles"):
    """All roles are shown after a round; `goals`, from north to south, if the goals are shown too."""

    roles: dict[Seat, Role]
    goals: tuple[Face, Face, Face] | UnsetType = UNSET


class Gold(Entry, frozen=True, tag="gold"):
    """A player takes a gold card of so many nuggets."""

    player: Seat
    nuggets: Whole | UnsetType


class Summary(Entry, frozen=True, tag="summary"):
    """The result of a whole round. `nuggets` if the miners won: what each of them took. `last_path` says who starts next."""

    winner: Literal["miners", "saboteurs"]
    saboteurs: tuple[Seat, ...]
    nuggets: dict[Seat, Whole] | UnsetType = UNSET
    last_path: Seat | UnsetType = UNSET


Turn = Path | Break | Repair | Rockfall | Map | Discard
ENTRIES = (
    Round, Path, Break, Repair, Rockfall, Map, Discard, Reveal, Stuck, Roles, Gold, Summary, End, Adjust, Remark, Result,
)


def malformed(entry: Entry, table: Table) -> Iterable[Fault]:
    """What the schema cannot say of one entry."""
    if isinstance(entry, Roles):
        return _malformed_roles(entry, table)
    return _malformed_summary(entry) if isinstance(entry, Summary) else ()


def _malformed_roles(entry: Roles, table: Table) -> Iterator[Fault]:
    """SAB-6.7: roles name everybody."""
    for name in table.players:
        if name not in entry.roles:
            yield Fault(pointer("roles", name), "missing", f"The role of {name} is missing.")


def _malformed_summary(entry: Summary) -> Iterator[Fault]:
    """SAB-9.2: nobody twice among the saboteurs; nuggets exactly if the miners won."""
    for index, name in enumerate(entry.saboteurs):
        if name in entry.saboteurs[:index]:
            yield Fault(pointer("saboteurs", index), "twice", f"{name} stands among the saboteurs twice.")
    if entry.winner == "miners" and entry.nuggets is UNSET:
        yield Fault("/nuggets", "missing", "The miners won: what each of them took is missing.")
    if entry.winner == "saboteurs" and entry.nuggets is not UNSET:
        yield Fault("/nuggets", "unknown_field", "The saboteurs won: their pay follows from the rules, and is not logged.")


def malformed_table(table: Table, entries: Sequence[Entry]) -> Iterator[Fault]:
    """Nothing but what the schemas say."""
    return iter(())
