"""Sentences with named placeholders, one module a language, and the fallback to English.

A language module may hold TITLE and SUMMARY (texts), and RULES, CODES, EFFECTS, OPTIONS (from rule id, code,
type of effect and option to a sentence). What it lacks is read in English, and what a game lacks in the kernel's.
"""

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from types import ModuleType
from typing import Any

FALLBACK = "en"
_TABLES = ("RULES", "CODES", "EFFECTS", "OPTIONS")


class Texts:
    """The texts of one package of language modules, over those of the kernel."""

    def __init__(self, package: str) -> None:
        found = importlib.import_module(package)
        self.languages = tuple(sorted(module.name for module in pkgutil.iter_modules(found.__path__)))
        self._modules = {name: importlib.import_module(f"{package}.{name}") for name in self.languages}
        kernel = importlib.import_module(f"{__name__}.{FALLBACK}")
        self._tables = {
            (language, table): _merged(table, kernel, self._modules[FALLBACK], self._modules[language])
            for language in self.languages
            for table in _TABLES
        }

    def choose(self, wanted: Sequence[str]) -> str:
        """The first language of `wanted` (tags as `pa-Guru-IN`) that is there, else English."""
        for tag in wanted:
            parts = tag.replace("_", "-").split("-")
            for length in range(len(parts), 0, -1):
                candidate = "_".join(parts[:length]).lower()
                if candidate in self.languages:
                    return candidate
        return FALLBACK

    def title(self, language: str = FALLBACK) -> str:
        """The game's name for readers."""
        return self._word("TITLE", language)

    def summary(self, language: str = FALLBACK) -> str:
        """What the game is, in a sentence or two."""
        return self._word("SUMMARY", language)

    def rule(self, rule: str, language: str = FALLBACK) -> str:
        """The text of a rule."""
        return self._table("RULES", language)[rule]

    def option(self, option: str, language: str = FALLBACK) -> str:
        """What an option decides."""
        return self._table("OPTIONS", language)[option]

    def violation(self, code: str, params: Mapping[str, Any], language: str = FALLBACK) -> str:
        """The sentence of a violation or finding."""
        return fill(self._table("CODES", language)[code], params)

    def effect(self, effect: Mapping[str, Any], language: str = FALLBACK) -> str:
        """The sentence of an effect."""
        return fill(self._table("EFFECTS", language)[effect["type"]], effect)

    def table(self, name: str, language: str = FALLBACK) -> Mapping[str, str]:
        """One whole table (RULES, CODES, EFFECTS, OPTIONS), for tests and documents."""
        return self._table(name, language)

    def _table(self, name: str, language: str) -> Mapping[str, str]:
        return self._tables.get((language, name)) or self._tables[FALLBACK, name]

    def _word(self, name: str, language: str) -> str:
        module = self._modules.get(language, self._modules[FALLBACK])
        return str(getattr(module, name, None) or getattr(self._modules[FALLBACK], name))


def _merged(table: str, *modules: ModuleType) -> dict[str, str]:
    merged: dict[str, str] = {}
    for module in modules:
        merged |= getattr(module, table, {})
    return merged


def fill(sentence: str, params: Mapping[str, Any]) -> str:
    """The sentence with its placeholders filled; lists read `a, b`, null reads `nobody`."""
    return sentence.format_map(_Readable(params))


class _Readable(dict[str, Any]):
    def __getitem__(self, key: str) -> Any:
        value = super().__getitem__(key)
        if isinstance(value, (list, tuple)):
            return ", ".join(str(item) for item in value)
        return "nobody" if value is None else value
