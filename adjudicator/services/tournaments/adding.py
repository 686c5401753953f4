"""The first result of a match, added to the kept standings without a look at anything but its own pairing and sides.

Possible where all that the stage counts adds up match by match (`contributions`), and is known.
"""

from dataclasses import replace

import msgspec
from msgspec import structs

from adjudicator.services.stored import text
from adjudicator.services.tournaments import maintained
from adjudicator.services.tournaments.boards import bare_stage, match_of
from adjudicator.services.tournaments.changing import Change, stage_row
from adjudicator.storage import tournaments
from adjudicator.storage.tournament_rows import PairingRow, StandingRow
from adjudicator.tournaments.results import Result
from adjudicator.tournaments.stage import KnockOut, Stage
from adjudicator.tournaments.standings import Standing, contributions
from adjudicator.tournaments.tie_breaks import criterion

Values = tuple[int | None, ...]


def added(change: Change, row: PairingRow, result: Result) -> bool:
    """Whether the result could be added: then the pairing and the standings are written. The write is still to be noted."""
    stage = bare_stage(change.tournament, stage_row(change.connection, change.tournament.id, row.stage))
    match = match_of(row)
    if match.result is not None or match.corrections or not _adds_up(stage):
        return False
    gains = contributions(stage, row.round, structs.replace(match, result=result))
    old = {side: tournaments.standing(change.connection, change.tournament.id, row.stage, side) for side in match.sides}
    new = [_with(stage, old[side], gains[side], int(result.counts and result.met)) for side in match.sides]
    if any(each is None for each in new):
        return False
    tournaments.put(change.connection, change.tournament, [replace(row, result=text(result)), *new])
    return True


def _adds_up(stage: Stage) -> bool:
    return not isinstance(stage.format, KnockOut) and all(criterion(name).adds_up for name in stage.tie_breaks)


def _with(stage: Stage, old: StandingRow | None, gains: Values, played: int) -> StandingRow | None:
    """The row with what a match adds; None if something is not known."""
    if old is None:
        return None
    values: Values = (old.score, *msgspec.json.decode(old.tie_break_values))
    sums = [value + gain for value, gain in zip(values, gains, strict=True) if value is not None and gain is not None]
    if len(sums) < len(values):
        return None
    standing = Standing(old.entrant, 0, sums[0], tuple(sums[1:]), old.played + played)
    return maintained.row_of(stage, old.stage, standing)
