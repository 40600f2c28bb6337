"""Rated translations as segments: files of ours, and the tables of WMT17 and of MQM ratings.

WMT17's have the columns `sid system z source reference hypothesis`, MQM's `sid system mqm text` with rows for
`SOURCE` and `ref`.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

from likewise.errors import InputError
from likewise.io import read_lines, read_segments
from likewise.records import Segment

__all__ = ["read_rated"]


def read_rated(path: str | Path, human: str | None = None) -> tuple[list[Segment], str]:
    """Segments that people rated, and the name of the criterion."""
    head = next(iter(_lines(path)), "").split("\t")
    if {"sid", "system", "z", "reference", "hypothesis"} <= set(head):
        return list(_direct(path)), "z"
    if {"sid", "system", "mqm", "text"} <= set(head):
        return list(_mqm(path)), "mqm"
    rated = [one for one in read_segments(path) if one.human]
    names = list(dict.fromkeys(name for one in rated for name in one.human))
    if human is None and len(names) != 1:
        raise InputError(
            f"--human: expected one of {', '.join(names)}" if names else "no segment is rated", file=str(path)
        )
    chosen = human or names[0]
    kept = [one for one in rated if chosen in one.human]
    if not kept:
        raise InputError(f"no segment is rated by '{chosen}'", file=str(path))
    return kept, chosen


def _lines(path: str | Path) -> Iterator[str]:
    return (text for _, text in read_lines(path))


def _rows(path: str | Path) -> Iterator[dict[str, str]]:
    yield from csv.DictReader(_lines(path), delimiter="\t", quoting=csv.QUOTE_NONE)


def _direct(path: str | Path) -> Iterator[Segment]:
    for line, row in enumerate(_rows(path), start=2):
        yield Segment(
            row["sid"], row["hypothesis"], row["source"], (row["reference"],), row["system"],
            {"z": _number(row["z"], path, line)}, "en",
        )  # fmt: skip


def _mqm(path: str | Path) -> Iterator[Segment]:
    rows = list(_rows(path))
    source = {row["sid"]: row["text"] for row in rows if row["system"] == "SOURCE"}
    reference = {row["sid"]: row["text"] for row in rows if row["system"] == "ref"}
    for line, row in enumerate(rows, start=2):
        if row["system"] not in {"SOURCE", "ref", "refB"} and row["sid"] in reference:
            yield Segment(
                row["sid"], row["text"], source.get(row["sid"]), (reference[row["sid"]],), row["system"],
                {"mqm": _number(row["mqm"], path, line)}, "en",
            )  # fmt: skip


def _number(text: str, path: str | Path, line: int) -> float:
    try:
        return float(text)
    except ValueError:
        raise InputError(f"expected a number, found '{text}'", file=str(path), line=line) from None
