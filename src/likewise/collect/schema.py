"""The tables of a collection, as SQLAlchemy Core knows them (SQLite and PostgreSQL).

Times are integer microseconds (UTC), money is integer minor units. `items.taken_1` and `items.taken_2` count
the answers of a tier that are not rejected plus its open leases; they change in the transaction that changes
what they count. `entries` is append-only: the migration adds a trigger that refuses UPDATE and DELETE.
Modules of this room take `sa` from here, so that a missing SQLAlchemy is told with its install line.
"""

from __future__ import annotations

from typing import Any

from likewise.errors import MissingPartError

try:
    import sqlalchemy as sa
except ImportError as error:  # pragma: no cover - depends on what is installed
    raise MissingPartError("SQLAlchemy", "likewise[studio]") from error

__all__ = [
    "AnyRow",
    "accounts",
    "answers",
    "batches",
    "campaigns",
    "clips",
    "decisions",
    "entries",
    "events",
    "grants",
    "invitations",
    "items",
    "leases",
    "metadata",
    "rates",
    "sa",
    "sessions",
    "workers",
]

AnyRow = sa.Row[*tuple[Any, ...]]
"""A row of any query."""

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows by itself only where the column is called INTEGER; it holds 64 bits there as well.
_Big = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def _id() -> sa.Column[int]:
    return sa.Column("id", _Big, primary_key=True)


def _to(table: str, name: str | None = None, *, needed: bool = True) -> sa.Column[int]:
    column = name or {"batches": "batch_id"}.get(table, f"{table[:-1]}_id")
    return sa.Column(column, _Big, sa.ForeignKey(f"{table}.id"), nullable=not needed)


def _time(name: str, *, needed: bool = True) -> sa.Column[int]:
    return sa.Column(name, sa.BigInteger, nullable=not needed)


def _text(name: str, *, needed: bool = True) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=not needed)


def _tier() -> sa.Column[int]:
    return sa.Column("tier", sa.SmallInteger, nullable=False)


campaigns = sa.Table(
    "campaigns",
    metadata,
    _id(),
    sa.Column("slug", sa.Text, nullable=False, unique=True),
    _text("title"),
    _text("task"),
    sa.Column("settings", sa.JSON, nullable=False),
    _text("currency"),
    _text("status"),
    sa.Column("target_1", sa.Integer, nullable=False),
    sa.Column("target_2", sa.Integer, nullable=False),
    sa.Column("lease_seconds", sa.Integer, nullable=False),
    sa.Column("auto_accept", sa.Boolean, nullable=False),
    _text("grant_policy"),
    sa.Column("fee_permille", sa.Integer, nullable=False),
    _time("created"),
    sa.CheckConstraint("status IN ('open', 'paused', 'closed')", name="status"),
)

# The rate of a tier in force is the newest row.
rates = sa.Table(
    "rates",
    metadata,
    _id(),
    _to("campaigns"),
    _tier(),
    sa.Column("amount", sa.BigInteger, nullable=False),
    _text("actor", needed=False),
    _time("at"),
    sa.CheckConstraint("amount >= 0", name="amount"),
    sa.CheckConstraint("tier IN (1, 2)", name="tier"),
    sa.Index(None, "campaign_id", "tier", "id"),
)

items = sa.Table(
    "items",
    metadata,
    _id(),
    _to("campaigns"),
    sa.Column("position", sa.Integer, nullable=False),
    _text("key"),
    sa.Column("stimulus", sa.JSON, nullable=False),
    sa.Column("taken_1", sa.Integer, nullable=False, server_default="0"),
    sa.Column("taken_2", sa.Integer, nullable=False, server_default="0"),
    _time("created"),
    sa.UniqueConstraint("campaign_id", "key"),
    sa.CheckConstraint("taken_1 >= 0 AND taken_2 >= 0", name="taken"),
    sa.Index(None, "campaign_id", "taken_1", "position"),
    sa.Index(None, "campaign_id", "taken_2", "position"),
)

workers = sa.Table(
    "workers",
    metadata,
    _id(),
    sa.Column("code", sa.Text, nullable=False, unique=True),
    _text("origin"),
    _text("external", needed=False),
    sa.Column("blocked", sa.Boolean, nullable=False, server_default=sa.false()),
    _time("created"),
    sa.UniqueConstraint("origin", "external"),
)

leases = sa.Table(
    "leases",
    metadata,
    _id(),
    sa.Column("token", sa.Text, nullable=False, unique=True),
    _to("campaigns"),
    _to("items"),
    _to("workers"),
    _tier(),
    _text("state"),
    _time("opened"),
    _time("expires"),
    _time("closed", needed=False),
    sa.CheckConstraint("state IN ('open', 'answered', 'skipped', 'expired')", name="state"),
    sa.CheckConstraint("tier IN (1, 2)", name="tier"),
    sa.Index(
        "uq_leases_open",
        "item_id",
        "worker_id",
        "tier",
        unique=True,
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    ),
    sa.Index(
        "ix_leases_expires",
        "expires",
        sqlite_where=sa.text("state = 'open'"),
        postgresql_where=sa.text("state = 'open'"),
    ),
    sa.Index(None, "worker_id", "campaign_id", "tier", "state", "item_id"),
)

