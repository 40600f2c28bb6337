"""Any metric as what the transduction engine is tuned to: MEANT, as Lo et al. (2014) have it, or BLEU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from likewise.errors import InputError
from likewise.metrics import Batch, Metric, resolve
from likewise.records import Segment
from likewise.transduce.tuning import Objective

__all__ = ["tuning_objective"]


def tuning_objective(metric: str | Metric, segments: Sequence[Segment]) -> Objective:
    """What `likewise.transduce.tune` takes: the metric on outputs put in the place of the segments' own
    candidates. `segments[i]` belongs to source i and has its references (and source, for some metrics)."""
    (chosen,) = resolve([metric])
    if chosen.whole:
        raise InputError(f"{chosen.name} needs all segments at once and cannot be tuned to")
    sign = 1.0 if chosen.higher_is_better else -1.0

    def statistics(sentences: Sequence[int], outputs: Sequence[tuple[str, ...]]) -> Any:
        rows = zip(sentences, outputs, strict=True)
        return chosen.statistics(Batch([replace(segments[s], candidate=" ".join(out)) for s, out in rows]))

    return Objective(
        statistics,
        lambda rows: sign * chosen.score_totals(rows),
        lambda rows: sign * chosen.score_segments(rows),
    )
