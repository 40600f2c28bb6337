"""Ratings out of what a program holds: records, rows and tables of one rating a row, or segments."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from likewise.errors import InputError
from likewise.io.data_rows import Columns, DataRow, data_rows, near_column
from likewise.io.data_segments import segments_of
from likewise.io.data_tables import table_of
from likewise.io.ratings import (
    UNNAMED_CRITERION,
    read_ratings,
    segment_ratings,
    table_rating,
    told_missing,
)
from likewise.io.read_log import ReadLog
from likewise.records import Rating, Segment

__all__ = ["ratings_of"]

_FIELDS = ("item", "rater", "value", "criterion", "system")
_MELT = (
    "no columns 'rater' and 'value' (found {found}); if each rater has a column, "
    "say frame.melt('item', var_name='rater', value_name='value')"
)


def ratings_of(
    data: object, *, columns: Mapping[str, Any] | None = None, log: ReadLog | None = None
) -> Iterator[Rating]:
    """The ratings of data: `Rating` records, segments, rows and tables (frames) of one rating a row, a path.

    A table has columns `item`, `rater`, `value`, and perhaps `criterion` and `system`; others are named by
    `columns` (`{"rater": "annotator"}`). One without raters, that has candidates, holds segments. A value is
    a number where it reads as one, as in a file. Missing values are ratings that were not given; the log
    counts them.
    """
    log = log or ReadLog()
    if isinstance(data, str | os.PathLike):
        if columns:
            raise InputError("columns have no effect here: a file has names of its own")
        yield from read_ratings(data, log=log)
        return
    first, data = _peeked(data)
    if isinstance(first, Rating):
        for one in data:  # type: ignore[attr-defined]
            if not isinstance(one, Rating):
                raise InputError(f"expected ratings, found {type(one).__name__} among them")
            yield one
        return
    names = _names(first, data, columns)
    if isinstance(first, Segment) or ("rater" not in names and "candidate" in names):
        for segment in segments_of(data, columns=columns):
            yield from segment_ratings(segment)
        return
    wide = [one for one in names if one.startswith("human.") and "@" in one]
    if wide and "rater" not in names:
        for row in data_rows(data, Columns(("id", "system", *wide), ("id",), columns)):
            yield from _wide_ratings(row)
        return
    if names and not names & {"rater", "value"} and not near_column("rater", names):
        raise InputError(_MELT.format(found=", ".join(f"'{name}'" for name in sorted(names)[:8])))
    missing = 0
    for row in data_rows(data, Columns(_FIELDS, ("item", "rater", "value"), columns)):
        if not isinstance(row, DataRow):
            raise InputError(f"expected ratings, found {type(row).__name__} among them")
        if "value" in row.values:
            rated = _rating(row)
            if rated is not None:
                yield rated
                continue
        missing += 1
    told_missing(missing, "data", log)


def _peeked(data: object) -> tuple[object, object]:
    """The first item of data that is no table, and the data as if it had not been looked at."""
    if table_of(data) is not None or isinstance(data, str | Mapping) or not isinstance(data, Iterable):
        return None, data
    if isinstance(data, Iterator):
        start = list(next(zip(data), ()))
        return (start[0] if start else None), chain(start, data)
    return next(iter(data), None), data


def _names(first: object, data: object, columns: Mapping[str, Any] | None) -> set[str]:
    """The fields that the data have by their own names or by `columns`."""
    table = table_of(data) or table_of(first)
    names = table.names if table is not None else list(first) if isinstance(first, Mapping) else []
    return {name for name in (*names, *(columns or ())) if isinstance(name, str)}


def _rating(row: DataRow) -> Rating | None:
    item, rater = row.label("item"), row.label("rater")
    assert item is not None
    assert rater is not None
    value = row.values["value"]
    if isinstance(value, str) and not value.strip():
        return None
    criterion = row.label("criterion", required=False) or UNNAMED_CRITERION
    return Rating(item, rater, criterion, _value(row, "value", value), row.label("system", required=False))


def _wide_ratings(row: DataRow) -> Iterator[Rating]:
    """A row an item, with a column for each criterion and rater."""
    item, system = row.label("id"), row.label("system", required=False)
    assert item is not None
    for key, value in row.values.get("human", {}).items():
        criterion, at, rater = key.partition("@")
        if at and not (isinstance(value, str) and not value.strip()):
            yield Rating(item, rater, criterion, _value(row, f"human.{key}", value), system)


def _value(row: DataRow, field: str, value: Any) -> float | str:
    if isinstance(value, bool):
        return str(value).casefold()
    return table_rating(row, field, value) if isinstance(value, str) else row.number(field, value)
