"""A fresh database for each test: SQLite, and PostgreSQL in a private cluster that the tests start."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from likewise.collect.answers import Answer, submit
from likewise.collect.assign import Work, next_work
from likewise.collect.campaigns import Campaign, add_items, create_campaign
from likewise.collect.migrations import HEAD
from likewise.collect.people import create_worker
from likewise.collect.schema import metadata
from likewise.collect.store import Store

DATABASES = ("sqlite", "postgresql")
_numbers = count()


class Cluster:
    """A PostgreSQL server of our own on a socket, as root may not run one under the user `postgres`."""

    def __init__(self, programs: Path, home: Path) -> None:
        self.programs = programs
        self.home = home
        self.data = home / "data"
        self.as_root = os.geteuid() == 0
        self.user = "postgres"

    def run(self, program: str, *arguments: str) -> None:
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
        assert done.returncode == 0, f"{program} failed: {self.log()}"

    def log(self) -> str:
        path = self.home / "log"
        return path.read_text(encoding="utf-8", errors="replace")[-2000:] if path.exists() else "no log"

    def start(self) -> None:
        if self.as_root:
            shutil.chown(self.home, "postgres")
        self.run(
            "initdb", "-D", str(self.data), "-U", self.user, "-A", "trust", "-E", "UTF8", "--locale=C", "-N"
        )
        with (self.data / "postgresql.conf").open("a", encoding="utf-8") as settings:
            settings.write(f"listen_addresses = ''\nunix_socket_directories = '{self.home}'\nfsync = on\n")
        self.run("pg_ctl", "-D", str(self.data), "-l", str(self.home / "log"), "-w", "start")

    def stop(self) -> None:
        self.run("pg_ctl", "-D", str(self.data), "-m", "fast", "-w", "stop")

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


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if not found:
        pytest.skip("PostgreSQL is not installed; install it with: apt-get install postgresql")
    with tempfile.TemporaryDirectory(prefix="lw-pg-", dir="/tmp", ignore_cleanup_errors=True) as folder:
        cluster = Cluster(found[-1].parent, Path(folder))
        cluster.start()
        try:
            yield cluster
        finally:
            cluster.stop()


@pytest.fixture(scope="session")
def postgresql_database(cluster: Cluster) -> str:
    name = cluster.new_database()
    with Store(cluster.url(name)) as store:
        store.create()
    return name


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("template") / "template.db"
    with Store(f"sqlite:///{path}") as store:
        store.create()
    return path


@pytest.fixture
def sqlite_url(sqlite_template: Path, tmp_path: Path) -> str:
    path = tmp_path / "likewise.db"
    shutil.copyfile(sqlite_template, path)
    return f"sqlite:///{path}"


@pytest.fixture
def postgresql_url(cluster: Cluster, postgresql_database: str) -> str:
    cluster.empty(postgresql_database)
    return cluster.url(postgresql_database)


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest) -> str:
    """A database with all tables and no rows."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    with Store(url) as store:
        yield store


class Clock:
    """A clock that a test sets: `wall` may go anywhere, `ticks` only on."""

    def __init__(self) -> None:
        self.wall = time.time_ns() // 1000
        self.ticks = 0

    def pass_seconds(self, seconds: float) -> None:
        self.wall += int(seconds * 1_000_000)
        self.ticks += int(seconds * 1_000_000)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def timed(url: str, clock: Clock) -> Iterator[Store]:
    """A store whose time the test sets."""
    with Store(url, clock=lambda: clock.wall, ticks=lambda: clock.ticks) as store:
        yield store


ANSWER = {"text": "A man is peeling a potato.", "language": "English"}


@dataclass
class Scene:
    """A campaign with items, and workers who do it."""

    store: Store
    campaign: Campaign
    workers: list[int]

    def take(self, worker: int = 0, tier: int | None = None) -> Work:
        work = next_work(self.store, self.workers[worker], self.campaign, tier)
        assert work is not None
        return work

    def answer(self, worker: int = 0, tier: int | None = None, **extra: Any) -> Answer:
        work = self.take(worker, tier)
        return submit(self.store, self.workers[worker], work.token, ANSWER, **extra)


@pytest.fixture
def make_scene() -> Callable[..., Scene]:
    def make(store: Store, items: int = 3, workers: int = 2, **settings: Any) -> Scene:
        settings = {"title": "Clips", "task": "describe"} | settings
        campaign = create_campaign(store, **settings)
        stimuli = ({"youtube": f"{n:011d}", "start": 0, "end": 5} for n in range(items))
        add_items(store, campaign, stimuli)
        return Scene(store, campaign, [create_worker(store).id for _ in range(workers)])

    return make


@pytest.fixture
def scene(store: Store, make_scene: Callable[..., Scene]) -> Scene:
    """Three items, two workers, accepted at once, 1 and 5 cents."""
    return make_scene(store)
