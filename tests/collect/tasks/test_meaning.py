"""Kept, drifted or wrong."""

from __future__ import annotations

import pytest

from likewise.collect.tasks import get_task
from likewise.errors import InputError

TASK = get_task("meaning")
ITEM = {"id": 7, "source": "A man runs.", "candidate": "Someone runs.", "system": "tree"}


@pytest.mark.parametrize(
    ("sent", "kept"), [("kept", 3), ("Drifted", 2), ("wrong: says something else", 1), (2, 2), ("1", 1)]
)
def test_one_question(sent: object, kept: int) -> None:
    answer = TASK.check_answer({"meaning": sent, "comment": "Hm."}, ITEM, None)
    assert answer == {"meaning": kept, "comment": "Hm."}
    assert TASK.ratings(ITEM, answer) == {"meaning": float(kept)}


@pytest.mark.parametrize("sent", [0, 4, "good", "", None, True])
def test_bad_verdicts(sent: object) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_answer({"meaning": sent}, ITEM, None)
    assert caught.value.field == "meaning"


def test_an_item_is_a_segment_named_by_id_and_system() -> None:
    checked = TASK.check_stimulus(ITEM | {"human": {"bleu": 3, "meaning@w1": 2.5}}, None)
    assert checked["id"] == "7"
    assert checked["human"] == {"bleu": 3.0, "meaning@w1": 2.5}
    assert TASK.item_name(checked) == "7@tree"
    assert TASK.item_name(TASK.check_stimulus({"source": "A.", "candidate": "B."}, None)) is None
    # The judge knows neither the system nor what others thought of it.
    view = TASK.form(checked, None).stimulus_view
    assert (view["kind"], view["source"]["text"], view["candidate"]["text"]) == (
        "pair", "A man runs.", "Someone runs.",
    )  # fmt: skip
    assert not [word for word in ("tree", "7", "2.5") if word in str(view)]


@pytest.mark.parametrize(
    ("stimulus", "field"),
    [
        ({"candidate": "B."}, "source"),
        ({"source": " ", "candidate": "B."}, "source"),
        ({"source": "A."}, "candidate"),
        (ITEM | {"human": {"x": "high"}}, "human.x"),
        (ITEM | {"human": {" ": 1}}, "human"),
        (ITEM | {"humans": {}}, "humans"),
        (ITEM | {"id": True}, "id"),
    ],
)
def test_bad_items(stimulus: dict[str, object], field: str) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_stimulus(stimulus, None)
    assert caught.value.field == field


def test_no_settings_of_its_own() -> None:
    with pytest.raises(InputError):
        TASK.check_settings({"scale": "1-5"})
