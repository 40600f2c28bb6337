"""Ratings out of what a program holds: records, rows and tables of one rating a row, or segments."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any

from likewise.errors import InputError
from likewise.io.data_rows import Columns, DataRow, data_rows
from likewise.io.data_segments import segments_of
from likewise.io.data_tables import table_of
from likewise.io.ratings import UNNAMED_CRITERION, segment_ratings
from likewise.records import Rating, Segment

__all__ = ["ratings_of"]

_FIELDS = ("item", "rater", "value", "criterion", "system")


def ratings_of(data: object, *, columns: Mapping[str, Any] | None = None) -> Iterator[Rating]:
    """The ratings of data: `Rating` records, segments, or rows and tables (frames) of one rating a row.

    A table has columns `item`, `rater`, `value`, and perhaps `criterion` and `system`; others are named by
    `columns` (`{"rater": "annotator"}`). One without raters, that has candidates, holds segments. Missing
    values are ratings that were not given.
    """
    first, data = _peeked(data)
    if isinstance(first, Rating):
        for one in data:  # type: ignore[attr-defined]
            if not isinstance(one, Rating):
                raise InputError(f"expected ratings, found {type(one).__name__} among them")
            yield one
        return
    if isinstance(first, Segment) or _holds_segments(first, data, columns):
        for segment in segments_of(data, columns=columns):
            yield from segment_ratings(segment)
        return
    for row in data_rows(data, Columns(_FIELDS, ("item", "rater", "value"), columns)):
        if not isinstance(row, DataRow):
            raise InputError(f"expected ratings, found {type(row).__name__} among them")
        if "value" in row.values:
            yield _rating(row)


def _peeked(data: object) -> tuple[object, object]:
    """The first item of data that is no table, and the data as if it had not been looked at."""
    if table_of(data) is not None or isinstance(data, str | Mapping) or not isinstance(data, Iterable):
        return None, data
    if isinstance(data, Iterator):
        start = list(next(zip(data), ()))
        return (start[0] if start else None), chain(start, data)
    return next(iter(data), None), data


def _holds_segments(first: object, data: object, columns: Mapping[str, Any] | None) -> bool:
    table = table_of(data) or table_of(first)
    names = table.names if table is not None else list(first) if isinstance(first, Mapping) else []
    known = {*names, *(columns or ())}
    return "rater" not in known and "candidate" in known


def _rating(row: DataRow) -> Rating:
    item, rater = row.label("item"), row.label("rater")
    assert item is not None
    assert rater is not None
    value = row.values["value"]
    rated = str(value).casefold() if isinstance(value, bool) else value
    rated = rated.strip() if isinstance(rated, str) else row.number("value", rated)
    criterion = row.label("criterion", required=False) or UNNAMED_CRITERION
    return Rating(item, rater, criterion, rated, row.label("system", required=False))
