"""Labels of paraphrase patterns."""

from __future__ import annotations

import pytest

from likewise.collect.tasks import get_task
from likewise.collect.tasks.pattern import replaced
from likewise.errors import InputError

TASK = get_task("pattern")
ITEM = {"source": "cut up", "paraphrase": "sliced", "rank": 3, "example": "He cut up a potato."}


def asked(settings: dict[str, object] | None) -> list[str]:
    return [field.name for field in TASK.form(ITEM, settings).fields]


def test_strict_unless_told_otherwise() -> None:
    assert asked(None) == ["strict", "comment"]
    assert asked({"judgement": "lenient", "comment": False}) == ["lenient"]
    assert asked({"judgement": "both", "comment": False}) == ["lenient", "strict"]
    with pytest.raises(InputError, match="strict, lenient or both"):
        TASK.check_settings({"judgement": "loose"})


@pytest.mark.parametrize(("sent", "label"), [(1, 1), ("0", 0), ("Yes", 1), ("no", 0)])
def test_a_label(sent: object, label: int) -> None:
    answer = TASK.check_answer({"strict": sent}, ITEM, None)
    assert answer == {"strict": label}
    assert TASK.ratings(ITEM, answer) == {"strict": float(label)}


def test_what_is_strictly_right_is_right() -> None:
    """The strict label is given where the sentence is correct as well (section 3.1)."""
    both = {"judgement": "both"}
    for lenient, strict in ((1, 1), (1, 0), (0, 0)):
        sent = {"lenient": lenient, "strict": strict}
        assert TASK.ratings(ITEM, TASK.check_answer(sent, ITEM, both)) == sent
    with pytest.raises(InputError) as caught:
        TASK.check_answer({"lenient": 0, "strict": 1}, ITEM, both)
    assert caught.value.field == "strict"


def test_the_sentence_is_shown_with_both_and_the_rank_is_not() -> None:
    checked = TASK.check_stimulus(ITEM | {"labels": [1, 0], "score": 0.7, "rank": "3"}, None)
    assert checked == ITEM
    view = TASK.form(checked, None).stimulus_view
    assert [part["text"] for part in view["parts"]] == ["He cut up a potato.", "He sliced a potato."]
    assert "3" not in str(view)
    assert TASK.item_name(checked) == "cut up 3"
    bare = {key: value for key, value in ITEM.items() if key != "example"}
    assert TASK.form(bare, None).stimulus_view["parts"] == []


@pytest.mark.parametrize(
    ("sentence", "term", "paraphrase", "after"),
    [
        ("He cut  up wood.", "cut up", "chopped", "He chopped wood."),
        ("Cut up the wood.", "cut up", "chop", "Chop the wood."),
        ("He scut up, then cut up.", "cut up", "sliced", "He scut up, then sliced."),
        ("A cutup came.", "cut up", "sliced", None),
        ("It costs $5 (about).", "$5", "little", "It costs little (about)."),
        ("他切了土豆。", "切了", "切开了", "他切开了土豆。"),
        ("Er hat es zerlegt.", "zerschnitten", "zerteilt", None),
    ],
)
def test_the_term_is_replaced(sentence: str, term: str, paraphrase: str, after: str | None) -> None:
    assert replaced(sentence, term, paraphrase) == after


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"source": ""}, "source"),
        ({"paraphrase": "?!"}, "paraphrase"),
        ({"paraphrase": None}, "paraphrase"),
        ({"rank": 0}, "rank"),
        ({"rank": None}, "rank"),
        ({"rank": 1.5}, "rank"),
        ({"exmaple": "He cut up a potato."}, "exmaple"),
        ({"example": "one\ntwo"}, "example"),
    ],
)
def test_bad_patterns(change: dict[str, object], field: str) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_stimulus(ITEM | change, None)
    assert caught.value.field == field
