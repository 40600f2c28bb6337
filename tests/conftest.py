"""Settings for all tests, and fresh databases: SQLite, and PostgreSQL in a private cluster.

On CI a test may not be skipped because a part of the machine is missing: `.ci/run` installs it, so
a skip there would hide a check that never runs. Real data may be absent (it is not ours to ship). The parts,
and the variable that hides them, are in machine/parts.py.
"""

from __future__ import annotations

import os
import shutil
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers

from likewise.kernel import Kernel

sys.path.append(str(Path(__file__).parent / "machine"))  # `parts` and `postgresql`; benchmarks use them too
from parts import POSTGRESQL, REAL_DATA

# The same examples in every run: none is refused because a machine is slow, and none is taken from the
# sources of whichever modules are loaded, which depends on the tests that ran before in this process.
settings.register_profile(
    "likewise",
    deadline=None,
    derandomize=True,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("likewise")
providers._get_local_constants = lambda: providers._local_constants  # type: ignore[attr-defined]


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two processes for the whole suite; files that are named run here: starting others would cost more."""
    given = (str(arg).split("::")[0] for arg in config.invocation_params.args)
    return 0 if any(not arg.startswith("-") and Path(arg).exists() for arg in given) else 2


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and os.environ.get("CI"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        if not reason.removeprefix("Skipped: ").startswith(REAL_DATA):
            report.outcome = "failed"
            report.longrepr = f"skipped on CI, where nothing may be missing: {reason}"
    return report


@pytest.fixture(params=["compiled", "plain"])
def way_of_kernels(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Every kernel that has two ways goes one of them, whatever there is to do and what ran before."""
    way: str = request.param

    def call(self: Kernel[..., Any], *args: Any, **kwargs: Any) -> Any:
        return getattr(self, way if self.has_plain_way else "compiled")(*args, **kwargs)

    monkeypatch.setattr(Kernel, "__call__", call)
    return way


@pytest.fixture(scope="session", autouse=True)
def no_cache_of_the_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What is kept between runs is kept for the tests alone."""
    before = os.environ.get("LIKEWISE_CACHE")
    os.environ["LIKEWISE_CACHE"] = str(tmp_path_factory.mktemp("cache"))
    yield
    if before is None:
        del os.environ["LIKEWISE_CACHE"]
    else:
        os.environ["LIKEWISE_CACHE"] = before


@pytest.fixture(scope="session")
def cluster() -> Iterator[Any]:
    """The tests' own PostgreSQL server."""
    from postgresql import running

    with running() as server:
        if server is None:
            pytest.skip(POSTGRESQL)
        yield server


@pytest.fixture(scope="session")
def postgresql_database(cluster: Any) -> str:
    from likewise.collect.store import Store

    name = str(cluster.new_database())
    with Store(cluster.url(name)) as store:
        store.create()
    return name


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from likewise.collect.store import Store

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
def postgresql_url(cluster: Any, postgresql_database: str) -> str:
    cluster.empty(postgresql_database)
    return str(cluster.url(postgresql_database))


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> str:
    """A database with all tables and no rows."""
    return str(request.getfixturevalue(f"{request.param}_url"))


@pytest.fixture
def at_once() -> Callable[..., list[Any]]:
    """Run functions in threads that begin together; gives what they gave, or the errors they raised."""

    def run(*jobs: Callable[[], Any]) -> list[Any]:
        meet = threading.Barrier(len(jobs), timeout=120)

        def begin(job: Callable[[], Any]) -> Any:
            meet.wait()
            try:
                return job()
            except Exception as error:
                return error

        with ThreadPoolExecutor(len(jobs)) as pool:
            return list(pool.map(begin, jobs))

    return run
