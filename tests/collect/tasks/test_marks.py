"""Marks and links: the fields of a task in YAML, what is taken, what is refused, and how it reads."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

from likewise.collect.tasks import TaskType, load_yaml
from likewise.collect.tasks.fields import check_fields
from likewise.collect.tasks.form import LinksField, Option, SpansField
from likewise.collect.tasks.marks import readable_answer
from likewise.errors import InputError

YAML = """
name: roles
title: Who does what?
stimulus:
  - {name: text, label: Sentence}
  - {name: other, label: Other, required: false}
answer:
  - {name: marks, kind: spans, of: text, labels: [who, action, thing]}
  - {name: joins, kind: links, labels: [does, to], required: false}
  - {name: more, kind: spans, of: other, required: false, unit: character, overlap: true, min: 2, max: 3}
  - {name: same, kind: links, from: marks, to: more, required: false}
"""
TEXT = "A man slices a tomato."


@pytest.fixture(scope="module")
def task() -> TaskType:
    return load_yaml(YAML)


def check(task: TaskType, answer: Any, **stimulus: str) -> dict[str, Any]:
    settings = task.check_settings(None)
    return task.check_answer(answer, task.check_stimulus({"text": TEXT} | stimulus, settings), settings)


def mark(text: str, label: str | None = None, *, of: str = TEXT) -> dict[str, Any]:
    start = of.index(text)
    found: dict[str, Any] = {"start": start, "end": start + len(text)}
    return found if label is None else found | {"label": label}


WHO, SLICES, TOMATO = mark("A man", "who"), mark("slices", "action"), mark("a tomato", "thing")


def test_marks_come_back_in_order_with_their_words(task: TaskType) -> None:
    answer = check(task, {"marks": json.dumps([SLICES, WHO])})
    assert answer == {
        "marks": [
            {"start": 0, "end": 5, "label": "who", "text": "A man"},
            {"start": 6, "end": 12, "label": "action", "text": "slices"},
        ]
    }
    assert check(task, answer) == answer


def test_links_join_marks(task: TaskType) -> None:
    links = [
        {"from": [6, 12], "to": mark("a tomato"), "label": "to"},
        {"from": {"start": "0", "end": 5, "text": "A man"}, "to": [6, 12], "label": "does"},
    ]
    answer = check(task, {"marks": [WHO, SLICES, TOMATO], "joins": links})
    man = {"start": 0, "end": 5, "text": "A man"}
    slices = {"start": 6, "end": 12, "text": "slices"}
    tomato = {"start": 13, "end": 21, "text": "a tomato"}
    assert answer["joins"] == [
        {"from": man, "to": slices, "label": "does"},
        {"from": slices, "to": tomato, "label": "to"},
    ]
    assert check(task, answer) == answer
    assert readable_answer(answer | {"sure": True, "comment": "fine"}) == {
        "marks": "who: A man; action: slices; thing: a tomato",
        "joins": "does: A man → slices; to: slices → a tomato",
        "sure": "true",
        "comment": "fine",
    }


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("我不喜欢苹果。", "喜欢"),
        ("هذا الكتاب جميل جدا", "الكتاب جميل"),
        ("The 👩‍👩‍👧 cannot see 🇩🇪 or 👍🏽.", "👩‍👩‍👧 cannot"),
        ("Zo\u00eb n'aime pas", "Zo\u00eb"),
        ("ฉันไม่ชอบแมว", "ไม่"),
    ],
)
def test_any_script(task: TaskType, text: str, word: str) -> None:
    answer = check(task, {"marks": [mark(word, "who", of=text)]}, text=text)
    assert answer["marks"][0]["text"] == word


def test_decomposed_letters_are_counted_as_they_are_kept(task: TaskType) -> None:
    settings = task.check_settings(None)
    stimulus = task.check_stimulus({"text": "e\u0301te\u0301 ici"}, settings)
    assert stimulus["text"] == "été ici"
    answer = task.check_answer({"marks": [{"start": 4, "end": 7, "label": "who"}]}, stimulus, settings)
    assert answer["marks"][0]["text"] == "ici"


@pytest.mark.parametrize(
    ("answer", "field", "message"),
    [
        ({}, "marks", "is empty, an answer is needed"),
        ({"marks": []}, "marks", "is empty, an answer is needed"),
        ({"marks": "[{"}, "marks", "expected a list in JSON"),
        ({"marks": "A man"}, "marks", "expected a list in JSON"),
        ({"marks": {"start": 0}}, "marks", "expected a list, found"),
        ({"marks": [WHO | {"colour": "red"}]}, "marks[0].colour", "is not known here"),
        ({"marks": [WHO | {"label": "whom"}]}, "marks[0].label", "expected one of: who, action, thing"),
        ({"marks": [mark("A man")]}, "marks[0].label", "expected one of"),
        ({"marks": [WHO | {"end": 4}]}, "marks[0].end", "expected the edge of a word"),
        ({"marks": [WHO | {"start": 1}]}, "marks[0].start", "expected the edge of a word"),
        ({"marks": [WHO | {"end": 0}]}, "marks[0].end", "expected an end behind the start"),
        ({"marks": [WHO | {"end": 99}]}, "marks[0].end", "expected a whole number from 0 to 22"),
        ({"marks": [WHO | {"start": -1}]}, "marks[0].start", "expected a whole number from 0"),
        ({"marks": [WHO | {"text": "man"}]}, "marks[0].text", "these offsets mark 'A man'; they count code"),
        ({"marks": [WHO, WHO]}, "marks", "'A man' is marked twice"),
        ({"marks": [WHO, mark("man slices", "action")]}, "marks", "'man slices' is marked already"),
        ({"marks": [WHO, mark("A man", "action")]}, "marks", "'A man' is marked already"),
        ({"marks": [WHO] * 501}, "marks", "expected 0 to 500 entries"),
        ({"marks": [WHO], "joins": [{"from": [0, 5], "to": [6, 12], "label": "does"}]}, "joins[0].to",
         "nothing is marked from 6 to 12"),
        ({"marks": [WHO], "joins": [{"from": [0, 5], "to": [0, 5], "label": "does"}]}, "joins[0]",
         "expected two different marks"),
        ({"marks": [WHO], "joins": [{"from": [0], "to": [0, 5], "label": "does"}]}, "joins[0].from",
         "expected 2 to 2 entries"),
        ({"marks": [WHO, SLICES], "joins": [{"from": [0, 5], "to": [6, 12], "label": "is"}]},
         "joins[0].label", "expected one of: does, to"),
        ({"marks": [WHO, SLICES], "joins": [{"from": [0, 5], "to": [6, 12], "label": "to"}] * 2},
         "joins[1]", "this link is there already"),
        ({"marks": [WHO, SLICES],
          "joins": [{"from": [0, 5], "to": {"start": 6, "end": 12, "text": "cuts"}, "label": "to"}]},
         "joins[0].to", "'slices' is marked there"),
        ({"marks": [WHO], "more": []}, "more", "is not known here"),
    ],
)  # fmt: skip
def test_what_is_refused(task: TaskType, answer: Any, field: str, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        check(task, answer)
    assert caught.value.field == field


def test_two_marks_of_the_same_words_are_told_apart_by_their_labels() -> None:
    text = YAML.replace("labels: [who, action, thing]", "labels: [who, action, thing], overlap: true")
    task = load_yaml(text)
    marks = [WHO, WHO | {"label": "thing"}, SLICES]
    links = [{"from": WHO, "to": SLICES, "label": "does"}]
    answer = check(task, {"marks": marks, "joins": links})
    man = {"start": 0, "end": 5, "text": "A man"}
    # Where only one mark can be meant, its label is left out.
    assert answer["joins"][0]["from"] == man | {"label": "who"}
    assert answer["joins"][0]["to"] == {"start": 6, "end": 12, "text": "slices"}
    assert check(task, answer) == answer
    assert readable_answer(answer)["joins"] == "does: A man → slices"
    for end, message in (
        ([0, 5], "marked as who and as thing: which"),
        (man | {"label": "action"}, "marked as who and as thing$"),
        (man | {"label": 3}, "expected the label"),
    ):
        with pytest.raises(InputError, match=message):
            check(task, {"marks": marks, "joins": [{"from": end, "to": [6, 12], "label": "does"}]})


def test_a_link_may_want_marks_of_some_labels() -> None:
    spans = SpansField(
        "marks", "spans", "Marks", options=(Option("a", "a"), Option("b", "b")), text="one two",
        units=((0, 3), (4, 7)), overlap=True,
    )  # fmt: skip
    links = LinksField(
        "joins", "links", "Joins", options=(Option("to", "to"),), source="marks", target="marks",
        source_labels=("a",), target_labels=("b",),
    )  # fmt: skip
    one, two, both = (
        {"start": s, "end": e, "label": label} for s, e, label in ((0, 3, "a"), (4, 7, "b"), (0, 3, "b"))
    )
    answer = check_fields(
        {"marks": [one, two, both], "joins": [{"from": [0, 3], "to": [4, 7]}]}, [spans, links]
    )
    assert answer["joins"][0]["from"] == {"start": 0, "end": 3, "text": "one"}
    for ends, message in (
        ([4, 7], "'two' is marked as b, expected a"),
        ([0, 3], "expected two different marks"),
    ):
        sent = {"marks": [one, two, both], "joins": [{"from": ends, "to": [0, 3]}]}
        with pytest.raises(InputError, match=message):
            check_fields(sent, [spans, links])


def test_characters_overlaps_and_numbers(task: TaskType) -> None:
    other = "unhappy"
    first, second = {"start": 0, "end": 2}, {"start": 0, "end": 7}
    answer = check(task, {"marks": [WHO], "more": [second, first]}, other=other)
    assert [m["text"] for m in answer["more"]] == ["un", "unhappy"]
    assert [m["label"] for m in answer["more"]] == ["mark", "mark"]
    link = {"from": [0, 5], "to": [0, 2]}
    answer = check(task, {"marks": [WHO], "more": [second, first], "same": [link]}, other=other)
    assert readable_answer(answer)["same"] == "link: A man → un"
    for marks, message in (([first], "at least 2 marks, found 1"), ([second, first] + [
        {"start": n, "end": n + 1} for n in (3, 4)], "at most 3 marks, found 4")):  # fmt: skip
        with pytest.raises(InputError, match=message):
            check(task, {"marks": [WHO], "more": marks}, other=other)


def test_the_form_shows_the_text_where_it_is_marked(task: TaskType) -> None:
    settings = task.check_settings(None)
    form = task.form({"text": TEXT}, settings)
    assert [field.name for field in form.fields] == ["marks", "joins"]
    assert form.stimulus_view == {"kind": "none"}
    marks, joins = form.fields
    assert isinstance(marks, SpansField)
    assert isinstance(joins, LinksField)
    assert [TEXT[a:b] for a, b in marks.units] == ["A", "man", "slices", "a", "tomato", "."]
    assert (joins.source, joins.target) == ("marks", "marks")
    both = task.form({"text": TEXT, "other": "unhappy"}, settings)
    assert [field.name for field in both.fields] == ["marks", "joins", "more", "same"]


@pytest.mark.parametrize(
    ("old", "new", "field"),
    [
        ("of: text", "of: texts", "answer[0].of"),
        ("of: text, ", "", "answer[0].of"),
        ("labels: [who, action, thing]", "labels: [who, who]", "answer[0].labels[1]"),
        ("labels: [who, action, thing]", "labels: who", "answer[0].labels"),
        ("unit: character", "unit: sentence", "answer[2].unit"),
        ("from: marks", "from: same", "answer[3].from"),
        ("to: more", "to: joins", "answer[3].to"),
        ("min: 2, max: 3", "min: 4, max: 3", "answer[2].max"),
    ],
)
def test_definitions_that_cannot_work(old: str, new: str, field: str) -> None:
    with pytest.raises(InputError) as caught:
        load_yaml(YAML.replace(old, new, 1))
    assert caught.value.field == field


def test_links_need_marks_above() -> None:
    text = "{name: t, title: T, stimulus: [{name: s}], answer: [{name: j, kind: links}]}"
    with pytest.raises(InputError, match="there is none above"):
        load_yaml(text)


@given(st.data())
def test_any_choice_of_units_is_taken_and_comes_back(task: TaskType, data: st.DataObject) -> None:
    text = data.draw(st.text(st.characters(codec="utf-8", exclude_categories=["C"]), min_size=1, max_size=30))
    settings = task.check_settings(None)
    try:
        stimulus = task.check_stimulus({"text": text}, settings)
    except InputError:
        return
    field = task.form(stimulus, settings).fields[0]
    assert isinstance(field, SpansField)
    if not field.units:
        return
    first = data.draw(st.integers(0, len(field.units) - 1))
    last = data.draw(st.integers(first, len(field.units) - 1))
    sent = {"start": field.units[first][0], "end": field.units[last][1], "label": "who"}
    answer = task.check_answer({"marks": json.dumps([sent])}, stimulus, settings)
    assert answer["marks"][0]["text"] == stimulus["text"][sent["start"] : sent["end"]]
    assert task.check_answer(answer, stimulus, settings) == answer
