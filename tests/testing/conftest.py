"""A running stand-in, and Prolific's adapter against it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from likewise.collect.market import Backoff, Prolific
from likewise.testing import StandinMarketplace

TOKEN = "prolific-secret-0123456789"


@pytest.fixture
def standin() -> Iterator[StandinMarketplace]:
    with StandinMarketplace(token=TOKEN) as running:
        yield running


@pytest.fixture
def prolific(standin: StandinMarketplace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Prolific:
    monkeypatch.setenv("PROLIFIC_TOKEN", TOKEN)
    backoff = Backoff(4, sleep=lambda _: None)
    return Prolific("6" * 24, tmp_path / "journal.db", base_url=standin.url, timeout=60, backoff=backoff)
