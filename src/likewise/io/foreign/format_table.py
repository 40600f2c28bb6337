"""The formats of other tools: a row each, with what the files are known by and who reads them.

A reader is a function of the path that yields rows of our own fields (`id`, `candidate`, ..), with where each
stands, and tells `lost` which fields it passed over.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from likewise.errors import InputError
from likewise.io.foreign.json_document import document_head
from likewise.io.foreign.lost_fields import LostFields, Note
from likewise.io.jsonl import Row
from likewise.io.lines import Advance, Source, name_of, open_binary

__all__ = ["FOREIGN_FORMATS", "ForeignFormat", "foreign_format", "read_foreign"]

_HEAD_BYTES = 1 << 16


@dataclass(frozen=True, slots=True)
class ForeignFormat:
    """A format by its name for `--format`, the tool that writes it, and the module that reads it."""

    name: str
    tool: str
    module: str
    known_by: Callable[[Mapping[str, Any]], bool]
    """Whether the first fields of a file are this tool's."""

    def rows(self, path: Source, lost: LostFields, progress: Advance | None) -> Iterator[Row]:
        """The rows of a file."""
        module = import_module(f"likewise.io.foreign.{self.module}")
        rows: Iterator[Row] = module.read(path, lost, progress)
        return rows


def _is_translation(value: Any) -> bool:
    """COMET's: a list of objects under each file's name."""
    return (
        isinstance(value, list)
        and bool(value)
        and isinstance(value[0], dict)
        and {"src", "mt"} <= value[0].keys()
    )


FOREIGN_FORMATS = {
    row.name: row
    for row in (
        ForeignFormat(
            "lm-eval", "lm-evaluation-harness", "lm_eval",
            lambda fields: {"doc_id", "doc", "arguments"} <= fields.keys(),
        ),
    )
}  # fmt: skip
"""By the name that `--format` takes."""


def foreign_format(path: Source) -> str | None:
    """The other tool's format that a file is in, known by its first fields; None where it is in none."""
    head = _head(path)
    fields = document_head(head) if head else None
    if not fields or "candidate" in fields:
        return None
    return next((one.name for one in FOREIGN_FORMATS.values() if one.known_by(fields)), None)


def _head(path: Source) -> str:
    """How a file begins; nothing where it cannot be read twice."""
    if os.fspath(path) == "-":
        return ""
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            return ""
    except (OSError, ValueError):
        return ""
    with open_binary(path) as handle:
        try:
            return handle.read(_HEAD_BYTES).decode("utf-8-sig", "ignore")
        except (EOFError, OSError):
            return ""


def read_foreign(
    path: Source, format: str, *, progress: Advance | None = None, note: Note | None = None
) -> Iterator[Row]:
    """The rows of another tool's file; `note` is told at the end which fields were passed over."""
    chosen = FOREIGN_FORMATS[format]
    lost = LostFields(chosen.tool)
    empty = True
    for row in chosen.rows(path, lost, progress):
        empty = False
        yield row
    if empty:
        raise InputError(f"holds no output of {chosen.tool}, expected at least one", file=name_of(path))
    if note is not None and lost.told():
        note(lost.told())
