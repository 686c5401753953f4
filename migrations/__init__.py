"""Alembic's migrations. Installed as `adjudicator.migrations`; `adjudicator.storage.migrating` runs them."""
