"""A campaign that labels rhymes: what goes out is read as gold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from likewise.collect.answers import submit
from likewise.collect.assign import next_work
from likewise.collect.campaigns import Campaign, add_items, create_campaign
from likewise.collect.export import export_campaign
from likewise.collect.people import create_worker
from likewise.collect.store import Store
from likewise.errors import InputError
from likewise.freestyle import read_verses

LINES = ["I saw a cat", "upon a mat", "it looked at me", "and at the sea", "then slept"]


def labelled(store: Store, *schemes: str) -> Campaign:
    campaign = create_campaign(store, title="Rhymes", task="rhyme", targets=(len(schemes), 0))
    add_items(store, campaign, [{"lines": LINES, "title": "The cat"}], keys=["v1"])
    for scheme in schemes:
        worker = create_worker(store).id
        work = next_work(store, worker, campaign)
        assert work is not None
        submit(store, worker, work.token, {"scheme": scheme})
    return campaign


def exported(store: Store, campaign: Campaign, folder: Path) -> dict[str, object]:
    assert export_campaign(store, campaign, "verses", folder / "gold.jsonl") == 1
    verse: dict[str, object] = json.loads((folder / "gold.jsonl").read_text(encoding="utf-8"))
    return verse


def test_the_answer_that_agrees_best_goes_out(store: Store, tmp_path: Path) -> None:
    # Pairs that rhyme: 1-2 and 3-4; 1-2, 3-4 and 4-5; 1-2.
    verse = exported(store, labelled(store, "AABBB", "AA BB-", "AA---"), tmp_path)
    assert (verse["id"], verse["song"], verse["title"]) == ("v1", "The cat", "The cat")
    assert verse["stanzas"] == [
        {"scheme": ["a", "a"], "lines": LINES[:2]},
        {"scheme": ["a", "a", "b"], "lines": LINES[2:]},
    ]
    assert verse["annotators"] == 3
    # Of 10 pairs it says the same as the first on 8 (not 3-5 and 4-5), as the last on 9.
    assert verse["agreement"] == pytest.approx(0.85)


def test_one_annotator_has_nobody_to_agree_with(store: Store, tmp_path: Path) -> None:
    assert exported(store, labelled(store, "A--A-"), tmp_path)["agreement"] is None


def test_it_is_read_as_gold(store: Store, tmp_path: Path) -> None:
    exported(store, labelled(store, "AA BB-"), tmp_path)
    first, second = read_verses(tmp_path / "gold.jsonl")
    assert (first.lines, first.labels) == (tuple(LINES[:2]), ("a", "a"))
    assert (second.lines, second.labels) == (tuple(LINES[2:]), ("a", "a", "b"))
    assert first.song == second.song


def test_other_campaigns_have_no_verses(store: Store, tmp_path: Path) -> None:
    campaign = create_campaign(store, title="Other", task="rate", settings={"criteria": ["rhyming"]})
    add_items(store, campaign, [{"candidate": "and me"}])
    worker = create_worker(store).id
    work = next_work(store, worker, campaign)
    assert work is not None
    submit(store, worker, work.token, {"rhyming": 3})
    with pytest.raises(InputError, match="labels rhymes"):
        export_campaign(store, campaign, "verses", tmp_path / "gold.jsonl")
