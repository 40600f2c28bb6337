"""Laws that every task type keeps."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

import pytest
from hypothesis import given, strategies as st

from likewise.collect.tasks import TaskType, get_task, load_yaml, task_names
from likewise.errors import InputError

MAP = {
    "nodes": [{"x": x, "y": y} for x in range(3) for y in range(3)],
    "edges": [{"from": [x, y], "to": [x + 1, y]} for x in range(2) for y in range(3)]
    + [{"from": [x, y], "to": [x, y + 1]} for x in range(3) for y in range(2)],
}
BOARD = {"arm": [6, 6, 7], "open": True, "blocks": [[1, 2, 0, "red", "cube"], [4, 4, 0, "blue", "cube"]]}
AFTER = {**BOARD, "blocks": [[4, 4, 0, "blue", "cube"], [4, 4, 1, "red", "cube"]]}
OWN = load_yaml(
    """
name: own
title: Own
stimulus: [{name: source}]
answer:
  - {name: text}
  - {name: more, kind: textarea, required: false}
  - {name: language, kind: language}
  - {name: point, kind: scale, min: -2, max: 2}
  - {name: verdict, kind: choice, options: {good: 3, bad: 1}}
"""
)
STIMULI: dict[str, dict[str, Any]] = {
    "describe": {"media": "clip.mp4", "start": 0, "end": 5},
    "clip": {"prompt": "Something that falls"},
    "paraphrase": {"text": "A dog barks."},
    "rate": {"source": "A dog barks.", "candidate": "A dog is barking.", "human": {"overall@w1": 3}},
    "meaning": {"source": "A dog barks.", "candidate": "A dog is barking."},
    "pattern": {"source": "barks", "paraphrase": "is barking", "rank": 2, "example": "A dog barks."},
    "instruct": {"map": MAP, "start": [0, 0, 90], "actions": ["FORWARD"]},
    "follow": {"map": MAP, "start": [1, 1, 0], "instruction": "Walk."},
    "rhyme": {"lines": ["a cat", "a hat", "the sea", "and me"], "title": "Four"},
    "frames": {"reference": "Dogs bark.", "candidate": "A dog barks."},
    "robot-command": {"before": BOARD, "after": AFTER, "scene": 3},
    "robot-understanding": {"before": BOARD, "after": AFTER, "text": "Put the red cube on the blue one."},
    "keyword-translation": {"keyword": "Kyoto Protocol", "kind": "name", "lang": "ja"},
    "survey": {
        "questions": [{"name": "a"}, {"name": "b", "kind": "scale"}, {"name": "c", "required": False}]
    },
    "own": {"source": "A dog barks."},
}
NASTY = "\t\n\x00\x1f\x85\u200b\u202e\ufeff\ufffe"
TEXT = st.text("abé\u0301 \t\u200d\u200f\u2066中अ्שا.", max_size=40) | st.text(
    st.sampled_from(NASTY) | st.characters(), max_size=20
)
WORDS = TEXT.map(lambda text: f"word {text}")
SECONDS = st.floats() | st.floats(0, 20) | st.sampled_from(["1:23", "7.25", "nan"])
POINT = st.integers(1, 2) | st.integers(-3, 6) | st.sampled_from(["1", "good", "Bad", "", 2.0, True])


def marks_at(*places: tuple[int, int]) -> st.SearchStrategy[Any]:
    """Two marks, as a form sends them; mostly a role and a predicate."""
    labels = st.tuples(st.sampled_from(["who", "what"]), st.sampled_from(["predicate", "predicate", "not"]))
    return labels.map(
        lambda given: json.dumps(
            [
                {"start": start, "end": end, "label": label}
                for (start, end), label in zip(places, given, strict=True)
            ]
        )
    )


def links_at(ends: tuple[tuple[int, int], tuple[int, int]], *labels: str) -> st.SearchStrategy[Any]:
    links = [{"from": list(ends[0]), "to": list(ends[1]), "label": label} for label in labels]
    return st.lists(st.sampled_from(links), max_size=2)


ANSWERS: dict[str, st.SearchStrategy[Any]] = {
    "describe": st.fixed_dictionaries(
        {"text": WORDS, "language": TEXT.map(lambda t: "x" + t)}, optional={"comment": TEXT}
    ),
    "clip": st.tuples(SECONDS, SECONDS | st.floats(3, 11)).map(
        lambda window: {
            "url": "youtu.be/dQw4w9WgXcQ",
            "start": window[0],
            "end": window[0] + window[1] if str not in map(type, window) else window[1],
        }
    ),
    "paraphrase": st.fixed_dictionaries({"first": WORDS, "second": WORDS}, optional={"comment": TEXT}),
    "rate": st.fixed_dictionaries({"semantic": POINT, "dissimilarity": POINT, "overall": POINT}),
    "meaning": st.fixed_dictionaries({"meaning": POINT | st.sampled_from(["kept", "Wrong"])}),
    "pattern": st.fixed_dictionaries({"strict": POINT | st.sampled_from([0, "yes", "No"])}),
    "instruct": st.fixed_dictionaries({"text": WORDS, "language": st.sampled_from(["english", " 中文 "])}),
    "follow": st.fixed_dictionaries(
        {"actions": st.lists(st.sampled_from(["LEFT", "right", "FORWARD"]), max_size=8)},
        optional={"skipped": st.booleans(), "comment": TEXT, "path": st.just([])},
    ),
    "rhyme": st.fixed_dictionaries({"scheme": st.text("ABab- ", max_size=6)}, optional={"comment": TEXT})
    | st.dictionaries(st.sampled_from([f"scheme_{i}" for i in range(1, 5)]), st.sampled_from("ABx -"))
    | st.fixed_dictionaries({"scheme_1": st.just("A"), "cut_3": POINT | st.booleans()}),
    "frames": st.fixed_dictionaries(
        {},
        optional={
            "reference": marks_at((0, 4), (5, 9)),
            "candidate": marks_at((0, 5), (6, 11)),
            "reference_roles": links_at(((0, 4), (5, 9)), "belongs to"),
            "candidate_roles": links_at(((0, 5), (6, 11)), "belongs to"),
            "events": links_at(((6, 11), (5, 9)), "same event"),
            "verdicts": links_at(((0, 5), (0, 4)), "correct", "partial"),
            "apart": st.sampled_from(["yes", "no", ""]),
        },
    ),
    "robot-command": st.fixed_dictionaries(
        {"text": WORDS, "language": st.just("English")}, optional={"comment": TEXT}
    ),
    "robot-understanding": st.fixed_dictionaries(
        {"verdict": st.sampled_from(["carried-out", "impossible", "unclear", "carried-out"])},
        optional={
            "block": st.sampled_from(["1,2,0", "4,4,0", "0,0,0", ""]),
            "to": st.sampled_from(["gripper", "4,4", "1,2", "8,8"]),
            "comment": TEXT,
        },
    ),
    "keyword-translation": st.fixed_dictionaries(
        {}, optional={"first": WORDS, "second": TEXT, "third": WORDS, "comment": TEXT}
    )
    | st.fixed_dictionaries({"unknown": st.sampled_from(["yes", "no", ""])}, optional={"first": TEXT}),
    "survey": st.fixed_dictionaries({"a": WORDS, "b": POINT}, optional={"c": TEXT, "comment": TEXT}),
    "own": st.fixed_dictionaries(
        {
            "text": WORDS,
            "language": st.just("Tamil"),
            "point": POINT,
            "verdict": st.sampled_from(["good", "x"]),
        },
        optional={"more": TEXT},
    ),
}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)


def task_of(name: str) -> TaskType:
    return OWN if name == "own" else get_task(name)


def outcome(check: Callable[[], dict[str, Any]]) -> tuple[dict[str, Any], InputError | None]:
    try:
        return check(), None
    except InputError as error:
        return {}, error


def strings_in(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for item in value.items() for part in item for text in strings_in(part)]
    if isinstance(value, list | tuple):
        return [text for item in value for text in strings_in(item)]
    return [value] if isinstance(value, str) else []


def test_there_is_a_stimulus_and_an_answer_for_every_type() -> None:
    assert STIMULI.keys() == ANSWERS.keys() == {*task_names(), "own"}


@pytest.mark.parametrize("name", STIMULI)
@given(data=st.data())
def test_an_answer_that_passes_is_in_its_normal_form(name: str, data: st.DataObject) -> None:
    task = task_of(name)
    stimulus = task.check_stimulus(STIMULI[name], None)
    sent = data.draw(ANSWERS[name])
    answer, error = outcome(lambda: task.check_answer(sent, stimulus, None))
    if error is not None:
        assert error.field
        return
    assert task.check_answer(answer, stimulus, None) == answer
    assert json.loads(json.dumps(answer, allow_nan=False)) == answer
    for text in strings_in(answer):
        assert unicodedata.is_normalized("NFC", text)
        assert not [c for c in text if unicodedata.category(c) in ("Cc", "Cs") and c != "\n"]
        assert not set(text) & set(
            "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
        )
    assert all(isinstance(text, str) and text for text in task.texts(stimulus, answer))
    assert all(isinstance(value, float) for value in task.ratings(stimulus, answer).values())
    if "text" in answer:
        assert "\n" not in answer["text"]
        assert task.texts(stimulus, answer)[0] == answer["text"]


@pytest.mark.parametrize("name", STIMULI)
@given(data=st.data())
def test_anything_at_all_is_taken_or_refused_in_one_way(name: str, data: st.DataObject) -> None:
    task = task_of(name)
    stimulus = task.check_stimulus(STIMULI[name], None)
    fields = [field.name for field in task.form(stimulus, None).fields]
    anything = data.draw(JSON | st.dictionaries(st.sampled_from(fields), JSON))
    for check in (
        lambda: task.check_answer(anything, stimulus, None),
        lambda: task.check_stimulus(anything, None),
        lambda: task.check_settings(anything),
    ):
        _, error = outcome(check)
        assert error is None or "\n" not in str(error)


@pytest.mark.parametrize("name", STIMULI)
@given(data=st.data())
def test_a_changed_stimulus_is_refused_or_normal(name: str, data: st.DataObject) -> None:
    task = task_of(name)
    changed = dict(STIMULI[name])
    changed[data.draw(st.sampled_from([*changed, "id", "system"]))] = data.draw(JSON)
    try:
        stimulus = task.check_stimulus(changed, None)
    except InputError:
        return
    assert task.check_stimulus(stimulus, None) == stimulus
    json.dumps(stimulus, allow_nan=False)
    task.form(stimulus, None)


@pytest.mark.parametrize("name", STIMULI)
def test_forms_are_complete_and_plain(name: str) -> None:
    task = task_of(name)
    settings = task.check_settings(None)
    assert task.check_settings(settings) == settings
    stimulus = task.check_stimulus(STIMULI[name], settings)
    form = task.form(stimulus, settings)
    assert form.title == task.title
    assert form.instructions_html_safe_parts == form.instructions
    assert form.stimulus_view["kind"] in ("video", "text", "pair", "map", "boards", "none")
    names = [field.name for field in form.fields]
    assert len(set(names)) == len(names) > 0
    for field in form.fields:
        assert field.label
        assert field.dir_auto == (field.kind in ("text", "textarea", "language", "spans", "links"))
        assert bool(field.options) == (
            field.kind in ("choice", "pick", "scale", "language", "spans", "links")
        )
    ours = [*form.instructions, *strings_in(form.examples), *strings_in([asdict(f) for f in form.fields])]
    assert not [text for text in ours if "<" in text or "&" in text]
    json.dumps([asdict(form)])
