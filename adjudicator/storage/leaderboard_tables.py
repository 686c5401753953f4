"""The tables of leaderboards and ratings: what players' matches came to, and what follows from it.

Everything here follows from the matches, their seats and the players, and can be made again from them.
"""

import sqlalchemy as sa

from adjudicator.storage.schema import ID, MOMENT, club, metadata, of, of_match

GAME = sa.String(40)
TOTALS = ("total_1", "total_2", "total_3")
"""One for each criterion of a game that adds up, in their order; those that a game has not are 0."""
SUMS = ("played", "won", "points", *TOTALS)


def _number(name: str, kind: type[sa.Integer] = sa.Integer) -> sa.Column[int]:
    return sa.Column(name, kind, nullable=False)


player_results = sa.Table(
    "player_results",
    metadata,
    sa.Column("match_id", ID, primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    club(),
    sa.Column("game", GAME, nullable=False),
    sa.Column("player_id", ID, nullable=False),
    sa.Column("happened_at", MOMENT, nullable=False),
    _number("period"),
    _number("side"),
    _number("rank"),
    _number("rated_seats"),
    _number("won"),
    *(_number(name, sa.BigInteger) for name in ("points", *TOTALS)),
    of_match(),
    of("players", "player_id"),
    sa.Index("ix_player_results_player", "club_id", "player_id", "game", "happened_at", "match_id", "seat"),
    sa.Index("ix_player_results_period", "club_id", "game", "period"),
    sqlite_with_rowid=False,
)
"""A row for every linked seat of a match that counts. `player_id`: who was linked, whoever stands for them now.

`period`: months since the year 0. `side`, `rank`: the row of the standings, from 0, and its rank. `rated_seats`: how many seats
the match has, if every one is linked so that it can be rated; else 0. `points`: in units of the game's scheme.
"""

leaderboards = sa.Table(
    "leaderboards",
    metadata,
    sa.Column("club_id", ID, sa.ForeignKey("clubs.id"), primary_key=True),
    sa.Column("game", GAME, primary_key=True),
    sa.Column("player_id", ID, primary_key=True),
    _number("played"),
    _number("won"),
    *(_number(name, sa.BigInteger) for name in ("points", *TOTALS)),
    of("players", "player_id"),
    sa.Index("ix_leaderboards_place", "club_id", "game", "points", *TOTALS, "player_id"),
    sqlite_with_rowid=False,
)
"""The sums of `player_results` of a player and of all who were merged into them. Who has no results has no row."""

rating_lists = sa.Table(
    "rating_lists",
    metadata,
    sa.Column("club_id", ID, sa.ForeignKey("clubs.id"), primary_key=True),
    sa.Column("game", GAME, primary_key=True),
    sa.Column("system", sa.String(20), nullable=False),
    _number("upto"),
    sa.Column("changed_from", sa.Integer),
    sqlite_with_rowid=False,
)
"""`upto`: the last period that the list is of. `changed_from`: the first period of which results have changed since, or NULL."""


def _rated(name: str, *columns: sa.Column[int]) -> sa.Table:
    return sa.Table(
        name,
        metadata,
        sa.Column("club_id", ID, sa.ForeignKey("clubs.id"), primary_key=True),
        sa.Column("game", GAME, primary_key=True),
        *columns,
        sa.Column("player_id", ID, primary_key=True),
        *(sa.Column(column, sa.Double, nullable=False) for column in ("value", "deviation")),
        sa.Column("volatility", sa.Double),
        _number("contests"),
        sa.Column("certain", sa.Double, nullable=False),
        of("players", "player_id"),
        sqlite_with_rowid=False,
    )


ratings = _rated("ratings")
sa.Index("ix_ratings_place", ratings.c.club_id, ratings.c.game, ratings.c.certain, ratings.c.player_id)
"""Everybody's rating at the end of the list's last period. `certain`: the number to rank by."""

rating_steps = _rated("rating_steps", sa.Column("period", sa.Integer, primary_key=True, autoincrement=False))
"""The ratings behind each period, of those who played in it: from where ratings are computed again."""
