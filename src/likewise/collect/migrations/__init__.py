"""Migrations of the collection's database (alembic): one file a revision, in `versions`.

They travel with the package, so an installed Likewise brings any older database up to date.
"""

from __future__ import annotations

from pathlib import Path

from likewise.collect.schema import sa
from likewise.errors import InputError, MissingPartError

__all__ = ["HEAD", "upgrade"]

HEAD = "0001"
"""The newest revision."""

_LOCK = 5_021_138_203  # PostgreSQL's lock under which upgrades queue; any number does


def upgrade(connection: sa.Connection) -> None:
    """Bring the schema up to date inside the caller's write transaction."""
    if connection.dialect.name == "postgresql":  # SQLite has one writer anyway
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(_LOCK)))
    if _revision(connection) == HEAD:
        return
    try:
        from alembic import command, util
        from alembic.config import Config
    except ImportError as error:
        raise MissingPartError("alembic", "likewise[studio]") from error
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, "head")
    except util.CommandError as error:
        raise InputError(f"the database cannot be brought up to date: {error}") from error


def _revision(connection: sa.Connection) -> str | None:
    if not sa.inspect(connection).has_table("alembic_version"):
        return None
    revision: str | None = connection.execute(sa.text("SELECT version_num FROM alembic_version")).scalar()
    return revision
