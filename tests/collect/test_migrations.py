"""Migrations make what the schema says, once, in both databases."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from likewise.collect import migrations
from likewise.collect.schema import entries, metadata
from likewise.collect.store import Store
from likewise.errors import InputError

FOLDER = Path(migrations.__file__).parent


def test_the_schema_and_the_migrations_agree(store: Store) -> None:
    with store.read() as connection:
        context = MigrationContext.configure(
            connection, opts={"compare_type": True, "compare_server_default": True}
        )
        assert compare_metadata(context, metadata) == []


def test_check_constraints_agree_too(store: Store) -> None:
    """Alembic does not compare these."""
    wanted = {
        (table.name, constraint.name)
        for table in metadata.tables.values()
        for constraint in table.constraints
        if isinstance(constraint, sa.CheckConstraint)
    }
    with store.read() as connection:
        look = sa.inspect(connection)
        found = {
            (name, str(check["name"]))
            for name in metadata.tables
            for check in look.get_check_constraints(name)
        }
    assert found == {(table, str(name)) for table, name in wanted}


def test_head_is_the_newest_revision() -> None:
    assert ScriptDirectory(str(FOLDER)).get_current_head() == migrations.HEAD


def test_creating_again_changes_nothing(store: Store) -> None:
    store.create()
    store.create()


def test_a_newer_database_is_told(store: Store) -> None:
    with store.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(InputError, match="9999"):
        store.create()


def test_two_first_starts_at_once(cluster: object, tmp_path: Path) -> None:
    name = cluster.new_database()  # type: ignore[attr-defined]
    urls = [f"sqlite:///{tmp_path / 'new.db'}", cluster.url(name)]  # type: ignore[attr-defined]
    for url in urls:
        stores = [Store(url) for _ in range(3)]
        threads = [threading.Thread(target=store.create) for store in stores]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with stores[0].read() as connection:
            assert connection.execute(sa.select(sa.func.count()).select_from(entries)).scalar() == 0
        for store in stores:
            store.close()
