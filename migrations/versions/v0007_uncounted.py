"""Results of tournaments that are counted when somebody next looks at the standings."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

INDEX = "ix_pairings_uncounted"


def upgrade() -> None:
    op.add_column("pairings", sa.Column("uncounted", sa.Boolean, nullable=False, server_default=sa.false()))
    columns = ["tournament_id", "stage", "uncounted"]
    uncounted = sa.column("uncounted", sa.Boolean) == sa.true()
    op.create_index(INDEX, "pairings", columns, sqlite_where=uncounted, postgresql_where=uncounted)


def downgrade() -> None:
    op.drop_index(INDEX, "pairings")
    op.drop_column("pairings", "uncounted")
