"""Any metric as what the transduction engine is tuned to: MEANT, as Lo et al. (2014) have it, or BLEU."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.metrics import Batch, Metric, resolve
from likewise.records import Segment
from likewise.transduce.tuning import Objective

__all__ = ["tuning_objective"]

Words = tuple[str, ...]


def tuning_objective(metric: str | Metric, segments: Sequence[Segment], *, mean: bool = False) -> Objective:
    """What `likewise.transduce.tune` takes: the metric on outputs put in the place of the segments' own
    candidates. `segments[i]` belongs to source i and has its references (and source, for some metrics).

    The tuner raises the score of the corpus. That is the mean of the segments for the MEANT family, `meaning`
    and all that average; for BLEU and chrF it comes from their sums, unless `mean` asks for the mean of each
    candidate's own score. An output that comes again is not scored again.
    """
    (chosen,) = resolve([metric])
    if chosen.whole:
        raise InputError(f"{chosen.name} needs all segments at once and cannot be tuned to")
    scorer = _Scorer(chosen, segments, mean)
    sign = 1.0 if chosen.higher_is_better else -1.0
    if mean:
        return Objective(scorer.statistics, lambda rows: sign * rows[:, 0] / np.maximum(rows[:, 1], 1.0))
    return Objective(
        scorer.statistics,
        lambda rows: sign * chosen.score_totals(rows),
        lambda rows: sign * chosen.score_segments(rows),
    )


class _Scorer:
    """Statistics of outputs, each found once."""

    def __init__(self, metric: Metric, segments: Sequence[Segment], mean: bool) -> None:
        self.metric, self.segments, self.mean = metric, segments, mean
        self._known: dict[tuple[int, Words], Any] = {}

    def statistics(self, sentences: Sequence[int], outputs: Sequence[Words]) -> Any:
        """A row for each output."""
        wanted = list(zip(sentences, outputs, strict=True))
        new = [one for one in dict.fromkeys(wanted) if one not in self._known]
        if new:
            batch = Batch([replace(self.segments[s], candidate=" ".join(out)) for s, out in new])
            rows = self.metric.statistics(batch)
            if self.mean:
                scores = self.metric.score_segments(rows)
                rows = np.column_stack((scores, np.ones_like(scores)))
            self._known.update(zip(new, rows, strict=True))
        return np.array([self._known[one] for one in wanted])
