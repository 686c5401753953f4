"""What must hold of a stage after every change, and what was better avoided.

`faults` may not be stored at all. `departures` may be, if the organiser wants it so: they are told, not refused.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

from msgspec import Struct

from adjudicator.core.errors import Fault

from . import results
from .past import Past
from .schemes import SCHEMES
from .stage import MOST_ROUNDS, MOST_SEATS, FreePlay, KnockOut, Match, Round, RoundRobin, Stage, Swiss, Tables, before
from .tie_breaks import UnknownCriterion, criterion

TWO_SIDES = 2


class Departure(Struct, frozen=True):
    """Something that a round has though the format would avoid it: `rematch`, `bye_again`, `table_size`, `absent`."""

    code: str
    table: int
    entrants: tuple[str, ...]


def faults(stage: Stage) -> list[Fault]:
    """Every fault of a stage; pointers from its top."""
    found = [*_of_format(stage), *_of_entrants(stage), *_of_names(stage)]
    numbers = [each.number for each in stage.rounds]
    if sorted(numbers) != list(range(1, len(numbers) + 1)):
        found.append(Fault("/rounds", "wrong_rounds", "Rounds are numbered from 1 without a gap."))
    for place, each in enumerate(stage.rounds):
        found += [
            Fault(f"/rounds/{place}{fault.pointer}", fault.code, fault.message) for fault in faults_of_round(stage, each)
        ]
    return found


def faults_of_round(stage: Stage, each: Round) -> list[Fault]:
    """Every fault of a round, manual or computed; pointers are relative to it."""
    found: list[Fault] = []
    known = {entrant.id for entrant in stage.entrants}
    seen: Counter[str] = Counter()
    for place, match in enumerate(each.matches):
        found += [
            Fault(f"/matches/{place}{fault.pointer}", fault.code, fault.message) for fault in _of_match(stage, match, known)
        ]
        seen.update(set(match.sides))
    twice = sorted(entrant for entrant, times in seen.items() if times > 1)
    if twice and not isinstance(stage.format, FreePlay):
        found.append(Fault("/matches", "seated_twice", f"Seated twice in one round: {', '.join(twice)}."))
    if len({match.table for match in each.matches}) != len(each.matches):
        found.append(Fault("/matches", "table_twice", "Two matches of a round have the same table."))
    return found


def departures(stage: Stage, number: int) -> list[Departure]:
    """What round `number`, as it is stored, has that its format would avoid."""
    past, each = Past(before(stage, number)), stage.round(number)
    absent = {entrant.id for entrant in stage.entrants if not entrant.present(number)}
    return [] if each is None else [
        departure for match in each.matches for departure in _departures(stage, past, absent, match)
    ]


def _departures(stage: Stage, past: Past, absent: set[str], match: Match) -> Iterator[Departure]:
    there = tuple(entrant for entrant in match.sides if entrant in absent)
    if there:
        yield Departure("absent", match.table, there)
    allowed = stage.format.cycles if isinstance(stage.format, RoundRobin) else 1
    if isinstance(stage.format, Swiss | Tables | RoundRobin):
        for pair in combinations(match.sides, 2):
            if past.met[frozenset(pair)] >= allowed:
                yield Departure("rematch", match.table, pair)
        if match.bye is not None and past.byes[match.sides[0]] and not isinstance(stage.format, RoundRobin):
            yield Departure("bye_again", match.table, match.sides)
    if isinstance(stage.format, Tables) and match.bye is None and not _fits(stage.format, match):
        yield Departure("table_size", match.table, match.sides)


def _fits(format: Tables, match: Match) -> bool:
    return format.smallest <= len(match.sides) <= format.largest


def _of_match(stage: Stage, match: Match, known: set[str]) -> Iterator[Fault]:
    for place, entrant in enumerate(match.sides):
        if entrant not in known:
            yield Fault(f"/sides/{place}", "unknown_entrant", f"{entrant} is no entrant of this stage.")
    if len(set(match.sides)) != len(match.sides):
        yield Fault("/sides", "against_itself", "An entrant cannot meet itself.")
    if (match.bye is not None) != (len(match.sides) == 1):
        yield Fault("/bye", "wrong_bye", "A match with one side is a bye and says what it is worth; no other is one.")
    most = MOST_SEATS if isinstance(stage.format, Tables | FreePlay) else TWO_SIDES
    if len(match.sides) > most:
        yield Fault("/sides", "too_many_sides", f"A match of this format has at most {most} sides.")
    yield from _of_results(match)


def _of_results(match: Match) -> Iterator[Fault]:
    decided = [("/result", match.result)] if match.result is not None else []
    decided += [(f"/corrections/{place}/result", each.result) for place, each in enumerate(match.corrections)]
    if decided and len(match.sides) < 2:
        yield Fault("/result", "result_of_bye", "A bye has no result.")
        return
    for pointer, result in decided:
        for fault in results.faults(result, match.sides):
            yield Fault(pointer + fault.pointer, fault.code, fault.message)


def _of_format(stage: Stage) -> Iterator[Fault]:
    format = stage.format
    if isinstance(format, Swiss | Tables) and not 1 <= format.rounds <= MOST_ROUNDS:
        yield Fault("/format/rounds", "out_of_range", f"A stage has 1 to {MOST_ROUNDS} rounds.")
    if isinstance(format, RoundRobin) and format.cycles not in (1, 2):
        yield Fault("/format/cycles", "out_of_range", "A round robin is single or double.")
    if isinstance(format, Tables) and not 2 <= format.smallest <= format.largest <= MOST_SEATS:
        yield Fault("/format/smallest", "out_of_range", f"Tables have 2 to {MOST_SEATS} seats, smallest to largest.")


def _of_entrants(stage: Stage) -> Iterator[Fault]:
    ids = [entrant.id for entrant in stage.entrants]
    players = [player for entrant in stage.entrants for player in entrant.players]
    if len(set(ids)) != len(ids):
        yield Fault("/entrants", "entrant_twice", "Two entrants have the same id.")
    if len(set(players)) != len(players):
        yield Fault("/entrants", "player_twice", "A player stands in two entrants.")
    for place, entrant in enumerate(stage.entrants):
        if isinstance(stage.format, KnockOut) and entrant.joined > 1:
            yield Fault(f"/entrants/{place}/joined", "late_entry", "A knock-out takes nobody in after its first round.")
    for place, sanction in enumerate(stage.sanctions):
        if sanction.entrant not in ids:
            yield Fault(f"/sanctions/{place}/entrant", "unknown_entrant", f"{sanction.entrant} is no entrant of this stage.")


def _of_names(stage: Stage) -> Iterator[Fault]:
    if stage.scheme not in SCHEMES:
        yield Fault("/scheme", "unknown_scheme", f"The schemes are {', '.join(SCHEMES)}.")
    for place, name in enumerate(stage.tie_breaks):
        try:
            criterion(name)
        except UnknownCriterion as error:
            yield Fault(f"/tie_breaks/{place}", "unknown_tie_break", str(error))
