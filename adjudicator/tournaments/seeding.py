"""The order of strength: by the entrants' own numbers, those without one behind, equals by lot."""

from collections.abc import Iterable

from .entrants import Entrant
from .lots import lot


def by_strength(entrants: Iterable[Entrant], seed: str) -> list[str]:
    """The ids, the strongest first."""

    def key(entrant: Entrant) -> tuple[bool, int, int]:
        return entrant.seed is None, entrant.seed or 0, lot(seed, "order", entrant.id)

    return [entrant.id for entrant in sorted(entrants, key=key)]
