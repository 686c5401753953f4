"""Every numbered case of every game holds."""

from collections import Counter

import pytest

from tests.games.cases import GAMES, Case, cases_of, problems

ALL = [pytest.param(name, case, id=case.id) for name in GAMES for case in cases_of(name)]


@pytest.mark.parametrize(("name", "case"), ALL)
def test_case(name: str, case: Case) -> None:
    found = list(problems(case))
    if found:
        pytest.fail("\n".join([f"{case.id} {case.title} ({', '.join(case.rules)})", *found[:12]]), pytrace=False)


@pytest.mark.parametrize("name", GAMES)
def test_ids_are_unique_and_rules_exist(name: str) -> None:
    """Also: every case says what it is about (what is malformed breaks no rule), and belongs to the folder that it lies in."""
    cases, rulebook = cases_of(name), GAMES[name].rulebook
    assert cases, f"{name} has no cases"
    assert [case for case, times in Counter(case.id for case in cases).items() if times > 1] == []
    assert {case.id: rule for case in cases for rule in case.rules if rule not in rulebook.by_id} == {}
    wanting = [case.id for case in cases if not ((case.rules or "malformed" in case.expect) and case.title and case.expect)]
    assert wanting == [], "cases without rules, title or expectation"
    named = [case.id for case in cases if isinstance(case.log, dict) and case.log.get("game") in GAMES.keys() - {name}]
    assert named == [], "cases of another game"
