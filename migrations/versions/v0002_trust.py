"""Roles of keys, the history of matches as a chain, published links, and what belongs to the installation."""

import hashlib
import json
import secrets

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

ID = sa.String(36)
MOMENT = sa.String(27)


def club(table: str) -> tuple[sa.Column, sa.ForeignKeyConstraint]:
    key = sa.ForeignKeyConstraint(["club_id"], ["clubs.id"], name=f"fk_{table}_club_id_clubs")
    return sa.Column("club_id", ID, nullable=False), key


def of_match(table: str) -> sa.ForeignKeyConstraint:
    columns = ["club_id", "match_id"]
    return sa.ForeignKeyConstraint(columns, ["matches.club_id", "matches.id"], name=f"fk_{table}_club_id_matches")


def upgrade() -> None:
    give_keys_roles()
    create_history()
    create_links()
    create_installation()
    extend_matches()


def give_keys_roles() -> None:
    with op.batch_alter_table("api_keys") as table:
        table.add_column(sa.Column("role", sa.String(10), nullable=False, server_default="admin"))
        table.add_column(sa.Column("match_id", ID))
        table.add_column(sa.Column("expires_at", MOMENT))
        table.add_column(sa.Column("revoked_at", MOMENT))
        table.drop_constraint("uq_api_keys_label", type_="unique")
        table.create_unique_constraint("uq_api_keys_club_id_label", ["club_id", "label"])
        table.create_foreign_key("fk_api_keys_club_id_matches", "matches", ["club_id", "match_id"], ["club_id", "id"])
        roles = "role IN ('viewer', 'referee', 'organiser', 'admin')"
        table.create_check_constraint(op.f("ck_api_keys_role"), roles)
    with op.batch_alter_table("api_keys") as table:
        table.alter_column("role", server_default=None)


def create_history() -> None:
    op.create_table(
        "history",
        sa.Column("match_id", ID, nullable=False),
        sa.Column("revision", sa.Integer, nullable=False),
        *club("history"),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("recorded_at", MOMENT, nullable=False),
        sa.Column("key_id", ID, nullable=False),
        sa.Column("key_label", sa.Text, nullable=False),
        sa.Column("key_role", sa.String(10), nullable=False),
        sa.Column("reason", sa.Text),
        sa.Column("length", sa.Integer, nullable=False),
        sa.Column("payload", sa.Text),
        sa.Column("salt", sa.String(32)),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("chain", sa.String(64), nullable=False),
        of_match("history"),
        sa.PrimaryKeyConstraint("match_id", "revision", name="pk_history"),
        sa.CheckConstraint("revision >= 1", name=op.f("ck_history_revision")),
        sa.CheckConstraint("(payload IS NULL) = (salt IS NULL)", name=op.f("ck_history_redacted")),
        sqlite_with_rowid=False,
    )


def create_links() -> None:
    op.create_table(
        "links",
        sa.Column("match_id", ID, nullable=False),
        *club("links"),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("delay_plies", sa.Integer),
        sa.Column("delay_minutes", sa.Integer),
        sa.Column("created_at", MOMENT, nullable=False),
        of_match("links"),
        sa.PrimaryKeyConstraint("match_id", name="pk_links"),
        sa.UniqueConstraint("digest", name="uq_links_digest"),
        sa.CheckConstraint("delay_plies IS NULL OR delay_minutes IS NULL", name=op.f("ck_links_one_delay")),
    )


def create_installation() -> None:
    op.create_table(
        "installation",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_installation"),
    )


def extend_matches() -> None:
    with op.batch_alter_table("matches") as table:
        table.add_column(sa.Column("public_status", sa.String(20)))
        table.add_column(sa.Column("chain", sa.String(64), nullable=False, server_default=""))
    adopt_matches()
    with op.batch_alter_table("matches") as table:
        table.alter_column("chain", server_default=None)


def adopt_matches() -> None:
    """Matches that were stored before there was a history get one that begins with what they are now."""
    bind = op.get_bind()
    found = bind.execute(sa.text("SELECT id FROM matches ORDER BY id")).scalars().all()
    for match_id in found:
        adopt(bind, match_id)


