"""A PostgreSQL server of our own, for tests and benchmarks: made anew, on a socket, gone at the end."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg

from likewise.collect.migrations import HEAD
from likewise.collect.schema import metadata
from parts import postgresql_programs

_numbers = count()


class Cluster:
    """The server; root, who may not run one, has the user `postgres` run it."""

    def __init__(self, programs: Path, home: Path) -> None:
        self.programs = programs
        self.home = home
        self.data = home / "data"
        self.as_root = os.geteuid() == 0
        self.user = "postgres"

    def run(self, program: str, *arguments: str) -> bool:
        command = [str(self.programs / program), *arguments]
        if self.as_root:
            command = ["runuser", "-u", "postgres", "--", *command]
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.STDOUT,
            cwd=self.home,
        )
        return done.returncode == 0

    def log(self) -> str:
        path = self.home / "log"
        return path.read_text(encoding="utf-8", errors="replace")[-2000:] if path.exists() else "no log"

    def make(self) -> None:
        if self.as_root:
            shutil.chown(self.home, "postgres")
        made = self.run(
            "initdb", "-D", str(self.data), "-U", self.user, "-A", "trust", "-E", "UTF8", "--locale=C", "-N"
        )
        assert made, "initdb failed"
        with (self.data / "postgresql.conf").open("a", encoding="utf-8") as settings:
            settings.write(f"listen_addresses = ''\nunix_socket_directories = '{self.home}'\nfsync = on\n")

    def start(self, seconds: float = 30.0) -> None:
        """Start it; after a kill, as soon as what the old one left behind has ended too."""
        end = time.monotonic() + seconds
        while not self.run("pg_ctl", "-D", str(self.data), "-l", str(self.home / "log"), "-w", "start"):
            assert time.monotonic() < end, f"pg_ctl failed: {self.log()}"
            time.sleep(0.1)

    def stop(self) -> None:
        assert self.run("pg_ctl", "-D", str(self.data), "-m", "fast", "-w", "stop"), self.log()

    def kill(self) -> None:
        """SIGKILL to the server itself: nothing is flushed, no client is told."""
        os.kill(int((self.data / "postmaster.pid").read_text().split()[0]), signal.SIGKILL)

    def url(self, database: str) -> str:
        return f"postgresql://{self.user}@/{database}?host={self.home}"

    def execute(self, database: str, statement: str) -> None:
        with psycopg.connect(self.url(database), autocommit=True) as connection:
            connection.execute(statement)

    def new_database(self) -> str:
        name = f"test_{next(_numbers)}"
        self.execute("postgres", f"CREATE DATABASE {name}")
        return name

    def empty(self, database: str) -> None:
        """Take every row out and number from 1 again; much quicker than a new database."""
        statements = [
            "SET session_replication_role = replica",  # without triggers, also that of the ledger
            *(f"DELETE FROM {table}" for table in metadata.tables),
            f"UPDATE alembic_version SET version_num = '{HEAD}'",
            "SELECT setval(oid::regclass, 1, false) FROM pg_class WHERE relkind = 'S'",
        ]
        self.execute(database, ";".join(statements))

    def hang_up(self, database: str) -> None:
        """End the connections of all clients, as a server that is started again does."""
        self.execute(
            "postgres", f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'"
        )


@contextmanager
def running() -> Iterator[Cluster | None]:
    """A cluster of our own; None where PostgreSQL is not installed (`parts.POSTGRESQL` says how)."""
    programs = postgresql_programs()
    if programs is None:
        yield None
        return
    with tempfile.TemporaryDirectory(prefix="lw-pg-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(programs, Path(folder))
        cluster.make()
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()
