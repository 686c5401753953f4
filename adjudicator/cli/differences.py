"""What readjudicating a match found, in words and for programs."""

from collections.abc import Iterator, Mapping
from typing import Any

from adjudicator.cli import exits
from adjudicator.services.columns import printable
from adjudicator.services.comparing import Change, Line
from adjudicator.services.readjudication import Comparison, Unreadable
from adjudicator.services.sheet import points


def code_of(found: Comparison | Unreadable) -> int:
    """The exit code that one match makes for."""
    if isinstance(found, Unreadable):
        return exits.UNREADABLE
    return exits.UNLAWFUL if found.differs and not found.applied else exits.LAWFUL


def described(found: Comparison | Unreadable) -> dict[str, Any]:
    """All of it, for programs. Rulings are told by their codes: the sentences of older rules may be no more."""
    who: dict[str, Any] = {"match_id": found.match_id, "club_id": found.club_id, "game": found.game}
    if isinstance(found, Unreadable):
        return who | {"outcome": "unreadable", "errors": found.faults}
    difference = found.first_difference
    return who | {
        "outcome": "differs" if found.differs else "same",
        "applied": found.applied,
        "version": found.version,
        **{name: getattr(found.summary, name) for name in ("status", "verdicts", "rulings_changed")},
        "score": found.score,
        "first_difference": None if difference is None else {
            "ply": difference.ply, "before": _line(difference.before), "after": _line(difference.after)
        },
    }


def told(found: Comparison | Unreadable) -> str:
    """The same for people, a few lines."""
    lines = _unreadable(found) if isinstance(found, Unreadable) else _compared(found)
    return "".join(f"{printable(line)}\n" for line in lines)


def _unreadable(found: Unreadable) -> Iterator[str]:
    yield f"{found.match_id}: {found.game}, left as it is: it has no reading under the present rules"
    for fault in found.faults:
        yield f"  {fault.pointer or '/'}  {fault.code}: {fault.message}"


def _compared(found: Comparison) -> Iterator[str]:
    versions = f"version {found.version.before} of the rules to {found.version.after}"
    applied = ", applied" if found.applied else ""
    yield f"{found.match_id}: {found.game}, {versions}: {'differs' if found.differs else 'the same'}{applied}"
    if (difference := found.first_difference) is not None:
        changed = found.summary.rulings_changed
        yield f"  from ply {difference.ply} on: {_verdict(difference.before)} -> {_verdict(difference.after)}"
        yield f"  rulings changed: {changed}; verdicts: {_counts(found.summary.verdicts)}"
    if (status := found.summary.status).before != status.after:
        yield f"  status: {status.before} -> {status.after}"
    if found.score is not None:
        yield f"  score: {points({'score': found.score.before})} -> {points({'score': found.score.after})}"


def _verdict(line: Line | None) -> str:
    """The verdict of a line, and the rules that it cites."""
    if line is None or line.ruling is None:
        return "no ruling"
    rules = ", ".join([*(each.rule for each in line.ruling.violations), *line.ruling.unverified])
    return line.ruling.verdict + (f" ({rules})" if rules else "")


def _counts(verdicts: Change[dict[str, int]]) -> str:
    words = list(dict.fromkeys([*verdicts.before, *verdicts.after]))
    pairs = [(word, verdicts.before.get(word, 0), verdicts.after.get(word, 0)) for word in words]
    return ", ".join(f"{word} {before} -> {after}" for word, before, after in pairs if before != after) or "the same"


def _line(line: Line | None) -> Mapping[str, Any] | None:
    if line is None:
        return None
    ruling = line.ruling
    fields = None if ruling is None else {name: getattr(ruling, name) for name in ruling.__struct_fields__}
    return {"move": line.move, "ruling": fields}
