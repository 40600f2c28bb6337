"""Segments that every metric has a score for: a metric that reads verdicts has none for what was never asked.

Where metrics are held against each other or against people, all are to speak of the same segments. So what
one of them has no score for is left out for all, and told.
"""

from __future__ import annotations

from collections.abc import Sequence

from likewise.errors import InputError
from likewise.metrics import Batch, Metric
from likewise.records import Segment

__all__ = ["scorable", "scored_by_all"]


def scored_by_all(segments: Sequence[Segment], metrics: Sequence[Metric]) -> tuple[list[bool], list[str]]:
    """Of each segment whether all metrics have a score for it, and remarks where one has none.

    `InputError` where none is left.
    """
    kept, told = [True] * len(segments), []
    for metric in metrics:
        lacking = metric.unscored(segments)
        if any(lacking):
            kept = [is_kept and not lacks for is_kept, lacks in zip(kept, lacking, strict=True)]
            told += metric.remarks(Batch(segments))
    if told and not any(kept):
        raise InputError("; ".join(told))
    return kept, told


def scorable(segments: Sequence[Segment], metrics: Sequence[Metric]) -> tuple[Sequence[Segment], list[str]]:
    """The segments that all metrics have a score for, and remarks on the others."""
    kept, told = scored_by_all(segments, metrics)
    if not told:
        return segments, []
    return [segment for segment, is_kept in zip(segments, kept, strict=True) if is_kept], told
