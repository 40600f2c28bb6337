"""Describing a clip."""

from __future__ import annotations

import math

import pytest

from likewise.collect.tasks import get_task
from likewise.errors import InputError

TASK = get_task("describe")
CLIP = {"youtube": "dQw4w9WgXcQ", "start": 25.0, "end": 30.0}


def test_stimuli() -> None:
    assert TASK.check_stimulus(CLIP, None) == CLIP
    link = {"url": "https://youtu.be/dQw4w9WgXcQ", "start": "0:25", "end": 30}
    assert TASK.check_stimulus(link, None) == CLIP
    media = {"media": "clip.mp4", "start": 0, "end": 61.5, "id": "c1"}
    assert TASK.check_stimulus(media, None) == {"media": "clip.mp4", "start": 0.0, "end": 61.5, "id": "c1"}


@pytest.mark.parametrize(
    ("stimulus", "field"),
    [
        ({}, "youtube"),
        ({"youtube": "short", "start": 0, "end": 5}, "youtube"),
        (CLIP | {"media": "a.mp4"}, "youtube"),
        ({"media": "../a.mp4", "start": 0, "end": 5}, "media"),
        ({"url": "http://127.0.0.1/x.mp4", "start": 0, "end": 5}, "url"),
        (CLIP | {"start": 30}, "end"),
        (CLIP | {"start": 31}, "end"),
        (CLIP | {"end": math.nan}, "end"),
        (CLIP | {"start": -1}, "start"),
        ({"youtube": "dQw4w9WgXcQ"}, "start"),
        (CLIP | {"colour": "red"}, "colour"),
        ([], None),
        ("clip", None),
    ],
)
def test_bad_stimuli(stimulus: object, field: str | None) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_stimulus(stimulus, None)
    assert caught.value.field == field


def test_an_answer_is_normalised() -> None:
    answer = {"text": "  A cafe\u0301 is opening.\n", "language": "english", "comment": ""}
    checked = TASK.check_answer(answer, CLIP, {})
    assert checked == {"text": "A café is opening.", "language": "English"}
    assert TASK.texts(CLIP, checked) == ["A café is opening."]
    assert TASK.ratings(CLIP, checked) == {}
    assert TASK.given(CLIP) == []


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("एक आदमी दौड़ रहा है।", "हिन्दी"),
        ("رجل يركض في الحديقة.", "العربية"),
        ("男の人が走っている。", "日本語"),
    ],
)
def test_other_scripts(text: str, language: str) -> None:
    answer = {"text": text, "language": language}
    assert TASK.check_answer(answer, CLIP, None) == answer


@pytest.mark.parametrize(
    ("language", "lang", "direction"),
    [
        ("Arabic", "ar", "rtl"),
        ("עברית", "he", "rtl"),
        ("en", "en", "auto"),
        ("Klingon", "", "auto"),
    ],
)
def test_the_direction_of_a_language_that_is_named(language: str, lang: str, direction: str) -> None:
    settings = TASK.check_settings({"language": language, "ask_language": False})
    text, comment = TASK.form(CLIP, settings).fields
    assert (text.lang, text.direction) == (lang, direction)
    assert (comment.lang, comment.direction) == ("", "auto")  # a comment may be in any language
    asked = TASK.form(CLIP, TASK.check_settings({"language": language})).fields
    assert {field.direction for field in asked} == {"auto"}


@pytest.mark.parametrize(
    ("answer", "field"),
    [
        ({}, "language"),
        ({"text": "A man runs."}, "language"),
        ({"text": "A man runs.", "language": " "}, "language"),
        ({"text": "A man runs.", "language": "x" * 61}, "language"),
        ({"text": "", "language": "English"}, "text"),
        ({"text": " \n ", "language": "English"}, "text"),
        ({"text": "...", "language": "English"}, "text"),
        ({"text": "One.\nTwo.", "language": "English"}, "text"),
        ({"text": "x" * 501, "language": "English"}, "text"),
        ({"text": "a\x00b", "language": "English"}, "text"),
        ({"text": ["A man runs."], "language": "English"}, "text"),
        ({"text": "A man runs.", "language": "English", "tier": 2}, "tier"),
        ({"text": "A man runs.", "language": "English", "comment": "x" * 2001}, "comment"),
        (None, None),
        ([1], None),
        ({1: 2}, None),
    ],
)
def test_bad_answers(answer: object, field: str | None) -> None:
    with pytest.raises(InputError) as caught:
        TASK.check_answer(answer, CLIP, {})
    assert caught.value.field == field


def test_settings() -> None:
    assert TASK.check_settings(None) == {
        "problems": 1,
        "comment": True,
        "language": None,
        "characters": 500,
        "ask_language": True,
    }
    settings = TASK.check_settings(
        {"language": "german", "ask_language": False, "comment": False, "characters": 20}
    )
    assert TASK.check_answer({"text": "Ein Hund bellt."}, CLIP, settings)["language"] == "German"
    assert [field.name for field in TASK.form(CLIP, settings).fields] == ["text"]
    for bad, field in [
        ({"ask_language": False}, "language"),
        ({"charcters": 3}, "charcters"),
        ({"characters": 0}, "characters"),
        ({"problems": 0}, "problems"),
        ({"instructions": [3]}, "instructions[0]"),
        ({"examples": [{"good": False, "text": "x"}]}, "examples[0].reason"),
        ([], None),
    ]:
        with pytest.raises(InputError) as caught:
            TASK.check_settings(bad)  # type: ignore[arg-type]
        assert caught.value.field == field


def test_the_form_of_figure_1() -> None:
    form = TASK.form(CLIP, {})
    assert form.stimulus_view == {
        "kind": "video",
        "youtube": "dQw4w9WgXcQ",
        "start": 25.0,
        "end": 30.0,
        "embed": "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=25&end=30&mute=1&rel=0",
        "seconds": 5.0,
        "muted": True,
        "buttons": {"segment": "Play segment", "entire": "Play entire video"},
    }
    assert [(f.name, f.kind, f.required) for f in form.fields] == [
        ("language", "language", True),
        ("text", "text", True),
        ("comment", "textarea", False),
    ]
    assert {example.good for example in form.examples} == {True, False}
    assert all(example.reason for example in form.examples if not example.good)


def test_a_requester_may_write_the_guidance() -> None:
    settings = {"instructions": "First.\n\nSecond <b>.", "examples": [{"text": "Yes."}]}
    form = TASK.form(CLIP, settings)
    assert form.instructions == ("First.", "Second <b>.")
    assert [tuple(example) for example in form.examples] == [(True, "Yes.", "")]
