"""What matches of a stage come to, added to its kept standings one by one without a look at the other matches.

Possible where all that the stage counts adds up match by match (`contributions`): tables and leagues, but not opponents' scores
(Buchholz), nor places in a bracket.
"""

from collections.abc import Iterable, Sequence

from sqlalchemy.engine import Connection

from adjudicator.services.tournaments.boards import Slot, bare_stage, slot_of, stage_row
from adjudicator.services.tournaments.standing_rows import row_of, values_of
from adjudicator.storage import tournaments
from adjudicator.storage.tournament_rows import PairingRow, StageRow, StandingRow, TournamentRow
from adjudicator.tournaments.stage import KnockOut, Stage
from adjudicator.tournaments.standings import Standing
from adjudicator.tournaments.tallies import contributions
from adjudicator.tournaments.tie_breaks import criterion

MOST_NAMED = 20
Sums = Sequence[int | None]
"""Of one entrant: matches at a table, score, then the tie-breaks. None is not known, and stays so whatever is added."""


def add(connection: Connection, tournament: TournamentRow, row: StageRow, new: Iterable[PairingRow]) -> bool:
    """Add pairings that were not counted. False, and nothing is written, where not all adds up."""
    stage = bare_stage(tournament, row)
    if not adds_up(stage):
        return False
    _add(connection, tournament, row.stage, stage, [part for each in new for part in _parts(stage, slot_of(each))])
    return True


def take_out(connection: Connection, tournament: TournamentRow, slot: Slot) -> bool:
    """Take a counted match out, to be counted anew. False, and nothing is written, if it had a part that was not known.

    Where not all adds up, counting anew needs nothing taken out.
    """
    stage = bare_stage(tournament, stage_row(connection, tournament.id, slot.stage))
    if not adds_up(stage):
        return True
    lost = [(side, [None if part is None else -part for part in parts]) for side, parts in _parts(stage, slot)]
    if any(None in parts for _, parts in lost):
        return False
    _add(connection, tournament, slot.stage, stage, lost)
    return True


def adds_up(stage: Stage) -> bool:
    """Whether all that the stage counts adds up match by match."""
    return not isinstance(stage.format, KnockOut) and all(criterion(name).adds_up for name in stage.tie_breaks)


def _parts(stage: Stage, slot: Slot) -> list[tuple[str, Sums]]:
    """(side, what the match counts for it) of every side."""
    final = slot.match.final
    played = int(final is not None and final.at_table)
    return [(side, (played, *found)) for side, found in contributions(stage, slot.match).items()]


def _add(connection: Connection, tournament: TournamentRow, number: int, stage: Stage, parts: Sequence[tuple[str, Sums]]) -> None:
    rows = tournaments.parts(connection, tournament.id, StandingRow, stage=number, **_only(parts))
    sums: dict[str, Sums] = {row.entrant: (row.played, row.score, *values_of(row)) for row in rows}
    for side, more in parts:
        sums[side] = [None if own is None or part is None else own + part for own, part in zip(sums[side], more, strict=True)]
    sides = dict.fromkeys(side for side, _ in parts)
    tournaments.put(connection, tournament, [row_of(stage, number, _standing(side, sums[side])) for side in sides])


def _only(parts: Sequence[tuple[str, Sums]]) -> dict[str, tuple[str, ...]]:
    """Of a few, only the rows of these sides are read; a statement for every number of them would be too many."""
    return {"entrant": tuple(side for side, _ in parts)} if len(parts) <= MOST_NAMED else {}


def _standing(entrant: str, sums: Sums) -> Standing:
    played, score, *values = sums
    return Standing(entrant, 0, score or 0, tuple(values), played or 0)
