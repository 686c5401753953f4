"""Another result for a match on which later things stand: it counts only once the organiser has chosen what is to become of them.

What later things stand on: a round that is closed, or behind which another round or stage was paired. A first result, one of
any other round, and one that moves nobody and nothing, count at once.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from msgspec import Struct, structs

from adjudicator.services.access import Access, Answer
from adjudicator.services.errors import Conflict, NotFound
from adjudicator.services.later import Later
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.stored import text
from adjudicator.services.tournaments import shown
from adjudicator.services.tournaments.boards import CLOSED, PAIRED, Board, Slot
from adjudicator.services.tournaments.by_hand import round_row
from adjudicator.services.tournaments.changing import FINISHED, Change, Reading, Writer, read
from adjudicator.services.tournaments.rounds import paired_row, proposal_of
from adjudicator.services.tournaments.shown import DisturbanceShown, Would, would_of
from adjudicator.services.writing import Revisions
from adjudicator.storage import tournaments
from adjudicator.storage.tournament_rows import DisturbanceRow
from adjudicator.tournaments.disturbance import Disturbance, difference
from adjudicator.tournaments.results import Correction
from adjudicator.tournaments.stage import Match, before

PENDING, OVERTAKEN = "pending", "overtaken"
Origin = Literal["log", "organiser"]
LOG: Origin = "log"
ORGANISER: Origin = "organiser"
Decision = Literal["accept", "keep", "repair"]
STATES = {"accept": "accepted", "keep": "kept", "repair": "repaired"}


class Choice(Struct, frozen=True):
    """What is to become of another result.

    accept: it counts, and what was paired stays. keep: the old one counts, as the organiser's decision. repair: it counts, and
    the round that is paired and not published is paired anew.
    """

    decision: Decision
    reason: str | None = None


class Disturbances(Struct):
    """The disturbances of a tournament, by number."""

    items: list[DisturbanceShown]
    revision: int


class Settled(Struct):
    """A disturbance behind the organiser's choice. `revision`: the tournament's."""

    disturbance: DisturbanceShown
    revision: int


class Disturbing:
    """The results that wait for an organiser's choice."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def listed(self, access: Access, tournament_id: str, asked: Later[Any]) -> Disturbances:
        """All of them, those that were chosen about too."""

        def look(reading: Reading, asked: Any) -> Disturbances:
            rows = tournaments.parts(reading.connection, reading.tournament.id, DisturbanceRow)
            return Disturbances([shown.disturbance(row) for row in rows], reading.tournament.revision)

        return read(self._setting, access, Right.SEE_DRAFTS, tournament_id, asked, look)

    def choose(
        self, access: Access, tournament_id: str, number: int, wish: Later[Choice], if_match: Revisions | None
    ) -> Answer[Settled]:
        """Choose. Raises NotFound; Conflict if the choice is made, or if there is nothing to pair anew."""

        def work(change: Change, said: Choice) -> Settled:
            row = _chosen(change, number, said)
            return Settled(shown.disturbance(row), change.tournament.revision)

        return Writer(self._setting, access, Right.RUN_TOURNAMENTS, tournament_id, if_match).write(Settled, wish, work)


def settle(change: Change, slot: Slot, new: Match, origin: Origin, reason: str | None = None) -> DisturbanceRow | None:
    """Let a match be this from now on, or, where later things stand on what it was, ask the organiser first."""
    old = slot.match
    _overtake(change, slot)
    effect = effect_of(change, slot, new)
    if effect is None:
        change.put_match(slot, new)
        change.note("result", {**_where(slot), "origin": origin, "before": _would(old), "after": _would(new)}, reason)
        return None
    number = 1 + max((row.number for row in _rows(change)), default=0)
    row = replace(waiting(slot, new, origin, effect, change.now), number=number, reason=reason)
    tournaments.put(change.connection, change.tournament, [row])
    change.note("disturbance", {**_where(slot), "number": number, "origin": origin, "would": _would(new)}, reason)
    return row


def waiting(slot: Slot, new: Match, origin: Origin, effect: Disturbance, now: str) -> DisturbanceRow:
    """The row of another result that waits for a choice, still without its number."""
    return DisturbanceRow(0, *slot.at, origin, text(_would(new)), text(effect), PENDING, None, now, None)


