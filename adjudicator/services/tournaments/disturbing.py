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
from adjudicator.services.tournaments.boards import CLOSED, PAIRED, Board, Place
from adjudicator.services.tournaments.changing import FINISHED, Change, Reading, Writer, read
from adjudicator.services.tournaments.rounds import paired_row, proposal_of
from adjudicator.services.tournaments.shown import DisturbanceShown, Would, would_of
from adjudicator.services.writing import Revisions
from adjudicator.storage import tournaments
from adjudicator.storage.tournament_rows import DisturbanceRow, StageRow
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


def settle(
    change: Change, board: Board, place: Place, new: Match, origin: Origin, reason: str | None = None
) -> DisturbanceRow | None:
    """Let a match be this from now on, or, where later things stand on what it was, ask the organiser first."""
    old = board.match(place)
    assert old is not None
    _overtake(change, board.number, place)
    effect = effect_of(change, board, place, new)
    if effect is None:
        changed = board.with_match(place[0], new)
        change.put(changed)
        note(change, board.number, place, old, new, origin, reason)
        return None
    number = 1 + max((row.number for row in _rows(change)), default=0)
    row = replace(waiting(board, place, new, origin, effect, change.now), number=number, reason=reason)
    tournaments.put(change.connection, change.tournament, [row])
    change.put(board)
    change.note("disturbance", {**_where(board.number, place), "number": number, "origin": origin, "would": _would(new)}, reason)
    return row


def note(
    change: Change, stage: int, place: Place, old: Match, new: Match, origin: Origin, reason: str | None = None
) -> None:
    """Write down that a match is another one now."""
    told = {**_where(stage, place), "origin": origin, "before": _would(old), "after": _would(new)}
    change.note("result", told, reason)


def waiting(board: Board, place: Place, new: Match, origin: Origin, effect: Disturbance, now: str) -> DisturbanceRow:
    """The row of another result that waits for a choice, still without its number."""
    return DisturbanceRow(0, board.number, *place, origin, text(_would(new)), text(effect), PENDING, None, now, None)


def effect_of(at: Change | Reading, board: Board, place: Place, new: Match) -> Disturbance | None:
    """What this match would change that stands on the old one; None if nothing keeps it from counting at once."""
    old = board.match(place)
    if old is None or old.final is None or new.final == old.final or not stands(at, board, place[0]):
        return None
    after = board.with_match(place[0], new)
    moved = difference(board.published, after.published).standings
    effect = Disturbance(moved, difference(board.stage, after.stage).pairings)
    return None if effect.nothing else effect


def stands(at: Change | Reading, board: Board, number: int) -> bool:
    """Whether anything stands on the results of this round."""
    if board.rounds[number].status == CLOSED or at.tournament.status == FINISHED or number < max(board.rounds):
        return True
    return any(row.stage > board.number for row in tournaments.parts(at.connection, at.tournament.id, StageRow))


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
    change.note("choice", {**_where(board.number, place), **told}, said.reason)
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


def waits(change: Change, stage: int, place: Place) -> bool:
    """Whether something about this match waits for a choice."""
    return bool(_waiting_at(change, stage, place))


def _overtake(change: Change, stage: int, place: Place) -> None:
    """What waited for a choice about this match waits no more: there is something newer."""
    found = _waiting_at(change, stage, place)
    overtaken = [replace(row, state=OVERTAKEN, settled_at=change.now) for row in found]
    tournaments.put(change.connection, change.tournament, overtaken)


def _waiting_at(change: Change, stage: int, place: Place) -> list[DisturbanceRow]:
    return [row for row in _rows(change) if (row.stage, row.round, row.table, row.state) == (stage, *place, PENDING)]


def _rows(change: Change) -> Sequence[DisturbanceRow]:
    return tournaments.parts(change.connection, change.tournament.id, DisturbanceRow)


def _where(stage: int, place: Place) -> dict[str, int]:
    return {"stage": stage, "round": place[0], "table": place[1]}


def _would(match: Match) -> Would:
    return Would(match.result, match.corrections)
