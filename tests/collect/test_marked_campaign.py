"""A campaign that asks for marks, from the definition to the export and the review."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

from likewise.collect.answers import submit
from likewise.collect.assign import next_work
from likewise.collect.campaigns import add_items, create_campaign
from likewise.collect.export import export_campaign
from likewise.collect.people import create_worker
from likewise.collect.reviews import review_queue
from likewise.collect.store import Store
from likewise.collect.tasks import load_yaml
from likewise.errors import InputError

YAML = """
name: cues
title: Mark what denies
stimulus: [{name: text}]
answer:
  - {name: cues, kind: spans, labels: [cue, scope]}
  - {name: joins, kind: links, required: false}
"""


def test_marks_are_kept_exported_and_reviewed(store: Store, tmp_path: Path) -> None:
    task = load_yaml(YAML)
    campaign = create_campaign(store, title="Cues", task=task.name, settings=dict(task.settings))
    add_items(store, campaign, [{"text": "我不喜欢苹果。"}])
    worker = create_worker(store).id
    work = next_work(store, worker, campaign)
    assert work is not None
    with pytest.raises(InputError, match="expected one of: cue, scope"):
        submit(store, worker, work.token, {"cues": '[{"start": 1, "end": 2}]'})
    sent = [{"start": 2, "end": 6, "label": "scope"}, {"start": 1, "end": 2, "label": "cue"}]
    answer = submit(
        store, worker, work.token, {"cues": json.dumps(sent), "joins": [{"from": [1, 2], "to": [2, 6]}]}
    )
    assert [mark["text"] for mark in answer.payload["cues"]] == ["不", "喜欢苹果"]

    assert export_campaign(store, campaign, "answers", tmp_path / "answers.csv") == 1
    with (tmp_path / "answers.csv").open(encoding="utf-8", newline="") as handle:
        (row,) = csv.DictReader(handle)
    # People can read the cell, and programs can too.
    assert '"label": "scope", "text": "喜欢苹果"' in row["answer.cues"]
    assert json.loads(row["answer.joins"]) == answer.payload["joins"]
    assert export_campaign(store, campaign, "huggingface", tmp_path / "folder") == 1
    line = json.loads((tmp_path / "folder/data/train.jsonl").read_text(encoding="utf-8"))
    assert line["answer"] == answer.payload

    (review,) = review_queue(store, campaign)
    assert review.sample == ["cue: 不; scope: 喜欢苹果", "link: 不 → 喜欢苹果"]
