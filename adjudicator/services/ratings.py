"""Ratings of a club's games. They are of the months that are over; the present one counts from its end on.

A month that has ended is added by the first request behind it. What changes in a month that is in the list already (a
correction, a match logged late, a merge) waits for an organiser, who is told what it does to whom, or for the next month.
"""

from collections.abc import Sequence

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.game import Game
from adjudicator.services import rating_run
from adjudicator.services.access import Access, Answer, admitted
from adjudicator.services.errors import UnknownKey
from adjudicator.services.later import Later
from adjudicator.services.leaderboards import PageWish, game_named, shared_ranks
from adjudicator.services.periods import closed_period, period_name
from adjudicator.services.players import Person
from adjudicator.services.rating_run import Run, compute
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.services.writing import Writing, write_once
from adjudicator.storage import players, ratings, results
from adjudicator.storage.ratings import RatingRow
from adjudicator.tournaments.ratings import Rating, changes


class Worth(Struct, frozen=True):
    """A rating as shown."""

    value: float
    deviation: float
    volatility: float | None
    played: int
    provisional: bool


class Rated(Struct, frozen=True):
    """A player's place by rating: by what they are worth at least, as good as certainly."""

    rank: int
    player: Person
    rating: Worth
    at_least: float


class RatingList(Struct, frozen=True):
    """A page of the ratings of a game. `period`: the month behind which they are, None if there is nothing to rate yet.

    `changed_from`: the first month whose results have changed since, if any have.
    """

    game: str
    system: str | None
    period: str | None
    changed_from: str | None
    items: Sequence[Rated]
    more: bool


class Moved(Struct, frozen=True):
    """A player whose rating is another; None where there was, or is, none."""

    player: Person
    before: Worth | None
    after: Worth | None


class Recomputed(Struct):
    """What computing the ratings came to. `since`: the first month that was computed again; `period`: the last."""

    game: str
    system: str
    since: str
    period: str
    dry_run: bool
    changes: Sequence[Moved]


class RatingLists:
    """The ratings of a club's games, for whoever has a key of it."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def page(self, access: Access, game_name: str, wish: Later[PageWish]) -> RatingList:
        """A page of the ratings of a game. Raises NotFound for a game that there is not; UnknownKey."""
        with self._setting.database.read() as connection:
            club_id = admitted(connection, access, self._setting.now(), Right.SEE_STANDINGS).key.club_id
            game, asked = game_named(self._setting, game_name), wish.get()
            behind = self._is_behind(connection, club_id, game)
        if behind:
            self._setting.database.write(lambda connection: self._catch_up(connection, club_id, game))
        with self._setting.database.read() as connection:
            return _page(connection, club_id, game, asked)

    def _is_behind(self, connection: Connection, club_id: str, game: Game) -> bool:
        """Whether a month is over that the list has not, and there is something to rate."""
        known, upto = ratings.find(connection, club_id, game.name), closed_period(self._setting.now())
        if known is not None:
            return known.upto < upto
        first = results.first_period(connection, club_id, game.name)
        return first is not None and first <= upto

    def _catch_up(self, connection: Connection, club_id: str, game: Game) -> None:
        results.take_turn(connection, club_id, alone=True)
        if self._is_behind(connection, club_id, game):
            run = compute(connection, club_id, game.name, closed_period(self._setting.now()))
            rating_run.write(connection, club_id, game.name, run)

    def recompute(self, access: Access, game_name: str, dry_run: Later[bool]) -> Answer[Recomputed]:
        """Compute the ratings of a game from the first month that has changed; a dry run only says what would come of it.

        Raises NotFound for a game that there is not.
        """

        def work(writing: Writing) -> Recomputed:
            game = game_named(self._setting, game_name)
            return self.recomputed(writing.connection, writing.key.club_id, game, dry_run.get())

        return write_once(self._setting, access, Right.RATE, Recomputed, work, dry_run.get_or(False))

    def recomputed(
        self, connection: Connection, club_id: str, game: Game, dry_run: bool, whole: bool = False
    ) -> Recomputed:
        """What computing gives, from the first result on if `whole`; kept unless it is a dry run."""
        if not dry_run:
            results.take_turn(connection, club_id, alone=True)
        run = compute(connection, club_id, game.name, closed_period(self._setting.now()), whole)
        if not dry_run:
            rating_run.write(connection, club_id, game.name, run)
        return _recomputed(connection, club_id, game, run, dry_run)


def _page(connection: Connection, club_id: str, game: Game, asked: PageWish) -> RatingList:
    known = ratings.find(connection, club_id, game.name)
    if known is None and asked.after is None:
        return RatingList(game.name, None, None, None, [], False)
    found = ratings.top(connection, club_id, game.name, asked.after, asked.limit + 1)
    if known is None or found is None:
        raise UnknownKey
    rows = found[: asked.limit]
    before = [0, 0]
    if rows and asked.after is not None:
        before = [ratings.ahead(connection, club_id, game.name, rows[0][0], in_order) for in_order in (False, True)]
    ranks = shared_ranks([row.certain for row, _ in rows], *before)
    items = [
        Rated(rank, Person(row.player_id, name), _worth(_rating(row)), row.certain)
        for rank, (row, name) in zip(ranks, rows, strict=True)
    ]
    changed_from = None if known.changed_from is None else period_name(known.changed_from)
    return RatingList(game.name, known.system, period_name(known.upto), changed_from, items, len(found) > asked.limit)


def _rating(row: RatingRow) -> Rating:
    return Rating(row.value, row.deviation, row.volatility, row.contests)


def _worth(rating: Rating) -> Worth:
    return Worth(rating.value, rating.deviation, rating.volatility, rating.contests, rating.provisional)


def _recomputed(connection: Connection, club_id: str, game: Game, run: Run, dry_run: bool) -> Recomputed:
    found = changes(run.before, run.after)
    names = {row.id: row.name for row in players.of_ids(connection, club_id, [each.player for each in found])}
    moved = [
        Moved(
            Person(each.player, names[each.player]),
            None if each.before is None else _worth(each.before),
            None if each.after is None else _worth(each.after),
        )
        for each in found
    ]
    return Recomputed(game.name, run.system, period_name(run.first), period_name(run.upto), dry_run, moved)