answers = sa.Table(
    "answers",
    metadata,
    _id(),
    _to("campaigns"),
    _to("items"),
    _to("workers"),
    _tier(),
    sa.Column("lease_id", _Big, sa.ForeignKey("leases.id"), nullable=True, unique=True),
    sa.Column("payload", sa.JSON, nullable=False),
    _text("lang", needed=False),
    sa.Column("seconds", sa.Double, nullable=True),
    _text("comment", needed=False),
    _text("state"),
    # What the ledger holds for this answer now: the rate at its acceptance, 0 while it is not credited.
    sa.Column("pay", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("idempotency_key", sa.Text, nullable=True, unique=True),
    _time("created"),
    sa.UniqueConstraint("item_id", "worker_id", "tier"),
    sa.CheckConstraint("state IN ('pending', 'accepted', 'rejected')", name="state"),
    sa.CheckConstraint("tier IN (1, 2)", name="tier"),
    sa.Index(None, "campaign_id", "id"),
    sa.Index(None, "worker_id", "campaign_id"),
)

# What reviewers decided about an answer: accept, reject.
decisions = sa.Table(
    "decisions",
    metadata,
    _id(),
    _to("answers"),
    _text("action"),
    _text("reason", needed=False),
    _text("actor", needed=False),
    _time("at"),
    sa.CheckConstraint("action IN ('accept', 'reject')", name="action"),
    sa.Index(None, "answer_id"),
)

# What reviewers decided about a worker: the newest grant or revoke gives the tier, a refusal leaves it.
grants = sa.Table(
    "grants",
    metadata,
    _id(),
    _to("workers"),
    _to("campaigns"),
    _text("action"),
    _text("reason", needed=False),
    _text("actor", needed=False),
    _time("at"),
    sa.CheckConstraint("action IN ('grant', 'refuse', 'revoke')", name="action"),
    sa.Index(None, "worker_id", "campaign_id", "id"),
)

batches = sa.Table(
    "batches",
    metadata,
    _id(),
    _to("campaigns", needed=False),
    sa.Column("total", sa.BigInteger, nullable=False),
    _text("currency"),
    sa.Column("workers", sa.Integer, nullable=False),
    sa.Column("entries", sa.Integer, nullable=False),
    _text("actor", needed=False),
    sa.Column("idempotency_key", sa.Text, nullable=True, unique=True),
    _time("at"),
)

# worker_id is NULL on the account of the requester (platform fees).
entries = sa.Table(
    "entries",
    metadata,
    _id(),
    _to("workers", needed=False),
    _to("campaigns"),
    _to("answers", needed=False),
    _to("batches", needed=False),
    _text("kind"),
    sa.Column("amount", sa.BigInteger, nullable=False),
    _text("currency"),
    _text("note", needed=False),
    _text("actor", needed=False),
    sa.Column("idempotency_key", sa.Text, nullable=False, unique=True),
    _time("at"),
    sa.CheckConstraint("kind IN ('accepted', 'reversal', 'bonus', 'fee', 'payout')", name="kind"),
    sa.Index(None, "worker_id", "campaign_id", "id"),
    sa.Index(None, "answer_id"),
    sa.Index(None, "batch_id"),
)

clips = sa.Table(
    "clips",
    metadata,
    _id(),
    _to("campaigns"),
    _to("workers", needed=False),
    _to("answers", needed=False),
    _to("items", needed=False),  # the item of a describe campaign that it became
    _text("source"),
    _text("reference"),
    sa.Column("start", sa.Double, nullable=False),
    sa.Column("stop", sa.Double, nullable=False),
    _text("state"),
    _text("reason", needed=False),
    _text("note", needed=False),
    _text("actor", needed=False),
    _time("created"),
    _time("decided", needed=False),
    sa.CheckConstraint("source IN ('youtube', 'file')", name="source"),
    sa.CheckConstraint("state IN ('pending', 'approved', 'refused')", name="state"),
    sa.Index(None, "campaign_id", "state", "id"),
)

accounts = sa.Table(
    "accounts",
    metadata,
    _id(),
    sa.Column("login", sa.Text, nullable=False, unique=True),
    _text("password"),
    _text("role"),
    _to("workers", needed=False),
    sa.Column("disabled", sa.Boolean, nullable=False, server_default=sa.false()),
    _time("created"),
    sa.CheckConstraint("role IN ('owner', 'reviewer', 'worker')", name="role"),
)

# Tokens are kept as SHA-256 only.
sessions = sa.Table(
    "sessions",
    metadata,
    _id(),
    sa.Column("token_hash", sa.Text, nullable=False, unique=True),
    _to("accounts"),
    _time("created"),
    _time("expires"),
    sa.Index(None, "account_id"),
)

invitations = sa.Table(
    "invitations",
    metadata,
    _id(),
    sa.Column("token_hash", sa.Text, nullable=False, unique=True),
    _text("role"),
    _to("campaigns", needed=False),
    sa.Column("uses_left", sa.Integer, nullable=False),
    _text("actor", needed=False),
    _time("created"),
    _time("expires"),
    sa.CheckConstraint("role IN ('owner', 'reviewer', 'worker')", name="role"),
    sa.CheckConstraint("uses_left >= 0", name="uses_left"),
)

# The audit: who did what, when.
events = sa.Table(
    "events",
    metadata,
    _id(),
    _text("actor", needed=False),
    _text("action"),
    _text("subject"),
    sa.Column("detail", sa.JSON, nullable=False),
    _time("at"),
    sa.Index(None, "subject"),
)
