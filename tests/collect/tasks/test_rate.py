"""Rating on several criteria."""

from __future__ import annotations

import pytest

from likewise.collect.tasks import get_task
from likewise.errors import InputError
from likewise.records import Segment

TASK = get_task("rate")
ITEM = {"source": "A man runs.", "candidate": "Someone is running.", "id": "s1", "system": "tree"}


def test_the_criteria_of_the_paper() -> None:
    form = TASK.form(ITEM, {})
    assert [(f.name, f.kind, f.min, f.max) for f in form.fields[:3]] == [
        ("semantic", "scale", 1, 4),
        ("dissimilarity", "scale", 1, 4),
        ("overall", "scale", 1, 4),
    ]
    checked = TASK.check_answer(
        {"semantic": "4", "dissimilarity": 2, "overall": 3.0, "comment": "Fine."}, ITEM, {}
    )
    assert checked == {"semantic": 4, "dissimilarity": 2, "overall": 3, "comment": "Fine."}
    assert TASK.ratings(ITEM, checked) == {"semantic": 4.0, "dissimilarity": 2.0, "overall": 3.0}
    assert TASK.texts(ITEM, checked) == []


def test_good_acceptable_bad() -> None:
    settings = TASK.check_settings({"criteria": ["fluency", "rhyming"], "scale": "labels"})
    checked = TASK.check_answer({"fluency": "good", "rhyming": "Bad"}, ITEM, settings)
    assert checked == {"fluency": 3, "rhyming": 1}
    assert TASK.check_answer({"fluency": "acceptable", "rhyming": 2}, ITEM, settings) == {
        "fluency": 2,
        "rhyming": 2,
    }
    assert [o.label for o in TASK.form(ITEM, settings).fields[0].options] == ["Good", "Acceptable", "Bad"]


def test_a_rating_is_a_segment_and_the_judge_is_blind() -> None:
    stimulus = TASK.check_stimulus(ITEM | {"references": ["He runs."], "lang": "en"}, {})
    answer = TASK.check_answer({"semantic": 4, "dissimilarity": 3, "overall": 4}, stimulus, {})
    human = {f"{name}@w1": value for name, value in TASK.ratings(stimulus, answer).items()}
    segment = Segment(**(stimulus | {"references": tuple(stimulus["references"])}), human=human)
    assert segment.as_dict()["human"] == {"semantic@w1": 4.0, "dissimilarity@w1": 3.0, "overall@w1": 4.0}
    view = TASK.form(stimulus, {}).stimulus_view
    assert view["kind"] == "pair"
    assert "tree" not in str(view)
    assert "s1" not in str(view)
    alone = TASK.check_stimulus({"candidate": "A line."}, {})
    assert TASK.form(alone, {}).stimulus_view["kind"] == "text"


def test_words_at_the_ends() -> None:
    criterion = {"name": "tone", "label": "How does it sound?", "low": "rude", "high": "kind"}
    field = TASK.form(ITEM, {"criteria": [criterion], "scale": "0-2"}).fields[0]
    assert field.label == "How does it sound?"
    assert [tuple(option) for option in field.options] == [("0", "0: rude"), ("1", "1"), ("2", "2: kind")]
    assert TASK.check_answer({"tone": 0}, ITEM, {"criteria": [criterion], "scale": "0-2"}) == {"tone": 0}


@pytest.mark.parametrize("value", [0, 5, 2.5, "good", "", None, True, [3], "3; DROP TABLE", "٣", 10**30])
def test_bad_ratings(value: object) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_answer({"semantic": value, "dissimilarity": 1, "overall": 1}, ITEM, {})
    assert caught.value.field == "semantic"


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"criteria": []}, "criteria"),
        ({"criteria": ["a@b"]}, "criteria[0].name"),
        ({"criteria": ["a", "a"]}, "criteria[1]"),
        ({"criteria": ["comment"]}, "criteria[0]"),
        ({"criteria": [{"name": "a", "label": " "}]}, "criteria[0].label"),
        ({"criteria": "semantic"}, "criteria"),
        ({"scale": "4-1"}, "scale"),
        ({"scale": "1-100"}, "scale"),
        ({"scale": 4}, "scale"),
    ],
)
def test_bad_settings(settings: dict[str, object], field: str) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_settings(settings)
    assert caught.value.field == field


@pytest.mark.parametrize("stimulus", [{}, {"candidate": ""}, {"candidate": None}, {"candidate": "a\x00"}])
def test_bad_stimuli(stimulus: dict[str, object]) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_stimulus(stimulus, {})
    assert caught.value.field == "candidate"
