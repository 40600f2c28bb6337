"""Results of deepeval (versions 2 to 4): a test run (`.latest_test_run.json`, a results folder), or the
`EvaluationResult` of `evaluate()` as JSON, which has the same fields in snake case under `test_results`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from likewise.io.foreign.json_document import JsonDocument
from likewise.io.foreign.lost_fields import LostFields
from likewise.io.foreign.record import Record, is_number, record_of
from likewise.io.lines import Advance, Source
from likewise.io.read_log import ReadLog

__all__ = ["records", "segment_fields"]

_CASES = ("test_results",), ("testCases",), ("testRunData", "testCases")
_PARAMETERS = ("hyperparameters", "testRunData.hyperparameters")
_SNAKE = {"actualOutput": "actual_output", "expectedOutput": "expected_output", "metricsData": "metrics_data"}
_READ = {"name", "input", "actual_output", "expected_output", "metrics_data"}


def records(path: Source, lost: LostFields, progress: Advance | None, log: ReadLog) -> Iterator[Record]:
    """A record a test case, called by its name; the hyperparameter `model` is the system's name.

    The hyperparameters stand behind the cases, so these are held until the end.
    """
    document = JsonDocument(path, _CASES[0], _PARAMETERS, or_keys=_CASES[1:], progress=progress)
    cases = list(document.items())
    lost.note(document.passed)
    parameters = next(iter(document.kept.values()), None) or {}
    lost.note(parameters, {"model"}, within="hyperparameters.")
    system = parameters.get("model") if isinstance(parameters, dict) else None
    names: Counter[str] = Counter()
    for place, (key, line, case) in enumerate(cases):
        record = record_of(case, document.file, line, {}, f"{key}[{place}]")
        name = str(record.values.get("name") or f"test_case_{place}")
        names[name] += 1
        again = f"#{names[name]}" if names[name] > 1 else ""
        record.shared = {"id": name + again, "system": system if isinstance(system, str) else None}
        yield record


def segment_fields(row: Record, lost: LostFields) -> dict[str, Any]:
    """The fields of a segment; each metric's score is a number called `NAME@deepeval`."""
    row.values = {_SNAKE.get(key, key): value for key, value in row.values.items() if value is not None}
    lost.note((key for key, value in row.values.items() if value), _READ)
    if row.values.get("conversational") or "turns" in row.values:
        row.refuse("turns", "a conversation, expected a case of one input and one output")
    expected = row.text("expected_output", required=False)
    scores = _scores(row, lost)
    if expected is None:
        metrics = f"; the metrics here ({', '.join(scores)}) are no references" if scores else ""
        row.no_references = f"deepeval's expected_output is one, and is not there{metrics}"
    return {
        **row.shared,
        "candidate": row.text("actual_output"),
        "source": row.text("input", required=False),
        "references": [] if expected is None else [expected],
        "human": {f"{name}@deepeval": score for name, score in scores.items()},
    }


def _scores(row: Record, lost: LostFields) -> dict[str, float]:
    scores = {}
    metrics = row.values.get("metrics_data")
    for metric in metrics if isinstance(metrics, list) else []:
        if not isinstance(metric, dict) or not is_number(metric.get("score")):
            lost.note(["metrics_data (no score)"])
            continue
        lost.note((key for key, value in metric.items() if value), {"name", "score"}, within="metrics_data.")
        scores[str(metric.get("name"))] = float(metric["score"])
    return scores
