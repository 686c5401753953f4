"""What is said of one entry. Rulings hold codes and params; sentences are made on the way out (`report`)."""

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

Verdict = Literal["legal", "unverified", "foul", "illegal", "impossible"]

FOUL, ILLEGAL, IMPOSSIBLE = 1, 2, 3
_VERDICTS: dict[int, Verdict] = {FOUL: "foul", ILLEGAL: "illegal", IMPOSSIBLE: "impossible"}


class Violation(Struct, frozen=True, gc=False):
    """One rule that an entry breaks. `params` is what the message is made of; `gravity` orders and decides the verdict."""

    rule: str
    code: str
    params: dict[str, Any]
    gravity: int


class Unverified(Struct, frozen=True, gc=False):
    """A rule that cannot be decided from what has been logged."""

    rule: str


class Finding(Struct, frozen=True, gc=False):
    """A later entry proved an earlier one wrong: its ply, and the ply that proved it."""

    rule: str
    code: str
    player: str
    ply: int
    proved_at: int
    params: dict[str, Any] = {}


class Judged(Struct, gc=False):
    """What the checks found of one entry. `plan` is what they worked out on the way, handed to the effects."""

    verdict: Verdict
    violations: tuple[Violation, ...] = ()
    unverified: tuple[str, ...] = ()
    plan: Any = None

    def cites(self, rule: str) -> bool:
        """Whether a violation of this rule id was found."""
        return any(violation.rule == rule for violation in self.violations)


class Outcome(Struct, gc=False):
    """What applying one entry brought about: effects and frames as the report shows them, and findings."""

    effects: list[dict[str, Any]]
    findings: list[Finding]
    frames: list[dict[str, Any]]


class Ruling(Struct, gc=False, omit_defaults=True):
    """The ruling on the entry at `ply` (from 1). `player` is the entry's, or None. Most are legal: that is not written."""

    ply: int
    type: str
    player: str | None = None
    verdict: Verdict = "legal"
    violations: tuple[Violation, ...] = ()
    unverified: tuple[str, ...] = ()
    effects: tuple[dict[str, Any], ...] = ()


def verdict_of(violations: Sequence[Violation], unverified: Sequence[str]) -> Verdict:
    """The gravest verdict that applies."""
    if len(violations) == 1:
        return _VERDICTS[violations[0].gravity]
    if violations:
        return _VERDICTS[max(violation.gravity for violation in violations)]
    return "unverified" if unverified else "legal"
