"""Settings for all tests.

On CI a test may not be skipped because a part of the machine is missing: `.ci/run` installs it, so
a skip there would hide a check that never runs. Real data may be absent (it is not ours to ship).
"""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

settings.register_profile("likewise", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("likewise")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and os.environ.get("CI") and "real" not in item.path.parts:
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        report.outcome = "failed"
        report.longrepr = f"skipped on CI, where nothing may be missing: {reason}"
    return report
