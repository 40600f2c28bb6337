"""Paraphrase systems on clusters: the plane with its guards (Chen & Dolan 2011, section 5.1).

Each sentence of each cluster is once the source; the other descriptions of its cluster, duplicates kept,
are the references. BLEU and PINC alone can be gamed, by copying long sources or by sentences that fit
anything, so every point also says how many outputs still tell their own segment (`identify`), how
long they are, and how many are near copies or training sentences word for word.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.evaluate.candidates import fit_candidates
from likewise.evaluate.clusters import leave_one_out, score_clusters
from likewise.evaluate.paraphrase_points import NEAR, HumanPoint, ParaphrasePoint
from likewise.io import SEED, clusters_of
from likewise.metrics import BLEU, PINC, TIE, Batch, DescriptionIndex, Identify, Metric
from likewise.records import Cluster, Segment
from likewise.text import Tokenization

__all__ = ["ParaphraseTest", "evaluate_paraphrases"]

Floats = npt.NDArray[np.float64]
Generate = Callable[[Sequence[str]], Sequence[str]]


class ParaphraseTest:
    """The sources of clusters with their references, prepared once for any number of systems.

    `training_texts` are what a system learnt from, to find outputs that stand there word for word.
    `bootstrap=N` adds intervals from N resamples of whole clusters, the same for every system.
    """

    def __init__(
        self,
        clusters: object,
        *,
        training_texts: Iterable[str] | None = None,
        tokenize: str = "words",
        bootstrap: int = 0,
        seed: int = SEED,
        level: float = 0.95,
    ) -> None:
        self.clusters = [cluster for cluster in clusters_of(clusters) if len(cluster.texts) > 1]
        _check(self.clusters)
        self.tokenization = Tokenization(tokenize)
        self.level = level
        self.sources = [Segment(s.id, "", s.candidate, s.references) for s in leave_one_out(self.clusters)]
        sizes = [len(cluster.texts) for cluster in self.clusters]
        self._starts = np.concatenate(([0], np.cumsum(sizes[:-1]))).astype(np.int64)
        self._homes = np.repeat(np.arange(len(sizes), dtype=np.int32), sizes)
        line = self.tokenization.line
        self._known = None if training_texts is None else {line(text) for text in training_texts}
        rng = np.random.default_rng(seed)
        # Poisson bootstrap, as everywhere in the house; here whole clusters are drawn.
        self._weights = rng.poisson(1.0, (bootstrap, len(sizes))).astype(np.float64)

    @property
    def texts(self) -> list[str]:
        """The sources as plain text, in the order in which outputs are expected."""
        return [segment.source or "" for segment in self.sources]

    def evaluate(
        self,
        candidates: Sequence[str] | Sequence[Segment],
        *,
        name: str | None = None,
        novelty: float | None = None,
    ) -> ParaphrasePoint:
        """The point of a system: its output for each source, in their order or as segments with ids."""
        if name is None:
            name = "candidates" if novelty is None else f"novelty {novelty:g}"
        outputs = fit_candidates(candidates, self.sources)
        segments = [
            replace(segment, candidate=text, system=name)
            for segment, text in zip(self.sources, outputs, strict=True)
        ]
        batch = Batch(segments)
        values: dict[str, float] = {}
        intervals: dict[str, tuple[float, float]] = {}
        scores: dict[str, Floats] = {}
        metrics = self._metrics()
        for measure, metric in metrics.items():
            statistics = metric.statistics(batch)
            scores[measure] = metric.score_segments(statistics)
            values[measure] = self._measure(measure, statistics, metric.score_totals, intervals)
        for measure, statistics, scale in self._guards(batch, scores["pinc"], outputs):
            values[measure] = self._measure(measure, statistics, partial(_ratio, scale=scale), intervals)
            if scale == 100.0:
                scores[measure] = 100.0 * statistics[:, 0]
        signatures = {measure: str(metric.signature()) for measure, metric in metrics.items()}
        return ParaphrasePoint(
            name, len(segments), **values, novelty=novelty, intervals=intervals, signatures=signatures,
            segments=segments, scores=scores, warnings=_warnings(batch, metrics.values()),
        )  # fmt: skip

    def _metrics(self) -> dict[str, Metric]:
        tokenize = self.tokenization.tokenizer
        return {
            "bleu": BLEU(tokenize),
            "bleu_with_source": BLEU(tokenize, with_source=True),
            "pinc": PINC(tokenize),
            "identified": Identify(tokenize),
        }

    def _guards(
        self, batch: Batch, pinc: Floats, outputs: Sequence[str]
    ) -> Iterator[tuple[str, Floats, float]]:
        """The measures that are sums over sums: name, (numerator, denominator) a segment, scale."""
        sources = batch.need_sources("length_ratio")
        lengths = batch.words(self.tokenization).lengths
        yield "length_ratio", _columns(lengths[batch.candidates], lengths[sources]), 1.0
        ones = np.ones(len(batch))
        yield "near_copies", _columns(pinc < NEAR, ones), 100.0
        if self._known is not None:
            lines = map(self.tokenization.line, outputs)
            copied = np.fromiter((line in self._known for line in lines), np.bool_, len(batch))
            yield "verbatim", _columns(copied, ones), 100.0

    def _measure(
        self,
        measure: str,
        statistics: Floats,
        score: Callable[[Floats], Floats],
        intervals: dict[str, tuple[float, float]],
    ) -> float:
        """The score over all clusters; its interval is put among the intervals where resamples are wanted."""
        sums = np.add.reduceat(statistics, self._starts, axis=0)
        drawn = self._weights @ sums
        # A resample that drew nothing (possible for a handful of clusters) says nothing.
        drawn = drawn[self._weights.any(axis=1)]
        if len(drawn):
            low, high = np.percentile(score(drawn), [50 * (1 - self.level), 50 * (1 + self.level)])
            intervals[measure] = float(low), float(high)
        return float(score(sums.sum(axis=0)[None])[0])

    @cached_property
    def human(self) -> HumanPoint:
        """Where people stand on these clusters."""
        tokenize = self.tokenization.tokenizer
        people = score_clusters(self.clusters, "bleu,pinc", settings={"tokenize": tokenize})
        return HumanPoint(people["bleu"].score, people["pinc"].score, self._people_identified(), people.n)

    def _people_identified(self) -> float | None:
        """The share of ordered pairs (source, other description) in which the latter is identified.

        Of an output's own texts the source is left out too. That matters only where the source is the
        nearest of them; then the second nearest must beat the rivals.
        """
        batch = Batch([replace(segment, candidate=segment.source or "") for segment in self.sources])
        index = DescriptionIndex.of_batch(batch, self._homes, self.tokenization)
        nearest, second, rival = index.nearest(batch.candidates, self._homes, batch.references)
        others = np.diff(batch.references.ends)
        hits = (nearest > rival + TIE) * (others - 1) + (second > rival + TIE)
        chosen = others > 1
        if not chosen.any():
            return None
        return float(100.0 * hits[chosen].sum() / others[chosen].sum())


def evaluate_paraphrases(
    clusters: object,
    generate: Generate | None = None,
    *,
    candidates: Sequence[str] | Sequence[Segment] | None = None,
    name: str | None = None,
    novelty: float | None = None,
    training_texts: Iterable[str] | None = None,
    tokenize: str = "words",
    bootstrap: int = 0,
    seed: int = SEED,
) -> ParaphrasePoint:
    """Where one system stands on clusters: each sentence as the source, its cluster as references.

    The outputs come from `generate(sources)`, which gives one for each source, or are handed over as
    `candidates`. Several systems on the same clusters share the work of a `ParaphraseTest`.
    """
    test = ParaphraseTest(
        clusters, training_texts=training_texts, tokenize=tokenize, bootstrap=bootstrap, seed=seed
    )
    if (generate is None) == (candidates is None):
        raise InputError("expected either a function that generates outputs or candidates")
    outputs = candidates if generate is None else list(generate(test.texts))
    assert outputs is not None
    return test.evaluate(outputs, name=name, novelty=novelty)


def _check(clusters: Collection[Cluster]) -> None:
    if not clusters:
        raise InputError(
            "no cluster holds two texts, a source and a reference (are language and tier right?)"
        )
    seen: set[str] = set()
    for cluster in clusters:
        if cluster.id in seen:
            raise InputError(f"two clusters have the id '{cluster.id}'", field="id")
        seen.add(cluster.id)


def _columns(numerator: npt.ArrayLike, denominator: npt.ArrayLike) -> Floats:
    return np.column_stack((numerator, denominator)).astype(np.float64)


def _ratio(totals: Floats, scale: float) -> Floats:
    top, bottom = totals[:, 0], totals[:, 1]
    return scale * np.divide(top, bottom, out=np.zeros(len(totals)), where=bottom > 0)


def _warnings(batch: Batch, metrics: Iterable[Metric]) -> tuple[str, ...]:
    remarks = dict.fromkeys(remark for metric in metrics for remark in metric.remarks(batch))
    empty = int(batch.empty_candidates().sum())
    if not empty:
        return tuple(remarks)
    many = "1 output is" if empty == 1 else f"{empty} outputs are"
    return (f"{many} empty, and counted as near copies", *remarks)
