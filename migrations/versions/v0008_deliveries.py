"""Deliveries side by side, one of a webhook at a time; secrets that are exchanged; webhooks that fail for too long.

What was kept for retries with a secret in it goes: such a retry is done anew.
"""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

ID = sa.String(36)
MOMENT = sa.String(27)
LEASE = (("lease", ID), ("lease_until", MOMENT))
OF_WEBHOOKS = (*LEASE, ("former_secret", sa.Text), ("former_until", MOMENT), ("failing_since", MOMENT))
OLD_INDEXES = {"ix_deliveries_state_due_at": ["state", "due_at"], "ix_deliveries_club_id_created_at": ["club_id", "created_at"]}
NEW_INDEXES = {
    "ix_deliveries_webhook_id_state_due_at": ["webhook_id", "state", "due_at"],
    "ix_deliveries_created_at": ["created_at"],
}


def upgrade() -> None:
    exchange(OLD_INDEXES, NEW_INDEXES)
    move_columns("deliveries", LEASE, "webhooks", OF_WEBHOOKS)
    op.execute("DELETE FROM idempotency WHERE result LIKE '%whsec/_%' ESCAPE '/'")


def exchange(old: dict[str, list[str]], new: dict[str, list[str]]) -> None:
    for name in old:
        op.drop_index(name, "deliveries")
    for name, columns in new.items():
        op.create_index(name, "deliveries", columns)


def move_columns(source: str, gone: tuple, target: str, come: tuple) -> None:
    for name, _ in gone:
        op.drop_column(source, name)
    for name, kind in come:
        op.add_column(target, sa.Column(name, kind))


def downgrade() -> None:
    exchange(NEW_INDEXES, OLD_INDEXES)
    move_columns("webhooks", OF_WEBHOOKS, "deliveries", LEASE)
