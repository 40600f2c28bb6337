"""Paraphrase patterns as JSON lines: `{"source", "paraphrase", "rank", "labels": [0/1, ..]}`.

The paper's data hold two judgements of each pattern (Shima and Mitamura 2011, section 3.1): *strict*
asks for the same meaning and a grammatical sentence, *lenient* for the meaning alone. Both may be
given, as `"labels": {"strict": [..], "lenient": [..]}` or as fields `"strict"` and `"lenient"`.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from typing import Any

from likewise.errors import InputError
from likewise.io.jsonl import Row, check_text, read_rows
from likewise.io.lines import Source, name_of, write_text
from likewise.io.read_log import ReadLog
from likewise.records import Pattern

__all__ = ["JUDGEMENTS", "dump_patterns", "read_patterns"]

JUDGEMENTS = ("strict", "lenient")


def read_patterns(
    path: Source, judgement: str = "strict", *, log: ReadLog | None = None
) -> Iterator[Pattern]:
    """Yield the patterns of a file, each with its strict or lenient labels; blank lines are skipped.

    A plain list of labels has no judgement named, so it is taken for the default, strict, and a row
    that has only such a list is refused when lenient labels are asked for. A `log` may allow that broken rows
    are left out.
    """
    if judgement not in JUDGEMENTS:
        raise InputError(f"expected strict or lenient, got {_shown(judgement)}", field="judgement")
    log = log or ReadLog()
    return _left(_checked(read_rows(path, log=log), judgement, log), log, name_of(path))


def _left(patterns: Iterable[Pattern], log: ReadLog, name: str) -> Iterator[Pattern]:
    """The patterns; where all were left out, the file is refused."""
    is_any = False
    for pattern in patterns:
        is_any = True
        yield pattern
    if not is_any:
        log.none_left(name)


def dump_patterns(patterns: Iterable[Pattern], path: Source) -> None:
    """Write patterns so that `read_patterns` gives them back; what it would refuse is refused here."""
    name = "<stdout>" if os.fspath(path) == "-" else os.fspath(path)
    rows = (Row(_values(pattern), name, number) for number, pattern in enumerate(patterns, start=1))
    written = 0
    with write_text(path) as stream:
        for pattern in _checked(rows, "strict", ReadLog()):
            stream.write(json.dumps(_values(pattern), ensure_ascii=False) + "\n")
            written += 1
        if not written:
            raise InputError("no patterns to write, expected at least one", file=name)


def _values(pattern: Pattern) -> dict[str, Any]:
    return {
        "source": pattern.source,
        "paraphrase": pattern.paraphrase,
        "rank": pattern.rank,
        "labels": list(pattern.labels),
    }


def _checked(rows: Iterable[Row], judgement: str, log: ReadLog) -> Iterator[Pattern]:
    seen: dict[tuple[str, int], int] = {}
    for row in rows:
        try:
            pattern = _pattern(row, judgement, seen)
        except InputError as error:
            log.leave_out(error)
            continue
        yield pattern


def _pattern(row: Row, judgement: str, seen: dict[tuple[str, int], int]) -> Pattern:
    pattern = Pattern(_text(row, "source"), _text(row, "paraphrase"), _rank(row), _labels(row, judgement))
    if (first := seen.setdefault((pattern.source, pattern.rank), row.line)) != row.line:
        row.refuse(
            "rank", f"rank {pattern.rank} of {_shown(pattern.source)} was given before, on line {first}"
        )
    return pattern


def _present(row: Row, field: str) -> Any:
    if field not in row.values:
        row.refuse(field, "missing")
    return row.values[field]


def _text(row: Row, field: str) -> str:
    value = _present(row, field)
    if not isinstance(value, str) or not value.strip():
        row.refuse(field, f"expected a text that is not empty, got {_shown(value)}")
    check_text(value, row.file, row.line, field)
    return value


def _rank(row: Row) -> int:
    value = _present(row, "rank")
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        row.refuse("rank", f"expected a whole number from 1 up, got {_shown(value)}")
    return value


def _labels(row: Row, judgement: str) -> tuple[int, ...]:
    beside = {name: row.values[name] for name in JUDGEMENTS if name in row.values}
    if beside and "labels" in row.values:
        row.refuse("labels", f"expected 'labels' or '{next(iter(beside))}', got both")
    if beside:
        return _judged(row, beside, judgement, "")
    if "labels" not in row.values:
        row.refuse("labels", "missing: people label patterns in a campaign with the task pattern")
    labels = row.values["labels"]
    if isinstance(labels, dict):
        return _judged(row, labels, judgement, "labels.")
    plain = _zeros_and_ones(row, labels, "labels")
    if judgement != "strict":
        row.refuse("labels", f"one plain list, expected {judgement} labels")
    return plain


def _judged(row: Row, lists: dict[str, Any], judgement: str, prefix: str) -> tuple[int, ...]:
    # Every list is checked, so that a file is not sound under one judgement and broken under the other.
    for name in lists:
        if name not in JUDGEMENTS:
            row.refuse(prefix + name, "unknown judgement, expected strict or lenient")
    read = {name: _zeros_and_ones(row, value, prefix + name) for name, value in lists.items()}
    if judgement not in read:
        row.refuse(prefix + judgement, "missing")
    return read[judgement]


def _zeros_and_ones(row: Row, value: Any, field: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not value:
        row.refuse(field, f"expected a list of at least one 0 or 1, got {_shown(value)}")
    for place, label in enumerate(value):
        if isinstance(label, bool) or not isinstance(label, int) or label not in (0, 1):
            row.refuse(f"{field}[{place}]", f"expected 0 or 1, got {_shown(label)}")
    return tuple(value)


def _shown(value: Any) -> str:
    shown = json.dumps(value, ensure_ascii=False, default=repr)
    return shown if len(shown) <= 60 else shown[:57] + "..."
