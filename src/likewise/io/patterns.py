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
from likewise.io.lines import Source, name_of, read_lines, write_text
from likewise.records import Pattern

__all__ = ["JUDGEMENTS", "dump_patterns", "read_patterns"]

JUDGEMENTS = ("strict", "lenient")


def read_patterns(path: Source, judgement: str = "strict") -> Iterator[Pattern]:
    """Yield the patterns of a file, each with its strict or lenient labels; blank lines are skipped.

    A plain list of labels has no judgement named, so it is taken for the default, strict, and a row
    that has only such a list is refused when lenient labels are asked for.
    """
    if judgement not in JUDGEMENTS:
        raise InputError(f"expected strict or lenient, got {_shown(judgement)}", field="judgement")
    return _read(path, judgement)


def dump_patterns(patterns: Iterable[Pattern], path: Source) -> None:
    """Write patterns so that `read_patterns` gives them back; what it would refuse is refused here."""
    name = "<stdout>" if os.fspath(path) == "-" else os.fspath(path)
    with write_text(path) as stream:
        rows = ((number, _row(pattern)) for number, pattern in enumerate(patterns, start=1))
        for pattern in _checked(rows, "strict", name):
            stream.write(json.dumps(_row(pattern), ensure_ascii=False) + "\n")


def _read(path: Source, judgement: str) -> Iterator[Pattern]:
    name = name_of(path)
    rows = ((number, _parse(text, name, number)) for number, text in read_lines(path) if text.strip())
    return _checked(rows, judgement, name)


def _row(pattern: Pattern) -> dict[str, Any]:
    return {
        "source": pattern.source,
        "paraphrase": pattern.paraphrase,
        "rank": pattern.rank,
        "labels": list(pattern.labels),
    }


def _parse(text: str, name: str, line: int) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        message = f"not valid JSON ({error.msg} at column {error.colno})"
    except (ValueError, RecursionError):
        message = "not JSON that can be read (a number too long or brackets too deep)"
    raise InputError(message, file=name, line=line)


def _checked(rows: Iterable[tuple[int, Any]], judgement: str, name: str) -> Iterator[Pattern]:
    seen: dict[tuple[str, int], int] = {}
    for line, row in rows:
        try:
            pattern = _pattern(row, judgement)
            key = (pattern.source, pattern.rank)
            if (first := seen.setdefault(key, line)) != line:
                message = f"rank {pattern.rank} of {_shown(pattern.source)} was given before, on line {first}"
                raise InputError(message, field="rank")
        except InputError as error:
            raise InputError(error.message, file=name, line=line, field=error.field) from None
        yield pattern
    if not seen:
        raise InputError("no patterns, expected a JSON object a line", file=name)


def _pattern(row: Any, judgement: str) -> Pattern:
    if not isinstance(row, dict):
        raise InputError(f"expected a JSON object, got {_shown(row)}")
    source, paraphrase = _text(row, "source"), _text(row, "paraphrase")
    return Pattern(source, paraphrase, _rank(row), _labels(row, judgement))


def _field(row: dict[str, Any], field: str) -> Any:
    if field not in row:
        raise InputError("missing", field=field)
    return row[field]


def _text(row: dict[str, Any], field: str) -> str:
    value = _field(row, field)
    if not isinstance(value, str) or not value.strip():
        raise InputError(f"expected a text that is not empty, got {_shown(value)}", field=field)
    # JSON can spell half of a surrogate pair ("\ud800"); no UTF-8 file could hold it afterwards.
    for char in value:
        if "\ud800" <= char <= "\udfff":
            raise InputError(f"lone surrogate U+{ord(char):04X}, expected whole characters", field=field)
    return value


def _rank(row: dict[str, Any]) -> int:
    value = _field(row, "rank")
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise InputError(f"expected a whole number from 1 up, got {_shown(value)}", field="rank")
    return value


def _labels(row: dict[str, Any], judgement: str) -> tuple[int, ...]:
    beside = {name: row[name] for name in JUDGEMENTS if name in row}
    if "labels" not in row:
        return _judged(beside, judgement, "") if beside else _zeros_and_ones(_field(row, "labels"), "labels")
    if beside:
        raise InputError(f"expected 'labels' or '{next(iter(beside))}', got both", field="labels")
    if isinstance(row["labels"], dict):
        return _judged(row["labels"], judgement, "labels.")
    plain = _zeros_and_ones(row["labels"], "labels")
    if judgement != "strict":
        raise InputError(f"one plain list, expected {judgement} labels", field="labels")
    return plain


def _judged(lists: dict[str, Any], judgement: str, prefix: str) -> tuple[int, ...]:
    # Every list is checked, so that a file is not sound under one judgement and broken under the other.
    for name in lists:
        if name not in JUDGEMENTS:
            raise InputError("unknown judgement, expected strict or lenient", field=prefix + name)
    read = {name: _zeros_and_ones(value, prefix + name) for name, value in lists.items()}
    if judgement not in read:
        raise InputError("missing", field=prefix + judgement)
    return read[judgement]


def _zeros_and_ones(value: Any, field: str) -> tuple[int, ...]:
    if not isinstance(value, list) or not value:
        raise InputError(f"expected a list of at least one 0 or 1, got {_shown(value)}", field=field)
    for place, label in enumerate(value):
        if isinstance(label, bool) or not isinstance(label, int) or label not in (0, 1):
            raise InputError(f"expected 0 or 1, got {_shown(label)}", field=f"{field}[{place}]")
    return tuple(value)


def _shown(value: Any) -> str:
    shown = json.dumps(value, ensure_ascii=False, default=repr)
    return shown if len(shown) <= 60 else shown[:57] + "..."
