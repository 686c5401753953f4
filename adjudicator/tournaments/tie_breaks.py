"""What decides between equals: an ordered list of criteria by name, each value the sum of lines that can be read one by one.

| criterion | value | source |
|---|---|---|
| score | what results and byes count (schemes.py), and sanctions | |
| most:M | the measure M of all matches at tables, added up; `points` is one | Carrom: boards won, queens |
| fewest:M | the same, the lower before the higher | Taki: cards left |
| net:M | own M less that of each opponent | Carrom: net board points |
| wins | matches won at the table, byes and no-shows left out | FIDE C.07 "games won" |
| direct_encounter | scores of the matches among those who are level, if every two of them have met | FIDE C.07 |
| buchholz | the scores of all opponents | FIDE C.07 |
| buchholz_cut_1 | the same without the least | FIDE C.07 |
| sonneborn_berger | twice the score of each opponent left behind, once that of each one level | FIDE C.07, doubled to be whole |
| survival, third_place | knock-out only: rounds gone through, the match for the third place | bracket order |
| lots | the lot of the entrant (lots.py), the lower first | |

Virtual opponents: a round that an entrant did not play at a table (a bye, a no-show, an annulled match, an absence) counts in
the two Buchholz and in Sonneborn-Berger as if played against an opponent who ends with the entrant's own score, won, level or
lost as the round was worth (the idea of FIDE C.07, article 16.4; scores of opponents are taken as they are, without its
further adjustments). Sanctions change nobody's score but the entrant's own. At tables of several, each opponent is a line.
What is not known counts nothing, but for `fewest`, where nothing would be best: there it makes the value unknown, which
stands behind every known one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeVar

from msgspec import Struct

from adjudicator.core.errors import AdjudicatorError

from . import knock_out
from .lots import lot
from .record import Appearance, Record
from .results import Result, Side, shares, won
from .stage import Format, KnockOut, RoundRobin, Swiss

LOT_BITS = 53


class UnknownCriterion(AdjudicatorError):
    """A name that is no criterion (422)."""


class Line(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One part of a value: where it comes from, what it counts, and by which rule (a stable word).

    `value` is None where it is not known. `opponent` is None where there is none, or where the line is about a whole match.
    """

    rule: str
    value: int | None
    round: int | None = None
    table: int | None = None
    opponent: str | None = None


Lines = Callable[[Record, str, Sequence[str]], Iterator[Line]]
"""`(record, entrant, those level with it by all criteria before)`."""
Counts = Callable[[Result, str], int | None]
"""`(result of a match at a table, entrant)`: what it counts; None if that is not known."""


class Criterion(Struct, frozen=True):
    """A way to tell equals apart. `lowest`: the lower value stands first. `among`: it depends on who is level.

    `part`: what a match counts whatever else was played, so that the value can be kept by adding matches one by one (`adds_up`).
    """

    name: str
    lines: Lines
    lowest: bool = False
    among: bool = False
    part: Counts | None = None

    @property
    def adds_up(self) -> bool:
        """Whether it is the sum of what each match counts by itself."""
        return self.part is not None


def value(lines: Sequence[Line]) -> int | None:
    """The sum; None if there is a part that is not known."""
    known = [line.value for line in lines if line.value is not None]
    return sum(known) if len(known) == len(lines) else None


@cache
def criterion(name: str) -> Criterion:
    """The criterion of this name. Raises UnknownCriterion."""
    kind, _, measure = name.partition(":")
    if kind in MEASURED and measure:
        return MEASURED[kind](name, measure)
    if name not in CRITERIA:
        raise UnknownCriterion(f"There is no criterion called {name}.")
    return CRITERIA[name]


def defaults(format: Format, of_game: Sequence[str]) -> tuple[str, ...]:
    """The tie-breaks of a stage of this format: the game's own, then what is usual for the format. Places may stay shared."""
    if isinstance(format, KnockOut):
        return ("third_place",)
    if isinstance(format, Swiss):
        return (*of_game, "buchholz_cut_1", "buchholz", "sonneborn_berger")
    usual = ("direct_encounter", "sonneborn_berger") if isinstance(format, RoundRobin) else ("wins",)
    return tuple(dict.fromkeys((*of_game, *usual)))


