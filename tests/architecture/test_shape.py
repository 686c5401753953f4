"""Every game has the same shape, no game's name stands outside its folder, and nothing grows too long to be read."""

import ast
import importlib
import re
from statistics import median
from types import ModuleType

import pytest

from adjudicator.games import discover
from tests.architecture.source import PACKAGE, ROOT, Module, functions, length, modules, words
from tests.games.cases import GAMES

NAMES: dict[str, tuple[str, ...]] = {
    "pieces": ("COMPONENTS",),
    "options": ("Options", "PRESETS"),
    "moves": ("Setup", "ENTRIES", "malformed", "malformed_table"),
    "state": ("State", "begin", "table", "conserved"),
    "rules": ("RULEBOOK",),
    "legality": ("CHECKS",),
    "effects": ("STEPS",),
    "scoring": ("score", "COUNTING"),
    "actions": ("next_up", "actions"),
    "playout": ("playout", "playout_options"),
    "hidden": ("HIDDEN",),
}
"""Module of a game -> what it offers under the same name in every game."""
WIRED = {
    "components": "pieces.COMPONENTS", "options": "options.Options", "presets": "options.PRESETS", "setup": "moves.Setup",
    "entries": "moves.ENTRIES", "malformed": "moves.malformed", "malformed_table": "moves.malformed_table",
    "state": "state.State", "begin": "state.begin", "table": "state.table", "conserved": "state.conserved",
    "rulebook": "rules.RULEBOOK", "checks": "legality.CHECKS", "steps": "effects.STEPS", "score": "scoring.score",
    "counting": "scoring.COUNTING", "next": "actions.next_up", "actions": "actions.actions", "playout": "playout.playout",
    "playout_options": "playout.playout_options", "hidden": "hidden.HIDDEN",
}
"""Field of `Game` -> where it comes from."""
VAGUE = {"utils", "util", "helpers", "helper", "manager", "managers", "base", "common", "misc", "shared", "lib"}
LONGEST_FILE, LONGEST_FUNCTION = 330, 50
CODE = modules(PACKAGE, "migrations")
OWN = (*CODE, *modules("tests", "bench"))
every_game = pytest.mark.parametrize("name", GAMES)


def package(name: str) -> str:
    return f"adjudicator.games.{name}" if name in discover() else f"tests.games.{name}"


def part(name: str, module: str) -> ModuleType:
    return importlib.import_module(f"{package(name)}.{module}")


@every_game
def test_common_modules_and_names(name: str) -> None:
    for module, offered in NAMES.items():
        found = part(name, module)
        missing = [each for each in offered if not hasattr(found, each)]
        assert missing == [], f"{module}.py of {name} lacks {missing}"
    for table in ("TITLE", "SUMMARY", "RULES", "CODES", "EFFECTS", "OPTIONS"):
        assert hasattr(part(name, "texts.en"), table), f"texts/en.py of {name} lacks {table}"


@every_game
def test_the_game_is_what_its_modules_offer(name: str) -> None:
    game = GAMES[name]
    for field, place in WIRED.items():
        module, offered = place.split(".")
        assert getattr(game, field) is getattr(part(name, module), offered), f"{field} is not {place}"


@every_game
def test_the_outside_sees_the_game_alone(name: str) -> None:
    """The package's own file binds nothing of its own but GAME."""
    tree = ast.parse((ROOT / package(name).replace(".", "/") / "__init__.py").read_text(encoding="utf-8"))
    bound = [ast.unparse(target) for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    assert bound == ["GAME"]
    assert not any(isinstance(node, (ast.FunctionDef, ast.ClassDef)) for node in tree.body)


@pytest.mark.parametrize("module", [module for module in OWN if module.path.name != "__init__.py"], ids=str)
def test_no_vague_names(module: Module) -> None:
    assert not VAGUE & set(module.name.split("."))


@pytest.mark.parametrize("module", modules(PACKAGE), ids=str)
def test_no_games_name_outside_its_folder(module: Module) -> None:
    """Neither as a word in a text nor in a name: a fifth game is a folder."""
    for name in GAMES:
        if module.name.startswith(package(name)):
            continue
        named = re.compile(rf"(?<![a-z]){name}(?![a-z])", re.IGNORECASE)
        found = [f"line {line}: {text[:80]}" for line, text in words(module) if named.search(text)]
        assert found == [], f"{module} names {name}"


@pytest.mark.parametrize("module", [each for each in CODE if "texts" not in each.name.split(".")], ids=str)
def test_files_and_functions_can_be_read(module: Module) -> None:
    assert module.lines <= LONGEST_FILE
    long = {function.name: length(function) for function in functions(module) if length(function) > LONGEST_FUNCTION}
    assert long == {}


def test_functions_in_the_middle_have_five_to_ten_lines() -> None:
    assert 5 <= median(length(function) for module in modules(PACKAGE) for function in functions(module)) <= 10


@every_game
def test_functions_of_a_game_are_short_in_the_middle(name: str) -> None:
    folder = package(name).replace(".", "/")
    assert median(length(function) for module in modules(folder) for function in functions(module)) <= 10


@pytest.mark.parametrize("module", [each for each in CODE if each.lines > 3 and each.name != "migrations"], ids=str)
def test_every_module_says_what_it_is(module: Module) -> None:
    if module.path.name != "__init__.py":
        assert ast.get_docstring(module.tree)


@pytest.mark.parametrize("module", OWN, ids=str)
def test_nothing_is_left_to_do(module: Module) -> None:
    text = module.path.read_text(encoding="utf-8")
    assert not re.search(r"#.*\b(" + "|".join(("TO" + "DO", "FIX" + "ME", "X" + "XX", "HA" + "CK")) + r")\b", text)
    assert not any(isinstance(node, ast.Raise) and "NotImplemented" in ast.unparse(node) for node in ast.walk(module.tree))
