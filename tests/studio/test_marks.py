"""Words to be marked and joined, by the API: a program sees the text, its words, and what may be joined."""

from __future__ import annotations

from typing import Any

from likewise.collect import add_items, create_campaign
from likewise.collect.tasks import load_yaml

YAML = """
name: roles
title: Who does what?
instructions: Mark who acts and what they do. Then join them.
stimulus: [{name: text, label: Sentence}]
answer:
  - {name: marks, kind: spans, of: text, label: Mark the words, labels: [who, action]}
  - {name: joins, kind: links, label: Join them, labels: [does], required: false}
"""


def test_a_program_sees_what_it_marks(house: Any) -> None:
    task = load_yaml(YAML)
    made = create_campaign(house.store, title="who", task=task.name, settings=dict(task.settings), slug="who")
    add_items(house.store, made, [{"text": "Men eat."}])
    client = house.client("wim")
    work = client.get("/api/v1/campaigns/who/work").json()["work"]
    marks, joins = work["fields"]
    assert (marks["text"], marks["overlap"]) == ("Men eat.", False)
    assert [marks["text"][begin:end] for begin, end in marks["units"]] == ["Men", "eat", "."]
    assert (joins["source"], joins["target"]) == ("marks", "marks")
    who, act = ({"start": a, "end": b, "label": label} for a, b, label in ((0, 3, "who"), (4, 7, "action")))
    link = {"from": {"start": 0, "end": 3}, "to": {"start": 4, "end": 7}, "label": "does"}
    sent = {"token": work["token"], "payload": {"marks": [who, act], "joins": [link]}}
    assert client.post("/api/v1/campaigns/who/answers", json=sent).status_code == 201
