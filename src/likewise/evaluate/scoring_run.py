"""One scoring run: statistics of batches become sums, and these scores with what should be known of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.evaluate.accumulate import Accumulator, resample_weights
from likewise.evaluate.results import Scores
from likewise.metrics import Batch, Metric, required_fields

__all__ = ["OnBatch", "ScoringRun"]

Floats = npt.NDArray[np.float64]
OnBatch = Callable[[Batch, dict[str, Floats]], None]

_NAMED = 4
"""Systems that a note names."""


class ScoringRun:
    """The accumulators of one scoring run: one a metric, and one a metric and system."""

    def __init__(
        self,
        metrics: list[Metric],
        *,
        by: str | None = None,
        bootstrap: int = 0,
        keep_segments: bool = True,
        seed: int = 12345,
    ) -> None:
        self.metrics, self.by, self.samples, self.keep = metrics, by, bootstrap, keep_segments
        self.seed, self.rng = seed, np.random.default_rng(seed)
        self.needs_references = "references" in required_fields(metrics)
        self.remarks: dict[str, None] = {}
        self.overall = self._fresh()
        self.systems: dict[str, dict[str, Accumulator]] = {}
        self.references: set[int] = set()
        self.pooled: dict[str, None] = {}
        self.empty, self.first_empty = 0, ""

    def _fresh(self) -> dict[str, Accumulator]:
        return {m.name: Accumulator(m, self.samples, self.keep) for m in self.metrics}

    def add(self, batch: Batch, on_batch: OnBatch | None = None) -> None:
        """Score a batch; `on_batch` is told of its scores."""
        places = self._places(batch)
        blocks = resample_weights(self.rng, batch, self.samples) if self.samples else []
        scores: dict[str, Floats] = {}
        for metric in self.metrics:
            statistics = metric.statistics(batch)
            self.remarks.update(dict.fromkeys(metric.remarks(batch)))
            scores[metric.name] = metric.score_segments(statistics)
            self._spread(metric.name, statistics, scores[metric.name], places, blocks)
        self._note(batch)
        if self.by is None:
            self.pooled.update(dict.fromkeys(batch.systems))
        if on_batch is not None:
            on_batch(batch, scores)

    def _places(self, batch: Batch) -> dict[str, npt.NDArray[np.int64]]:
        if self.by is None:
            return {}
        places: dict[str, list[int]] = {}
        for place, segment in enumerate(batch.segments):
            if segment.system is None:
                message = f"segment '{segment.id}' names no system, expected one to score by system"
                raise InputError(message, field="system")
            places.setdefault(segment.system, []).append(place)
        return {system: np.array(where, np.int64) for system, where in places.items()}

    def _spread(
        self, name: str, statistics: Floats, scores: Floats,
        places: dict[str, npt.NDArray[np.int64]], blocks: list[tuple[slice, Floats]],
    ) -> None:  # fmt: skip
        whole: list[tuple[slice, Floats | None]] = [(slice(0, len(statistics)), None)]
        for block, weights in blocks or whole:
            self.overall[name].add(statistics[block], scores[block], weights)
            for system, where in places.items():
                inside = where[(where >= block.start) & (where < block.stop)]
                if len(inside):
                    drawn = None if weights is None else weights[inside - block.start]
                    accumulators = self.systems.setdefault(system, self._fresh())
                    accumulators[name].add(statistics[inside], scores[inside], drawn)

    def _note(self, batch: Batch) -> None:
        if self.needs_references and len(self.references) < 2:
            self.references.update(np.diff(batch.references.ends).tolist())
        for place in np.flatnonzero(batch.empty_candidates()):
            self.first_empty = self.first_empty or batch.segments[int(place)].id
            self.empty += 1

    def result(self, level: float = 0.95, *, is_told: bool = True) -> Scores:
        """The scores of all batches; `is_told`: with what should be known of the corpus as a whole."""
        if not any(a.n for a in self.overall.values()):
            raise InputError("there is no segment to score")
        systems = None
        if self.by is not None:
            systems = {name: self._scores(by_metric, level) for name, by_metric in self.systems.items()}
        overall = self._scores(self.overall, level)
        notes = [*self._pooled(), *self._corpus_remarks()] if is_told else []
        return Scores(overall.n, overall.metrics, systems, (*self._warnings(), *notes))

    def _scores(self, by_metric: dict[str, Accumulator], level: float) -> Scores:
        scores = {name: a.score(level=level, facts=self._facts(a.metric)) for name, a in by_metric.items()}
        return Scores(next(iter(by_metric.values())).n, scores)

    def _facts(self, metric: Metric) -> dict[str, Any]:
        """What the signature says of the data and the run."""
        facts: dict[str, Any] = {}
        if "references" in metric.needs():
            facts["references"] = next(iter(self.references)) if len(self.references) == 1 else "varying"
        if self.samples:
            facts |= {"bootstrap": self.samples, "seed": self.seed}
        return facts

    def _warnings(self) -> tuple[str, ...]:
        if not self.empty:
            return tuple(self.remarks)
        many = "1 candidate is" if self.empty == 1 else f"{self.empty} candidates are"
        empty = f"{many} empty and scored as such (first: segment '{self.first_empty}')"
        return (empty, *self.remarks)

    def _pooled(self) -> list[str]:
        """That several systems went into one number."""
        if len(self.pooled) < 2:
            return []
        named = [f"'{name}'" for name in list(self.pooled)[:_NAMED]]
        more = ", .." if len(self.pooled) > _NAMED else ""
        systems = f"{len(self.pooled)} systems ({', '.join(named)}{more})"
        return [f"{systems} are pooled into one score; --by system scores each apart"]

    def _corpus_remarks(self) -> list[str]:
        """What should be known of the scores of all segments, or else of single systems."""
        remarks = _remarks(self.overall)
        for name, by_metric in self.systems.items() if not remarks else ():
            remarks += [f"system '{name}': {text}" for text in _remarks(by_metric)]
        return remarks


def _remarks(by_metric: dict[str, Accumulator]) -> list[str]:
    sums = [(a.metric, a.totals) for a in by_metric.values() if a.totals is not None]
    return [text for metric, totals in sums for text in metric.corpus_remarks(totals)]
