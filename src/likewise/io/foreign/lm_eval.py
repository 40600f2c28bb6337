"""Samples of lm-evaluation-harness (`samples_TASK_TIME.jsonl`, version 0.4): one generated answer a line."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any

from likewise.io.foreign.lost_fields import LostFields
from likewise.io.foreign.record import Record, is_number
from likewise.io.jsonl import Row, json_kind, read_rows
from likewise.io.lines import Advance, Source
from likewise.io.read_log import ReadLog

__all__ = ["records", "segment_fields"]

_TOOL = "lm-eval"
_READ = {"doc_id", "target", "arguments", "filtered_resps", "filter", "metrics"}


def records(path: Source, lost: LostFields, progress: Advance | None, log: ReadLog) -> Iterator[Record]:
    """A record a line."""
    for row in read_rows(path, progress=progress, log=log):
        yield Record(row.values, row.file, row.line)


def segment_fields(row: Record, lost: LostFields) -> dict[str, Any]:
    """The fields of a segment.

    The candidate is the answer after the task's filter, as its metrics saw it; the source the prompt as it
    was sent; the references the target. A filter's name is the system's, unless it is `none`. The task's own
    metrics become numbers called `NAME@lm-eval`.
    """
    sample = row.values
    metrics = [name for name in sample.get("metrics") or _numbers(sample) if name in sample]
    lost.note(sample, {*_READ, *metrics})
    lost.note(name for name in metrics if not is_number(sample[name]))
    return {
        "id": sample.get("doc_id"),
        "candidate": _answer(row, sample),
        "source": _prompt(sample.get("arguments")),
        "references": _references(sample.get("target")),
        "system": None if sample.get("filter") == "none" else sample.get("filter"),
        "human": {f"{name}@{_TOOL}": float(sample[name]) for name in metrics if is_number(sample[name])},
    }


def _numbers(sample: dict[str, Any]) -> list[str]:
    """The metrics of a version that does not list them: every number beside the document's."""
    return [name for name, value in sample.items() if is_number(value) and name != "doc_id"]


def _answer(row: Row, sample: dict[str, Any]) -> str:
    answers = sample.get("filtered_resps")
    first: Any = answers[0] if isinstance(answers, list) and answers else None
    # A filter that keeps several answers gives a list; the first is what the task's metrics read.
    if isinstance(first, list) and len(first) != 2 and first:
        first = first[0]
    if isinstance(first, list):
        row.refuse(
            "filtered_resps", "holds log-likelihoods, expected generated text (a task of multiple choice?)"
        )
    if not isinstance(first, str):
        row.refuse("filtered_resps[0]", f"expected a string, found {json_kind(first)}")
    return first


def _prompt(arguments: Any) -> str | None:
    """The prompt: `{"gen_args_0": {"arg_0": PROMPT, ..}}`, before version 0.4.3 `[[PROMPT, ..]]`."""
    first: Any = None
    if isinstance(arguments, dict) and arguments:
        request = next(iter(arguments.values()))
        first = request.get("arg_0") if isinstance(request, dict) else None
    elif isinstance(arguments, list) and arguments and isinstance(arguments[0], list) and arguments[0]:
        first = arguments[0][0]
    return first if isinstance(first, str) else None


def _references(target: Any) -> list[str]:
    """The target, which is written as Python writes it: a list of strings is a text in brackets."""
    if isinstance(target, list):
        return [str(one) for one in target]
    if not isinstance(target, str):
        return [] if target is None else [str(target)]
    if target.startswith("[") and target.endswith("]"):
        try:
            several = ast.literal_eval(target)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            return [target]
        if isinstance(several, list) and several and all(isinstance(one, str) for one in several):
            return several
    return [target]
