"""Imports point down only, and what is pure is pure."""

import ast
import sys
from collections.abc import Iterator

import pytest

from adjudicator.games import discover
from tests.architecture.source import PACKAGE, Module, imports, modules

ALL = modules(PACKAGE)
GAMES = "games"
# Layer -> the layers below it that it may import, and the packages of others. What wires (app, cli, config) may import all.
LAYERS: dict[str, tuple[set[str], set[str]]] = {
    "core": (set(), {"msgspec"}),
    "games": ({"core"}, {"msgspec"}),
    "tournaments": ({"core"}, {"msgspec", "networkx", "openskill"}),
    "storage": ({"core"}, {"msgspec", "sqlalchemy", "alembic", "psycopg"}),
    "services": ({"core", "games", "tournaments", "storage"}, {"msgspec", "sqlalchemy", "structlog", "cryptography"}),
    "web": ({"core", "services"}, {
        "msgspec", "flask", "flask_smorest", "marshmallow", "apispec", "werkzeug", "webargs", "yaml", "structlog",
        "prometheus_client", "flask_limiter", "jinja2", "markupsafe",
    }),
}
ROOTS = {"app", "wiring", "cli", "config", "__main__", "__init__"}
PURE = ("core", "games", "tournaments")
PURE_LIBRARY = {
    "abc", "ast", "bisect", "collections", "contextlib", "copy", "dataclasses", "datetime", "decimal", "enum", "fractions",
    "functools", "graphlib", "hashlib", "heapq", "itertools", "json", "math", "operator", "random", "re", "statistics", "string",
    "textwrap", "types", "typing", "unicodedata", "__future__",
}
# These two find modules of this package: languages and games. Nothing else in a pure layer looks around.
FINDERS = {"adjudicator.core.texts": {"importlib", "pkgutil"}, "adjudicator.games": {"importlib", "pkgutil"}}
# The one place that makes a generator: out of a seed that it is given.
SOWER = "adjudicator.tournaments.lots"
NO_BUILTINS = {"open", "print", "input", "exec", "eval", "compile", "breakpoint", "__import__"}
CLOCKS = {"now", "utcnow", "today", "time", "time_ns", "monotonic", "monotonic_ns", "perf_counter", "perf_counter_ns"}


def layer(name: str) -> str:
    """`core` of `adjudicator.core.log`; `__init__` of the package itself."""
    return [*name.split("."), "__init__"][1]


def pure() -> list[Module]:
    return [module for module in ALL if layer(module.name) in PURE]


def test_every_module_has_a_layer() -> None:
    assert {layer(module.name) for module in ALL} <= LAYERS.keys() | ROOTS
    assert {layer(module.name) for module in ALL} >= LAYERS.keys()


@pytest.mark.parametrize("module", [module for module in ALL if layer(module.name) in LAYERS], ids=str)
def test_imports_point_down(module: Module) -> None:
    below, others = LAYERS[layer(module.name)]
    assert list(_strays(module, below | {layer(module.name)}, others)) == []


def _strays(module: Module, own: set[str], others: set[str]) -> Iterator[str]:
    for name in imports(module):
        first = name.split(".")[0]
        if first == PACKAGE:
            if layer(name) not in own | {"__init__"}:
                yield name
        elif first not in others and first not in sys.stdlib_module_names:
            yield name


@pytest.mark.parametrize("game", discover())
def test_a_game_is_imported_by_itself_alone(game: str) -> None:
    """And imports no other."""
    mine = f"{PACKAGE}.{GAMES}.{game}"
    for module in ALL:
        for name in imports(module):
            inside, outside = f"{module.name}.".startswith(f"{mine}."), f"{name}.".startswith(f"{mine}.")
            assert inside or not outside, f"{module} imports {name}"
            if inside and name.startswith(f"{PACKAGE}.{GAMES}"):
                assert outside, f"{module} imports {name}"


@pytest.mark.parametrize("module", pure(), ids=str)
def test_pure_layers_use_no_library_that_reads_or_writes(module: Module) -> None:
    allowed = PURE_LIBRARY | FINDERS.get(module.name, set())
    first = {name.split(".")[0] for name in imports(module)}
    assert first & (sys.stdlib_module_names - allowed) == set()


@pytest.mark.parametrize("module", pure(), ids=str)
def test_pure_layers_have_no_clock_no_chance_and_no_input(module: Module) -> None:
    """`random.Random` is a type there: what is drawn is drawn from what was handed in."""
    for node in ast.walk(module.tree):
        place = f"{module.path}:{getattr(node, 'lineno', 0)}"
        if isinstance(node, ast.Name):
            assert node.id not in NO_BUILTINS, place
        if isinstance(node, ast.Attribute):
            assert node.attr not in CLOCKS, place
            if isinstance(node.value, ast.Name) and node.value.id == "random":
                assert node.attr == "Random", place
        if isinstance(node, ast.Call):
            sown = module.name == SOWER and node.args
            assert sown or ast.unparse(node.func) not in ("random.Random", "Random"), place
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            assert [alias.name for alias in node.names] == ["Random"], place


@pytest.mark.parametrize("module", [module for module in ALL if layer(module.name) in ("storage", "services")], ids=str)
def test_time_is_passed_in(module: Module) -> None:
    """No service and no store calls a clock; a default that names one, to be replaced, is no call."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Call):
            holder, _, called = ast.unparse(node.func).rpartition(".")
            clock = holder.rpartition(".")[2] in ("datetime", "date", "time") and called in CLOCKS
            assert not clock, f"{module.path}:{node.lineno}"


@pytest.mark.parametrize("module", [module for module in ALL if module.name.startswith("adjudicator.web.resources")], ids=str)
def test_resources_catch_nothing(module: Module) -> None:
    """One table turns exceptions into problems."""
    assert [node.lineno for node in ast.walk(module.tree) if isinstance(node, (ast.Try, ast.TryStar))] == []


@pytest.mark.parametrize("module", [module for module in ALL if layer(module.name) != "services"], ids=str)
def test_only_services_commit(module: Module) -> None:
    commits = [
        node.lineno for node in ast.walk(module.tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "commit"
    ]
    assert commits == []
