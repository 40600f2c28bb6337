"""All tables of the first release, and the trigger that keeps the ledger append-only."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

_SQLITE = """
CREATE TRIGGER entries_no_{verb} BEFORE {verb} ON entries
BEGIN SELECT RAISE(ABORT, 'entries are append-only'); END
"""
_POSTGRESQL = (
    """
    CREATE FUNCTION entries_append_only() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'entries are append-only'; END $$
    """,
    """
    CREATE TRIGGER entries_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entries
    FOR EACH STATEMENT EXECUTE FUNCTION entries_append_only()
    """,
)


def upgrade() -> None:
    """Make the tables, then the triggers."""
    op.create_table(
        "campaigns",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("slug", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("target_1", sa.Integer(), nullable=False),
        sa.Column("target_2", sa.Integer(), nullable=False),
        sa.Column("lease_seconds", sa.Integer(), nullable=False),
        sa.Column("auto_accept", sa.Boolean(), nullable=False),
        sa.Column("grant_policy", sa.Text(), nullable=False),
        sa.Column("fee_permille", sa.Integer(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("status IN ('open', 'paused', 'closed')", name=op.f("ck_campaigns_status")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_campaigns")),
        sa.UniqueConstraint("slug", name=op.f("uq_campaigns_slug")),
    )
    op.create_table(
        "events",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("actor", sa.Text(), nullable=True),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_events")),
    )
    op.create_index(op.f("ix_events_subject"), "events", ["subject"], unique=False)
    op.create_table(
        "workers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("code", sa.Text(), nullable=False),
        sa.Column("origin", sa.Text(), nullable=False),
        sa.Column("external", sa.Text(), nullable=True),
        sa.Column("blocked", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_workers")),
        sa.UniqueConstraint("code", name=op.f("uq_workers_code")),
        sa.UniqueConstraint("origin", "external", name=op.f("uq_workers_origin_external")),
    )
    op.create_table(
        "accounts",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("login", sa.Text(), nullable=False),
        sa.Column("password", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("worker_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("disabled", sa.Boolean(), server_default=sa.false(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("role IN ('owner', 'reviewer', 'worker')", name=op.f("ck_accounts_role")),
        sa.ForeignKeyConstraint(["worker_id"], ["workers.id"], name=op.f("fk_accounts_worker_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_accounts")),
        sa.UniqueConstraint("login", name=op.f("uq_accounts_login")),
    )
    op.create_table(
        "batches",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("campaign_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("workers", sa.Integer(), nullable=False),
        sa.Column("entries", sa.Integer(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=True),
        sa.Column("idempotency_key", sa.Text(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_batches_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_batches")),
        sa.UniqueConstraint("idempotency_key", name=op.f("uq_batches_idempotency_key")),
    )
    op.create_table(
        "grants",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("worker_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("campaign_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("actor", sa.Text(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("action IN ('grant', 'refuse', 'revoke')", name=op.f("ck_grants_action")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_grants_campaign_id")),
        sa.ForeignKeyConstraint(["worker_id"], ["workers.id"], name=op.f("fk_grants_worker_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_grants")),
    )
    op.create_index(
        op.f("ix_grants_worker_id_campaign_id_id"), "grants", ["worker_id", "campaign_id", "id"], unique=False
    )
    op.create_table(
        "invitations",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("campaign_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("uses_left", sa.Integer(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("role IN ('owner', 'reviewer', 'worker')", name=op.f("ck_invitations_role")),
        sa.CheckConstraint("uses_left >= 0", name=op.f("ck_invitations_uses_left")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_invitations_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invitations")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_invitations_token_hash")),
    )
    op.create_table(
        "items",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("campaign_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("stimulus", sa.JSON(), nullable=False),
        sa.Column("taken_1", sa.Integer(), server_default="0", nullable=False),
        sa.Column("taken_2", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("taken_1 >= 0 AND taken_2 >= 0", name=op.f("ck_items_taken")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_items_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_items")),
        sa.UniqueConstraint("campaign_id", "key", name=op.f("uq_items_campaign_id_key")),
    )
    op.create_index(
        op.f("ix_items_campaign_id_taken_1_position"),
        "items",
        ["campaign_id", "taken_1", "position"],
        unique=False,
    )
    op.create_index(
        op.f("ix_items_campaign_id_taken_2_position"),
        "items",
        ["campaign_id", "taken_2", "position"],
        unique=False,
    )
    op.create_table(
        "rates",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("campaign_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("tier", sa.SmallInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount >= 0", name=op.f("ck_rates_amount")),
        sa.CheckConstraint("tier IN (1, 2)", name=op.f("ck_rates_tier")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_rates_campaign_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rates")),
    )
    op.create_index(
        op.f("ix_rates_campaign_id_tier_id"), "rates", ["campaign_id", "tier", "id"], unique=False
    )
    op.create_table(
        "leases",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("token", sa.Text(), nullable=False),
        sa.Column("campaign_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("item_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("worker_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("tier", sa.SmallInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger(), nullable=True),
        sa.CheckConstraint(
            "state IN ('open', 'answered', 'skipped', 'expired')", name=op.f("ck_leases_state")
        ),
        sa.CheckConstraint("tier IN (1, 2)", name=op.f("ck_leases_tier")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_leases_campaign_id")),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_leases_item_id")),
        sa.ForeignKeyConstraint(["worker_id"], ["workers.id"], name=op.f("fk_leases_worker_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_leases")),
        sa.UniqueConstraint("token", name=op.f("uq_leases_token")),
    )
    op.create_index(
        "ix_leases_expires",
        "leases",
        ["expires"],
        unique=False,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_index(
        op.f("ix_leases_worker_id_campaign_id_tier_state_item_id"),
        "leases",
        ["worker_id", "campaign_id", "tier", "state", "item_id"],
        unique=False,
    )
    op.create_index(
        "uq_leases_open",
        "leases",
        ["item_id", "worker_id", "tier"],
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("account_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("expires", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account_id"], ["accounts.id"], name=op.f("fk_sessions_account_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sessions_token_hash")),
    )
    op.create_index(op.f("ix_sessions_account_id"), "sessions", ["account_id"], unique=False)
    op.create_table(
        "answers",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("campaign_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("item_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("worker_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("tier", sa.SmallInteger(), nullable=False),
        sa.Column("lease_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("lang", sa.Text(), nullable=True),
        sa.Column("seconds", sa.Double(), nullable=True),
        sa.Column("comment", sa.Text(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("pay", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("idempotency_key", sa.Text(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("state IN ('pending', 'accepted', 'rejected')", name=op.f("ck_answers_state")),
        sa.CheckConstraint("tier IN (1, 2)", name=op.f("ck_answers_tier")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_answers_campaign_id")),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_answers_item_id")),
        sa.ForeignKeyConstraint(["lease_id"], ["leases.id"], name=op.f("fk_answers_lease_id")),
        sa.ForeignKeyConstraint(["worker_id"], ["workers.id"], name=op.f("fk_answers_worker_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_answers")),
        sa.UniqueConstraint("idempotency_key", name=op.f("uq_answers_idempotency_key")),
        sa.UniqueConstraint("item_id", "worker_id", "tier", name=op.f("uq_answers_item_id_worker_id_tier")),
        sa.UniqueConstraint("lease_id", name=op.f("uq_answers_lease_id")),
    )
    op.create_index(op.f("ix_answers_campaign_id_id"), "answers", ["campaign_id", "id"], unique=False)
    op.create_index(
        op.f("ix_answers_worker_id_campaign_id"), "answers", ["worker_id", "campaign_id"], unique=False
    )
    op.create_table(
        "clips",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("campaign_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("worker_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("answer_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("item_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("source", sa.Text(), nullable=False),
        sa.Column("reference", sa.Text(), nullable=False),
        sa.Column("start", sa.Double(), nullable=False),
        sa.Column("stop", sa.Double(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("actor", sa.Text(), nullable=True),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("decided", sa.BigInteger(), nullable=True),
        sa.CheckConstraint("source IN ('youtube', 'file')", name=op.f("ck_clips_source")),
        sa.CheckConstraint("state IN ('pending', 'approved', 'refused')", name=op.f("ck_clips_state")),
        sa.ForeignKeyConstraint(["answer_id"], ["answers.id"], name=op.f("fk_clips_answer_id")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_clips_campaign_id")),
        sa.ForeignKeyConstraint(["item_id"], ["items.id"], name=op.f("fk_clips_item_id")),
        sa.ForeignKeyConstraint(["worker_id"], ["workers.id"], name=op.f("fk_clips_worker_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clips")),
    )
    op.create_index(
        op.f("ix_clips_campaign_id_state_id"), "clips", ["campaign_id", "state", "id"], unique=False
    )
    op.create_table(
        "decisions",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("answer_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("action", sa.Text(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("actor", sa.Text(), nullable=True),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("action IN ('accept', 'reject')", name=op.f("ck_decisions_action")),
        sa.ForeignKeyConstraint(["answer_id"], ["answers.id"], name=op.f("fk_decisions_answer_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_decisions")),
    )
    op.create_index(op.f("ix_decisions_answer_id"), "decisions", ["answer_id"], unique=False)
    op.create_table(
        "entries",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("worker_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("campaign_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("answer_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("batch_id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=True),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=True),
        sa.Column("actor", sa.Text(), nullable=True),
        sa.Column("idempotency_key", sa.Text(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('accepted', 'reversal', 'bonus', 'fee', 'payout')", name=op.f("ck_entries_kind")
        ),
        sa.ForeignKeyConstraint(["answer_id"], ["answers.id"], name=op.f("fk_entries_answer_id")),
        sa.ForeignKeyConstraint(["batch_id"], ["batches.id"], name=op.f("fk_entries_batch_id")),
        sa.ForeignKeyConstraint(["campaign_id"], ["campaigns.id"], name=op.f("fk_entries_campaign_id")),
        sa.ForeignKeyConstraint(["worker_id"], ["workers.id"], name=op.f("fk_entries_worker_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_entries")),
        sa.UniqueConstraint("idempotency_key", name=op.f("uq_entries_idempotency_key")),
    )
    op.create_index(op.f("ix_entries_answer_id"), "entries", ["answer_id"], unique=False)
    op.create_index(op.f("ix_entries_batch_id"), "entries", ["batch_id"], unique=False)
    op.create_index(
        op.f("ix_entries_worker_id_campaign_id_id"),
        "entries",
        ["worker_id", "campaign_id", "id"],
        unique=False,
    )
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("update", "delete"):
            op.execute(_SQLITE.format(verb=verb))
    else:
        for statement in _POSTGRESQL:
            op.execute(statement)


def downgrade() -> None:
    """There is nothing before the first revision."""
    raise NotImplementedError("the first revision cannot be taken back: drop the database")
