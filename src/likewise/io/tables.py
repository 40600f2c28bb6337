"""CSV and TSV tables with a header, read strictly and line by line."""

from __future__ import annotations

import csv
import math
from collections.abc import Iterator
from itertools import chain

from likewise.errors import InputError
from likewise.io.lines import MAX_LINE_BYTES, Advance, Source, name_of, read_lines
from likewise.io.read_log import ReadLog

__all__ = ["cell_number", "read_table"]


def read_table(
    path: Source, *, delimiter: str = ",", progress: Advance | None = None, log: ReadLog | None = None
) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield (line number, row by column name). Quoted line breaks are kept; ragged rows are refused.

    A header without the delimiter that has another of comma, semicolon and tab is read by that. A `log` may
    allow that ragged rows are left out.
    """
    name = name_of(path)
    log = log or ReadLog()
    last = 0

    def lines() -> Iterator[str]:
        nonlocal last
        for number, text in read_lines(path, progress=progress, log=log):
            last = number
            yield text + "\n"

    csv.field_size_limit(MAX_LINE_BYTES)
    ahead = lines()
    first = next((text for text in ahead if text.strip()), "")
    rows = csv.reader(chain([first], ahead), delimiter=_delimiter(first, delimiter), strict=True)
    try:
        header = next((row for row in rows if row), None)
    except csv.Error as error:
        raise InputError(f"not a valid table: {error}", file=name, line=last) from None
    if header is None:
        raise InputError("is empty, expected a header line", file=name)
    if len(set(header)) != len(header):
        twice = next(column for column in header if header.count(column) > 1)
        raise InputError(f"column '{twice}' is named twice in the header", file=name, line=last)
    while True:
        before = last
        try:
            row = next(rows, None)
        except csv.Error as error:
            broken = InputError(f"not a valid table: {error}", file=name, line=last)
            # A quote that swallowed lines: where the next row begins cannot be told.
            if last - before > 1:
                raise broken from None
            log.leave_out(broken)
            continue
        if row is None:
            return
        if not row or row == [""]:
            continue
        if len(row) != len(header):
            message = f"expected {len(header)} columns as in the header, found {len(row)}"
            log.leave_out(InputError(message, file=name, line=last))
            continue
        yield last, dict(zip(header, row, strict=True))


def _delimiter(header: str, usual: str) -> str:
    """What parts the columns: the usual mark, or the one that a header without it has (Excel writes `;`)."""
    others = (mark for mark in (",", ";", "\t") if mark in header)
    return usual if usual in header else next(others, usual)


def cell_number(cell: str) -> float | None:
    """The finite number in a cell, or None; Python's `1_000` is no number in a table."""
    try:
        value = math.nan if "_" in cell else float(cell)
    except ValueError:
        return None
    return value if math.isfinite(value) else None
