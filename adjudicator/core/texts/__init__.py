"""Sentences with named placeholders, one module a language, and the fallback to English.

A language module may hold TITLE and SUMMARY (texts), RULES, CODES, EFFECTS, OPTIONS (from rule id, code, type of
effect and option to a sentence), and WORDS (from a placeholder to what its values are called: of `colour`, `R` is
red). What it lacks is read in English, and what a game lacks in the kernel's.
"""

import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from itertools import groupby
from types import ModuleType
from typing import Any

FALLBACK = "en"
_TABLES = ("RULES", "CODES", "EFFECTS", "OPTIONS", "WORDS")


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
        return str(self._table("RULES", language)[rule])

    def option(self, option: str, language: str = FALLBACK) -> str:
        """What an option decides."""
        return str(self._table("OPTIONS", language)[option])

    def violation(self, code: str, params: Mapping[str, Any], language: str = FALLBACK) -> str:
        """The sentence of a violation or finding."""
        return fill(self._table("CODES", language)[code], params, self._table("WORDS", language))

    def effect(self, effect: Mapping[str, Any], language: str = FALLBACK) -> str:
        """The sentence of an effect."""
        return fill(self._table("EFFECTS", language)[effect["type"]], effect, self._table("WORDS", language))

    def table(self, name: str, language: str = FALLBACK) -> Mapping[str, Any]:
        """One whole table (RULES, CODES, EFFECTS, OPTIONS, WORDS), for tests and documents."""
        return self._table(name, language)

    def _table(self, name: str, language: str) -> Mapping[str, Any]:
        return self._tables.get((language, name)) or self._tables[FALLBACK, name]

    def _word(self, name: str, language: str) -> str:
        module = self._modules.get(language, self._modules[FALLBACK])
        return str(getattr(module, name, None) or getattr(self._modules[FALLBACK], name))


def _merged(table: str, *modules: ModuleType) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    for module in modules:
        merged |= getattr(module, table, {})
    return merged


def fill(sentence: str, params: Mapping[str, Any], words: Mapping[str, Mapping[Any, str]] | None = None) -> str:
    """The sentence with its placeholders filled. Lists read `a, 2 b`, an empty one `none`, and null `nobody`."""
    return sentence.format_map(_Readable(params, words or {}))


class _Readable(dict[str, Any]):
    def __init__(self, params: Mapping[str, Any], words: Mapping[str, Mapping[Any, str]]) -> None:
        super().__init__(params)
        self._words = words

    def __getitem__(self, key: str) -> Any:
        value, words = super().__getitem__(key), self._words.get(key, {})
        if isinstance(value, (list, tuple)):
            return _listed([words.get(item, item) for item in value])
        return "nobody" if value is None else words.get(value, value)


def _listed(items: Sequence[Any]) -> str:
    """Equal texts in a row are told once, with their number; equal numbers are not."""
    runs = ((item, len(list(run))) for item, run in groupby(items))
    told = (f"{count} {item}" if count > 1 and isinstance(item, str) else ", ".join([str(item)] * count) for item, count in runs)
    return ", ".join(told) or "none"
