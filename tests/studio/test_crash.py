"""The studio killed under load: `benchmarks/kill_studio.py` once, and that its examination can fail."""

from __future__ import annotations

import asyncio
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def killer(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(BENCHMARKS)
    import kill_studio

    yield kill_studio
    for name in ("kill_studio", "kill_collection", "studio_load"):
        sys.modules.pop(name, None)


def test_a_kill_loses_nothing(killer: Any, sqlite_url: str) -> None:
    found = asyncio.run(killer.run(sqlite_url, 1, longest=0.2))
    assert found.kills == {"studio": 1}
    assert found.acknowledged() > 0
    assert found.wrong == Counter()
    # Clients who know and sent something else than what is there.
    client = next(client for client in found.clients if client.known)
    key = next(iter(client.known))
    client.known |= {"lost": 10**9, key: client.known[key] + 10**6}
    client.sent[key] = "Another text."
    assert found.examine() == {"lost": 2, "under another key": 2, "changed": 1}
    del client.sent[key]
    assert found.examine()["without a key"] == 1


def test_a_refusal_counts_unless_the_database_is_away(killer: Any) -> None:
    client = killer.Client("token", "/", random.Random(1))
    for status in (503, 401, 500, 503):
        asyncio.run(client._refused("answer", status))
    assert client.wrong == {"answer refused with 401": 1, "answer refused with 500": 1}