def _score(record: Record, entrant: str, level: Sequence[str]) -> Iterator[Line]:
    for each in record.of(entrant):
        if each.match.settled:
            earned = record.earned(each)
            yield Line(rule=_how(each), value=earned, round=each.round, table=each.match.table, opponent=_only(each))
    for sanction in record.sanctions(entrant):
        yield Line(rule="sanction", value=sanction.points, round=sanction.round)


def _how(each: Appearance) -> str:
    """`bye:half_point`, `no_show:won`, `played:lost` ..."""
    if each.match.bye is not None or each.result is None:
        return f"bye:{each.match.bye}"
    if not each.result.counts:
        return each.result.outcome
    behind, level = shares(each.result, each.entrant)
    word = "won" if won(each.result, each.entrant) else "level" if level else "placed" if behind else "lost"
    return f"{each.result.outcome}:{word}"


def _only(each: Appearance) -> str | None:
    return each.opponents[0] if len(each.opponents) == 1 else None


def _wins(record: Record, entrant: str, level: Sequence[str]) -> Iterator[Line]:
    for each in record.of(entrant):
        if each.at_table and each.result is not None and won(each.result, entrant):
            yield Line(rule="won", value=1, round=each.round, table=each.match.table, opponent=_only(each))


def _lots(record: Record, entrant: str, level: Sequence[str]) -> Iterator[Line]:
    yield Line(rule="lot", value=lot(record.stage.seed, "lots", entrant) >> 256 - LOT_BITS)


Part = TypeVar("Part")


def _once(work: Callable[[Record, str], Iterator[Part]]) -> Callable[[Record, str], Sequence[Part]]:
    """The same, worked out once for each entrant of a record: several criteria ask for it."""

    def kept(record: Record, entrant: str) -> Sequence[Part]:
        found = record.kept.get((work, entrant))
        if found is None:
            found = record.kept[work, entrant] = list(work(record, entrant))
        return found

    return kept


@_once
def _against(record: Record, entrant: str) -> Iterator[tuple[Appearance, str, int]]:
    """(match at a table, opponent, 2 for one left behind, 1 for one level, 0 for one ahead)."""
    for each in record.of(entrant):
        if not each.at_table or each.result is None:
            continue
        own = each.result.side(entrant)
        for opponent in each.opponents:
            other = each.result.side(opponent)
            ahead = 2 if own.rank < other.rank else int(own.rank == other.rank)
            yield each, opponent, 0 if own.absent else ahead


@_once
def _unplayed(record: Record, entrant: str) -> Iterator[tuple[int, int]]:
    """(round that the entrant did not play at a table, 2, 1 or 0 as it was worth); what is awaited is no such round yet."""
    for number in record.rounds:
        there = [each for each in record.of(entrant) if each.round == number]
        if not any(each.at_table or not each.match.settled for each in there):
            yield number, max(map(_worth, there), default=0)


def _worth(each: Appearance) -> int:
    if each.match.bye is not None:
        return {"half_point": 1, "zero_point": 0}.get(each.match.bye, 2)
    return 2 if each.result is not None and won(each.result, each.entrant) else 0


def _buchholz(record: Record, entrant: str, level: Sequence[str]) -> Iterator[Line]:
    yield from _opponents_scores(record, entrant)


@_once
def _opponents_scores(record: Record, entrant: str) -> Iterator[Line]:
    for each, opponent, _ in _against(record, entrant):
        score = record.scores[opponent]
        yield Line(rule="opponents_score", value=score, round=each.round, table=each.match.table, opponent=opponent)
    for number, _ in _unplayed(record, entrant):
        yield Line(rule="virtual_opponent", value=record.scores[entrant], round=number)


def _cut_1(record: Record, entrant: str, level: Sequence[str]) -> Iterator[Line]:
    lines = list(_buchholz(record, entrant, level))
    yield from lines
    if lines:
        least = min(lines, key=lambda line: (line.value or 0, line.round or 0))
        yield Line(rule="least_cut", value=-(least.value or 0), round=least.round, opponent=least.opponent)


