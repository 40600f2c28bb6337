"""Direct paraphrase."""

from __future__ import annotations

import pytest

from likewise.collect.tasks import get_task
from likewise.errors import InputError

TASK = get_task("paraphrase")
ITEM = {"text": "A man is slicing bread."}
GOOD = {"first": "Someone cuts bread into slices.", "second": "Bread is being cut by a man."}


def test_two_paraphrases() -> None:
    assert TASK.check_stimulus({"text": " A man is slicing bread. ", "lang": "en"}, None) == ITEM | {
        "lang": "en"
    }
    checked = TASK.check_answer(GOOD, ITEM, {})
    assert checked == GOOD
    assert TASK.texts(ITEM, checked) == list(GOOD.values())
    assert TASK.given(ITEM) == [ITEM["text"]]
    assert TASK.form(ITEM, {}).stimulus_view["parts"][0]["text"] == ITEM["text"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"first": ITEM["text"]}, "first"),
        ({"second": "a man is  SLICING bread!"}, "second"),
        ({"second": GOOD["first"].upper()}, "second"),
        ({"second": ""}, "second"),
        ({"first": "?!"}, "first"),
        ({"third": "More."}, "third"),
    ],
)
def test_bad_answers(change: dict[str, str], field: str) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_answer(GOOD | change, ITEM, {})
    assert caught.value.field == field


@pytest.mark.parametrize("stimulus", [{}, {"text": ""}, {"text": "..."}, {"text": "a\nb"}])
def test_bad_stimuli(stimulus: dict[str, str]) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_stimulus(stimulus, None)
    assert caught.value.field == "text"
