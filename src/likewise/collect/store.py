"""The database of a collection: SQLite by default, PostgreSQL by URL.

A write is one transaction. On SQLite it begins with BEGIN IMMEDIATE, so that a read which decides a write
sees the newest rows; on PostgreSQL it is READ COMMITTED, and such a read locks its rows.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, TypeVar

from likewise.collect import schema
from likewise.collect.schema import sa
from likewise.errors import InputError, MissingPartError

__all__ = ["DEFAULT_URL", "Store"]

DEFAULT_URL = "sqlite:///likewise.db"
_ATTEMPTS = 10
_RETRIED = ("40001", "40P01")  # serialization failure, deadlock
_PATIENCE = 10.0  # seconds that SQLite waits for another process
T = TypeVar("T")


class Store:
    """A collection's database; safe to share between threads.

    `clock` gives the wall time and `ticks` a steady one, both in microseconds; tests hand in their own.
    """

    def __init__(
        self,
        url: str | None = None,
        *,
        clock: Callable[[], int] | None = None,
        ticks: Callable[[], int] | None = None,
    ) -> None:
        self.url = _read_url(url or DEFAULT_URL)
        self.is_sqlite = self.url.get_backend_name() == "sqlite"
        self._clock = clock or (lambda: time.time_ns() // 1000)
        self._ticks = ticks or (lambda: time.monotonic_ns() // 1000)
        self._time_lock = threading.Lock()
        self._last: tuple[int, int] | None = None
        # SQLite has one writer; waiting here is fair and quick, waiting in SQLite is sleeping.
        self._writer = threading.Lock()
        self._inside = threading.local()
        self.kept: dict[int, Any] = {}  # task types by campaign, made once
        self.people_as_of = object()  # another one whenever accounts or sessions change by this store
        self.engine = _engine(self.url)
        self._writes = self.engine.execution_options(likewise_write=True)
        snapshot: dict[str, Any] = {} if self.is_sqlite else {"isolation_level": "REPEATABLE READ"}
        self._reads = self.engine.execution_options(**snapshot)

    def create(self) -> None:
        """Bring the schema up to date; a new database gets all its tables."""
        from likewise.collect.migrations import upgrade

        try:
            with self.begin() as connection:
                upgrade(connection)
        except sa.exc.OperationalError as error:
            raise InputError(f"cannot use the database {self.url}: {error.orig}") from error

    @contextmanager
    def begin(self) -> Iterator[sa.Connection]:
        """A connection in a write transaction: committed at the end, rolled back on an error."""
        if getattr(self._inside, "writing", False):
            raise RuntimeError("a write transaction is already open in this thread: hand its connection on")
        self._inside.writing = True
        try:
            with self._writer if self.is_sqlite else nullcontext(), self._writes.begin() as connection:
                yield connection
        finally:
            self._inside.writing = False

    def transact(self, work: Callable[[sa.Connection], T]) -> T:
        """Run `work` in a write transaction, again where PostgreSQL broke a deadlock; gives what it gives."""
        for attempt in range(_ATTEMPTS):
            try:
                with self.begin() as connection:
                    return work(connection)
            except sa.exc.DBAPIError as error:
                if getattr(error.orig, "sqlstate", None) not in _RETRIED or attempt == _ATTEMPTS - 1:
                    raise
            time.sleep(0.005 * 2**attempt)
        raise AssertionError("unreachable")

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        """A connection for reading: everything read through it is of one moment."""
        with self._reads.begin() as connection:
            yield connection

    def now(self) -> int:
        """Microseconds since 1970, UTC; never less than before, nor than the newest row.

        Where the wall clock is set back, time goes on from the last value at the speed of the steady clock:
        the order of rows stays, and a lease still ends.
        """
        with self._time_lock:
            if self._last is None:
                self._last = (self._newest(), self._ticks())
            last, ticked = self._last
            ticks = self._ticks()
            now = max(self._clock(), last + max(0, ticks - ticked))
            self._last = (now, ticks)
            return now

    def close(self) -> None:
        """Give the connections back; the store can be used again, it opens new ones."""
        self.engine.dispose()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _newest(self) -> int:
        newest = 0
        columns = (schema.leases.c.opened, schema.answers.c.created, schema.entries.c.at, schema.events.c.at)
        # A database without tables has no newest row; one that does not answer may have, and is told.
        no_table = sa.exc.OperationalError if self.is_sqlite else sa.exc.ProgrammingError
        with suppress(no_table), self.engine.connect() as connection:
            for column in columns:
                query = sa.select(column).order_by(column.table.c.id.desc()).limit(1)
                newest = max(newest, connection.execute(query).scalar() or 0)
        return newest


def _read_url(text: str) -> sa.URL:
    try:
        url = sa.make_url(text)
    except sa.exc.ArgumentError as error:
        raise InputError(f"not a database URL: {text!r}; expected one like {DEFAULT_URL}") from error
    if url.drivername in ("postgresql", "postgres"):
        url = url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() not in ("sqlite", "postgresql"):
        raise InputError(f"database {url.drivername!r}; expected sqlite or postgresql")
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise InputError("a collection needs a database file: sqlite:///NAME.db")
    return url


def _dumps(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def _engine(url: sa.URL) -> sa.Engine:
    sqlite = url.get_backend_name() == "sqlite"
    options: dict[str, Any] = {"json_serializer": _dumps, "pool_size": 16, "max_overflow": 64}
    if sqlite:
        options["connect_args"] = {"timeout": _PATIENCE, "check_same_thread": False}
    else:
        options["isolation_level"] = "READ COMMITTED"
        options["pool_pre_ping"] = True  # a server that was started again is noticed before a statement fails
    try:
        engine = sa.create_engine(url, **options)
    except ImportError as error:
        raise MissingPartError("psycopg", "likewise[studio,postgres]") from error
    if sqlite:
        sa.event.listen(engine, "connect", _prepare_sqlite)
        sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _: object) -> None:
    connection.isolation_level = None  # BEGIN is ours: the driver would begin too late for reads
    cursor = connection.cursor()
    for setting in (f"busy_timeout={_PATIENCE * 1000:.0f}", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {setting}")
    _write_ahead(cursor)
    cursor.close()


def _write_ahead(cursor: Any) -> None:
    """Turn the write-ahead log on; where two first starts do it at once, SQLite refuses one at once."""
    end = time.monotonic() + _PATIENCE
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                raise
        time.sleep(0.01)


def _begin_sqlite(connection: sa.Connection) -> None:
    writes = connection.get_execution_options().get("likewise_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
