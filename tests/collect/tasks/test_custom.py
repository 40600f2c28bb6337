"""Tasks that a requester defines in YAML."""

from __future__ import annotations

import builtins
import inspect
import json
import re
import textwrap

import pytest

from likewise.collect.tasks import custom, get_task, load_yaml, safe_yaml, task_names
from likewise.errors import InputError, MissingPartError
from likewise.installation import install_line

EXAMPLE = textwrap.dedent((inspect.getdoc(custom) or "").split("\n\n", 1)[1].rsplit("\n\n", 1)[0])
SHORT = "name: t\ntitle: T\nanswer:\n  - {name: text}\n"


def test_the_example_of_the_docstring() -> None:
    task = load_yaml(EXAMPLE)
    assert (task.name, task.title, task.pay) == ("simplify", "Say it more simply", (2, 5))
    stimulus = task.check_stimulus({"source": "The establishment is closed.", "id": "7"}, task.settings)
    sent = {
        "text": "The shop is shut.",
        "language": "english",
        "difficulty": "2",
        "verdict": "good",
        "remark": "Hm.",
    }
    answer = task.check_answer(sent, stimulus, task.settings)
    assert answer == sent | {"language": "English", "difficulty": 2}
    assert task.texts(stimulus, answer) == ["The shop is shut."]
    assert task.ratings(stimulus, answer) == {"difficulty": 2.0, "verdict": 3.0}
    form = task.form(stimulus, task.settings)
    assert form.instructions[1] == "Keep the meaning."
    assert [example.good for example in form.examples] == [True, False]
    assert form.stimulus_view == {
        "kind": "text",
        "parts": [{"label": "Sentence", "text": "The establishment is closed."}],
    }
    assert [field.kind for field in form.fields] == ["text", "language", "scale", "choice", "textarea"]
    assert form.fields[0].max == 300


def test_settings_hold_it() -> None:
    task = load_yaml(EXAMPLE)
    kept = json.loads(json.dumps(task.settings))
    for name in ("simplify", "custom"):
        again = get_task(name, kept)
        assert again.check_settings(kept) == kept
        assert again.check_settings({"yaml": EXAMPLE}) == kept
    assert get_task("simplify", {"yaml": EXAMPLE}).title == task.title
    # A database may hand objects back with their keys in another order.
    sorted_keys = json.loads(json.dumps(kept, sort_keys=True))
    assert get_task("simplify", sorted_keys).check_settings(sorted_keys) == kept
    with pytest.raises(InputError, match="not 'other'"):
        get_task("other", kept)
    with pytest.raises(InputError, match="unknown task 'simplify'"):
        get_task("simplify")
    with pytest.raises(InputError, match="not the definition"):
        task.check_settings({"yaml": SHORT})


def test_a_rating_task_shows_a_pair() -> None:
    task = load_yaml(
        "name: tone\ntitle: Tone\n"
        "stimulus: [{name: source}, {name: candidate}, {name: context, required: false}]\n"
        "answer: [{name: polite, kind: scale}]\n"
    )
    stimulus = task.check_stimulus(
        {"source": "Go!", "candidate": "Please go.", "context": "", "system": "a"}, None
    )
    assert stimulus == {"source": "Go!", "candidate": "Please go.", "system": "a"}
    view = task.form(stimulus, None).stimulus_view
    assert (view["kind"], view["candidate"]["text"], view["parts"]) == ("pair", "Please go.", [])
    assert task.ratings(stimulus, task.check_answer({"polite": 4}, stimulus, None)) == {"polite": 4.0}


def test_a_task_about_a_video() -> None:
    task = load_yaml(SHORT + "stimulus: [{name: clip, kind: video}, {name: question}]\n")
    item = {"clip": {"url": "https://youtu.be/dQw4w9WgXcQ", "start": 1, "end": 5}, "question": "Who?"}
    stimulus = task.check_stimulus(item, None)
    assert stimulus["clip"] == {"youtube": "dQw4w9WgXcQ", "start": 1.0, "end": 5.0}
    view = task.form(stimulus, None).stimulus_view
    assert (view["kind"], view["parts"]) == ("video", [{"label": "Question", "text": "Who?"}])
    with pytest.raises(InputError) as caught:
        task.check_stimulus(
            {"clip": {"url": "http://localhost/", "start": 1, "end": 5}, "question": "Who?"}, None
        )
    assert caught.value.field == "clip.url"


def test_words_that_yaml_likes_to_twist_stay_words() -> None:
    options = "[{name: a, kind: choice, options: [yes, no, on, 1:30, 2024-01-01, 0x1f, 3]}]"
    task = load_yaml(f"name: t\ntitle: T\nanswer: {options}\n")
    assert [option.value for option in task.form({}, None).fields[0].options] == [
        *("yes", "no", "on", "1:30", "2024-01-01", "0x1f", "3")
    ]


