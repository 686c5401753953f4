"""Leaderboards of a club's games, as they are kept up to date by `outcomes`; and what each number on them stands on."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct
from sqlalchemy.engine import Connection

from adjudicator.core.game import Game
from adjudicator.services.access import Access, admitted
from adjudicator.services.errors import NotFound, UnknownKey
from adjudicator.services.later import Later
from adjudicator.services.players import Person, existing_player
from adjudicator.services.rights import Right
from adjudicator.services.setting import Setting
from adjudicator.storage import leaderboards, players, results
from adjudicator.storage.leaderboards import BoardRow
from adjudicator.storage.players import PlayerRow
from adjudicator.storage.results import ResultRow
from adjudicator.tournaments import tallies

_LINE = re.compile(r"([0-9a-f-]{36})\.([0-9]{1,3})", re.ASCII)


class PageWish(Struct, frozen=True):
    """At most `limit` items behind the one with the key `after`."""

    after: str | None
    limit: int


class Counted(Struct, frozen=True):
    """By what a board counts: the scheme of points, `unit` of which make one whole, and the criteria behind them."""

    scheme: str
    unit: int
    tie_breaks: Sequence[str]


class Place(Struct, frozen=True):
    """A place on a board. `points` in units of the scheme; `totals`: criterion -> value, None where it is not known."""

    rank: int
    player: Person
    played: int
    won: int
    points: int
    totals: Mapping[str, int | None]


class Board(Struct, frozen=True):
    """A page of a leaderboard. `more`: there is another behind it."""

    game: str
    counted: Counted
    items: Sequence[Place]
    more: bool


class Line(Struct, frozen=True):
    """What one match adds to a place. `player`: who sat there, if that one has been merged into the player of the place.

    `rank`: in the match; `seat`: from 1.
    """

    match_id: str
    seat: int
    happened_at: str
    player: str | None
    rank: int
    won: bool
    points: int
    totals: Mapping[str, int | None]

    @property
    def key(self) -> str:
        """By which the next page is asked for."""
        return f"{self.match_id}.{self.seat}"


class Explained(Struct, frozen=True):
    """A player's place on a board, None without results, and a page of the lines that it is the sum of, the latest first."""

    game: str
    counted: Counted
    player: Person
    place: Place | None
    items: Sequence[Line]
    more: bool


class Leaderboards:
    """The leaderboards of a club, for whoever has a key of it."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting

    def page(self, access: Access, game_name: str, wish: Later[PageWish]) -> Board:
        """A page of the leaderboard of a game. Raises NotFound for a game that there is not; UnknownKey."""
        with self._setting.database.read() as connection:
            club_id = admitted(connection, access, self._setting.now(), Right.SEE_STANDINGS).key.club_id
            game, asked = game_named(self._setting, game_name), wish.get()
            rows = leaderboards.top(connection, club_id, game.name, asked.after, asked.limit + 1)
            if rows is None:
                raise UnknownKey
            items = _places(connection, club_id, game, rows[: asked.limit], asked.after is not None)
        return Board(game.name, counted(game), items, len(rows) > asked.limit)

    def explain(self, access: Access, game_name: str, player_id: str, wish: Later[PageWish]) -> Explained:
        """What a player's place stands on. Whoever was merged is shown as the player who stands for them. Raises NotFound."""
        with self._setting.database.read() as connection:
            club_id = admitted(connection, access, self._setting.now(), Right.SEE_STANDINGS).key.club_id
            game = game_named(self._setting, game_name)
            root = existing_player(connection, club_id, existing_player(connection, club_id, player_id).root_id)
            asked = wish.get()
            place = _place_of(connection, club_id, game, root)
            ids = [each.id for each in players.cluster(connection, club_id, [root.id])]
            rows = _lines(connection, club_id, game, ids, asked)
        items = [_line(game, root.id, row) for row in rows[: asked.limit]]
        return Explained(game.name, counted(game), Person(root.id, root.name), place, items, len(rows) > asked.limit)


def game_named(setting: Setting, name: str) -> Game:
    """The game of this name. Raises NotFound."""
    game = setting.games.get(name)
    if game is None:
        raise NotFound("There is no game of this name.")
    return game


def counted(game: Game) -> Counted:
    """By what the game's board counts."""
    return Counted(game.counting.scheme, tallies.unit(game.counting), tallies.criteria(game.counting))


def _places(connection: Connection, club_id: str, game: Game, rows: Sequence[BoardRow], further: bool) -> list[Place]:
    """The places of these rows, which stand one behind the other; `further`: others may stand before them."""
    before = [0, 0]
    if rows and further:
        before = [leaderboards.ahead(connection, club_id, game.name, rows[0], in_order) for in_order in (False, True)]
    ranks = shared_ranks([row.place for row in rows], *before)
    return [_place(game, rank, row) for rank, row in zip(ranks, rows, strict=True)]


def shared_ranks(keys: Sequence[Any], better: int, before: int) -> list[int]:
    """The ranks of a page whose items have these keys: equal ones share one, as in sport (1, 2, 2, 4).

    Of all others `better` stand better than the first of the page, and `before` stand before it.
    """
    found: list[int] = []
    for number, key in enumerate(keys):
        shared = number > 0 and key == keys[number - 1]
        found.append(found[-1] if shared else 1 + (before + number if number else better))
    return found


def _place(game: Game, rank: int, row: BoardRow) -> Place:
    points, *totals = row.place
    shown = tallies.told(game.counting, totals)
    return Place(rank, Person(row.player_id, row.name), row.played, row.won, points, shown)


def _place_of(connection: Connection, club_id: str, game: Game, root: PlayerRow) -> Place | None:
    row = leaderboards.find(connection, club_id, game.name, root.id)
    return None if row is None else _place(game, leaderboards.ahead(connection, club_id, game.name, row) + 1, row)


def _lines(connection: Connection, club_id: str, game: Game, ids: Sequence[str], asked: PageWish) -> list[ResultRow]:
    after: tuple[str, int] | None = None
    if asked.after is not None:
        found = _LINE.fullmatch(asked.after)
        if found is None:
            raise UnknownKey
        after = found[1], int(found[2]) - 1
    return results.of_players(connection, club_id, game.name, ids, after, asked.limit + 1)


def _line(game: Game, root_id: str, row: ResultRow) -> Line:
    totals = tallies.told(game.counting, (row.total_1, row.total_2, row.total_3))
    player = None if row.player_id == root_id else row.player_id
    return Line(row.match_id, row.seat + 1, row.happened_at, player, row.rank, bool(row.won), row.points, totals)


