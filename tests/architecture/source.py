"""The project's own source as syntax trees: modules, what they import, their functions."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[2]
PACKAGE = "adjudicator"


class Module(Struct, frozen=True):
    """One file, by its dotted name (a package's own file by the package's)."""

    name: str
    path: Path

    @property
    def tree(self) -> ast.Module:
        return _tree(self.path)

    @property
    def lines(self) -> int:
        return len(self.path.read_text(encoding="utf-8").splitlines())

    def __str__(self) -> str:
        return self.name


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), str(path))


@cache
def modules(*folders: str) -> tuple[Module, ...]:
    """Every module under these folders of the project."""
    paths = sorted(path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return tuple(Module(_dotted(path), path) for path in paths)


def _dotted(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imports(module: Module) -> Iterator[str]:
    """The dotted names that a module imports anywhere, also inside functions; `from a import b` is a.b if that is a module."""
    package = module.name if module.path.name == "__init__.py" else module.name.rpartition(".")[0]
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) + 1 - node.level] if node.level else []
            source = ".".join([*above, *([node.module] if node.module else [])])
            yield from (_module_or(source, alias.name) for alias in node.names)


def _module_or(source: str, name: str) -> str:
    place = ROOT.joinpath(*source.split("."))
    return f"{source}.{name}" if (place / f"{name}.py").exists() or (place / name).is_dir() else source


def functions(module: Module) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    return (node for node in ast.walk(module.tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)))


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Lines from `def` to the last, the docstring among them."""
    return (function.end_lineno or function.lineno) - function.lineno + 1


def spoken(tree: ast.Module) -> set[int]:
    """The ids of the string nodes that stand alone as statements: docstrings of all kinds."""
    return {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)}


def words(module: Module) -> Iterator[tuple[int, str]]:
    """(line, word) of every name and text in the code; docstrings and comments are none."""
    tree = module.tree
    docs = spoken(tree)
    for node in ast.walk(tree):
        line = getattr(node, "lineno", 0)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield line, node.value
        yield from ((line, text) for text in _names(node))


def _names(node: ast.AST) -> Iterator[str]:
    for field in ("id", "attr", "name", "arg", "asname", "module"):
        text = getattr(node, field, None)
        if isinstance(text, str):
            yield text
