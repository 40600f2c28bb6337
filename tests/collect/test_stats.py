"""The figures of a campaign, worked out by hand on a small one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from likewise.collect.answers import reject, submit
from likewise.collect.bulk_import import segment_of
from likewise.collect.ledger import bonus, pay
from likewise.collect.people import create_worker
from likewise.collect.stats import shown_name, table1
from likewise.collect.store import Store
from likewise.collect.tiers import grant
from likewise.errors import RefusedError


def write(scene: Any, worker: int, lang: str = "English", seconds: float | None = None) -> Any:
    payload = {"text": f"A sentence of {worker}.", "language": lang}
    token = scene.take(worker).token
    return submit(scene.store, scene.workers[worker], token, payload, lang=lang, seconds=seconds)


@pytest.fixture
def busy(timed: Store, clock: Any, make_scene: Callable[..., Any]) -> Any:
    """Worker 0: two answers in tier 1, one in tier 2. Worker 1: one in Hindi, one in English, rejected."""
    clock.wall = 1_262_304_000_000_000  # 2010-01-01
    scene = make_scene(timed, items=4, fee_permille=200)
    write(scene, 0, seconds=10)
    write(scene, 0, seconds=20)
    write(scene, 1, "Hindi")
    clock.pass_seconds(86400)
    reject(timed, write(scene, 1).id, "anna", "nonsense")
    grant(timed, scene.workers[0], scene.campaign, "anna", "good")
    write(scene, 0, seconds=60)
    bonus(timed, scene.workers[0], scene.campaign, 10, "thanks", "anna")
    return scene


def test_table_1(busy: Any) -> None:
    found = table1(busy.store, busy.campaign)
    assert found["language"] == "English"
    assert found["tiers"] == {
        "1": {
            "pay": 1,
            "workers": 2,
            "submitted": 3,
            "accepted": 2,
            "total": {"workers": 2, "submitted": 4, "accepted": 3},
        },
        "2": {
            "pay": 5,
            "workers": 1,
            "submitted": 1,
            "accepted": 1,
            "total": {"workers": 1, "submitted": 1, "accepted": 1},
        },
    }
    assert (found["segments"], found["descriptions"], found["workers"]) == (4, 3, 1)
    assert found["top_worker"] == 3
    assert found["workers_with"] == {"100": 0, "500": 0}
    assert found["languages"] == {
        "English": {"workers": 2, "submitted": 4, "accepted": 3},
        "Hindi": {"workers": 1, "submitted": 1, "accepted": 1},
    }
    assert found["seconds"] == {"mean": 30, "median": 20}
    assert found["per_day"] == {"2010-01-01": 2, "2010-01-02": 2}
    assert found["total"] == {
        "workers": 2,
        "submitted": 5,
        "descriptions": 4,
        "accepted": 4,
        "pending": 0,
        "rejected": 1,
    }


def test_segments_without_a_description_count(busy: Any) -> None:
    spread = table1(busy.store, busy.campaign)["per_segment"]
    assert spread["mean"] == 3 / 4
    assert spread["tiers"]["2"] == {"mean": 0.25, "p05": 0, "median": 0, "max": 1}


def test_languages_can_be_chosen(busy: Any) -> None:
    everything = table1(busy.store, busy.campaign, lang="all")
    assert everything["language"] is None
    assert (everything["descriptions"], everything["workers"]) == (4, 2)
    hindi = table1(busy.store, busy.campaign, lang="Hindi")
    assert (hindi["descriptions"], hindi["tiers"]["1"]["submitted"], hindi["tiers"]["2"]["workers"]) == (
        1,
        1,
        0,
    )


def test_cost_and_payout(busy: Any) -> None:
    before = table1(busy.store, busy.campaign)["cost"]
    assert before == {"answers": 8, "bonus": 10, "fee": 0, "total": 18, "paid": 0}
    pay(busy.store)
    after = table1(busy.store, busy.campaign)["cost"]
    assert after == {"answers": 8, "bonus": 10, "fee": 4, "total": 22, "paid": 18}


def test_an_empty_campaign(store: Store, make_scene: Callable[..., Any]) -> None:
    scene = make_scene(store, items=0)
    found = table1(store, scene.campaign.slug)
    assert found["segments"] == found["descriptions"] == found["top_worker"] == 0
    assert found["per_segment"]["mean"] == 0
    assert found["seconds"] == {"mean": None, "median": None}
    assert found["language"] is None
    with pytest.raises(RefusedError, match="no such campaign"):
        table1(store, 99)


def test_p05_is_what_95_percent_have() -> None:
    from likewise.collect.stats import _spread

    counts = {str(n): n for n in range(1, 101)}
    assert _spread(counts)["p05"] == 6
    assert sum(n >= 6 for n in counts.values()) == 95


def test_names_of_workers(store: Store) -> None:
    market = create_worker(store, origin="mturk", external="A1B2")
    assert shown_name(market.code, market.origin, market.external) == market.code
    assert shown_name("WX", "msvd", "588702") == "588702"
    assert shown_name("WX", "import", None) == "WX"
    assert [segment_of(k) for k in ("a_1_2", "a_1_2#2", "a#b", "#1")] == ["a_1_2", "a_1_2", "a#b", "#1"]
