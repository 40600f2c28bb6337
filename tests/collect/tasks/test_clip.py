"""Submitting a clip."""

from __future__ import annotations

import math

import pytest

from likewise.collect.tasks import get_task
from likewise.errors import InputError

TASK = get_task("clip")
GOOD = {"url": "https://www.youtube.com/watch?v=dQw4w9WgXcQ", "start": 41.0, "end": 47.0}


def test_an_answer() -> None:
    sent = {"url": "youtu.be/dQw4w9WgXcQ?t=41", "start": "0:41", "end": "47", "comment": "Water."}
    assert TASK.check_answer(sent, {}, {}) == GOOD | {"comment": "Water."}
    assert TASK.texts({}, GOOD) == []
    assert TASK.ratings({}, GOOD) == {}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"url": "https://example.com/v.mp4"}, "url"),
        ({"url": "http://169.254.169.254/"}, "url"),
        ({"url": None}, "url"),
        ({"start": 47}, "end"),
        ({"start": 50}, "end"),
        ({"start": 44}, "end"),
        ({"end": 52}, "end"),
        ({"start": math.nan}, "start"),
        ({"end": math.inf}, "end"),
        ({"end": ""}, "end"),
        ({"start": -3}, "start"),
    ],
)
def test_bad_answers(change: dict[str, object], field: str) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_answer(GOOD | change, {}, {})
    assert caught.value.field == field


def test_the_window_is_a_setting() -> None:
    assert TASK.check_answer(GOOD | {"end": 71}, {}, {"longest": 30})["end"] == 71.0
    for bad in ({"shortest": 11}, {"longest": 0, "shortest": 0}, {"shortest": -1}):
        with pytest.raises(InputError):
            TASK.check_settings(bad)


def test_prompt() -> None:
    assert TASK.check_stimulus({}, None) == {}
    assert TASK.form({}, None).stimulus_view == {"kind": "none"}
    stimulus = TASK.check_stimulus({"prompt": " Something funny "}, None)
    view = TASK.form(stimulus, None).stimulus_view
    assert view == {"kind": "text", "parts": [{"label": "Look for", "text": "Something funny"}]}
