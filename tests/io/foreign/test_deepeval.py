"""Results of deepeval as segments: test runs, and the dumped result of `evaluate()`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from likewise.errors import InputError
from likewise.io import ReadLog, read_segments

CASE: dict[str, Any] = {
    "name": "test_case_0",
    "input": "What barks?",
    "actualOutput": "A dog.",
    "expectedOutput": "A dog barks.",
    "success": True,
    "metricsData": [
        {"name": "Answer Relevancy", "score": 0.6, "threshold": 0.5, "reason": "short"},
        {"name": "Bias", "score": None, "error": "no key"},
    ],
}
SNAKE = {"actualOutput": "actual_output", "expectedOutput": "expected_output", "metricsData": "metrics_data"}


def written(folder: Path, content: Any) -> Path:
    path = folder / "run.json"
    path.write_text(json.dumps(content))
    return path


def run(*cases: dict[str, Any]) -> dict[str, Any]:
    parameters = {"model": "mock-1", "temperature": 0.1}
    return {"testCases": cases, "conversationalTestCases": [], "hyperparameters": parameters, "testPassed": 1}


def test_a_case(tmp_path: Path) -> None:
    log = ReadLog()
    (segment,) = read_segments(written(tmp_path, run(CASE)), log=log)
    assert segment.as_dict() == {
        "id": "test_case_0",
        "source": "What barks?",
        "candidate": "A dog.",
        "references": ["A dog barks."],
        "system": "mock-1",
        "human": {"Answer Relevancy@deepeval": 0.6},
    }
    assert log.warnings() == [
        "fields of deepeval that are not read: conversationalTestCases, testPassed, "
        "hyperparameters.temperature, success, metrics_data.threshold, metrics_data.reason, "
        "metrics_data (no score)"
    ]


def test_the_three_layouts_hold_the_same(tmp_path: Path) -> None:
    plain = list(read_segments(written(tmp_path, run(CASE))))
    assert list(read_segments(written(tmp_path, {"testRunData": run(CASE)}))) == plain
    snake = {SNAKE.get(key, key): value for key, value in CASE.items()} | {
        "conversational": False,
        "turns": None,
    }
    (segment,) = read_segments(written(tmp_path, {"test_results": [snake], "test_run_id": None}))
    assert segment == plain[0].__class__(
        **{**plain[0].as_dict(), "references": plain[0].references, "system": None}
    )


def test_names_that_come_again_are_numbered(tmp_path: Path) -> None:
    path = written(tmp_path, run(CASE, {**CASE, "input": "What mews?"}, {**CASE, "name": None}))
    assert [one.id for one in read_segments(path)] == ["test_case_0", "test_case_0#2", "test_case_2"]


def test_what_is_no_case_of_one_answer_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"field 'testCases\[0\].actual_output': missing"):
        list(read_segments(written(tmp_path, run({**CASE, "actualOutput": None}))))
    with pytest.raises(InputError, match=r"field 'test_results\[0\].turns': a conversation"):
        list(
            read_segments(
                written(tmp_path, {"test_results": [{"name": "x", "turns": [], "conversational": True}]})
            )
        )
    with pytest.raises(InputError, match="holds no output of deepeval"):
        list(read_segments(written(tmp_path, run())))


def test_a_case_without_expected_output_tells_what_is_no_reference(tmp_path: Path) -> None:
    path = written(tmp_path, run(CASE, {**CASE, "name": "b", "expectedOutput": None}))
    with pytest.raises(InputError) as caught:
        list(read_segments(path, require=("references",)))
    assert (
        "field 'testCases[1].references': missing or empty, expected one or more references (deepeval's "
        "expected_output is one, and is not there; the metrics here (Answer Relevancy) are no references)"
    ) in str(caught.value)
    log = ReadLog(skip_broken=True)
    broken = written(tmp_path, run(CASE, {**CASE, "actualOutput": None}, ["no case"]))  # type: ignore[arg-type]
    assert [one.id for one in read_segments(broken, log=log)] == ["test_case_0"]
    assert [one.field for one in log.first] == ["testCases[1].actual_output", "testCases[2]"]
