"""Rules as citable things: an id for ever, the codes of the violations it names, the options that touch it."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import Struct

from adjudicator.core.ruling import FOUL, ILLEGAL, IMPOSSIBLE, Unverified, Violation


class Rule(Struct, frozen=True):
    """One numbered rule. Its sentences are in the game's texts; `source` names where the decision comes from."""

    id: str
    codes: tuple[str, ...] = ()
    options: tuple[str, ...] = ()
    house: bool = False
    source: str = ""

    def foul(self, code: str | None = None, /, **params: Any) -> Violation:
        """A violation that carries its own penalty."""
        return Violation(self.id, code or self.codes[0], params, FOUL)

    def illegal(self, code: str | None = None, /, **params: Any) -> Violation:
        """A violation that stops adjudication unless the referee lets it stand."""
        return Violation(self.id, code or self.codes[0], params, ILLEGAL)

    def impossible(self, code: str | None = None, /, **params: Any) -> Violation:
        """What the entry says cannot have happened."""
        return Violation(self.id, code or self.codes[0], params, IMPOSSIBLE)

    def unverified(self) -> Unverified:
        """This rule cannot be decided from what has been logged."""
        return Unverified(self.id)

    def effect(self, kind: str, /, **fields: Any) -> dict[str, Any]:
        """An effect that comes from this rule: `{"type": kind, "rule": id, ...}`."""
        return {"type": kind, "rule": self.id, **fields}


LOG_2 = Rule("LOG-2", codes=("result_not_alone", "result_contradicts_itself"))
"""A `result` stands alone in its log and agrees with itself. The one rule of no game, in every game's rulebook."""


class Rulebook:
    """The rules of one game in rulebook order, LOG-2 behind them. Raises ValueError if an id or a code stands twice."""

    def __init__(self, rules: Sequence[Rule]) -> None:
        self.rules = (*rules, LOG_2)
        self.by_id = {rule.id: rule for rule in self.rules}
        codes = [code for rule in self.rules for code in rule.codes]
        self._position = {code: index for index, code in enumerate(codes)}
        if len(self.by_id) != len(self.rules) or len(set(codes)) != len(codes):
            raise ValueError("A rule id or a code stands twice in the rulebook.")

    def __iter__(self) -> Iterator[Rule]:
        return iter(self.rules)

    def order(self, violation: Violation) -> tuple[int, int]:
        """The key by which violations are listed: the gravest first, equals in rule order, those of one rule by its codes."""
        return -violation.gravity, self._position[violation.code]
