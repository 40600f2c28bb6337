"""Corpus scores that sacrebleu prints (`sacrebleu -f json`, version 2): of one system, or of several."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from typing import Any

from likewise.errors import InputError
from likewise.io.foreign.json_document import document_head
from likewise.io.jsonl import Row, check_values
from likewise.io.lines import Source, name_of, read_lines

__all__ = ["corpus_scores_told", "read_corpus_scores"]

_BASELINE = "Baseline: "


def corpus_scores_told(head: str) -> str:
    """What a file that begins so is, where it holds such scores; empty where it does not."""
    text = head.lstrip()
    fields = document_head(text.removeprefix("[")) or {}
    if {"name", "score", "signature"} <= fields.keys():
        shown = f"{fields['name']}, .." if text.startswith("[") else str(fields["name"])
    elif text.startswith("[") and "system" in fields and len(fields) > 1 and _is_score([*fields.values()][1]):
        shown = ", ".join(list(fields)[1:])
    else:
        return ""
    return f"holds scores of whole corpora by sacrebleu ({shown}), no segments: `likewise agree` reads them"


def _is_score(value: Any) -> bool:
    """A number written as text, or a result of a paired test."""
    if isinstance(value, dict):
        return "score" in value
    return isinstance(value, str) and value.replace(".", "", 1).replace("-", "", 1).isdigit()


def read_corpus_scores(path: Source) -> Iterator[tuple[int, dict[str, str]]]:
    """(place, cells) of each system, as a table of scores has them; one system is called as its file."""
    name = name_of(path)
    try:
        value = json.loads("\n".join(text for _, text in read_lines(path)))
    except json.JSONDecodeError as error:
        raise InputError(f"not valid JSON ({error.msg})", file=name, line=error.lineno) from None
    except (RecursionError, ValueError):
        raise InputError("JSON that is nested or long beyond reason", file=name) from None
    check_values(value, name, 1)
    results = value if isinstance(value, list) else [value]
    if not results or not all(isinstance(one, dict) for one in results):
        raise InputError("expected a table, or scores by sacrebleu (`sacrebleu -f json`)", file=name)
    if "system" in results[0]:
        for place, result in enumerate(results, 1):
            yield place, _cells(Row(result, name, place))
        return
    cells = {"system": PurePath(name.removesuffix(".gz")).stem}
    for place, result in enumerate(results, 1):
        row = Row(result, name, place)
        metric = row.text("name")
        assert metric is not None
        if metric in cells:
            row.refuse("name", f"the metric '{metric}' stands twice")
        cells[metric] = str(row.number("score", result.get("score")))
    yield 1, cells


def _cells(row: Row) -> dict[str, str]:
    """One of several systems: scores as text, or of a paired test an object with the score in it."""
    system = row.text("system")
    assert system is not None
    cells = {"system": system.removeprefix(_BASELINE)}
    for metric, value in row.values.items():
        if metric != "system":
            cells[metric] = str(value.get("score") if isinstance(value, Mapping) else value)
    return cells