def adopt(bind: sa.Connection, match_id: str) -> None:
    match = bind.execute(sa.text("SELECT * FROM matches WHERE id = :id"), {"id": match_id}).mappings().one()
    rows = bind.execute(
        sa.text("SELECT entry, ruling, public_ruling, recorded_at FROM moves WHERE match_id = :id ORDER BY ply"), {"id": match_id}
    ).all()
    payload, salt = payload_of(match, rows), secrets.token_hex(16)
    digest = hashlib.sha256((salt + payload).encode()).hexdigest()
    key = bind.execute(
        sa.text("SELECT id, label FROM api_keys WHERE club_id = :club ORDER BY created_at, id LIMIT 1"),
        {"club": match["club_id"]},
    ).one()
    who = (key.id, key.label, "admin")
    linked = [match_id, match["revision"], "adopted", match["updated_at"], *who, None, match["length"], digest]
    chain = hashlib.sha256(encoded(linked).encode()).hexdigest()
    bind.execute(
        sa.text(
            "INSERT INTO history (match_id, revision, club_id, kind, recorded_at, key_id, key_label, key_role, length, payload,"
            " salt, digest, chain) VALUES (:match_id, :revision, :club_id, 'adopted', :at, :key_id, :label, 'admin', :length,"
            " :payload, :salt, :digest, :chain)"
        ),
        {
            "match_id": match_id,
            "revision": match["revision"],
            "club_id": match["club_id"],
            "at": match["updated_at"],
            "key_id": key.id,
            "label": key.label,
            "length": match["length"],
            "payload": payload,
            "salt": salt,
            "digest": digest,
            "chain": chain,
        },
    )
    status = None if match["public_position"] is None else json.loads(match["public_position"])["status"]
    bind.execute(
        sa.text("UPDATE matches SET chain = :chain, public_status = :status WHERE id = :id"),
        {"chain": chain, "status": status, "id": match_id},
    )


def payload_of(match: sa.RowMapping, rows: list) -> str:
    facts = ("title", "played_at", "place", "table", "referee", "external_id")
    rulings = "".join(f"{ruling or ''}\n{public or ''}\n" for _, ruling, public, _ in rows)
    start = {
        "game": match["game"],
        "preset": match["preset"],
        "options": json.loads(match["options"]),
        "rules_version": match["rules_version"],
        "players": json.loads(match["players"]),
        "setup": json.loads(match["setup"]),
        "facts": {name: match[name] for name in facts if match[name] is not None},
        "voided": bool(match["voided"]),
        "void_reason": match["void_reason"],
        "created_at": match["created_at"],
        "recorded_at": [at for _, _, _, at in rows],
        "rulings": hashlib.sha256(rulings.encode()).hexdigest(),
    }
    moves = ",".join(entry for entry, _, _, _ in rows)
    return f'{encoded(start)[:-1]},"moves":[{moves}]}}'


def encoded(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def downgrade() -> None:
    with op.batch_alter_table("matches") as table:
        table.drop_column("chain")
        table.drop_column("public_status")
    for name in ("installation", "links", "history"):
        op.drop_table(name)
    # Keys that the older schema would take for the admin's.
    op.execute(sa.text("DELETE FROM idempotency WHERE key_id IN (SELECT id FROM api_keys WHERE role <> 'admin')"))
    op.execute(sa.text("DELETE FROM api_keys WHERE role <> 'admin' OR revoked_at IS NOT NULL OR match_id IS NOT NULL"))
    # A label was one of the whole installation.
    op.execute(sa.text("UPDATE api_keys SET label = label || ' ' || id WHERE club_id <> (SELECT min(id) FROM clubs)"))
    with op.batch_alter_table("api_keys") as table:
        table.drop_constraint(op.f("ck_api_keys_role"), type_="check")
        table.drop_constraint("fk_api_keys_club_id_matches", type_="foreignkey")
        table.drop_constraint("uq_api_keys_club_id_label", type_="unique")
        table.create_unique_constraint("uq_api_keys_label", ["label"])
        for name in ("revoked_at", "expires_at", "match_id", "role"):
            table.drop_column(name)
