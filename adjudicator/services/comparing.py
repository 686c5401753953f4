"""Two judgements of a match side by side: where they part, and what differs in sum."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, zip_longest
from typing import Any, Generic, TypeVar

import msgspec
from msgspec import Struct, structs

from adjudicator.core.ruling import Ruling
from adjudicator.services import stored
from adjudicator.services.past import Splice

T = TypeVar("T")

Ruled = tuple[str, str | None]
"""An entry and the referee's ruling on it, as they are stored (which may have been in other words); None behind a stop."""


class Line(Struct):
    """An entry with its ruling. None behind a stop."""

    move: dict[str, Any]
    ruling: Ruling | None


class Difference(Struct):
    """The first ply at which entry or ruling are others; None on the side that has no such ply."""

    ply: int
    before: Line | None
    after: Line | None


class Change(Struct, Generic[T]):
    """Something before and after."""

    before: T
    after: T


class Summary(Struct):
    """What differs in sum. `rulings_changed`: how many of the entries that stayed are ruled on otherwise than before."""

    plies: Change[int]
    status: Change[str]
    verdicts: Change[dict[str, int]]
    rulings_changed: int


def first_difference(before: Sequence[Ruled], after: Sequence[Ruled]) -> Difference | None:
    """Where two judged logs part; None if they do not."""
    for ply, (old, new) in enumerate(zip_longest(before, after), 1):
        if old != new and _line(old) != _line(new):
            return Difference(ply, _line(old), _line(new))
    return None


def summary(before: Sequence[Ruled], after: Sequence[Ruled], splice: Splice | None, status: Change[str]) -> Summary:
    """The sum of two judged logs, the one made from the other by this splice; `status` of the match before and after."""
    return Summary(
        plies=Change(len(before), len(after)),
        status=status,
        verdicts=Change(_verdicts(before), _verdicts(after)),
        rulings_changed=sum(_said(old) != _said(new) for old, new in _stayed(before, after, splice)),
    )


def _stayed(before: Sequence[Ruled], after: Sequence[Ruled], splice: Splice | None) -> Iterator[tuple[Ruled, Ruled]]:
    """The entries outside of what was spliced, each on both sides."""
    if splice is None:
        return zip(before, after, strict=True)
    start = splice.ply - 1
    behind, behind_new = before[start + len(splice.before) :], after[start + len(splice.after) :]
    return chain(zip(before[:start], after[:start], strict=True), zip(behind, behind_new, strict=True))


def _said(ruled: Ruled) -> Ruling | None:
    """A ruling but for its ply."""
    ruling = _ruling(ruled)
    return None if ruling is None else structs.replace(ruling, ply=0)


def _ruling(ruled: Ruled) -> Ruling | None:
    return None if ruled[1] is None else stored.ruling_of(ruled[1])


def _verdicts(lines: Iterable[Ruled]) -> dict[str, int]:
    rulings = (_ruling(ruled) for ruled in lines)
    return dict(Counter(ruling.verdict for ruling in rulings if ruling is not None))


def _line(ruled: Ruled | None) -> Line | None:
    if ruled is None:
        return None
    return Line(msgspec.json.decode(ruled[0]), _ruling(ruled))
