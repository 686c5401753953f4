"""Each rule is defined once, has its place in the coverage table, and has cases: one that cites it, one that it lets pass."""

import ast
import importlib.util
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from msgspec import inspect

from tests.architecture.source import ROOT, modules
from tests.architecture.test_shape import package, part
from tests.games.cases import GAMES, Case, ask, cases_of, problems

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_rules_are_defined_once_and_in_order(name: str) -> None:
    """Each by one constant of rules.py, which is the one place that has its id; the book has them all, in that order."""
    tree = ast.parse((ROOT / package(name).replace(".", "/") / "rules.py").read_text(encoding="utf-8"))
    ids = [
        node.value.args[0].value for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "Rule"
        and isinstance(node.value.args[0], ast.Constant)
    ]
    assert [rule.id for rule in GAMES[name].rulebook] == [*ids, "LOG-2"]
    assert ids == sorted(ids, key=number)


def number(rule: str) -> list[int]:
    return [int(part) for part in re.findall(r"\d+", rule)]


@every_game
def test_rule_ids_stand_in_rules_and_texts_alone(name: str) -> None:
    """Elsewhere code names the constant; docstrings may name the id."""
    pattern = re.compile(rf"{name.upper()}-\d")
    folder = package(name).replace(".", "/")
    for module in modules(folder):
        if module.name.split(".")[-1] == "rules" or "texts" in module.name:
            continue
        docs = {id(node.value) for node in ast.walk(module.tree) if isinstance(node, ast.Expr)}
        texts = [node for node in ast.walk(module.tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
        assert [node.lineno for node in texts if id(node) not in docs and pattern.search(node.value)] == [], module.name


@every_game
def test_every_rule_is_used_or_says_why_not(name: str) -> None:
    """The coverage table on top of rules.py has a row for each rule, and the functions that it names exist."""
    docstring = part(name, "rules").__doc__ or ""
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in docstring.splitlines() if line.startswith("| ")]
    numbers = [rule.id.partition("-")[2] for rule in GAMES[name].rulebook if rule.id != "LOG-2"]
    covered = Counter(each for row in rows[1:] for each in listed(row[0], numbers))
    assert {each: covered[each] for each in numbers if covered[each] != 1} == {}, "rows in the coverage table"
    for module, attribute in re.findall(r"`(\w+)\.(\w+)`", docstring):
        if importlib.util.find_spec(f"{package(name)}.{module}") is not None:
            assert hasattr(part(name, module), attribute), f"the coverage table names {module}.{attribute}"


def listed(cell: str, numbers: list[str]) -> Iterator[str]:
    """The numbers of `1.1, 1.3 to 1.5`."""
    for piece in cell.split(","):
        first, _, last = piece.strip().partition(" to ")
        if first in numbers:
            yield from numbers[numbers.index(first) : numbers.index(last or first) + 1]


class Cited:
    """What the cases of a game expect: rules and codes that are cited, rules that let something pass, values of options."""

    def __init__(self, name: str) -> None:
        self.rules: set[str] = set()
        self.codes: set[str] = set()
        self.passed: set[str] = set()
        self.listed: set[str] = set()
        self.options: set[tuple[str, str]] = set()
        self.presets: set[str] = set()
        for case in cases_of(name):
            if not any(problems(case)):
                self._read(case, ask(case, "log"))

    def _read(self, case: Case, report: Any) -> None:
        self.listed |= set(case.rules)
        if not isinstance(report, dict):
            return
        self.options |= {(name, repr(value)) for name, value in report["ruleset"]["options"].items()}
        self.presets.add(report["ruleset"]["preset"])
        found = [violation for ruling in report["rulings"] for violation in ruling["violations"]]
        self.passed |= set(case.rules) - {each["rule"] for each in [*found, *report["findings"]]}
        for each in [*found, *report["findings"]]:
            if expects(case, each):
                self.rules.add(each["rule"])
                self.codes.add(each["code"])


def expects(case: Case, found: dict[str, Any]) -> bool:
    """Whether the case expects this violation or finding: its code, or its rule."""
    named = [*case.expect.get("findings", ())]
    for ruling in case.expect.get("rulings", {}).values():
        named += [*(ruling or {}).get("violations", ()), *({"rule": rule} for rule in (ruling or {}).get("rules", ()))]
    return any(found.items() >= {key: each[key] for key in ("rule", "code") if key in each}.items() for each in named if each)


cited = cache(Cited)


def nothing_of(found: list[Any], what: str) -> None:
    """There is nothing of what should not be; else all of it is named."""
    if found:
        pytest.fail(f"{what}: {', '.join(map(str, found))}", pytrace=False)


@every_game
def test_every_rule_with_codes_is_cited_by_a_case_and_lets_another_pass(name: str) -> None:
    ids = [rule.id for rule in GAMES[name].rulebook if rule.codes]
    nothing_of([rule for rule in ids if rule not in cited(name).rules], "no case expects these to be cited")
    nothing_of([rule for rule in ids if rule not in cited(name).passed], "no case lists these and is accepted")


@every_game
def test_every_rule_has_a_case(name: str) -> None:
    nothing_of([rule.id for rule in GAMES[name].rulebook if rule.id not in cited(name).listed], "no case lists these")


@every_game
def test_every_code_is_expected_by_a_case(name: str) -> None:
    codes = [code for rule in GAMES[name].rulebook for code in rule.codes]
    nothing_of([code for code in codes if code not in cited(name).codes], "no case expects these")


@every_game
def test_every_preset_and_every_value_of_an_option_is_used_by_a_case(name: str) -> None:
    game = GAMES[name]
    nothing_of([preset for preset in game.presets if preset not in cited(name).presets], "no case uses these")
    info = inspect.type_info(game.options)
    assert isinstance(info, inspect.StructType)
    wanted = [(field.name, repr(value)) for field in info.fields for value in choices(field.type)]
    nothing_of([each for each in wanted if each not in cited(name).options], "no case uses these")


def choices(kind: Any) -> list[Any]:
    """The values that can be counted off."""
    if isinstance(kind, inspect.LiteralType):
        return list(kind.values)
    return [True, False] if isinstance(kind, inspect.BoolType) else []
