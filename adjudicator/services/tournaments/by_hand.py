"""Matches that an organiser pairs, and those that are added as they come: what is needed of a stage does not grow with it."""

from collections.abc import Iterator, Sequence
from itertools import count
from typing import Any, TypeVar

from msgspec import Struct, structs

from adjudicator.core.errors import Fault, Malformed
from adjudicator.services.errors import Conflict, NotFound
from adjudicator.services.tournaments import shown
from adjudicator.services.tournaments.boards import CLOSED, PAIRED, Slot, bare_stage, match_of, slot_of, stage_row
from adjudicator.services.tournaments.changing import Change, Reading
from adjudicator.services.tournaments.shown import Entered
from adjudicator.storage import pairings, tournaments
from adjudicator.storage.tournament_rows import PairingRow, RoundRow, StageEntrantRow, StageRow
from adjudicator.tournaments.entrants import Entrant
from adjudicator.tournaments.invariants import faults_of_round
from adjudicator.tournaments.stage import Bye, FreePlay, KnockOut, Match, Round, Stage

R = TypeVar("R")


class ByHand(Struct, frozen=True):
    """A match or a bye that an organiser pairs; without a table, it gets one that is free."""

    sides: Sequence[str]
    table: int | None = None
    bye: Bye | None = None


class RoundWish(Struct, frozen=True):
    """A round of a stage; if not said which stage, of the latest one."""

    number: int
    stage: int | None = None


def slot_at(at: Change | Reading, wish: RoundWish, table: int) -> tuple[str, Slot | None]:
    """(how far a round has got, its match at a table, if there is one). Raises NotFound without such a round."""
    stage = stage_row(at.connection, at.tournament.id, wish.stage).stage
    status = round_row(at, stage, wish.number).status
    found = tournaments.parts(at.connection, at.tournament.id, PairingRow, stage=stage, round=wish.number, table=table)
    return status, slot_of(found[0]) if found else None


def round_row(at: Change | Reading, stage: int, number: int) -> RoundRow:
    """The row of a round. Raises NotFound."""
    found = tournaments.parts(at.connection, at.tournament.id, RoundRow, stage=stage, round=number)
    if not found:
        raise NotFound(f"There is no round {number}.")
    return found[0]


def add_match(change: Change, said: tuple[RoundWish, ByHand]) -> Entered:
    """Add a match by hand, without a table of its own behind all others. Raises Conflict, Malformed."""
    wish, new = said
    change.require_open()
    row = stage_row(change.connection, change.tournament.id, wish.stage)
    status = round_row(change, row.stage, wish.number).status
    if status == CLOSED:
        raise Conflict("The round is closed.")
    table = _behind_all(change, row, wish.number) if new.table is None else new.table
    added = matches_by_hand([structs.replace(new, table=table)])[0]
    _require_room(change, row, wish.number, added)
    slot = Slot(row.stage, wish.number, Match(table=table, sides=()))
    change.put_match(slot, added, counts=status != PAIRED)
    change.note("match", {"stage": row.stage, "round": wish.number, "match": added})
    return shown.entered(change.connection, change.tournament, slot, added)


def _behind_all(change: Change, row: StageRow, number: int) -> int:
    return 1 + pairings.last_table(change.connection, change.tournament.id, row.stage, number)


def _require_room(change: Change, row: StageRow, number: int, added: Match) -> None:
    """Raises Conflict, Malformed. In free play everybody plays as often as they like: only the own table and sides count."""
    stage = bare_stage(change.tournament, row)
    if isinstance(stage.format, KnockOut):
        raise Conflict("The matches of a knock-out follow from its bracket.")
    free = isinstance(stage.format, FreePlay)

    def kept(kind: type[R], **where: Any) -> list[R]:
        return tournaments.parts(change.connection, change.tournament.id, kind, stage=row.stage, **where)

    beside = kept(PairingRow, round=number, **({"table": added.table} if free else {}))
    known = kept(StageEntrantRow, **({"entrant": added.sides} if free else {}))
    stage = structs.replace(stage, entrants=tuple(Entrant(id=each.entrant) for each in known))
    matches = (*map(match_of, beside), added)
    require_sound(stage, Round(number=number, matches=matches), {f"/matches/{len(beside)}": "", "/matches": "/sides"})


def matches_by_hand(fixed: Sequence[ByHand]) -> list[Match]:
    """The matches by hand, those without a table at the first free ones."""
    taken = {each.table for each in fixed}
    free: Iterator[int] = (table for table in count(1) if table not in taken)
    return [
        Match(table=next(free) if each.table is None else each.table, sides=tuple(each.sides), bye=each.bye, manual=True)
        for each in fixed
    ]


def require_sound(stage: Stage, each: Round, renamed: dict[str, str]) -> None:
    """Raises Malformed with what may not be of a round, the pointers beginning otherwise."""
    found = [
        Fault(_renamed(fault.pointer, renamed), fault.code, fault.message) for fault in faults_of_round(stage, each)
    ]
    if found:
        raise Malformed(found)


def _renamed(pointer: str, renamed: dict[str, str]) -> str:
    start = next((start for start in renamed if pointer.startswith(start)), "")
    return renamed.get(start, "") + pointer.removeprefix(start)
