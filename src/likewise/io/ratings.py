"""Ratings of items by several raters: tables of one rating a row, JSON lines, segments with human scores."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from likewise.errors import InputError
from likewise.io.field_names import is_it
from likewise.io.foreign import foreign_format
from likewise.io.jsonl import Row, json_kind, read_rows
from likewise.io.lines import Advance, Source, name_of
from likewise.io.read_log import ReadLog, SpokenLog
from likewise.io.segments import FORMATS, guess_format, read_segments
from likewise.io.tables import cell_number, read_table
from likewise.records import Rating, Segment

__all__ = ["read_ratings", "segment_ratings", "table_rating", "told_missing"]

_COLUMNS = ("item", "rater", "value")
UNNAMED_CRITERION = "rating"
"""What is rated where a table does not say."""

_NO_RATING = {"nan", "inf", "-inf", "null", "none", "na", "n/a", "-"}
_DECIMAL_COMMA = re.compile(r"[+-]?\d*,\d+")


def read_ratings(
    path: Source,
    *,
    format: str | None = None,
    progress: Advance | None = None,
    log: ReadLog | None = None,
) -> Iterator[Rating]:
    """Read ratings, streaming; a value is a number, or a label where a criterion has labels alone.

    A table has a row a rating, with the columns `item`, `rater`, `value`, and perhaps `criterion` and
    `system`, or a row an item with columns `human.CRITERION@RATER`. JSON lines have an object an item: `id`,
    perhaps `system`, and `ratings`, `{criterion: {rater: value}}`, or `human`, `{"criterion@rater": number}`,
    as segments do. Files of other tools are read as segments. A rating that is there twice is refused; an
    empty cell is a rating that was not given, and the log counts these.
    """
    log = log or SpokenLog()
    kind = format or foreign_format(path) or guess_format(name_of(path))
    if kind not in FORMATS:
        segments = read_segments(path, format=kind, progress=progress, log=log)
        for segment in segments:
            yield from segment_ratings(segment)
        return
    delimiter = {"csv": ",", "tsv": "\t"}.get(kind)
    if delimiter is None:
        found = _json_ratings(path, progress, log)
    else:
        found = _table_ratings(path, delimiter, progress, log)
    checked = _Checked()
    for row, ratings in found:
        try:
            ratings = list(checked.passed(row, ratings))
        except InputError as error:
            log.leave_out(error)
        else:
            yield from ratings


def segment_ratings(segment: Segment) -> Iterator[Rating]:
    """The ratings of a segment that name their rater."""
    for key, value in segment.human.items():
        criterion, at, rater = key.partition("@")
        if at:
            yield Rating(segment.id, rater, criterion, value, segment.system)


class _Checked:
    """Refuses a rating that is there twice, and a label among numbers, before any of a row is given."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str | None, str, str, str], int] = {}
        self._is_number: dict[str, tuple[bool, int]] = {}

    def passed(self, row: Row, ratings: Iterable[Rating]) -> Iterator[Rating]:
        for one in ratings:
            key = one.system, one.item, one.criterion, one.rater
            if key in self._seen:
                told = (
                    f"'{one.rater}' rated '{one.item}' on '{one.criterion}' already on line {self._seen[key]}"
                )
                row.refuse("rater", told)
            is_number = not isinstance(one.value, str)
            first, line = self._is_number.setdefault(one.criterion, (is_number, row.line))
            if first != is_number:
                kinds = "a number" if first else "a label", "a number" if is_number else "a label"
                told = f"expected {kinds[0]} as on line {line}, found {kinds[1]}: {one.value!r}"
                row.refuse("value", f"'{one.criterion}' {told}")
            self._seen[key] = row.line
            yield one


def _table_ratings(
    path: Source, delimiter: str, progress: Advance | None, log: ReadLog
) -> Iterator[tuple[Row, Iterable[Rating]]]:
    name = name_of(path)
    first, missing = True, 0
    for line, cells in read_table(path, delimiter=delimiter, progress=progress, log=log):
        is_wide = any(key.startswith("human.") and "@" in key for key in cells)
        if first:
            _check_header(cells, is_wide, name)
        first = False
        row = Row(dict(cells), name, line)
        try:
            ratings = list(_wide(row) if is_wide else _long(row))
        except InputError as error:
            log.leave_out(error)
        else:
            missing += not (is_wide or ratings)
            yield row, ratings
    if first:
        raise InputError("holds a header but no row, expected ratings", file=name)
    told_missing(missing, name, log)


