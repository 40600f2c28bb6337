"""Score segments with any metrics, in one pass and bounded memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Unpack

from likewise.errors import InputError
from likewise.evaluate.metric_choice import MetricsNamed, taken_with_metrics
from likewise.evaluate.own_data import OwnData, told
from likewise.evaluate.results import Scores
from likewise.evaluate.run_numbers import check_numbers
from likewise.evaluate.scoring_run import OnBatch, ScoringRun
from likewise.metrics import Batch, Metric, required_fields
from likewise.records import Segment

__all__ = ["OnBatch", "batches", "score", "score_batches", "score_each"]

_STREAM_SEGMENTS = 1 << 15
_STREAM_TEXTS = 1 << 18
_STREAM_CHARACTERS = 1 << 24
_LIST_TEXTS = 1 << 21


def score(
    segments: object = None,
    metrics: MetricsNamed = None,
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

    Without `metrics` these are BLEU and PINC, or BLEU alone where the first segment has no source.
    `by="system"` also scores each system. `bootstrap=N` adds confidence intervals from N resamples.
    `keep_segments=False` drops the per-segment scores (`scores["bleu"].segments`), which a stream of
    many millions would fill memory with; `on_batch(batch, {metric: scores})` sees them as they come.
    Metrics that need all segments at once (self-bleu) make a stream be held after all.
    """
    if by not in {None, "system"}:
        raise InputError(f"cannot score by '{by}', expected system")
    chosen, rows, log = taken_with_metrics(segments, own, metrics, settings, function="score")
    scores = score_batches(
        _cut(rows, chosen), chosen, by=by, bootstrap=bootstrap, seed=seed, level=level,
        keep_segments=keep_segments, on_batch=on_batch,
    )  # fmt: skip
    return told(scores, log)


def score_each(segments: Sequence[Segment], metrics: list[Metric]) -> Scores:
    """The score of each segment, for those who judge or rank segments.

    What would be told of the score of all of them together is left out: nobody looks at it.
    """
    run = ScoringRun(metrics)
    for batch in _cut(segments, metrics):
        run.add(batch)
    return run.result(is_told=False)


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
    check_numbers(bootstrap=bootstrap, seed=seed, level=level)
    run = ScoringRun(metrics, by=by, bootstrap=bootstrap, keep_segments=keep_segments, seed=seed)
    for batch in batches:
        run.add(batch, on_batch)
    return run.result(level)


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


def _cut(segments: Iterable[Segment], metrics: Sequence[Metric]) -> Iterator[Batch]:
    """Batches as the metrics need them: all segments in one where a metric must see them all."""
    fields = required_fields(metrics)
    whole = any(metric.whole for metric in metrics)
    return _whole(segments, fields) if whole else batches(segments, fields)


def _whole(segments: Iterable[Segment], fields: Collection[str]) -> Iterator[Batch]:
    chosen = segments if isinstance(segments, Sequence) else list(segments)
    if chosen:
        yield Batch(chosen, fields)
