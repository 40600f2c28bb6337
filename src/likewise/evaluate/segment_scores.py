"""The scores of each segment as JSON lines, written while a stream is scored."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import isfinite
from typing import Any, TextIO

from likewise.evaluate.scoring_run import OnBatch
from likewise.metrics import Batch, Metric

__all__ = ["segment_writer"]


def segment_writer(stream: TextIO, metrics: Sequence[Metric]) -> OnBatch:
    """A function for `score(.., on_batch=..)` that writes `{"id", "system"?, "scores", "flags"?}` a segment.

    Flags are there where one of the metrics flags segments, as `negation` does.
    """
    flagging = [metric for metric in metrics if metric.flagging]

    def write(batch: Batch, scores: dict[str, Any]) -> None:
        columns = {name: values.tolist() for name, values in scores.items()}
        for place, segment in enumerate(batch.segments):
            row: dict[str, Any] = {"id": segment.id}
            if segment.system is not None:
                row["system"] = segment.system
            row["scores"] = {name: _known(values[place]) for name, values in columns.items()}
            if flagging:
                row["flags"] = {metric.name: metric.flags(segment) for metric in flagging}
            stream.write(json.dumps(row, ensure_ascii=False) + "\n")

    return write


def _known(value: float) -> float | None:
    """The score; null where the metric has none for the segment."""
    return value if isfinite(value) else None
