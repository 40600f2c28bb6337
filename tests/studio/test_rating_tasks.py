"""Patterns and meanings in the studio: what judges see, what they may not see, and what comes out."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from likewise.collect.campaigns import add_items, create_campaign, get_campaign
from likewise.collect.tasks import load_yaml

V1 = "/api/v1"
SCRIPT = "<script>alert(1)</script> cut up"
OWN = """
name: own
title: Own
stimulus: [{name: source}, {name: candidate}, {name: scene, label: Where}]
answer: [{name: verdict, kind: choice, options: {good: 1, bad: 0}}]
"""


def answer(client: Any, slug: str, **fields: str) -> Any:
    page = client.get(f"/work/{slug}").text
    token = re.search(r'name="token" value="([^"]+)"', page)
    assert token is not None
    return client.post(f"/work/{slug}", data={"token": token[1], "act": "submit"} | fields)


@pytest.fixture
def patterns(house: Any) -> str:
    made = create_campaign(house.store, title="Fit", task="pattern", slug="fit", settings={"problems": 2})
    stimuli = [
        {"source": "cut up", "paraphrase": SCRIPT, "rank": 1, "example": f"He {SCRIPT} a potato."},
        {"source": "cut up", "paraphrase": "sliced", "rank": 2},
    ]
    add_items(house.store, made, stimuli)
    return "fit"


def test_labels_come_in_and_go_out(house: Any, patterns: str) -> None:
    for login, marks in (("wim", ("1", "yes")), ("wanda", ("0", "1"))):
        client = house.client(login, accept="text/html")
        first = client.get("/work/fit").text
        assert "Problem 1 of 2" in first
        assert "<script>alert" not in first
        assert first.count("&lt;script&gt;alert(1)&lt;/script&gt; cut up") >= 2
        for mark in marks:
            assert answer(client, "fit", a_strict=mark).status_code == 200
    reviewer = house.client("rita", accept="text/html")
    page = reviewer.get("/data/fit").text
    offered = re.findall(r'href="/data/fit/(\w+)"', page)
    assert offered == ["segments", "patterns", "answers"]
    rows = [json.loads(line) for line in reviewer.get("/data/fit/patterns").text.splitlines()]
    assert [(row["rank"], row["labels"]) for row in rows] == [(1, [1, 0]), (2, [1, 1])]
    assert house.client("rita").get(f"{V1}/campaigns/fit/export/patterns").text.count("\n") == 2
    segments = reviewer.get("/data/fit/segments").text.splitlines()
    assert json.loads(segments[1])["candidate"] == "sliced"
    assert "strict" in reviewer.get("/agreement/fit").text


def test_a_judge_is_blind(house: Any) -> None:
    made = create_campaign(house.store, title="Kept?", task="meaning", slug="kept")
    item = {"id": "secret-id", "system": "secret-system", "source": "A man.", "candidate": "Somebody."}
    add_items(house.store, made, [item], keys=["secret-id@secret-system"])
    client = house.client("wim", accept="text/html")
    assert "secret" not in client.get("/work/kept").text
    assert answer(client, "kept", a_meaning="drifted").status_code == 200
    (segment,) = house.client("rita").get(f"{V1}/campaigns/kept/export/segments").text.splitlines()
    assert json.loads(segment)["id"] == "secret-id"
    assert list(json.loads(segment)["human"].values()) == [2.0]
    refused = house.client("rita").get(f"{V1}/campaigns/kept/export/patterns")
    assert (refused.status_code, refused.json()["error"]["field"]) == (422, "kind")


def test_all_parts_of_a_pair_are_shown(house: Any) -> None:
    task = load_yaml(OWN)
    made = create_campaign(house.store, title="Own", task="own", slug="own", settings=task.settings)
    add_items(house.store, made, [{"source": "One.", "candidate": "Two.", "scene": "At the sea."}])
    page = house.client("wim", accept="text/html").get("/work/own").text
    assert [text in page for text in ("One.", "Two.", "At the sea.", "Where")] == [True] * 4


@pytest.mark.parametrize(("given", "rates"), [(("", ""), (3, 5)), (("4", ""), (4, 5)), (("0", "9"), (0, 9))])
def test_the_usual_pay_unless_told_otherwise(
    house: Any, given: tuple[str, str], rates: tuple[int, int]
) -> None:
    form = {"title": "Tell the way", "task": "instruct", "rate_1": given[0], "rate_2": given[1]}
    made = house.client("olga", accept="text/html").post("/campaigns/new", data=form)
    assert made.status_code == 303, made.text
    assert get_campaign(house.store, "tell-the-way").rates == rates


def test_rhymes_are_labelled_line_by_line(house: Any) -> None:
    made = create_campaign(house.store, title="Rhymes", task="rhyme", slug="rhymes", settings={})
    add_items(house.store, made, [{"lines": ["<b>a cat</b>", "a hat", "the sea", "and me"]}])
    for login, cut in (("wim", "3"), ("wanda", "4")):
        client = house.client(login, accept="text/html")
        page = client.get("/work/rhymes").text
        assert "&lt;b&gt;a cat&lt;/b&gt;" in page
        assert page.count("New stanza") == 3
        letters = {f"a_scheme_{line}": letter for line, letter in enumerate("aabb", start=1)}
        refused = answer(client, "rhymes", **(letters | {"a_scheme_2": "7"}))
        assert refused.status_code == 422
        assert "letters from A to Z" in refused.text
        assert 'name="a_scheme_2" type="text" maxlength="1"' in refused.text
        assert 'value="7"' in refused.text
        assert answer(client, "rhymes", **letters, **{f"a_cut_{cut}": "true"}).status_code == 200
    reviewer = house.client("rita", accept="text/html")
    (verse,) = map(json.loads, reviewer.get("/data/rhymes/verses").text.splitlines())
    assert [stanza["scheme"] for stanza in verse["stanzas"]] == [["a", "a"], ["a", "a"]]
    assert verse["agreement"] == pytest.approx(5 / 6)
    agreed = house.client("rita").get(f"{V1}/campaigns/rhymes/agreement").json()["criteria"]
    assert [(one["criterion"], one["items"]) for one in agreed] == [("rhyme", 6), ("stanza", 3)]


def test_a_program_sees_the_lines_that_it_labels(house: Any) -> None:
    made = create_campaign(house.store, title="Rhymes", task="rhyme", slug="rhymes", settings={})
    add_items(house.store, made, [{"lines": ["a cat", "a hat"]}])
    client = house.client("wim")
    work = client.get(f"{V1}/campaigns/rhymes/work").json()["work"]
    assert work["fields"][0]["lines"] == ["a cat", "a hat"]
    sent = {"token": work["token"], "payload": {"scheme": "AA"}}
    assert client.post(f"{V1}/campaigns/rhymes/answers", json=sent).status_code == 201
