"""A stage: its format, its entrants, and its rounds of matches. A tournament is one stage after another.

Rounds are numbered from 1, tables of a round from 1. `sides` of a match are in seat order: the first begins (breaks, leads).
A match with one side is a bye; one with none is a place in a bracket that nobody reached.
"""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct, structs

from .entrants import Entrant
from .results import Correction, Result, Sanction, last

Bye = Literal["pairing_allocated", "full_point", "half_point", "zero_point"]
"""What a bye is worth: as much as a win (the first two: by the pairing, or by the organiser), half of it, or nothing."""
MOST_SEATS, MOST_ROUNDS = 10, 10_000


class RoundRobin(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="round_robin"):
    """Everybody meets everybody, `cycles` times (1 or 2)."""

    cycles: int = 1


class KnockOut(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="knock_out"):
    """Who wins goes on. `third_place`: the losers of the semi-finals play for it, beside the final."""

    third_place: bool = False


class Swiss(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="swiss"):
    """Two sides with like scores meet, nobody twice, for this many rounds."""

    rounds: int


class Tables(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="tables"):
    """Tables of `smallest` to `largest` entrants (2 to 10), drawn anew for each of these rounds."""

    rounds: int
    smallest: int = 3
    largest: int = 4


class FreePlay(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type", tag="free_play"):
    """No pairing: results come in, and a round is whatever the organiser calls one (an evening)."""


Format = RoundRobin | KnockOut | Swiss | Tables | FreePlay


class Match(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One match of a round. `manual`: an organiser paired it, not the computation."""

    table: int
    sides: tuple[str, ...]
    bye: Bye | None = None
    manual: bool = False
    result: Result | None = None
    corrections: tuple[Correction, ...] = ()

    @property
    def final(self) -> Result | None:
        """The result that counts: the last correction that stands, or what came in."""
        return last(self.result, self.corrections)

    @property
    def settled(self) -> bool:
        """Whether nothing is awaited of it."""
        return len(self.sides) < 2 or self.final is not None


class Round(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The matches of one round."""

    number: int
    matches: tuple[Match, ...] = ()

    @property
    def settled(self) -> bool:
        """Whether every match of it is."""
        return all(match.settled for match in self.matches)

    def match(self, table: int) -> Match | None:
        """The match at this table."""
        return next((match for match in self.matches if match.table == table), None)


class Stage(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """One stage. `seed`: the published seed of all its lots. `scheme` and `tie_breaks` are names (schemes.py, tie_breaks.py)."""

    format: Format
    seed: str
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    scheme: str = "match_wins"
    tie_breaks: tuple[str, ...] = ()
    sanctions: tuple[Sanction, ...] = ()

    def entrant(self, id: str) -> Entrant:
        """The entrant with this id."""
        return next(entrant for entrant in self.entrants if entrant.id == id)

    def round(self, number: int) -> Round | None:
        """The round with this number, if there is one yet."""
        return next((each for each in self.rounds if each.number == number), None)

    @property
    def next_round(self) -> int:
        """The number of the round to be paired next."""
        return 1 + max((each.number for each in self.rounds), default=0)


def present(stage: Stage, number: int) -> list[Entrant]:
    """Those who can be paired for this round, in order of id."""
    return sorted((entrant for entrant in stage.entrants if entrant.present(number)), key=lambda entrant: entrant.id)


def rounds_of(stage: Stage, upto: int | None = None) -> list[Round]:
    """The rounds in order; with `upto`, those up to and including it."""
    return sorted(
        (each for each in stage.rounds if upto is None or each.number <= upto), key=lambda each: each.number
    )


def matches_of(stage: Stage, upto: int | None = None) -> Iterator[tuple[int, Match]]:
    """(number of the round, match), by round and table."""
    for each in rounds_of(stage, upto):
        yield from ((each.number, match) for match in sorted(each.matches, key=lambda match: match.table))


def before(stage: Stage, number: int) -> Stage:
    """The stage as it was paired from for this round: without that and later ones."""
    return structs.replace(stage, rounds=tuple(rounds_of(stage, number - 1)))


def with_round(stage: Stage, new: Round) -> Stage:
    """The stage with this round, in place of one of the same number."""
    others = [each for each in stage.rounds if each.number != new.number]
    return structs.replace(stage, rounds=tuple(sorted([*others, new], key=lambda each: each.number)))


def with_match(stage: Stage, number: int, new: Match) -> Stage:
    """The stage with this match in a round that it has, in place of the one at the same table."""
    old = stage.round(number) or Round(number=number)
    others = [match for match in old.matches if match.table != new.table]
    matches = tuple(sorted([*others, new], key=lambda match: match.table))
    return with_round(stage, structs.replace(old, matches=matches))


def with_result(stage: Stage, number: int, table: int, result: Result | None) -> Stage:
    """The stage with the result that came in (or none) for the match at this table of this round."""
    return with_match(stage, number, structs.replace(_match(stage, number, table), result=result))


def with_correction(stage: Stage, number: int, table: int, correction: Correction) -> Stage:
    """The stage with one more decision of the organiser on a match."""
    match = _match(stage, number, table)
    return with_match(stage, number, structs.replace(match, corrections=(*match.corrections, correction)))


def _match(stage: Stage, number: int, table: int) -> Match:
    return next(match for at, match in matches_of(stage) if (at, match.table) == (number, table))
