"""Frames that people marked, joined and judged in a campaign of the task `frames`, as `hmeant` reads them."""

from __future__ import annotations

from typing import Any

from likewise.collect.export_rows import Given, Rows, write_json_lines
from likewise.errors import InputError
from likewise.io import Source

__all__ = ["write_annotations"]


def write_annotations(rows: Rows, target: Source) -> int:
    """A JSON line an answer: `id`, `system`, `annotator`, `candidate`, `reference`, `alignments`."""
    marked = rows.campaign.task == "frames"
    if not marked and next(rows(), None) is not None:
        raise InputError("only a campaign that marks frames has this form", field="kind")
    given = (row for _, group in rows.groups() for row in group) if marked else ()
    return write_json_lines(map(_annotation, given), target)


def _annotation(row: Given) -> dict[str, Any]:
    from likewise.collect.tasks import annotation_of

    stimulus = row.stimulus
    about = {"id": stimulus.get("id") or row.item, "system": stimulus.get("system"), "annotator": row.worker}
    known = {key: value for key, value in about.items() if value is not None}
    return known | annotation_of(stimulus, row.payload)
