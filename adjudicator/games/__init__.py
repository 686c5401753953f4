"""The games, found and not listed: every folder here that offers a `GAME` is one."""

import importlib
import pkgutil
from collections.abc import Mapping

from adjudicator.core.game import Game


def discover(*packages: str) -> Mapping[str, Game]:
    """The games of these packages by name, sorted; without a package, those of this one. Raises ValueError for a name twice."""
    found: dict[str, Game] = {}
    for package in packages or (__name__,):
        for module in pkgutil.iter_modules(importlib.import_module(package).__path__, package + "."):
            game = getattr(importlib.import_module(module.name), "GAME", None) if module.ispkg else None
            if game is None:
                continue
            if game.name in found:
                raise ValueError(f"Two games are called {game.name}.")
            found[game.name] = game
    return dict(sorted(found.items()))