def effect_of(at: Change | Reading, slot: Slot, new: Match) -> Disturbance | None:
    """What this match would change that stands on the old one; None if nothing keeps it from counting at once."""
    old = slot.match
    if old.final is None or new.final == old.final or not stands(at, slot):
        return None
    board = at.board(slot.stage)
    after = board.with_match(slot.number, new)
    moved = difference(board.published, after.published).standings
    effect = Disturbance(moved, difference(board.stage, after.stage).pairings)
    return None if effect.nothing else effect


def stands(at: Change | Reading, slot: Slot) -> bool:
    """Whether anything stands on the results of the slot's round."""
    if round_row(at, slot.stage, slot.number).status == CLOSED or at.tournament.status == FINISHED:
        return True
    last_stage, last_round = tournaments.latest(at.connection, at.tournament.id, slot.stage)
    return slot.number < last_round or slot.stage < last_stage


def _chosen(change: Change, number: int, said: Choice) -> DisturbanceRow:
    row = next((each for each in _rows(change) if each.number == number), None)
    if row is None:
        raise NotFound(f"There is no disturbance {number}.")
    if row.state != PENDING:
        raise Conflict(f"This has been decided: {row.state}.")
    board, place = change.board(row.stage), (row.round, row.table)
    old = board.match(place)
    assert old is not None
    would = would_of(row)
    new = structs.replace(old, result=would.result, corrections=would.corrections)
    if said.decision == "keep":
        new = _kept(old, new, row.origin, str(said.reason))
    board = board.with_match(row.round, new)
    change.put(_repaired(change, board) if said.decision == "repair" else board)
    settled = replace(row, state=STATES[said.decision], reason=said.reason, settled_at=change.now)
    tournaments.put(change.connection, change.tournament, [settled])
    told = {"number": number, "decision": said.decision, "before": _would(old), "after": _would(new)}
    where = {"stage": row.stage, "round": row.round, "table": row.table}
    change.note("choice", {**where, **told}, said.reason)
    return settled


def _kept(old: Match, new: Match, origin: str, reason: str) -> Match:
    """The match whose old result counts on: against what a log says now, as a decision that can be withdrawn."""
    if origin == ORGANISER or old.final is None:
        return old
    return structs.replace(new, corrections=(*new.corrections, Correction(result=old.final, reason=reason)))


def _repaired(change: Change, board: Board) -> Board:
    """The board whose unpublished round is paired anew, around what was paired by hand. Raises Conflict if it has none."""
    paired = [row.round for row in board.rounds.values() if row.status == PAIRED]
    if not paired:
        raise Conflict("No round is paired and not published: accept the result, or keep the old one.")
    number = paired[0]
    old = board.stage.round(number)
    fixed = [match for match in old.matches if match.manual] if old is not None else []
    bare = board.without_round(number)
    proposal = proposal_of(before(board.stage, number), fixed)
    return bare.with_round(paired_row(bare, proposal, change.now), proposal.as_round())


def waits(change: Change, slot: Slot) -> bool:
    """Whether something about this match waits for a choice."""
    return bool(_waiting_at(change, slot))


def _overtake(change: Change, slot: Slot) -> None:
    """What waited for a choice about this match waits no more: there is something newer."""
    overtaken = [replace(row, state=OVERTAKEN, settled_at=change.now) for row in _waiting_at(change, slot)]
    tournaments.put(change.connection, change.tournament, overtaken)


def _waiting_at(change: Change, slot: Slot) -> Sequence[DisturbanceRow]:
    """Nothing does as long as the match has no result: another one is needed for that."""
    if slot.match.final is None:
        return []
    return tournaments.parts(change.connection, change.tournament.id, DisturbanceRow, **_where(slot), state=PENDING)


def _rows(change: Change) -> Sequence[DisturbanceRow]:
    return tournaments.parts(change.connection, change.tournament.id, DisturbanceRow)


def _where(slot: Slot) -> dict[str, int]:
    return dict(zip(("stage", "round", "table"), slot.at, strict=True))


def _would(match: Match) -> Would:
    return Would(match.result, match.corrections)
