"""Score segments with any metrics, in one pass and bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.evaluate.accumulate import Accumulator, resample_weights
from likewise.evaluate.own_data import OwnData, taken, told
from likewise.evaluate.results import Scores
from likewise.metrics import Batch, Metric, required_fields, resolve
from likewise.records import Segment

__all__ = ["OnBatch", "batches", "score", "score_batches"]

Floats = npt.NDArray[np.float64]
OnBatch = Callable[[Batch, dict[str, Floats]], None]

_STREAM_SEGMENTS = 1 << 15
_STREAM_TEXTS = 1 << 18
_STREAM_CHARACTERS = 1 << 24
_LIST_TEXTS = 1 << 21


def score(
    segments: object = None,
    metrics: Iterable[str | Metric] | str = ("bleu", "pinc"),
    *,
    settings: Mapping[str, Any] | None = None,
    by: str | None = None,
    bootstrap: int = 0,
    seed: int = 12345,
    level: float = 0.95,
    keep_segments: bool = True,
    on_batch: OnBatch | None = None,
    **own: Unpack[OwnData],
) -> Scores:
    """Score segments: a list or any iterable, which is read once and never held whole, or data of your own.

    Data are rows, frames, datasets, generators of these, or lists by keyword (`candidates=`, `references=`,
    `sources=`, `systems=`, ..); see `likewise.io.segments_of`.

    `by="system"` also scores each system. `bootstrap=N` adds confidence intervals from N resamples.
    `keep_segments=False` drops the per-segment scores (`scores["bleu"].segments`), which a stream of
    many millions would fill memory with; `on_batch(batch, {metric: scores})` sees them as they come.
    Metrics that need all segments at once (self-bleu) make a stream be held after all.
    """
    chosen = resolve(metrics, settings)
    if by not in {None, "system"}:
        raise InputError(f"cannot score by '{by}', expected system")
    fields = required_fields(chosen)
    rows, log = taken(segments, own, fields, function="score")
    cut = _whole(rows, fields) if any(m.whole for m in chosen) else batches(rows, fields)
    scores = score_batches(
        cut, chosen, by=by, bootstrap=bootstrap, seed=seed, level=level,
        keep_segments=keep_segments, on_batch=on_batch,
    )  # fmt: skip
    return told(scores, log)


def score_batches(
    batches: Iterable[Batch],
    metrics: list[Metric],
    *,
    by: str | None = None,
    bootstrap: int = 0,
    seed: int = 12345,
    level: float = 0.95,
    keep_segments: bool = True,
    on_batch: OnBatch | None = None,
) -> Scores:
    """Score batches as they come; see `score`."""
    run = _Run(metrics, by, bootstrap, keep_segments, np.random.default_rng(seed))
    for batch in batches:
        run.add(batch, on_batch)
    return run.result(level, seed)


def batches(
    segments: Iterable[Segment], fields: Collection[str] = ("source", "references")
) -> Iterator[Batch]:
    """Cut segments into batches whose texts fit in memory many times over."""
    if isinstance(segments, Sequence):
        start = 0
        while start < len(segments):
            texts = 2 + len(getattr(segments[start], "references", None) or ())
            stop = min(len(segments), start + max(_LIST_TEXTS // texts, 1))
            part = segments if stop - start == len(segments) else segments[start:stop]
            yield Batch(part, fields)
            start = stop
        return
    stream = iter(segments)
    while chunk := list(_bounded(stream)):
        yield Batch(chunk, fields)


def _bounded(stream: Iterator[Segment]) -> Iterator[Segment]:
    """The next segments of a stream, up to a number of segments, texts and (estimated) characters."""
    texts = characters = 0
    for segment in islice(stream, _STREAM_SEGMENTS):
        yield segment
        references = segment.references
        texts += 2 + len(references)
        characters += 2 * len(segment.candidate) + (len(references[0]) * len(references) if references else 0)
        if texts > _STREAM_TEXTS or characters > _STREAM_CHARACTERS:
            return


def _whole(segments: Iterable[Segment], fields: Collection[str]) -> Iterator[Batch]:
    chosen = segments if isinstance(segments, Sequence) else list(segments)
    if chosen:
        yield Batch(chosen, fields)


class _Run:
    """The accumulators of one scoring run: one a metric, and one a metric and system."""

    def __init__(
        self, metrics: list[Metric], by: str | None, samples: int, keep: bool, rng: np.random.Generator
    ) -> None:
        self.metrics, self.by, self.samples, self.rng, self.keep = metrics, by, samples, rng, keep
        self.needs_references = "references" in required_fields(metrics)
        self.remarks: dict[str, None] = {}
        self.overall = self._fresh()
        self.systems: dict[str, dict[str, Accumulator]] = {}
        self.references: set[int] = set()
        self.empty, self.first_empty = 0, ""

    def _fresh(self) -> dict[str, Accumulator]:
        return {m.name: Accumulator(m, self.samples, self.keep) for m in self.metrics}

    def add(self, batch: Batch, on_batch: OnBatch | None) -> None:
        places = self._places(batch)
        blocks = resample_weights(self.rng, batch, self.samples) if self.samples else []
        scores: dict[str, Floats] = {}
        for metric in self.metrics:
            statistics = metric.statistics(batch)
            self.remarks.update(dict.fromkeys(metric.remarks(batch)))
            scores[metric.name] = metric.score_segments(statistics)
            self._spread(metric.name, statistics, scores[metric.name], places, blocks)
        self._note(batch)
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

    def result(self, level: float, seed: int) -> Scores:
        if not any(a.n for a in self.overall.values()):
            raise InputError("there is no segment to score")
        systems = None
        if self.by is not None:
            systems = {name: self._scores(by_metric, level, seed) for name, by_metric in self.systems.items()}
        overall = self._scores(self.overall, level, seed)
        return Scores(overall.n, overall.metrics, systems, self._warnings())

    def _scores(self, by_metric: dict[str, Accumulator], level: float, seed: int) -> Scores:
        scores = {
            name: a.score(level=level, facts=self._facts(a.metric, seed)) for name, a in by_metric.items()
        }
        return Scores(next(iter(by_metric.values())).n, scores)

    def _facts(self, metric: Metric, seed: int) -> dict[str, Any]:
        """What the signature says of the data and the run."""
        facts: dict[str, Any] = {}
        if "references" in metric.needs():
            facts["references"] = next(iter(self.references)) if len(self.references) == 1 else "varying"
        if self.samples:
            facts |= {"bootstrap": self.samples, "seed": seed}
        return facts

    def _warnings(self) -> tuple[str, ...]:
        if not self.empty:
            return tuple(self.remarks)
        many = "1 candidate is" if self.empty == 1 else f"{self.empty} candidates are"
        empty = f"{many} empty and scored as such (first: segment '{self.first_empty}')"
        return (empty, *self.remarks)
