"""All tables together, for migrations and tests."""

from adjudicator.storage import leaderboard_tables, player_tables, tables, tournament_tables, webhook_tables
from adjudicator.storage.schema import metadata

__all__ = ["metadata"]

MODULES = (tables, leaderboard_tables, player_tables, tournament_tables, webhook_tables)
