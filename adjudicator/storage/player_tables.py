"""The tables of players: who comes back to a club's tables, under which names, and what they have scored."""

import sqlalchemy as sa

from adjudicator.storage.schema import FOLDED, ID, MOMENT, club, metadata, of

players = sa.Table(
    "players",
    metadata,
    sa.Column("id", ID, primary_key=True),
    club(),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("folded", FOLDED, nullable=False),
    sa.Column("merged_into", ID),
    sa.Column("root_id", ID, nullable=False),
    sa.Column("anonymised_at", MOMENT),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("updated_at", MOMENT, nullable=False),
    sa.UniqueConstraint("club_id", "id"),
    of("players", "merged_into"),
    sa.ForeignKeyConstraint(["club_id", "root_id"], ["players.club_id", "players.id"], name="fk_players_root"),
    sa.CheckConstraint("revision >= 1", name="revision"),
    sa.Index("ix_players_club_id_folded", "club_id", "folded", "id"),
    sa.Index("ix_players_club_id_name", "club_id", "name"),
    sa.Index("ix_players_club_id_root_id", "club_id", "root_id"),
)
"""`folded`: the name as it is searched for. `merged_into`: the player whom this one turned out to be; `root_id`: the last of
all these, the player's own id without any."""

player_names = sa.Table(
    "player_names",
    metadata,
    sa.Column("player_id", ID, primary_key=True),
    sa.Column("name", sa.Text, primary_key=True),
    club(),
    sa.Column("folded", FOLDED, nullable=False),
    of("players", "player_id"),
    sa.Index("ix_player_names_club_id_name", "club_id", "name"),
    sa.Index("ix_player_names_club_id_folded", "club_id", "folded"),
    sqlite_with_rowid=False,
)
"""Other names of a player."""

player_words = sa.Table(
    "player_words",
    metadata,
    sa.Column("club_id", ID, sa.ForeignKey("clubs.id"), primary_key=True),
    sa.Column("word", FOLDED, primary_key=True),
    sa.Column("player_id", ID, primary_key=True),
    sa.Column("of_name", sa.Boolean, primary_key=True),
    of("players", "player_id"),
    sa.Index("ix_player_words_player_id", "player_id"),
    sqlite_with_rowid=False,
)
"""The folded words of all names of a player. `of_name`: of the name itself, not of another one."""

player_ids = sa.Table(
    "player_ids",
    metadata,
    sa.Column("club_id", ID, sa.ForeignKey("clubs.id"), primary_key=True),
    sa.Column("system", sa.String(40), primary_key=True),
    sa.Column("value", sa.String(100), primary_key=True),
    sa.Column("player_id", ID, nullable=False),
    of("players", "player_id"),
    sa.Index("ix_player_ids_player_id", "player_id"),
    sqlite_with_rowid=False,
)
"""What other systems call a player."""
