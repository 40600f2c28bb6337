"""Killed under load: no acknowledged answer is lost, none is credited twice, none accepted and unpaid.

`benchmarks/kill_collection.py` does the same a hundred times per database.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from pathlib import Path
from types import ModuleType

import pytest
import sqlalchemy as sa

from likewise.collect.schema import answers
from likewise.collect.store import Store

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "kill_collection.py"


@pytest.fixture(scope="module")
def killer() -> ModuleType:
    spec = importlib.util.spec_from_file_location("kill_collection", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_kills_lose_nothing(killer: ModuleType, url: str) -> None:
    acknowledged, wrong = killer.run(url, kills=2, longest=0.25)
    assert acknowledged >= 2  # each was killed after an answer; how many more came depends on the machine
    assert wrong == Counter()


def test_the_examination_can_fail(killer: ModuleType, sqlite_url: str) -> None:
    with Store(sqlite_url) as store:
        campaign = killer.prepare(store)
        known = killer.kill_once(store, campaign, 0.05)
        assert killer.examine(store, known) == Counter()
        assert killer.examine(store, known | {10**9})["lost"] == 1
        with store.begin() as connection:
            connection.execute(sa.update(answers).values(state="pending"))
        assert killer.examine(store, known)["ledger"] > 0