def told_missing(missing: int, place: str, log: ReadLog) -> None:
    """Tell the log of ratings that were not given, where there are any."""
    if missing:
        rows = "1 row has no value" if missing == 1 else f"{missing:,} rows have no value"
        log.remark(f"{rows}: taken as ratings that were not given", place)


def _check_header(cells: Iterable[str], is_wide: bool, name: str) -> None:
    names = set(cells)
    needed = ("id",) if is_wide else _COLUMNS
    for column in needed:
        if column not in names and not (column == "item" and "id" in names):
            wide = "" if is_wide else "; expected item, rater, value, or columns human.CRITERION@RATER"
            if not is_wide and not names & {"rater", "value"}:
                wide += " (if each rater has a column, call it human.rating@NAME, and the items id)"
            message = f"no column '{column}' in the header{is_it(column, names)}{wide}"
            raise InputError(message, file=name, line=1, field=column)


def _long(row: Row) -> Iterator[Rating]:
    cells: dict[str, str] = row.values
    item = "item" if "item" in cells else "id"
    for column in (item, "rater"):
        if not cells[column].strip():
            row.refuse(column, "empty, expected a name")
    criterion = cells.get("criterion") or UNNAMED_CRITERION
    if cells["value"].strip():
        yield Rating(
            cells[item],
            cells["rater"],
            criterion,
            table_rating(row, "value", cells["value"]),
            cells.get("system") or None,
        )


def _wide(row: Row) -> Iterator[Rating]:
    cells: dict[str, str] = row.values
    for key, cell in cells.items():
        criterion, at, rater = key.removeprefix("human.").partition("@")
        if key.startswith("human.") and at and cell.strip():
            yield Rating(
                cells["id"], rater, criterion, table_rating(row, key, cell), cells.get("system") or None
            )


def table_rating(row: Row, field: str, text: str) -> float | str:
    """A rating in a cell: what spreadsheets write for nothing is neither a number nor a label."""
    if text.strip().casefold() in _NO_RATING:
        told = f"expected a number or a label, found '{text.strip()}': leave out what was not rated"
        row.refuse(field, told)
    return _written(row, field, text)


def _written(row: Row, field: str, text: str) -> float | str:
    """A rating that is a text: a finite number where it reads as one, else a label."""
    text = text.strip()
    number = cell_number(text)
    if number is None and _DECIMAL_COMMA.fullmatch(text):
        row.refuse(field, f"found '{text}', a decimal comma: expected a point, {text.replace(',', '.')}")
    return text if number is None else number


def _json_ratings(
    path: Source, progress: Advance | None, log: ReadLog
) -> Iterator[tuple[Row, Iterable[Rating]]]:
    for row in read_rows(path, progress=progress, log=log, hint="a table needs format csv or tsv (--format)"):
        try:
            ratings = list(_object_ratings(row))
        except InputError as error:
            log.leave_out(error)
        else:
            yield row, ratings


def _object_ratings(row: Row) -> Iterator[Rating]:
    item, system = row.label("id"), row.label("system", required=False)
    assert item is not None
    for key, value in row.numbers("human").items():
        criterion, at, rater = key.partition("@")
        if at:
            yield Rating(item, rater, criterion, value, system)
    ratings = row.values.get("ratings")
    if ratings is None:
        return
    for criterion, by_rater in _mapping(row, "ratings", ratings).items():
        field = f"ratings.{criterion}"
        for rater, value in _mapping(row, field, by_rater).items():
            if value is not None:
                yield Rating(item, rater, criterion, _value(row, f"{field}.{rater}", value), system)


def _mapping(row: Row, field: str, value: Any) -> dict[str, Any]:
    if not isinstance(value, dict):
        shape = "{rater: rating}" if "." in field else "{criterion: {rater: rating}}"
        row.refuse(field, f"expected an object {shape}, found {json_kind(value)}")
    return value


def _value(row: Row, field: str, value: Any) -> float | str:
    if isinstance(value, str) and value.strip():
        return _written(row, field, value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return row.number(field, value)
