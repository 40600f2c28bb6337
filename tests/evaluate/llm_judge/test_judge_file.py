"""A judge's file: what it may say, and each complaint with its field."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from likewise.data import copy_examples
from likewise.errors import InputError
from likewise.evaluate import read_judge
from likewise.evaluate.llm_judge.judge_file import judge_of

COMMAND = {"rubric": "Is it good?", "scale": [1, 5], "command": ["judge"]}
ENDPOINT = {"rubric": "Is it good?", "scale": [1, 5], "endpoint": "https://host/v1/chat", "model": "m"}


def test_the_example_is_read_with_its_rubric(tmp_path: Path) -> None:
    copy_examples(tmp_path)
    judge = read_judge(tmp_path / "judge.toml")
    assert (judge.name, judge.model, judge.scale, judge.fields) == (
        "meaning", "stand-in", (1.0, 5.0), ("source", "candidate"),
    )  # fmt: skip
    assert judge.rubric.startswith("You judge paraphrases.")
    assert judge.folder == str(tmp_path)
    assert read_judge(tmp_path / "pair_judge.toml").mode == "pair"


@pytest.mark.parametrize(
    ("changed", "field", "told"),
    [
        ({"name": "a|b"}, "name", "expected letters"),
        ({"rubrik": "x"}, "rubrik", "did you mean rubric?"),
        ({"rubric": None}, "rubric", "expected one of rubric"),
        ({"rubric_file": "r.md"}, "rubric", "expected one of rubric"),
        ({"rubric": " "}, "rubric", "expected a string"),
        ({"scale": None}, "scale", "neither"),
        ({"labels": {"a": 0, "b": 1}}, "scale", "both"),
        ({"scale": [5, 1]}, "scale", "the lowest before the highest"),
        ({"scale": [1, float("nan")]}, "scale", "finite"),
        ({"scale": None, "labels": {"a": 0}}, "labels", "two labels or more"),
        ({"scale": None, "labels": {"a": 0, "b": "1"}}, "labels.b", "found a string"),
        ({"mode": "both"}, "mode", "expected one of single, pair"),
        ({"mode": "pair"}, "scale", "has no effect"),
        ({"reply": "label"}, "reply", "label needs labels"),
        ({"reply": "pattern", "pattern": "x("}, "pattern", "no regular expression"),
        ({"reply": "pattern", "pattern": "x"}, "pattern", "has 0 groups"),
        ({"pattern": "(x)"}, "pattern", "has no effect"),
        ({"fields": ["candidate", "human"]}, "fields", "found 'human'"),
        ({"fields": ["source"]}, "fields", "lacks candidate"),
        ({"command": None}, "command", "neither"),
        ({"endpoint": "https://h/"}, "command", "both"),
        ({"temperature": 1}, "temperature", "has no effect beside command"),
        ({"retries": 1}, "retries", "has no effect beside command"),
        ({"max_cost": 1}, "max_cost", "without price_in"),
        ({"price_in": 1}, "price_out", "missing beside price_in"),
        ({"price_out": 1}, "price_in", "missing beside price_out"),
        ({"timeout": 0}, "timeout", "0.1 or more"),
        ({"api_key": "sk-secret"}, "api_key", "key_env"),
    ],
)
def test_complaints(changed: dict[str, Any], field: str, told: str) -> None:
    given = {key: value for key, value in {**COMMAND, **changed}.items() if value is not None}
    with pytest.raises(InputError) as caught:
        judge_of(given, "judge.toml", ".")
    assert caught.value.field == field
    assert told in caught.value.message
    assert "sk-secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"endpoint": "host/v1"}, "endpoint"),
        ({"endpoint": "https://user:sk-secret@host/"}, "endpoint"),
        ({"endpoint": "https://host/?key=sk-secret"}, "endpoint"),
        ({"endpoint": "http://host/v1", "key_env": "KEY"}, "endpoint"),
        ({"key_env": "sk-secret"}, "key_env"),
        ({"model": None}, "model"),
        ({"extra": {"messages": []}}, "extra.messages"),
        ({"extra": {"api_key": "sk-secret"}}, "extra.api_key"),
        ({"concurrency": 1.5}, "concurrency"),
        ({"requests_per_minute": -1}, "requests_per_minute"),
    ],
)
def test_complaints_about_endpoints_quote_no_secret(changed: dict[str, Any], field: str) -> None:
    given = {key: value for key, value in {**ENDPOINT, **changed}.items() if value is not None}
    with pytest.raises(InputError) as caught:
        judge_of(given, "judge.toml", ".")
    assert caught.value.field == field
    assert "sk-secret" not in str(caught.value)


def test_the_id_changes_with_what_can_change_a_verdict_alone() -> None:
    known = judge_of(ENDPOINT, "f", ".").id
    same = {
        "name": "n",
        "key_env": "K",
        "retries": 1,
        "concurrency": 9,
        "price_in": 1,
        "price_out": 2,
        "timeout": 9,
    }
    assert judge_of({**ENDPOINT, **same}, "f", "elsewhere").id == known
    for changed in (
        {"rubric": "Is it bad?"}, {"model": "n"}, {"temperature": 1}, {"max_tokens": 9}, {"scale": [1, 6]},
        {"fields": ["candidate"]}, {"extra": {"seed": 1}}, {"endpoint": "https://other/v1/chat"},
    ):  # fmt: skip
        assert judge_of({**ENDPOINT, **changed}, "f", ".").id != known


def test_broken_files_are_named(tmp_path: Path) -> None:
    path = tmp_path / "judge.toml"
    path.write_text('name = "a"\nscale = [1,\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"judge\.toml: not valid TOML"):
        read_judge(path)
    path.write_text('rubric_file = "no.md"\nscale = [1, 2]\ncommand = ["x"]\n', encoding="utf-8")
    with pytest.raises(InputError, match=r"no\.md: no such file"):
        read_judge(path)
    (tmp_path / "no.md").write_text(" \n", encoding="utf-8")
    with pytest.raises(InputError, match="is empty, expected a rubric"):
        read_judge(path)
