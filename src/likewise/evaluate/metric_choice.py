"""Which metrics are taken where none are named: BLEU and PINC, as far as the segments have what they need."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from likewise.evaluate.own_data import OwnData, taken
from likewise.io import ReadLog
from likewise.metrics import Metric, required_fields, resolve
from likewise.records import Segment

__all__ = ["USUAL", "MetricsNamed", "fields_of", "taken_with_metrics", "usual_metrics"]

MetricsNamed = Iterable[str | Metric] | str | None
USUAL = ("bleu", "pinc")

_MISSING = {"source": "there are no sources", "references": "there are no references"}


def usual_metrics(fields: Iterable[str]) -> tuple[tuple[str, ...], str]:
    """Those that segments with these fields allow, and a note on the one that they do not.

    Where none can be had, all stay, and the first says what it misses.
    """
    there = set(fields)
    lacking = {metric.name: set(metric.needs()) - there for metric in resolve(USUAL)}
    kept = tuple(name for name, fields in lacking.items() if not fields)
    if not kept or len(kept) == len(USUAL):
        return USUAL, ""
    (name,) = set(USUAL) - set(kept)
    (field,) = lacking[name]
    return kept, f"{_MISSING[field]}, which {name} needs: {kept[0]} alone (--metrics names others)"


def fields_of(segment: Segment) -> list[str]:
    """The fields that a segment has."""
    return [field for field in _MISSING if getattr(segment, field) not in (None, ())]


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
        names, note = usual_metrics(fields_of(first))
        chosen = [metric for metric in chosen if metric.name in names]
        if note:
            log.tell(note.replace("--metrics names", "metrics=.. names"))
        rows = rows if isinstance(rows, Sequence) else chain([first], ahead)
    needed.update(dict.fromkeys(required_fields(chosen)))
    return chosen, rows, log
