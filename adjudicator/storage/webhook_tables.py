"""The tables of webhooks: where a club wants to be told of results and rounds, and what was sent."""

import sqlalchemy as sa

from adjudicator.storage.schema import ID, MOMENT, club, metadata, of

webhooks = sa.Table(
    "webhooks",
    metadata,
    sa.Column("id", ID, primary_key=True),
    club(),
    sa.Column("url", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=False),
    sa.Column("events", sa.Text, nullable=False),
    sa.Column("active", sa.Boolean, nullable=False),
    sa.Column("revision", sa.Integer, nullable=False),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("lease", ID),
    sa.Column("lease_until", MOMENT),
    sa.Column("former_secret", sa.Text),
    sa.Column("former_until", MOMENT),
    sa.Column("failing_since", MOMENT),
    sa.UniqueConstraint("club_id", "id"),
)
"""`secret`: what signs, so that it has to lie here as it is; `former_secret` signs as well until `former_until`.

`events`: JSON list of kinds. `lease`: whose it is to send there until `lease_until`, which stays when it is given up.
`failing_since`: when the first of those attempts failed behind which none succeeded.
"""

deliveries = sa.Table(
    "deliveries",
    metadata,
    sa.Column("id", ID, primary_key=True),
    club(),
    sa.Column("webhook_id", ID, nullable=False),
    sa.Column("event", sa.String(40), nullable=False),
    sa.Column("payload", sa.Text, nullable=False),
    sa.Column("state", sa.String(10), nullable=False),
    sa.Column("attempts", sa.Integer, nullable=False),
    sa.Column("due_at", MOMENT, nullable=False),
    sa.Column("attempted_at", MOMENT),
    sa.Column("status", sa.Integer),
    sa.Column("error", sa.Text),
    sa.Column("created_at", MOMENT, nullable=False),
    of("webhooks", "webhook_id"),
    sa.CheckConstraint("state IN ('waiting', 'delivered', 'failed')", name="state"),
    sa.Index("ix_deliveries_webhook_id_state_due_at", "webhook_id", "state", "due_at"),
    sa.Index("ix_deliveries_webhook_id_id", "webhook_id", "id"),
    sa.Index("ix_deliveries_created_at", "created_at"),
)
"""One event for one webhook, written in the transaction of what it tells of.

`attempted_at`, `status` (of the answer) and `error` are of the latest attempt.
"""
