"""Clusters as segments: each description a candidate, the others of its cluster its references or sources.

This is how people stand in the BLEU/PINC plane (Chen & Dolan 2011, section 5.1): BLEU leave-one-out,
PINC over all ordered pairs of a cluster.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.evaluate.results import Scores
from likewise.evaluate.score_parts import UNNAMED, language_counts
from likewise.evaluate.scorer import score_batches
from likewise.io import ReadLog, clusters_of, read_clusters
from likewise.metrics import Batch, Ints, Metric, TextSets, resolve
from likewise.records import Cluster, Segment
from likewise.text import code_of

__all__ = ["leave_one_out", "ordered_pairs", "score_cluster_file", "score_clusters"]

_PAIRS = 1 << 20


def leave_one_out(clusters: object) -> Iterator[Segment]:
    """Every description as a candidate with the others of its cluster as references; see `score_clusters`."""
    for cluster in clusters_of(clusters):
        texts = tuple(d.text for d in cluster.texts)
        if len(texts) < 2:
            continue
        for i, text in enumerate(texts):
            yield Segment(f"{cluster.id}/{i + 1}", text, None, texts[:i] + texts[i + 1 :])


def ordered_pairs(clusters: object) -> Iterator[Segment]:
    """Every ordered pair of different descriptions of a cluster as (source, candidate)."""
    for cluster in clusters_of(clusters):
        texts = [d.text for d in cluster.texts]
        for i, source in enumerate(texts):
            for j, text in enumerate(texts):
                if i != j:
                    yield Segment(f"{cluster.id}/{i + 1}-{j + 1}", text, source)


def score_clusters(
    clusters: object,
    metrics: Iterable[str | Metric] | str = ("bleu", "pinc"),
    *,
    settings: Mapping[str, Any] | None = None,
    bootstrap: int = 0,
    seed: int = 12345,
    keep_segments: bool = False,
) -> Scores:
    """Where people stand: metrics of references leave-one-out, metrics of sources over ordered pairs.

    Clusters are records, lists of texts, mappings with `texts` or a table; see `likewise.io.clusters_of`.
    With `keep_segments`, the scores of single segments come in the order of `leave_one_out` and
    `ordered_pairs`.
    """
    chosen = resolve(metrics, settings)
    everything = list(clusters_of(clusters))
    if not any(len(c.texts) > 1 for c in everything):
        message = "no cluster holds two texts to be held against each other (are language and tier right?)"
        raise InputError(message)
    results: dict[str, Any] = {}
    lang, told = _language(everything)
    warnings = dict.fromkeys(told)
    for metric in chosen:
        if metric.whole or len(metric.needs()) > 1:
            raise InputError(f"metric '{metric.name}' cannot be scored on clusters alone")
        batched = _pair_batches if "source" in metric.needs() else _leave_one_out_batches
        scores = score_batches(
            batched(everything, lang), [metric], bootstrap=bootstrap, seed=seed, keep_segments=keep_segments
        )
        results |= scores.metrics
        warnings.update(dict.fromkeys(scores.warnings))
    size = sum(len(c.texts) for c in everything if len(c.texts) > 1)
    return Scores(size, results, warnings=tuple(warnings))


def score_cluster_file(
    path: str,
    metrics: Iterable[str | Metric] | str = ("bleu", "pinc"),
    *,
    settings: Mapping[str, Any] | None = None,
    lang: str | None = None,
    tier: str | None = None,
    bootstrap: int = 0,
    seed: int = 12345,
    progress: Callable[[int], None] | None = None,
    log: ReadLog | None = None,
) -> Scores:
    """Where the people of a file of clusters stand: JSON lines, or the MSVD CSV; see `score_clusters`.

    `lang` and `tier` choose among the texts (of the MSVD CSV English and tier 2 unless said, or `all`);
    `progress` is told of the bytes read; a `log` may allow that broken rows are left out.
    """
    texts = read_clusters(path, lang=lang, tier=tier, progress=progress, log=log)
    return score_clusters(texts, metrics, settings=settings, bootstrap=bootstrap, seed=seed)


def _language(clusters: Sequence[Cluster]) -> tuple[str | None, list[str]]:
    """The language of all texts, if there is one; else what is to be told of several."""
    texts = [text for cluster in clusters if len(cluster.texts) > 1 for text in cluster.texts]
    counts = Counter(code_of(text.lang) if text.lang else UNNAMED for text in texts)
    if len(counts) == 1:
        return texts[0].lang, []
    return None, [
        f"{language_counts(counts.items(), 'texts')} are held against each other; "
        "read_clusters(.., lang=..) chooses one (--lang)"
    ]


def _pair_batches(clusters: Sequence[Cluster], lang: str | None) -> Iterator[Batch]:
    """The segments of `ordered_pairs`, made of numbers: half a million pairs need no half million records."""
    for texts, groups in _numbered(clusters):
        sources = [np.repeat(group, len(group) - 1) for group in groups]
        candidates = [_others(group) for group in groups]
        yield Batch.of_texts(texts, np.concatenate(candidates), sources=np.concatenate(sources), lang=lang)


def _leave_one_out_batches(clusters: Sequence[Cluster], lang: str | None) -> Iterator[Batch]:
    """The segments of `leave_one_out`, made of numbers."""
    for texts, groups in _numbered(clusters):
        sizes = np.concatenate([np.full(len(group), len(group) - 1) for group in groups])
        ends = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
        references = TextSets(np.concatenate([_others(group) for group in groups]), ends)
        yield Batch.of_texts(texts, np.concatenate(groups), references=references, lang=lang)


def _others(group: Ints) -> Ints:
    """For each member in turn, all the others."""
    return np.tile(group, (len(group), 1))[~np.eye(len(group), dtype=bool)]


def _numbered(clusters: Sequence[Cluster]) -> Iterator[tuple[list[str], list[Ints]]]:
    """Clusters of two and more texts as text numbers, a bounded number of pairs at a time."""
    numbers: defaultdict[str, int] = defaultdict(count().__next__)
    groups: list[Ints] = []
    pairs = 0
    for cluster in clusters:
        size = len(cluster.texts)
        if size < 2:
            continue
        groups.append(np.array([numbers[d.text] for d in cluster.texts], np.int32))
        pairs += size * (size - 1)
        if pairs >= _PAIRS:
            yield list(numbers), groups
            numbers, groups, pairs = defaultdict(count().__next__), [], 0
    if groups:
        yield list(numbers), groups
