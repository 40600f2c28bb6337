"""Clusters as segments: each description a candidate, the others of its cluster its references or sources.

This is how people stand in the BLEU/PINC plane (Chen & Dolan 2011, section 5.1): BLEU leave-one-out,
PINC over all ordered pairs of a cluster.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from likewise.errors import InputError
from likewise.evaluate.results import Scores
from likewise.evaluate.score import score
from likewise.metrics import Metric, resolve
from likewise.records import Cluster, Segment

__all__ = ["leave_one_out", "ordered_pairs", "score_clusters"]


def leave_one_out(clusters: Iterable[Cluster]) -> Iterator[Segment]:
    """Every description as a candidate with the others of its cluster as references."""
    for cluster in clusters:
        texts = tuple(d.text for d in cluster.texts)
        if len(texts) < 2:
            continue
        for i, text in enumerate(texts):
            yield Segment(f"{cluster.id}/{i + 1}", text, None, texts[:i] + texts[i + 1 :])


def ordered_pairs(clusters: Iterable[Cluster]) -> Iterator[Segment]:
    """Every ordered pair of different descriptions of a cluster as (source, candidate)."""
    for cluster in clusters:
        texts = [d.text for d in cluster.texts]
        for i, source in enumerate(texts):
            for j, text in enumerate(texts):
                if i != j:
                    yield Segment(f"{cluster.id}/{i + 1}-{j + 1}", text, source)


def score_clusters(
    clusters: Iterable[Cluster],
    metrics: Iterable[str | Metric] | str = ("bleu", "pinc"),
    *,
    settings: Mapping[str, Any] | None = None,
    bootstrap: int = 0,
    seed: int = 12345,
) -> Scores:
    """Where people stand: metrics of references leave-one-out, metrics of sources over ordered pairs."""
    found = resolve(metrics, settings)
    everything = list(clusters)
    if not any(len(c.texts) > 1 for c in everything):
        raise InputError("no cluster holds two texts, expected some that can be held against each other")
    results: dict[str, Any] = {}
    for metric in found:
        if metric.whole or (metric.needs_source and metric.needs_references):
            raise InputError(f"metric '{metric.name}' cannot be scored on clusters alone")
        stream = ordered_pairs(everything) if metric.needs_source else leave_one_out(everything)
        scores = score(stream, [metric], bootstrap=bootstrap, seed=seed, keep_segments=False)
        results |= scores.metrics
    return Scores(sum(len(c.texts) for c in everything if len(c.texts) > 1), results)
