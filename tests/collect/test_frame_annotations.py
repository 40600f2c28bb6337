"""A campaign that marks frames: what goes out is what `hmeant` reads."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from likewise.collect.answers import submit
from likewise.collect.assign import next_work
from likewise.collect.campaigns import Campaign, add_items, create_campaign
from likewise.collect.export import export_campaign
from likewise.collect.people import create_worker
from likewise.collect.store import Store
from likewise.errors import InputError
from likewise.metrics.meant import read_annotations

ITEM = {"id": "s1", "system": "A", "reference": "Dogs bark loudly.", "candidate": "A dog barks."}
MARKED: dict[str, Any] = {
    "reference": [{"start": 0, "end": 4, "label": "who"}, {"start": 5, "end": 9, "label": "predicate"}],
    "candidate": [{"start": 0, "end": 5, "label": "who"}, {"start": 6, "end": 11, "label": "predicate"}],
    "events": [{"from": [6, 11], "to": [5, 9]}],
}


def judged(label: str) -> dict[str, Any]:
    return MARKED | {"verdicts": [{"from": [0, 5], "to": [0, 4], "label": label}]}


def answered(store: Store, item: dict[str, Any], *answers: dict[str, Any], task: str = "frames") -> Campaign:
    campaign = create_campaign(store, title="Frames", task=task, targets=(len(answers), 0))
    add_items(store, campaign, [item], keys=["s1@A"])
    for answer in answers:
        worker = create_worker(store).id
        work = next_work(store, worker, campaign)
        assert work is not None
        submit(store, worker, work.token, answer)
    return campaign


def test_an_annotation_an_answer(store: Store, tmp_path: Path) -> None:
    campaign = answered(store, ITEM, judged("correct"), judged("partial"), {"apart": "yes"})
    path = tmp_path / "annotations.jsonl"
    assert export_campaign(store, campaign, "annotations", path) == 3
    first, second, third = read_annotations(path)
    assert (first.id, first.system, len({one.annotator for one in (first, second, third)})) == ("s1", "A", 3)
    assert first.candidate.tokens == ("A", "dog", "barks", ".")
    assert first.reference.text == ITEM["reference"]
    assert [one.alignments[0].roles[0].verdict for one in (first, second) if one.alignments] == [
        "correct",
        "partial",
    ]
    assert (third.candidate.frames, third.alignments) == ((), ())


def test_an_item_without_id_and_system_goes_by_its_name(store: Store, tmp_path: Path) -> None:
    bare = {key: ITEM[key] for key in ("reference", "candidate")}
    path = tmp_path / "annotations.jsonl"
    export_campaign(store, answered(store, bare, judged("correct")), "annotations", path)
    row = json.loads(path.read_text(encoding="utf-8"))
    assert row["id"] == "s1@A"
    assert "system" not in row


def test_other_campaigns_have_no_annotations(store: Store, tmp_path: Path) -> None:
    campaign = answered(store, {"source": "A.", "candidate": "B."}, {"meaning": "kept"}, task="meaning")
    with pytest.raises(InputError, match="marks frames"):
        export_campaign(store, campaign, "annotations", tmp_path / "a.jsonl")
    assert not (tmp_path / "a.jsonl").exists()
