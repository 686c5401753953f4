"""Who stands where after a round, and why: every number can be followed line by line.

Standings are worked out from what counts now; nothing in them is typed. Equal by all criteria is an equal place, counted as
in sport (1, 2, 2, 4), and inside a place in order of id. A knock-out stands by the rounds survived, whatever its scheme.
"""

from collections.abc import Iterator, Sequence

from msgspec import Struct

from .entrants import Entrant
from .record import Record
from .stage import KnockOut, Stage
from .tie_breaks import Criterion, Line, criterion, value


class Standing(Struct, frozen=True):
    """One row. `score` is in units of the scheme; `values` are those of the stage's tie-breaks, in their order.

    None is a value that is not known, or a direct encounter where there was nothing to decide or not all have met.
    `played`: matches at a table.
    """

    entrant: str
    rank: int
    score: int
    values: tuple[int | None, ...]
    played: int


class Explanation(Struct, frozen=True):
    """How a value came about: the lines add up to it. `among`: who was level, for a criterion that depends on it."""

    entrant: str
    criterion: str
    value: int | None
    lines: tuple[Line, ...]
    among: tuple[str, ...] = ()


def standings(stage: Stage, upto: int | None = None) -> list[Standing]:
    """The rows, best first, as of round `upto` (None: now). Raises UnknownCriterion."""
    record = Record(stage, upto)
    criteria = _criteria(stage)
    values: dict[str, list[int | None]] = {entrant.id: [] for entrant in stage.entrants}
    groups = [sorted(values)]
    for each in criteria:
        groups = [part for group in groups for part in _split(record, each, group, values)]
    rows, place = [], 1
    for group in groups:
        rows += [_row(record, entrant, place, values[entrant]) for entrant in group]
        place += len(group)
    return rows


def explain(stage: Stage, entrant: str, name: str, upto: int | None = None) -> Explanation:
    """How an entrant's value of a criterion came about; `score` explains the score, tie-breaks need not be the stage's own.

    Raises UnknownCriterion.
    """
    record = Record(stage, upto)
    wanted = _criteria(stage)[0] if name == "score" else criterion(name)
    level = _level(record, entrant, name) if wanted.among else []
    lines = tuple(wanted.lines(record, entrant, level))
    return Explanation(entrant, name, value(lines), lines, tuple(level))


def qualified(rows: Sequence[Standing], count: int) -> tuple[list[str], list[str]]:
    """(those who are among the first `count` for certain, those who share the place that the cut goes through)."""
    if len(rows) <= count:
        return [row.entrant for row in rows], []
    cut = rows[count].rank
    certain = [row.entrant for row in rows[:count] if row.rank < cut]
    return certain, [row.entrant for row in rows if row.rank == cut] if len(certain) < count else []


def reseeded(stage: Stage, ids: Sequence[str]) -> tuple[Entrant, ...]:
    """These entrants for a following stage, numbered in the order in which they are given; they are all there again."""
    return tuple(
        Entrant(id=id, players=stage.entrant(id).players, seed=place) for place, id in enumerate(ids, 1)
    )


def _criteria(stage: Stage) -> list[Criterion]:
    """The score first, then the tie-breaks."""
    first = "survival" if isinstance(stage.format, KnockOut) else "score"
    return [criterion(name) for name in (first, *stage.tie_breaks)]


def _split(
    record: Record, by: Criterion, group: Sequence[str], values: dict[str, list[int | None]]
) -> Iterator[list[str]]:
    """The parts of a group of equals, best first; each entrant's value is noted."""
    found: dict[str, int | None] = {}
    for entrant in group:
        idle = by.among and len(group) == 1
        found[entrant] = None if idle else value(list(by.lines(record, entrant, group)))
        values[entrant].append(found[entrant])

    def key(entrant: str) -> tuple[bool, int]:
        known = found[entrant]
        return known is None, (known or 0) if by.lowest else -(known or 0)

    ordered = sorted(group, key=lambda entrant: (key(entrant), entrant))
    part: list[str] = []
    for entrant in ordered:
        if part and key(part[-1]) != key(entrant):
            yield part
            part = []
        part.append(entrant)
    if part:
        yield part


def _row(record: Record, entrant: str, place: int, values: Sequence[int | None]) -> Standing:
    played = sum(each.at_table for each in record.of(entrant))
    return Standing(entrant, place, values[0] or 0, tuple(values[1:]), played)


def _level(record: Record, entrant: str, name: str) -> list[str]:
    """Those who are level with an entrant by all that stands before this criterion in the stage's list."""
    values: dict[str, list[int | None]] = {each.id: [] for each in record.stage.entrants}
    group = sorted(values)
    for each in _criteria(record.stage):
        if each.name == name:
            break
        group = next(part for part in _split(record, each, group, values) if entrant in part)
    return group
