"""What functions are handed as segments: records, tables, mappings, generators of these, plain lists."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any, TypedDict, TypeVar

from likewise.errors import InputError
from likewise.io import ReadLog, segments_of
from likewise.records import Segment

__all__ = ["OwnData", "taken", "told"]


class OwnData(TypedDict, total=False):
    """How data are read, or lists in place of data; see `likewise.io.segments_of`.

    Rows that are broken refuse the whole; with `skip_broken` they are left out, and the result's warnings
    count them and name the first.
    """

    candidates: object
    references: Iterable[Any]
    sources: Iterable[str | None]
    systems: Iterable[str] | str
    ids: Iterable[str | int]
    ratings: Mapping[str, Iterable[float | None]]
    columns: Mapping[str, Any]
    lang: str
    skip_broken: bool


def taken(
    data: object, own: OwnData, require: Collection[str] = (), *, function: str
) -> tuple[Iterable[Segment], ReadLog]:
    """The segments of what a function was handed, read as they are asked for, and the log of reading them."""
    for name in own:
        if name not in OwnData.__annotations__:
            raise TypeError(f"{function}() got an unexpected keyword argument '{name}'")
    options: dict[str, Any] = {**own}
    log = ReadLog(skip_broken=options.pop("skip_broken", False))
    segments = segments_of(data, **options, require=require, log=log)
    if log.skip_broken and segments is data:
        raise InputError("skip_broken has no effect: the segments are made already")
    return segments, log


Result = TypeVar("Result", bound=Any)


def told(result: Result, log: ReadLog) -> Result:
    """The result with what should be known of reading the data among its warnings."""
    found = log.warnings()
    return replace(result, warnings=(*result.warnings, *found)) if found else result