@pytest.mark.parametrize(
    ("text", "field"),
    [
        ("title: T\nanswer: [{name: a}]", "name"),
        ("name: T t\ntitle: T\nanswer: [{name: a}]", "name"),
        ("name: describe\ntitle: T\nanswer: [{name: a}]", "name"),
        ("name: custom\ntitle: T\nanswer: [{name: a}]", "name"),
        ("name: t\nanswer: [{name: a}]", "title"),
        ("name: t\ntitle: ''\nanswer: [{name: a}]", "title"),
        ("name: t\ntitle: T", "answer"),
        ("name: t\ntitle: T\nanswer: []", "answer"),
        ("name: t\ntitle: T\nanswer: text", "answer"),
        ("name: t\ntitle: T\nanswer: [{name: a, kind: file}]", "answer[0].kind"),
        ("name: t\ntitle: T\nanswer: [{name: a, kind: choice}]", "answer[0].options"),
        (
            "name: t\ntitle: T\nanswer: [{name: a, kind: choice, options: {x: .nan, y: 1}}]",
            "answer[0].options[0].score",
        ),
        ("name: t\ntitle: T\nanswer: [{name: a, kind: scale, max: 99}]", "answer[0].max"),
        ("name: t\ntitle: T\nanswer: [{name: a}, {name: a}]", "answer[1].name"),
        ("name: t\ntitle: T\nanswer: [{name: a, required: perhaps}]", "answer[0].required"),
        ("name: t\ntitle: T\nanswer: [{nam: a}]", "answer[0].nam"),
        (SHORT + "stimulus: [{name: id}]", "stimulus[0].name"),
        (SHORT + "stimulus: [{name: a, kind: html}]", "stimulus[0].kind"),
        (SHORT + "stimulus: [{name: a, kind: video}, {name: b, kind: video}]", "stimulus[1].kind"),
        (SHORT + "limits: {characters: -1}", "limits.characters"),
        (SHORT + "limits: {words: 3}", "limits.words"),
        (SHORT + "pay: [1]", "pay"),
        (SHORT + "pay: [1, 2.5]", "pay[1]"),
        (SHORT + "pay: [-1, 2]", "pay[0]"),
        (SHORT + "examples: [{good: false, text: x}]", "examples[0].reason"),
        (SHORT + 'instructions: ["a\\0b"]', "instructions[0]"),
        (SHORT + "template: <b>", "template"),
    ],
)
def test_every_mistake_names_its_field(text: str, field: str) -> None:
    with pytest.raises(InputError) as caught:
        load_yaml(text)
    assert caught.value.field == field
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "expected an object"),
        ("- a\n- b", "expected an object"),
        ("3: x", "keys"),
        ("name: [", "not valid YAML"),
        ("name: t\nname: u", "twice"),
        ("a: &x 1\nb: *x", "anchors"),
        ("a: *x", "anchors"),
        ("? [a, b]\n: c", "not valid YAML"),
        ("name: !!python/object/apply:os.system [ls]", "tags"),
        ("name: !!binary aGk=", "tags"),
        ("<<: {name: t}", "not known here"),
        ("--- a\n--- b", "not valid YAML"),
        ("a: " + "[" * 30 + "]" * 30, "nested too deep"),
        ("a: " + "[" * 60_000, "not valid YAML"),
        ("name: " + "x" * 70_000, "too large"),
        ("name: " + "中" * 30_000, "too large"),
        ("name: \x00", "not valid YAML"),
        ("name: \ud800", "not valid YAML"),
        ("n: " + "9" * 5000, "not known here"),
    ],
)
def test_bad_yaml(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        load_yaml(text)


def test_a_billion_laughs() -> None:
    lines = ["a: &a [x, x, x, x, x, x, x, x, x]"]
    lines += [f"{b}: &{b} [{', '.join([f'*{a}'] * 9)}]" for a, b in zip("abcdefgh", "bcdefghi", strict=True)]
    with pytest.raises(InputError, match="anchors") as caught:
        load_yaml("\n".join(lines))
    assert caught.value.line == 1


def test_without_pyyaml(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *rest: object, **named: object) -> object:
        if name == "yaml":
            raise ImportError(name)
        return real(name, *rest, **named)  # type: ignore[arg-type]

    kept = load_yaml(SHORT).settings
    safe_yaml._loader.cache_clear()
    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(MissingPartError, match=re.escape(install_line("likewise[studio]"))):
        load_yaml(SHORT)
    # What is kept already needs no YAML.
    assert get_task("t", kept).name == "t"


def test_names() -> None:
    rated = ["rate", "meaning", "pattern"]
    assert {"describe", "clip", "paraphrase", *rated, "instruct", "follow", "survey"} <= {*task_names()}
    for name in task_names():
        assert get_task(name).name == name
        assert all(isinstance(amount, int) and amount > 0 for amount in get_task(name).pay)
    with pytest.raises(InputError, match="unknown task 'nonsense'"):
        get_task("nonsense")
