"""Amending a log: the ops of a correction, read with every fault of them, and what they make of a log. Nothing is judged here.

Ops apply in order. Plies, and the names in entries and setups, are those of the log as the ops before have left it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct, structs

from adjudicator.core.entries import Entry, Name
from adjudicator.core.errors import Fault, TooLarge
from adjudicator.core.faults import faults_of
from adjudicator.core.game import Setup
from adjudicator.core.log import MAX_ENTRIES, Log, decode_entry, entry_union, twice_faults
from adjudicator.core.renaming import renamed

Ply = Annotated[int, Meta(ge=1, le=2 * MAX_ENTRIES)]


class Op(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="op", gc=False):
    """The ancestor of the ops."""


class ReplaceOp(Op, frozen=True, tag="replace"):
    """Another entry at this ply."""

    ply: Ply
    move: Any


class InsertOp(Op, frozen=True, tag="insert"):
    """An entry before this ply; one more than the log is long appends."""

    ply: Ply
    move: Any


class RemoveOp(Op, frozen=True, tag="remove"):
    """No entry at this ply; those behind it move up."""

    ply: Ply


class TruncateOp(Op, frozen=True, tag="truncate"):
    """Nothing behind this ply; 0 leaves no entry."""

    ply: Annotated[int, Meta(ge=0, le=2 * MAX_ENTRIES)]


class UndoOp(Op, frozen=True, tag="undo"):
    """The last entry is taken off."""


class SeatsOp(Op, frozen=True, tag="seats"):
    """These players, in turn order. Whoever is named still stays the same; the others give way in turn order, in entries too."""

    players: tuple[Name, ...]


class SetupOp(Op, frozen=True, tag="setup"):
    """Another setup."""

    setup: Any


AnyOp = ReplaceOp | InsertOp | RemoveOp | TruncateOp | UndoOp | SeatsOp | SetupOp
_MOVING, _SEATS, _SETUP = ("replace", "insert"), "seats", "setup"


def amended(log: Log, raw: Sequence[Any], at: str, faults: list[Fault]) -> Log:
    """The log that these ops, which stand at the pointer `at`, make of another one.

    Faults are added; with any, what is handed back is worth nothing. Raises TooLarge for more than MAX_ENTRIES ops or entries.
    """
    if len(raw) > MAX_ENTRIES:
        raise TooLarge(f"A correction holds at most {MAX_ENTRIES} ops; this one has {len(raw)}.")
    draft = _Draft(log, raw, at, faults)
    for index in range(len(raw)):
        draft.take(index)
    return draft.finished()


def names_behind(players: tuple[str, ...], ops: Sequence[Any]) -> Mapping[str, str]:
    """What each player is called behind these ops, in which no fault was found."""
    names = {name: name for name in players}
    for op in ops:
        if op["op"] == _SEATS:
            now = _successors(players, op["players"])
            names = {old: now[name] for old, name in names.items()}
            players = tuple(op["players"])
    return names


class _Seating(Struct, frozen=True):
    """The players before an op, and what each is called behind the last op. `sure`: no seats before had a fault."""

    players: tuple[str, ...]
    final: Mapping[str, str]
    sure: bool


class _Draft:
    """A log on its way through the ops. Entries are renamed once, when they come in: to what their players are called at last.

    `counted`: so far every op could be read and found its ply, so that the plies of the next can be checked.
    """

    def __init__(self, log: Log, raw: Sequence[Any], at: str, faults: list[Fault]) -> None:
        self.game, self.table = log.game, log.table
        self.raw, self.at, self.faults, self.before = raw, at, faults, len(faults)
        self.ops = [_read(each, f"{at}/{index}", faults) for index, each in enumerate(raw)]
        self.seatings = _seatings(log.table.players, raw, self.ops, at, faults)
        first = self.seatings[0].final
        self.entries = [renamed(entry, first) for entry in log.entries] if _changes(first) else list(log.entries)
        self.setup: Setup = renamed(log.table.setup, first)
        self.set_at: int | None = None
        self.counted = True

    def take(self, index: int) -> None:
        """Do one op. What stands in an op that cannot be read is looked at all the same."""
        raw, op = self.raw[index], self.ops[index]
        word = raw.get("op") if isinstance(raw, dict) else None
        entry = self._entry(index, raw["move"]) if word in _MOVING and "move" in raw else None
        if word == _SETUP and "setup" in raw:
            self._set_up(index, raw["setup"])
        if op is None:
            self.counted = False
        elif (step := _STEPS.get(type(op))) is not None:
            step(self, index, op, entry)

    def finished(self) -> Log:
        """The log behind the last op."""
        table = structs.replace(self.table, players=self.seatings[-1].players, setup=self.setup)
        log = Log(self.game, table, tuple(self.entries))
        if len(self.faults) == self.before:
            if len(self.entries) > MAX_ENTRIES:
                raise TooLarge(f"A match holds at most {MAX_ENTRIES} entries; with this correction it would have more.")
            self.faults += _faults_together(log, self.at, self.set_at)
        return log

    def _entry(self, index: int, raw: Any) -> Entry:
        seating, place = self.seatings[index], f"{self.at}/{index}/move"
        if not seating.sure:
            self.faults += faults_of(entry_union(self.game.entries), raw, place)
            return _NOTHING
        table = structs.replace(self.table, players=seating.players)
        entry = decode_entry(self.game, table, raw, place, self.faults)
        return _NOTHING if entry is None else renamed(entry, seating.final)

    def _set_up(self, index: int, raw: Any) -> None:
        seating = self.seatings[index]
        seats = frozenset(seating.players) if seating.sure else None
        found = faults_of(self.game.setup, raw, f"{self.at}/{index}/setup", seats)
        self.faults += found
        self.set_at = index
        if not found:
            self.setup = renamed(msgspec.convert(raw, self.game.setup), seating.final)

    def _reaches(self, index: int, ply: int, least: int, most: int) -> bool:
        """Whether the op names a ply of the log; else that is a fault, and plies are no longer counted."""
        if self.counted and not least <= ply <= most:
            message = f"The log has {len(self.entries)} entries here; the ply must lie between {least} and {most}."
            self.faults.append(Fault(f"{self.at}/{index}/ply", "out_of_range", message))
            self.counted = False
        return self.counted

    def replace(self, index: int, op: ReplaceOp, entry: Entry) -> None:
        if self._reaches(index, op.ply, 1, len(self.entries)):
            self.entries[op.ply - 1] = entry

    def insert(self, index: int, op: InsertOp, entry: Entry) -> None:
        if self._reaches(index, op.ply, 1, len(self.entries) + 1):
            self.entries.insert(op.ply - 1, entry)

    def remove(self, index: int, op: RemoveOp, entry: None) -> None:
        if self._reaches(index, op.ply, 1, len(self.entries)):
            del self.entries[op.ply - 1]

    def truncate(self, index: int, op: TruncateOp, entry: None) -> None:
        if self._reaches(index, op.ply, 0, len(self.entries)):
            del self.entries[op.ply :]

    def undo(self, index: int, op: UndoOp, entry: None) -> None:
        if self.entries:
            del self.entries[-1]
        elif self.counted:
            self.faults.append(Fault(f"{self.at}/{index}", "out_of_range", "The log has no entry left to be taken off."))
            self.counted = False


_NOTHING = Entry()
"""In the place of an entry with faults."""
_STEPS: Mapping[type[Op], Callable[[_Draft, int, Any, Any], None]] = {
    ReplaceOp: _Draft.replace, InsertOp: _Draft.insert, RemoveOp: _Draft.remove, TruncateOp: _Draft.truncate, UndoOp: _Draft.undo,
}


def _read(raw: Any, at: str, faults: list[Fault]) -> AnyOp | None:
    """The op, but for what its entry or setup holds; None if it has faults, which are added."""
    try:
        return msgspec.convert(raw, AnyOp)  # type: ignore[no-any-return]
    except msgspec.ValidationError:
        faults += faults_of(AnyOp, raw, at)
        return None


def _seatings(
    players: tuple[str, ...], raw: Sequence[Any], ops: Sequence[AnyOp | None], at: str, faults: list[Fault]
) -> list[_Seating]:
    """The seating before each op, and behind the last one. Faults of the seats are added."""
    steps: list[tuple[tuple[str, ...], Mapping[str, str], bool]] = []
    sure = True
    for index, op in enumerate(ops):
        found = list(_seat_faults(players, op, f"{at}/{index}/players")) if isinstance(op, SeatsOp) else []
        faults += found
        new = op.players if isinstance(op, SeatsOp) and not found else players
        steps.append((players, _successors(players, new), sure))
        sure = sure and not found and (op is not None or not _may_seat(raw[index]))
        players = new
    seatings = [_Seating(players, {name: name for name in players}, sure)]
    for before, names, known in reversed(steps):
        final = seatings[-1].final
        seatings.append(_Seating(before, {name: final[names[name]] for name in before}, known))
    return seatings[::-1]


def _seat_faults(players: Sequence[str], op: SeatsOp, at: str) -> Iterator[Fault]:
    yield from twice_faults(op.players, at)
    if len(op.players) != len(players):
        yield Fault(at, "wrong_number", f"{len(players)} players sit at this table, not {len(op.players)}.")


def _successors(old: Sequence[str], new: Sequence[str]) -> dict[str, str]:
    """What each is called from now on: who is named still, the same; the others in turn order as those who come."""
    going, coming = [name for name in old if name not in new], [name for name in new if name not in old]
    return {name: name for name in old} | dict(zip(going, coming, strict=True))


def _may_seat(raw: Any) -> bool:
    """Whether an op that cannot be read may have been meant to seat somebody."""
    word = raw.get("op") if isinstance(raw, dict) else None
    return word == _SEATS or word not in _WORDS


_WORDS = {str(kind.__struct_config__.tag) for kind in Op.__subclasses__()}


def _changes(names: Mapping[str, str]) -> bool:
    return any(old != new for old, new in names.items())


def _faults_together(log: Log, at: str, set_at: int | None) -> Iterator[Fault]:
    """What is wrong with table and entries together. What is said of the setup is told of the op that made it."""
    for fault in log.game.malformed_table(log.table, log.entries):
        of_setup = set_at is not None and fault.pointer.startswith("/setup")
        yield Fault(f"{at}/{set_at}{fault.pointer}" if of_setup else at, fault.code, fault.message)
    for ply, entry in enumerate(log.entries, 1):
        for fault in log.game.malformed(entry, log.table):
            yield Fault(at, fault.code, f"Ply {ply}, {fault.pointer}: {fault.message}")
