"""Results of promptfoo as segments: the whole document, and a line a result."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from likewise.errors import InputError
from likewise.io import ReadLog, read_segments

RESULT: dict[str, Any] = {
    "id": "5e1f",
    "testIdx": 3,
    "promptIdx": 0,
    "promptId": "a7",
    "prompt": {"raw": "Say shortly: hello", "label": "Say shortly: {{text}}"},
    "provider": {"id": "openai:one", "label": "one"},
    "vars": {"text": "hello", "wanted": "hi"},
    "response": {"output": "hi there", "tokenUsage": {"total": 3}},
    "testCase": {
        "assert": [
            {"type": "similar", "value": ["{{wanted}}", "{{ wanted }} you"], "threshold": 0.5},
            {"type": "rouge-n", "value": "hey"},
            {"type": "equals", "value": "{{ wanted | upper }}"},
            {"type": "llm-rubric", "value": "is polite"},
        ]
    },
    "score": 0.75,
    "success": False,
    "namedScores": {"Politeness": 1},
    "error": "Expected something else",
    "failureReason": 1,
    "latencyMs": 12,
}


def document(folder: Path, *results: dict[str, Any]) -> Path:
    path = folder / "results.json"
    summary = {
        "version": 3,
        "timestamp": "2026-05-01T10:00:00Z",
        "prompts": [],
        "results": results,
        "stats": {},
    }
    path.write_text(json.dumps({"evalId": "eval-1", "results": summary, "config": {}}, indent=2))
    return path


def jsonl(folder: Path, *results: dict[str, Any]) -> Path:
    path = folder / "results.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in results))
    return path


def test_a_result(tmp_path: Path) -> None:
    log = ReadLog()
    (segment,) = read_segments(document(tmp_path, RESULT), log=log)
    assert segment.as_dict() == {
        "id": "3",
        "source": "Say shortly: hello",
        "candidate": "hi there",
        "references": ["hi", "hi you", "hey"],
        "system": "one",
        "human": {"score@promptfoo": 0.75, "success@promptfoo": 0.0, "Politeness@promptfoo": 1.0},
    }
    (told,) = log.warnings()
    assert told.startswith(
        "fields of promptfoo that are not read: id, latencyMs, assert.equals, "
        "assert.llm-rubric (no reference)"
    )
    assert "results.stats" in told


def test_lines_hold_the_same(tmp_path: Path) -> None:
    both = RESULT, {**RESULT, "provider": "two"}
    assert list(read_segments(jsonl(tmp_path, *both))) == list(read_segments(document(tmp_path, *both)))
    assert [one.system for one in read_segments(jsonl(tmp_path, *both))] == ["one", "two"]


def test_a_second_prompt_is_a_system_of_its_own(tmp_path: Path) -> None:
    other = {**RESULT, "promptIdx": 1, "prompt": {"raw": "Hello!", "label": "{{text}}!"}}
    log = ReadLog()
    found = list(read_segments(jsonl(tmp_path, RESULT, other), log=log))
    assert [(one.id, one.system) for one in found] == [("3", "one"), ("3", "one#2")]
    assert ":2: 'one#2' is 'one' under another prompt: '{{text}}!'" in log.warnings()[0]


def test_a_result_twice_is_refused_even_on_one_line(tmp_path: Path) -> None:
    path = document(tmp_path, RESULT, RESULT)
    path.write_text(json.dumps(json.loads(path.read_text())))
    with pytest.raises(InputError, match="the id '3' was already used on line 1"):
        list(read_segments(path))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"response": None, "error": "no key", "failureReason": 2}, "missing (no key), expected a string"),
        ({"response": {"output": ""}, "error": "gone", "failureReason": 2}, "missing (gone)"),
        ({"response": {"output": {"a": 1}}}, "expected a string, found an object"),
    ],
)
def test_what_has_no_text_is_refused(changes: dict[str, Any], message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as caught:
        list(read_segments(jsonl(tmp_path, RESULT, {**RESULT, "testIdx": 4, **changes})))
    assert (caught.value.line, caught.value.field) == (2, "response.output")
    assert message in str(caught.value)


def test_an_empty_answer_that_is_no_error_is_one(tmp_path: Path) -> None:
    (segment,) = read_segments(jsonl(tmp_path, {**RESULT, "response": {"output": ""}}))
    assert segment.candidate == ""


def one_line(folder: Path, *results: Any) -> Path:
    """The whole document on line 1, as promptfoo writes it."""
    path = document(folder, *results)
    path.write_text(json.dumps(json.loads(path.read_text())))
    return path


FAILED = {**RESULT, "testIdx": 4, "response": {"error": "rate limit"}, "error": "rate limit"}


def test_a_result_on_a_line_of_many_is_named(tmp_path: Path) -> None:
    path = one_line(tmp_path, RESULT, FAILED, {**RESULT, "testIdx": 5})
    with pytest.raises(InputError) as caught:
        list(read_segments(path))
    assert str(caught.value).endswith(
        "results.json:1: field 'results[1].response.output': missing (rate limit), expected a string"
    )


def test_broken_results_are_left_out_where_that_is_allowed(tmp_path: Path) -> None:
    path = one_line(tmp_path, RESULT, FAILED, 7, {**RESULT, "testIdx": 5})
    log = ReadLog(skip_broken=True)
    assert [one.id for one in read_segments(path, log=log)] == ["3", "5"]
    assert (log.skipped, log.first[1].field) == (2, "results[2]")
    assert log.first[1].message == "expected a JSON object, found a number"


def test_assertions_that_are_no_references_are_named(tmp_path: Path) -> None:
    kinds = [{"type": "contains", "value": "hi"}, {"type": "equals", "value": "file://wanted.txt"}]
    path = one_line(tmp_path, {**RESULT, "testCase": {"assert": [*kinds, {"type": "llm-rubric"}]}})
    with pytest.raises(InputError) as caught:
        list(read_segments(path, require=("references",)))
    assert (
        "field 'results[0].references': missing or empty, expected one or more references (the assertions "
        "here are no references: contains, equals (without a text in the file), llm-rubric; expected one of "
        "equals, similar," in str(caught.value)
    )
    log = ReadLog()
    assert [one.references for one in read_segments(path, log=log)] == [()]
    assert "assert.contains (no reference), assert.equals, assert.llm-rubric (no ref" in log.warnings()[0]
    with pytest.raises(InputError, match="no assertion is here"):
        list(read_segments(one_line(tmp_path, {**RESULT, "testCase": {}}), require=("references",)))
