"""Keywords that people translate: items, answers, the glossary by majority, items out of questions."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from likewise.ask.translation import read_glossary
from likewise.collect import export_campaign, keyword_items
from likewise.collect.answers import submit
from likewise.collect.assign import next_work
from likewise.collect.campaigns import Campaign, add_items, create_campaign
from likewise.collect.people import create_worker
from likewise.collect.store import Store
from likewise.collect.tasks import get_task
from likewise.errors import InputError

TASK = get_task("keyword-translation")
ITEM: dict[str, Any] = {"keyword": "Kyoto Protocol", "kind": "name", "lang": "ja"}


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (ITEM, ITEM),
        ({**ITEM, "keyword": " Kyoto \t Protocol ", "lang": "Japanese"}, ITEM),
        ({"keyword": "bury", "lang": "zh-Hant"}, {"keyword": "bury", "kind": "word", "lang": "zh-Hant"}),
    ],
)
def test_items(given: dict[str, Any], kept: dict[str, Any]) -> None:
    assert TASK.check_stimulus(given, None) == kept
    assert TASK.item_name(kept) == f"{kept['keyword']} {kept['lang']}"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"keyword": ""}, "keyword"),
        ({"keyword": "..."}, "keyword"),
        ({"keyword": "#tag"}, "keyword"),
        ({"keyword": "x" * 101}, "keyword"),
        ({"kind": "number"}, "kind"),
        ({"lang": ""}, "lang"),
        ({"lang": "nonsense"}, "lang"),
        ({"question": "Who signed the Kyoto Protocol?"}, "question"),
    ],
)
def test_bad_items(change: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_stimulus({**ITEM, **change}, None)
    assert caught.value.field == field


def test_the_form_shows_the_keyword_and_its_kind_alone() -> None:
    form = TASK.form({**ITEM, "lang": "zh-Hant"}, None)
    assert form.stimulus_view["parts"] == [{"label": "Name in English", "text": "Kyoto Protocol"}]
    assert [one.label for one in form.fields[:3]] == [
        "In Chinese, traditional characters",
        "Another way",
        "One more",
    ]
    assert {one.lang for one in form.fields[:3]} == {"zh-Hant"}
    assert TASK.check_settings(None)["problems"] == 10


def test_answers() -> None:
    answer = TASK.check_answer({"first": " 京都 議定書", "third": "京都プロトコル"}, ITEM, None)
    assert answer == {"first": "京都 議定書", "second": "京都プロトコル"}  # no place is left empty
    assert TASK.texts(ITEM, answer) == ["京都 議定書", "京都プロトコル"]
    assert TASK.check_answer({"unknown": "yes"}, ITEM, None) == {"unknown": "yes"}
    assert TASK.texts(ITEM, {"unknown": "yes"}) == []


@pytest.mark.parametrize(
    ("answer", "field"),
    [
        ({}, "first"),
        ({"first": " ", "comment": "hm"}, "first"),
        ({"first": "!"}, "first"),
        ({"first": "京都", "second": "京都。"}, "second"),
        ({"first": "京都", "unknown": "yes"}, "unknown"),
        ({"unknown": "no"}, "unknown"),
        ({"first": "京" * 101}, "first"),
        ({"fourth": "京都"}, "fourth"),
    ],
)
def test_bad_answers(answer: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_answer(answer, ITEM, None)
    assert caught.value.field == field


def translated(store: Store, items: list[dict[str, Any]], *people: list[dict[str, str]]) -> Campaign:
    """A campaign in which each person answered all items, in their order."""
    campaign = create_campaign(
        store, title="Keywords", task="keyword-translation", targets=(len(people), 0),
        settings={"problems": 1},
    )  # fmt: skip
    add_items(store, campaign, items)
    for answers in people:
        worker = create_worker(store).id
        for _ in answers:
            work = next_work(store, worker, campaign)
            assert work is not None
            item = next(n for n, one in enumerate(items) if one["keyword"] == work.stimulus["keyword"])
            submit(store, worker, work.token, answers[item])
    return campaign


def test_the_glossary_has_what_most_people_gave(store: Store, tmp_path: Path) -> None:
    words = ["Kyoto Protocol", "bridge", "whatsit", "lake"]
    items = [{"keyword": word, "kind": "word", "lang": "ja"} for word in words]
    campaign = translated(
        store,
        items,
        [
            {"first": "京都プロトコル", "second": "京都議定書"},
            {"first": "橋"},
            {"unknown": "yes"},
            {"first": "池"},
        ],
        [{"first": "京都議定書"}, {"first": "ブリッジ"}, {"unknown": "yes"}, {"first": "湖", "second": "池"}],
        [{"first": "京都議定書"}, {"unknown": "yes"}, {"unknown": "yes"}, {"first": "湖"}],
    )
    file = tmp_path / "glossary.tsv"
    assert export_campaign(store, campaign, "glossary", file) == 3
    assert file.read_text(encoding="utf-8").splitlines() == [
        "english\ttarget\tpeople\tasked",
        "Kyoto Protocol\t京都議定書\t3\t3",
        "bridge\t橋\t1\t3",  # a tie: the one that came first
        "lake\t湖\t2\t3",  # a tie: the one that more gave first
    ]
    assert dict(read_glossary(file)) == {"Kyoto Protocol": "京都議定書", "bridge": "橋", "lake": "湖"}


def test_a_glossary_is_for_one_language_and_one_task(store: Store, tmp_path: Path) -> None:
    items = [{"keyword": "bridge", "lang": "ja"}, {"keyword": "lake", "lang": "zh"}]
    campaign = translated(store, items, [{"first": "橋"}, {"first": "湖"}])
    with pytest.raises(InputError, match="holds keywords for ja and zh"):
        export_campaign(store, campaign, "glossary", tmp_path / "g.tsv")
    assert not (tmp_path / "g.tsv").exists()
    other = create_campaign(store, title="Other", task="paraphrase", targets=(1, 0))
    add_items(store, other, [{"text": "A dog barks."}])
    assert export_campaign(store, other, "glossary", tmp_path / "none.tsv") == 0
    worker = create_worker(store).id
    work = next_work(store, worker, other)
    assert work is not None
    submit(store, worker, work.token, {"first": "A dog is barking.", "second": "Barking is heard."})
    with pytest.raises(InputError, match="only a campaign that translates keywords"):
        export_campaign(store, other, "glossary", tmp_path / "g.tsv")


def test_items_out_of_questions() -> None:
    questions = [
        [{"keyword": f"word {n} {k}", "kind": "word", "lang": "zh"} for k in range(3)] for n in range(10)
    ]
    questions[0] += [
        {"keyword": "Word  0 0", "kind": "name", "lang": "zh"},
        {"keyword": "word 0 0", "kind": "word", "lang": "ja"},
        {"keyword": "1997", "kind": "number", "lang": "zh"},
    ]
    items = list(keyword_items(questions))
    assert len(items) == 31
    assert [TASK.check_stimulus(one, None) for one in items] == items
    assert items == list(keyword_items(questions))
    assert items != list(keyword_items(questions, seed=1))
    # Keywords of a question mostly do not stand together.
    asked = [one["keyword"].split()[1] for one in items]
    assert sum(one == other for one, other in pairwise(asked)) < 10
