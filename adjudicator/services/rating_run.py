"""Computing the ratings of a game: from the first period whose results have changed, or from the start. Changes nothing.

What is stored is replayed and carried on by the same steps, so that both give the same numbers to the last digit.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.storage import ratings, results
from adjudicator.storage.ratings import ListRow, RatingRow
from adjudicator.storage.results import RatedRow
from adjudicator.tournaments.ratings import Contest, Rating, Ratings, System, carried, go_on


class Run(Struct, frozen=True):
    """What was computed: the list before and after, and from the period `first` on the ratings behind each period.

    `anew`: from the first result on, and nothing that was known before counts.
    """

    system: System
    first: int
    upto: int
    before: Ratings
    after: Ratings
    steps: Mapping[int, Ratings]
    anew: bool


def compute(connection: Connection, club_id: str, game: str, upto: int, whole: bool = False) -> Run:
    """The ratings behind period `upto`. `whole`: from the first result on, whatever is known."""
    known = ratings.find(connection, club_id, game)
    larger = results.has_larger_tables(connection, club_id, game, upto)
    system: System = "plackett_luce" if larger else "glicko2"
    start: Ratings = {}
    anew = known is None or whole or known.system != system or known.upto > upto
    if known is None or anew:
        earliest = results.first_period(connection, club_id, game)
        first = upto + 1 if earliest is None else min(earliest, upto + 1)
    else:
        first = min(known.upto + 1, upto + 1 if known.changed_from is None else known.changed_from)
        start = _start(connection, club_id, game, system, first)
    after, steps = _go_on(system, start, first, upto, results.rated(connection, club_id, game, first, upto))
    return Run(system, first, upto, ratings_of(ratings.everybody(connection, club_id, game)), after, steps, anew)


def _start(connection: Connection, club_id: str, game: str, system: System, first: int) -> Ratings:
    """The ratings before the period `first`, from what is kept of the periods before it."""
    steps = ratings.steps(connection, club_id, game, first)
    return carried(system, {period: ratings_of(rows) for period, rows in steps.items()}, first - 1)


def _go_on(
    system: System, start: Ratings, first: int, upto: int, rows: Iterable[RatedRow]
) -> tuple[Ratings, Mapping[int, Ratings]]:
    """(the ratings behind period `upto`, those behind each period of who played in it)."""
    found, behind, steps = dict(start), first - 1, dict[int, Ratings]()
    for period, of_period in groupby(rows, key=lambda row: row.period):
        contests = [*_contests(of_period)]
        found, behind = go_on(system, found, {period: contests}, behind), period
        played = {player for contest in contests for side in contest.sides for player in side}
        steps[period] = {player: found[player] for player in played}
    return go_on(system, found, {}, behind, upto), steps


def _contests(rows: Iterable[RatedRow]) -> Iterator[Contest]:
    """The matches of these rows, but for those in which somebody met themselves: two players who turned out to be one."""
    for _, of_match in groupby(rows, key=lambda row: row.match_id):
        seats = [*of_match]
        if len({row.root_id for row in seats}) == len(seats):
            sides = [[*of_side] for _, of_side in groupby(seats, key=lambda row: row.side)]
            players = tuple(tuple(row.root_id for row in side) for side in sides)
            yield Contest(seats[0].period, players, tuple(side[0].rank for side in sides))


def write(connection: Connection, club_id: str, game: str, run: Run) -> None:
    """Keep what was computed."""
    steps = {period: _rows(rows) for period, rows in run.steps.items()}
    now = ListRow(run.system, run.upto, None)
    ratings.replace(connection, club_id, game, now, _rows(run.after), 0 if run.anew else run.first, steps)


def ratings_of(rows: Iterable[RatingRow]) -> dict[str, Rating]:
    """Player -> rating."""
    return {row.player_id: Rating(row.value, row.deviation, row.volatility, row.contests) for row in rows}


def _rows(found: Ratings) -> list[RatingRow]:
    return [
        RatingRow(player, each.value, each.deviation, each.volatility, each.contests, each.certain)
        for player, each in sorted(found.items())
    ]
