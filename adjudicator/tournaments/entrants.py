"""Who takes part: a player, or a pair or team that plays as one side."""

from msgspec import Struct


class Absence(Struct, frozen=True, forbid_unknown_fields=True):
    """Not paired from round `first` to round `last`; None: for good. A return is a `last`."""

    first: int
    last: int | None = None


class Entrant(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One side of a stage. `id` is unique in it; `players` are the ids of its members.

    `seed`: its number in the order of strength, 1 the strongest; those without one come behind, by lot.
    `joined`: the first round it can be paired for; more than 1 is a late entry.
    """

    id: str
    players: tuple[str, ...] = ()
    seed: int | None = None
    joined: int = 1
    absences: tuple[Absence, ...] = ()

    def present(self, number: int) -> bool:
        """Whether it can be paired for this round."""
        return number >= self.joined and not any(
            absence.first <= number and (absence.last is None or number <= absence.last) for absence in self.absences
        )

    @property
    def withdrawn(self) -> bool:
        """Whether it has left for good."""
        return any(absence.last is None for absence in self.absences)