def _sonneborn(record: Record, entrant: str, level: Sequence[str]) -> Iterator[Line]:
    for each, opponent, times in _against(record, entrant):
        rule = ("lost_to", "level_with", "left_behind")[times]
        score = times * record.scores[opponent]
        yield Line(rule=rule, value=score, round=each.round, table=each.match.table, opponent=opponent)
    for number, times in _unplayed(record, entrant):
        yield Line(rule="virtual_opponent", value=times * record.scores[entrant], round=number)


def _direct(record: Record, entrant: str, level: Sequence[str]) -> Iterator[Line]:
    """In halves of a match: 2 for every one of those who are level left behind. Nothing unless all of them have met."""
    group = set(level)
    if not _met(record, entrant, group) or not all(_met(record, other, group) for other in level):
        yield Line(rule="not_all_met", value=None)
        return
    for each, opponent, times in _against(record, entrant):
        if opponent in group:
            rule = ("lost_to", "level_with", "left_behind")[times]
            yield Line(rule=rule, value=times, round=each.round, table=each.match.table, opponent=opponent)


def _met(record: Record, entrant: str, group: set[str]) -> bool:
    """Whether it has met all others of the group at a table."""
    return group <= {entrant, *(opponent for _, opponent, _ in _against(record, entrant))}


def _survival(record: Record, entrant: str, level: Sequence[str]) -> Iterator[Line]:
    for number in record.survived.get(entrant, ()):
        yield Line(rule="went_on", value=1, round=number)
    for sanction in record.sanctions(entrant):
        yield Line(rule="sanction", value=sanction.points, round=sanction.round)


def _third_place(record: Record, entrant: str, level: Sequence[str]) -> Iterator[Line]:
    for each in record.of(entrant):
        if knock_out.for_third_place(record.stage, each.round, each.match) and each.match.settled:
            won_it = each.match.bye is not None or (each.result is not None and won(each.result, entrant))
            yield Line(rule="third_place", value=int(won_it), round=each.round, table=each.match.table, opponent=_only(each))


def _summed(name: str, measure: str, lowest: bool) -> Criterion:
    def part(result: Result, entrant: str) -> int | None:
        known = result.side(entrant).measure(measure)
        return known if known is not None or lowest else 0

    def lines(record: Record, entrant: str, level: Sequence[str]) -> Iterator[Line]:
        for each in record.of(entrant):
            if each.at_table and each.result is not None:
                rule = "not_known" if each.result.side(entrant).measure(measure) is None else measure
                found = part(each.result, entrant)
                yield Line(rule=rule, value=found, round=each.round, table=each.match.table, opponent=_only(each))

    return Criterion(name, lines, lowest, part=part)


def _net(name: str, measure: str) -> Criterion:
    def less(own: Side, other: Side) -> int | None:
        mine, theirs = own.measure(measure), other.measure(measure)
        return None if mine is None or theirs is None else mine - theirs

    def part(result: Result, entrant: str) -> int:
        own = result.side(entrant)
        return sum(less(own, other) or 0 for other in result.sides if other is not own)

    def lines(record: Record, entrant: str, level: Sequence[str]) -> Iterator[Line]:
        for each, opponent, _ in _against(record, entrant):
            assert each.result is not None
            known = less(each.result.side(entrant), each.result.side(opponent))
            rule = "not_known" if known is None else measure
            yield Line(rule=rule, value=known or 0, round=each.round, table=each.match.table, opponent=opponent)

    return Criterion(name, lines, part=part)


MEASURED: Mapping[str, Callable[[str, str], Criterion]] = {
    "most": lambda name, measure: _summed(name, measure, False),
    "fewest": lambda name, measure: _summed(name, measure, True),
    "net": _net,
}
CRITERIA: Mapping[str, Criterion] = {
    each.name: each
    for each in (
        Criterion("score", _score),
        Criterion("wins", _wins, part=won),
        Criterion("direct_encounter", _direct, among=True),
        Criterion("buchholz", _buchholz),
        Criterion("buchholz_cut_1", _cut_1),
        Criterion("sonneborn_berger", _sonneborn),
        Criterion("survival", _survival),
        Criterion("third_place", _third_place),
        Criterion("lots", _lots, lowest=True),
    )
}
