"""Score tables out of what a program holds: a table of systems and metrics, or a mapping of mappings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import isfinite
from typing import Any

from likewise.errors import InputError, RowError
from likewise.io.data_rows import plain_value
from likewise.io.data_tables import DataTable, table_of
from likewise.io.scores import ScoreTable

__all__ = ["score_table_of"]


def score_table_of(data: object) -> ScoreTable:
    """The score table of data: a `ScoreTable`, `{system: {metric: score}}`, or a table with a row a system.

    In a table the column `system` (or the first one, if it holds texts) names the systems; without one a
    frame's index does, and else they are numbered from 0.
    """
    if isinstance(data, ScoreTable):
        return data
    if isinstance(data, Mapping) and data and all(isinstance(value, Mapping) for value in data.values()):
        rows: Iterator[tuple[object, Mapping[Any, Any]]] = iter(data.items())
    elif (table := table_of(data)) is not None:
        rows = _rows(table)
    else:
        kind = type(data).__name__
        message = "expected a table of systems by metrics, or {system: {metric: score}}"
        raise InputError(f"{message}, found {kind}")
    scores: dict[str, tuple[float, ...]] = {}
    metrics: tuple[str, ...] = ()
    for number, (label, row) in enumerate(rows):
        system = str(label)
        if system in scores:
            raise RowError(f"system '{system}' stands twice", row=number)
        if metrics and set(metrics) != set(map(str, row)):
            raise RowError(f"'{system}' has other metrics than the first system", row=number)
        metrics = metrics or tuple(map(str, row))
        by_name = {str(name): value for name, value in row.items()}
        scores[system] = tuple(_number(by_name[name], number, system, name) for name in metrics)
    if not scores or not metrics:
        raise InputError("holds no score, expected a row a system and a column a metric")
    return ScoreTable(tuple(scores), metrics, tuple(scores.values()))


def _rows(table: DataTable) -> Iterator[tuple[object, Mapping[Any, Any]]]:
    named = "system" if "system" in table.names else None
    number = 0
    for chunk in table.chunks(table.names):
        cells = (list(map(plain_value, column)) for column in chunk.columns)
        columns = dict(zip(table.names, cells, strict=True))
        first = table.names[0]
        if named is None and number == 0 and all(isinstance(cell, str) for cell in columns[first]):
            named = first
        size = len(columns[first])
        labels = columns.pop(named) if named is not None else chunk.labels or range(number, number + size)
        for place, label in enumerate(labels):
            yield label, {name: column[place] for name, column in columns.items()}
        number += size


def _number(value: object, row: int, system: str, metric: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
        shown = "nothing" if value is None else repr(value)
        raise RowError(f"expected a number, found {shown}", row=row, index=system, field=metric)
    return float(value)
