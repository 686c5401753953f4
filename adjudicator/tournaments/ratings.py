"""Ratings of players, worked out from results in rating periods: replayed from the first, or carried on from the last.

`replay` is `advance` period by period, so both give the same to the last digit; inside a period no order shows. A correction
is a replay with other results, and `changes` says what it did to whom. Periods are whole numbers (a month, a round), and
those in which nothing was played count too: under Glicko-2 whoever stays away gets less certain.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec import Struct

from . import glicko, plackett_luce
from .glicko import Glicko
from .plackett_luce import Skill
from .results import Result

System = Literal["glicko2", "plackett_luce"]
PROVISIONAL = 110 / 350


class Contest(Struct, frozen=True):
    """One rated match: the players of each side, and the sides' ranks."""

    period: int
    sides: tuple[tuple[str, ...], ...]
    ranks: tuple[int, ...]


class Rating(Struct, frozen=True):
    """A player's rating. `volatility` is Glicko-2's alone. `contests`: how many matches it stands on."""

    value: float
    deviation: float
    volatility: float | None
    contests: int

    @property
    def certain(self) -> float:
        """What the player is worth at least, as good as certainly: the number to rank by (openskill's ordinal, z = 3 or 2)."""
        return self.value - (3 if self.volatility is None else 2) * self.deviation

    @property
    def provisional(self) -> bool:
        """Whether it still says little: a deviation of 110 or more of the 350 of somebody unrated (as on lichess), or as much."""
        unrated = Skill().sigma if self.volatility is None else Glicko().deviation
        return self.deviation >= unrated * PROVISIONAL


Ratings = Mapping[str, Rating]


class Change(Struct, frozen=True):
    """A player whose rating differs; None where there was, or is, none."""

    player: str
    before: Rating | None
    after: Rating | None


def contest_of(period: int, result: Result, players: Mapping[str, Sequence[str]]) -> Contest | None:
    """The rated match of a result; `players`: entrant -> its members. None if nothing was played, or it does not count."""
    if not (result.counts and result.met) or any(not players.get(side.entrant) for side in result.sides):
        return None
    return Contest(
        period, tuple(tuple(players[side.entrant]) for side in result.sides), tuple(side.rank for side in result.sides)
    )


def system_for(contests: Iterable[Contest]) -> System:
    """Glicko-2 if every match is one player against one, else Plackett-Luce."""
    alone = all(len(each.sides) == 2 and all(len(side) == 1 for side in each.sides) for each in contests)
    return "glicko2" if alone else "plackett_luce"


def replay(system: System, contests: Iterable[Contest], upto: int | None = None) -> dict[str, Rating]:
    """The ratings behind period `upto` (None: the last in which anything was played), from nothing."""
    periods: dict[int, list[Contest]] = defaultdict(list)
    for contest in contests:
        periods[contest.period].append(contest)
    played = sorted(period for period in periods if upto is None or period <= upto)
    return go_on(system, {}, {period: periods[period] for period in played}, played[0] - 1, upto) if played else {}


def go_on(
    system: System, ratings: Ratings, periods: Mapping[int, Sequence[Contest]], behind: int, upto: int | None = None
) -> dict[str, Rating]:
    """The ratings behind period `upto` (None: the last of these), from those behind the period `behind`.

    `periods`: the matches of those later periods in which there are any.
    """
    found = dict(ratings)
    for period in sorted(periods):
        found = advance(system, idle(system, found, period - behind - 1), periods[period])
        behind = period
    return found if upto is None else idle(system, found, upto - behind)


def carried(system: System, steps: Mapping[int, Ratings], upto: int) -> dict[str, Rating]:
    """The ratings behind period `upto`, from what is known of those who played: period -> their ratings behind it.

    `steps` are of periods up to `upto`, every one in which anything was played.
    """
    found: dict[str, Rating] = {}
    behind = min(steps, default=upto)
    for period in sorted(steps):
        found = idle(system, found, period - behind) | dict(steps[period])
        behind = period
    return idle(system, found, upto - behind)


def idle(system: System, ratings: Ratings, periods: int) -> dict[str, Rating]:
    """The ratings behind so many periods in which nothing was played."""
    found = dict(ratings)
    for _ in range(periods):
        before, found = found, advance(system, found, ())
        if found == before:
            break
    return found


def advance(system: System, ratings: Ratings, contests: Sequence[Contest]) -> dict[str, Rating]:
    """The ratings behind one period, from those before it and its matches (none: time passes all the same)."""
    played = _glicko(ratings, contests) if system == "glicko2" else _plackett_luce(ratings, contests)
    return dict(sorted((dict(ratings) | played).items()))


def changes(before: Ratings, after: Ratings) -> list[Change]:
    """Everybody whose rating differs, by id."""
    return [
        Change(player, before.get(player), after.get(player))
        for player in sorted({*before, *after})
        if before.get(player) != after.get(player)
    ]


def _glicko(ratings: Ratings, contests: Sequence[Contest]) -> dict[str, Rating]:
    start = Rating(Glicko().rating, Glicko().deviation, Glicko().volatility, 0)
    met: dict[str, list[tuple[str, float]]] = {player: [] for player in ratings}
    for contest in contests:
        (one,), (other,) = contest.sides
        score = 0.5 + 0.5 * ((contest.ranks[0] < contest.ranks[1]) - (contest.ranks[0] > contest.ranks[1]))
        met.setdefault(one, []).append((other, score))
        met.setdefault(other, []).append((one, 1 - score))
    old = {player: _as_glicko(ratings.get(player, start)) for player in met}
    new = {player: glicko.rated(old[player], [(old[other], score) for other, score in met[player]]) for player in met}
    return {
        player: Rating(each.rating, each.deviation, each.volatility, ratings.get(player, start).contests + len(met[player]))
        for player, each in new.items()
    }


def _as_glicko(rating: Rating) -> Glicko:
    return Glicko(rating.value, rating.deviation, Glicko().volatility if rating.volatility is None else rating.volatility)


def _plackett_luce(ratings: Ratings, contests: Sequence[Contest]) -> dict[str, Rating]:
    skills = {player: Skill(rating.value, rating.deviation) for player, rating in ratings.items()}
    new = plackett_luce.rated(skills, [(contest.sides, contest.ranks) for contest in contests])
    played = Counter(player for contest in contests for side in contest.sides for player in side)
    before = {player: rating.contests for player, rating in ratings.items()}
    return {
        player: Rating(skill.mu, skill.sigma, None, before.get(player, 0) + played[player])
        for player, skill in new.items()
    }
