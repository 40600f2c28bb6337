"""Which metrics are taken where none are named: BLEU and PINC, BLEU alone where there are no sources."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from likewise.evaluate.own_data import OwnData, taken
from likewise.io import ReadLog, near_name
from likewise.metrics import Metric, required_fields, resolve
from likewise.records import Segment

__all__ = ["USUAL", "MetricsNamed", "fields_of", "taken_with_metrics", "usual_metrics"]

MetricsNamed = Iterable[str | Metric] | str | None
USUAL = ("bleu", "pinc")

_FIELDS = ("source", "references")
WITHOUT_SOURCES = ("bleu",)


def usual_metrics(fields: Iterable[str], unread: Iterable[str] = ()) -> tuple[tuple[str, ...], str]:
    """Those for segments with these fields, and a note where PINC is left out for lack of sources.

    It stays where one of the fields that are not read may be the source: the error names that.
    """
    there = set(fields)
    if "source" in there or "references" not in there or near_name("source", unread) is not None:
        return USUAL, ""
    return WITHOUT_SOURCES, "there are no sources, which pinc needs: bleu alone (--metrics names others)"


def fields_of(segment: Segment) -> list[str]:
    """The fields that a segment has."""
    return [field for field in _FIELDS if getattr(segment, field) not in (None, ())]


def taken_with_metrics(
    data: object, own: OwnData, metrics: MetricsNamed, settings: Mapping[str, Any] | None, *, function: str
) -> tuple[list[Metric], Iterable[Segment], ReadLog]:
    """The metrics, the segments of what a function was handed, and the log of reading them.

    Without metrics the first segment tells which of the usual ones are meant; all others must have what these
    need.
    """
    chosen = resolve(USUAL if metrics is None else metrics, settings)
    if metrics is not None:
        return chosen, *taken(data, own, required_fields(chosen), function=function)
    needed: dict[str, None] = {}  # filled before the second row is read
    rows, log = taken(data, own, needed, function=function)
    ahead = iter(rows)
    first = next(ahead, None)
    if first is not None:
        names, note = usual_metrics(fields_of(first), log.unread)
        chosen = [metric for metric in chosen if metric.name in names]
        if note:
            log.tell(note.replace("--metrics names", "metrics=.. names"))
        rows = rows if isinstance(rows, Sequence) else chain([first], ahead)
    needed.update(dict.fromkeys(required_fields(chosen)))
    return chosen, rows, log
