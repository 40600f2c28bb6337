"""The survey."""

from __future__ import annotations

from typing import Any

import pytest

from likewise.collect.tasks import get_task
from likewise.errors import InputError

TASK = get_task("survey")
ITEM: dict[str, Any] = {
    "intro": ["Two minutes, please."],
    "questions": [
        {
            "name": "preferred",
            "kind": "choice",
            "label": "Which did you like better?",
            "options": ["Videos", "Sentences"],
        },
        {
            "name": "joy",
            "kind": "scale",
            "label": "How much fun was it?",
            "max": 5,
            "low": "none",
            "high": "much",
        },
        {"name": "why", "kind": "textarea", "label": "Why?", "required": False},
    ],
}


def test_a_questionnaire() -> None:
    stimulus = TASK.check_stimulus(ITEM, None)
    assert TASK.check_stimulus(stimulus, None) == stimulus
    sent = {"preferred": "Videos", "joy": "5", "why": "Short.\nAnd fun.", "comment": "Thanks"}
    checked = TASK.check_answer(sent, stimulus, None)
    assert checked == sent | {"joy": 5}
    assert TASK.ratings(stimulus, checked) == {"joy": 5.0}
    assert TASK.texts(stimulus, checked) == []
    form = TASK.form(stimulus, None)
    assert [f.kind for f in form.fields] == ["choice", "scale", "textarea", "textarea"]
    assert form.stimulus_view["parts"][0]["text"] == "Two minutes, please."


@pytest.mark.parametrize(
    ("answer", "field"),
    [
        ({"joy": 3}, "preferred"),
        ({"preferred": "Neither", "joy": 3}, "preferred"),
        ({"preferred": "Videos", "joy": 6}, "joy"),
        ({"preferred": ["Videos"], "joy": 3}, "preferred"),
    ],
)
def test_bad_answers(answer: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_answer(answer, TASK.check_stimulus(ITEM, None), None)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("questions", "field"),
    [
        (None, "questions"),
        ([], "questions"),
        (["why"], "questions[0]"),
        ([{"name": "a", "kind": "file"}], "questions[0].kind"),
        ([{"name": "a", "kind": ["text"]}], "questions[0].kind"),
        ([{"name": "A b"}], "questions[0].name"),
        ([{"name": "a"}, {"name": "a"}], "questions[1].name"),
        ([{"name": "comment"}], "questions[0].name"),
        ([{"name": "a", "kind": "choice", "options": ["one"]}], "questions[0].options"),
        ([{"name": "a", "kind": "choice", "options": ["one", "one"]}], "questions[0].options[1]"),
        ([{"name": "a", "kind": "choice", "options": ["one", " "]}], "questions[0].options[1]"),
        ([{"name": "a", "kind": "scale", "min": 4, "max": 4}], "questions[0].max"),
        ([{"name": "a", "kind": "scale", "options": ["x", "y"]}], "questions[0].options"),
        ([{"name": "a", "max": 0}], "questions[0].max"),
        ([{"name": "a", "lable": "x"}], "questions[0].lable"),
    ],
)
def test_bad_questions(questions: object, field: str) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_stimulus({"questions": questions}, None)
    assert caught.value.field == field
