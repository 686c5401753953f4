"""Rules make violations, and a rulebook orders them."""

import pytest

from adjudicator.core.rulebook import LOG_2, Rule, Rulebook
from adjudicator.core.ruling import FOUL, ILLEGAL, IMPOSSIBLE, Unverified, Violation, verdict_of

ONE, TWO, THREE = Rule("X-1", codes=("a", "b")), Rule("X-2"), Rule("X-3", codes=("c",), options=("o",), house=True, source="S 1")


def test_a_rule_makes_violations() -> None:
    assert ONE.foul(player="Bo") == Violation("X-1", "a", {"player": "Bo"}, FOUL)
    assert ONE.illegal("b", code="x") == Violation("X-1", "b", {"code": "x"}, ILLEGAL)
    assert ONE.impossible() == Violation("X-1", "a", {}, IMPOSSIBLE)
    assert TWO.unverified() == Unverified("X-2")


def test_effects_carry_the_rule() -> None:
    assert TWO.effect("moved", player="Bo", kind="k") == {"type": "moved", "rule": "X-2", "player": "Bo", "kind": "k"}


def test_the_order_of_the_book() -> None:
    book = Rulebook((THREE, TWO, ONE))
    assert list(book) == [THREE, TWO, ONE, LOG_2]
    assert book.by_id == {"X-3": THREE, "X-2": TWO, "X-1": ONE, "LOG-2": LOG_2}
    fouls, illegal = [ONE.foul("b"), THREE.foul()], [ONE.illegal("b"), ONE.illegal("a"), THREE.illegal()]
    ordered = sorted([*fouls, *illegal, LOG_2.impossible(), ONE.impossible("a")], key=book.order)
    assert [(each.gravity, each.code) for each in ordered] == [
        (IMPOSSIBLE, "a"), (IMPOSSIBLE, "result_not_alone"),
        (ILLEGAL, "c"), (ILLEGAL, "a"), (ILLEGAL, "b"),
        (FOUL, "c"), (FOUL, "b"),
    ]


@pytest.mark.parametrize(
    "rules",
    [(ONE, ONE), (ONE, Rule("X-1")), (ONE, Rule("X-9", codes=("b",))), (Rule("X-9", codes=("d", "d")),), (LOG_2,),
     (Rule("X-9", codes=("result_not_alone",)),)],
)
def test_no_id_and_no_code_twice(rules: tuple[Rule, ...]) -> None:
    with pytest.raises(ValueError, match="twice"):
        Rulebook(rules)


def test_verdicts() -> None:
    assert verdict_of([], []) == "legal"
    assert verdict_of([], ["X-1"]) == "unverified"
    assert verdict_of([ONE.foul()], ["X-1"]) == "foul"
    assert verdict_of([ONE.foul(), ONE.illegal()], []) == "illegal"
    assert verdict_of([ONE.impossible(), ONE.illegal()], ["X-1"]) == "impossible"
