"""The formats of other tools: a row each, with what the files are known by and who reads them.

The module of a format has two functions. `records(path, lost, progress, log)` yields what the file holds, one
record after another, each with where it stands; `segment_fields(record, lost)` gives our own fields (`id`,
`candidate`, ..) of one, tells `lost` which fields it passed over, and refuses a record that is no segment.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from typing import Any

from likewise.errors import InputError
from likewise.io.foreign.corpus_scores import corpus_scores_told
from likewise.io.foreign.json_document import document_head
from likewise.io.foreign.lost_fields import LostFields, Note
from likewise.io.foreign.wmt import is_wmt_folder
from likewise.io.jsonl import Row
from likewise.io.lines import Advance, Source, name_of, open_binary
from likewise.io.read_log import ReadLog

__all__ = ["FOREIGN_FORMATS", "ForeignFormat", "foreign_format", "read_foreign"]

_HEAD_BYTES = 1 << 16
_ZIP = "PK\x03\x04"


@dataclass(frozen=True, slots=True)
class ForeignFormat:
    """A format by its name for `--format`, the tool that writes it, and the module that reads it."""

    name: str
    tool: str
    module: str
    known_by: Callable[[Mapping[str, Any]], bool]
    """Whether the first fields of a file are this tool's."""


def _is_translation(fields: Mapping[str, Any]) -> bool:
    """COMET's: a list of objects under each file's name."""
    value = next(iter(fields.values()), None)
    first = value[0] if isinstance(value, list) and value else None
    return isinstance(first, dict) and {"src", "mt"} <= first.keys()


def _is_promptfoo(fields: Mapping[str, Any]) -> bool:
    """The whole of an evaluation, or a line a result."""
    if {"testIdx", "promptIdx", "provider"} <= fields.keys():
        return True
    results = fields.get("results")
    return isinstance(results, dict) and {"version", "timestamp"} <= results.keys()


def _is_deepeval(fields: Mapping[str, Any]) -> bool:
    run = fields.get("testRunData", fields)
    return isinstance(run, dict) and not {"testCases", "test_results"}.isdisjoint(run)


FOREIGN_FORMATS = {
    row.name: row
    for row in (
        ForeignFormat(
            "lm-eval", "lm-evaluation-harness", "lm_eval",
            lambda fields: {"doc_id", "doc", "arguments"} <= fields.keys(),
        ),
        ForeignFormat(
            "inspect", "inspect-ai", "inspect_log",
            lambda fields: {"version", "status", "eval"} <= fields.keys(),
        ),
        ForeignFormat("promptfoo", "promptfoo", "promptfoo", _is_promptfoo),
        ForeignFormat("deepeval", "deepeval", "deepeval", _is_deepeval),
        ForeignFormat("comet", "COMET", "comet", _is_translation),
        # A folder, known by the folders in it.
        ForeignFormat("wmt", "a WMT test set", "wmt", lambda fields: False),
    )
}  # fmt: skip
"""By the name that `--format` takes; `wmt:refA,refB` also names the references to take."""


def foreign_format(path: Source) -> str | None:
    """The other tool's format that a file is in, known by its first fields; None where it is in none.

    A file that holds no segments but scores of whole corpora is refused.
    """
    if os.fspath(path) != "-" and is_wmt_folder(path):
        return "wmt"
    head = _head(path)
    if head.startswith(_ZIP):
        return "inspect"
    if told := corpus_scores_told(head):
        raise InputError(told, file=name_of(path))
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
    path: Source,
    format: str,
    *,
    progress: Advance | None = None,
    note: Note | None = None,
    log: ReadLog | None = None,
) -> Iterator[Row]:
    """The rows of another tool's file; `note` is told at the end which fields were passed over.

    `log` is told what makes a number wrong, and may allow that broken records are left out.
    """
    log = log or ReadLog()
    name, _, references = format.partition(":")
    chosen = FOREIGN_FORMATS[name]
    module = import_module(f"likewise.io.foreign.{chosen.module}")
    read = module.records
    if references:
        read = partial(read, references=references.split(","))
    lost = LostFields(chosen.tool)
    empty = True
    for record in read(path, lost, progress, log):
        empty = False
        try:
            if record.broken:
                record.refuse(None, record.broken)
            record.values = module.segment_fields(record, lost)
        except InputError as error:
            log.leave_out(error)
            continue
        yield record
    if empty:
        raise InputError(f"holds no output of {chosen.tool}, expected at least one", file=name_of(path))
    if note is not None and lost.told():
        note(lost.told())
