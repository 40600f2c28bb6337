"""The database: settings, transactions, time."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from likewise.collect.schema import events
from likewise.collect.store import Store, _write_ahead
from likewise.errors import InputError
from likewise.installation import install_line

ROW = {"actor": None, "action": "a", "subject": "s", "detail": {"text": "né 漢字"}, "at": 7}


def rows(store: Store) -> list[sa.Row[Any]]:
    with store.read() as connection:
        return list(connection.execute(sa.select(events)).all())


def test_a_write_is_kept_and_read_back(store: Store) -> None:
    with store.begin() as connection:
        connection.execute(sa.insert(events), ROW)
    assert rows(store)[0].detail == {"text": "né 漢字"}


def test_an_error_leaves_nothing(store: Store) -> None:
    def fail(connection: sa.Connection) -> None:
        connection.execute(sa.insert(events), ROW)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        store.transact(fail)
    assert rows(store) == []
    with store.begin() as connection:  # and the store goes on
        connection.execute(sa.insert(events), ROW)
    assert len(rows(store)) == 1


def test_a_second_write_in_the_same_thread_is_told_at_once(store: Store) -> None:
    with store.begin(), pytest.raises(RuntimeError, match="already open"), store.begin():
        pass


def test_a_read_sees_one_moment(store: Store) -> None:
    with store.read() as connection:
        before = connection.execute(sa.select(sa.func.count()).select_from(events)).scalar()
        with store.begin() as writer:
            writer.execute(sa.insert(events), ROW)
        after = connection.execute(sa.select(sa.func.count()).select_from(events)).scalar()
    assert (before, after) == (0, 0)
    assert len(rows(store)) == 1


def test_threads_write_one_after_the_other(store: Store) -> None:
    def write() -> None:
        for _ in range(10):
            with store.begin() as connection:
                connection.execute(sa.insert(events), ROW)

    threads = [threading.Thread(target=write) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(rows(store)) == 80


def test_sqlite_is_set_up_for_safety(sqlite_url: str) -> None:
    with Store(sqlite_url) as store, store.begin() as connection:
        found = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 10000}


def test_a_deadlock_is_tried_again(postgresql_url: str) -> None:
    """Two transactions that lock two rows in opposite order; PostgreSQL breaks one, both end up done."""
    meet = threading.Barrier(2, timeout=120)
    tries: list[str] = []
    with Store(postgresql_url) as store:
        with store.begin() as connection:
            connection.execute(sa.insert(events), [ROW, ROW])

        def cross(first: int, second: int) -> None:
            def work(connection: sa.Connection) -> None:
                tries.append("try")
                for row in (first, second):
                    change = sa.update(events).where(events.c.id == row).values(at=events.c.at + 1)
                    connection.execute(change)
                    if row == first and len(tries) <= 2:
                        meet.wait()

            store.transact(work)

        threads = [threading.Thread(target=cross, args=pair) for pair in ((1, 2), (2, 1))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert [row.at for row in rows(store)] == [9, 9]
    assert len(tries) == 3


def test_time_never_goes_back_and_never_stands(timed: Store, clock: object) -> None:
    before = timed.now()
    clock.wall -= 3_600_000_000  # type: ignore[attr-defined]
    assert timed.now() == before
    clock.ticks += 5_000_000  # type: ignore[attr-defined]
    assert timed.now() == before + 5_000_000
    clock.wall += 7_200_000_000  # type: ignore[attr-defined]
    assert timed.now() == before + 3_600_000_000


def test_time_starts_from_the_newest_row(url: str) -> None:
    late = 4_000_000_000_000_000
    with Store(url) as store, store.begin() as connection:
        connection.execute(sa.insert(events), ROW | {"at": late})
    with Store(url) as store:
        assert store.now() >= late


def test_time_before_there_are_tables(tmp_path: Path) -> None:
    with Store(f"sqlite:///{tmp_path / 'new.db'}") as store:
        assert store.now() > 1_700_000_000_000_000


def test_time_needs_a_database_that_answers(tmp_path: Path) -> None:
    """Else it would begin anew, before rows that are there."""
    with Store(f"postgresql://nobody@/nothing?host={tmp_path}") as store:
        for _ in range(2):
            with pytest.raises(sa.exc.OperationalError):
                store.now()


def test_a_server_that_hung_up_is_called_again(cluster: Any, postgresql_url: str) -> None:
    with Store(postgresql_url) as store:
        with store.begin() as connection:
            connection.execute(sa.insert(events), ROW)
        cluster.hang_up(store.url.database)
        assert len(rows(store)) == 1


def test_the_first_start_waits_for_another() -> None:
    """SQLite itself refuses to wait where two turn the log on at the same moment."""

    class Cursor:
        codes = [sqlite3.SQLITE_BUSY, sqlite3.SQLITE_BUSY_RECOVERY, None, sqlite3.SQLITE_FULL]  # noqa: RUF012

        def execute(self, _: str) -> None:
            if (code := self.codes.pop(0)) is not None:
                error = sqlite3.OperationalError()
                error.sqlite_errorcode = code
                raise error

    _write_ahead(cursor := Cursor())
    assert cursor.codes == [sqlite3.SQLITE_FULL]
    with pytest.raises(sqlite3.OperationalError):
        _write_ahead(cursor)


@pytest.mark.parametrize("url", ["nonsense", "mysql://x/y", "sqlite://", "sqlite:///:memory:"])
def test_what_is_no_database_for_us(url: str) -> None:
    with pytest.raises(InputError):
        Store(url)


def test_a_database_that_cannot_be_opened_is_told(tmp_path: Path) -> None:
    with (
        Store(f"sqlite:///{tmp_path / 'no' / 'folder.db'}") as store,
        pytest.raises(InputError, match="unable"),
    ):
        store.create()


def test_a_missing_library_is_told_with_its_install_line() -> None:
    code = """
import sys
sys.modules["sqlalchemy"] = None
from likewise.errors import MissingPartError
try:
    import likewise.collect.store
except MissingPartError as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert install_line("likewise[studio]") in done.stdout
