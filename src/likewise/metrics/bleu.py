"""BLEU (Papineni et al. 2002), equal to sacrebleu 2.6 in every number, and BLEU against the source.

The statistics and the score follow sacrebleu's definition: clipped n-gram matches over any number
of references, closest reference length, smoothing `exp`, `floor`, `add-k` or `none`. Scores of
single segments use the effective order (as sacrebleu's sentence_bleu), corpus scores do not,
unless `effective_order` says otherwise for both.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.metrics.base import Floats, check_choice, listed
from likewise.metrics.batch import Batch, Ints, TextSets
from likewise.metrics.bleu_columns import COUNTS, LENGTH, REFERENCE_LENGTH
from likewise.metrics.tokenized_metric import TokenizedMetric
from likewise.records import Segment
from likewise.text import SHORT, Tokenization, Words

__all__ = ["BLEU", "SourceBLEU", "bleu_scores"]

SMOOTHINGS = ("exp", "floor", "add-k", "none")
_LOG_OF_ZERO = -9999999999.0
_DEFAULT_SMOOTH = {"floor": 0.1, "add-k": 1.0}


@dataclass(frozen=True)
class NgramMetric(TokenizedMetric):
    """What the n-gram metrics share beside their words: up to which order n-grams are counted."""

    order: int = 4

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 1 <= self.order <= 16:
            raise InputError(f"{self.name}: setting order={self.order}, expected 1 to 16")


@dataclass(frozen=True)
class BleuMetric(NgramMetric):
    """What BLEU and its relatives share: matches of n-grams, smoothing, and the score of their sums."""

    smooth: str = "exp"
    smooth_value: float | None = None
    effective_order: bool | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice(self.name, "smooth", self.smooth, SMOOTHINGS)
        if self.smooth_value is not None and not 0 <= self.smooth_value < float("inf"):
            raise InputError(f"{self.name}: setting smooth_value={self.smooth_value}, expected 0 or more")

    def settings(self) -> dict[str, Any]:
        value = _DEFAULT_SMOOTH.get(self.smooth) if self.smooth_value is None else self.smooth_value
        order = {None: "segments", True: "yes", False: "no"}[self.effective_order]
        settings = {**super().settings(), "smooth_value": value, "effective_order": order}
        return {key: value for key, value in settings.items() if value is not None}

    def score_totals(self, totals: Floats) -> Floats:
        return self._scores(totals, bool(self.effective_order))

    def score_segments(self, statistics: Floats) -> Floats:
        return self._scores(statistics, self.effective_order is not False)

    def corpus_remarks(self, totals: Floats) -> list[str]:
        """That no candidate is long enough for the longest n-grams, which makes the score 0 by itself."""
        too_short = totals[LENGTH] > 0 and totals[COUNTS + 2 * self.order - 1] == 0
        if self.effective_order or self.smooth == "add-k" or not too_short:
            return []
        why = f"no candidate has {self.order} words: without any {self.order}-gram BLEU is 0, even of a copy"
        return [
            f"{self.name}: {why}; "
            "effective_order=True counts the orders that are there (--set effective_order=yes)"
        ]

    def _scores(self, statistics: Floats, effective: bool) -> Floats:
        return bleu_scores(statistics, self.order, self.smooth, self._smooth_value(), effective)

    def _smooth_value(self) -> float:
        return _DEFAULT_SMOOTH.get(self.smooth, 0.0) if self.smooth_value is None else self.smooth_value


@dataclass(frozen=True)
class ComparedBleu(BleuMetric):
    """BLEU of each candidate against texts of its own segment: the references, the source, or both."""

    @abstractmethod
    def against(self, batch: Batch) -> TextSets:
        """The texts that each candidate is held against."""

    @abstractmethod
    def texts(self, segment: Segment) -> list[str]:
        """The same for one segment, as text."""

    def statistics(self, batch: Batch) -> Floats:
        return self.statistics_against(batch, self.against(batch))

    def statistics_against(self, batch: Batch, references: TextSets) -> Floats:
        """Statistics of the candidates against the given texts.

        Nearly all candidates are short and repeat no pair of words; they are walked along their
        references. The others are counted by n-gram ids, on the texts that they need alone.
        """
        from likewise.metrics._kernels import bleu_walk

        candidates = batch.candidates
        words = batch.words(self.tokenization)
        statistics = np.zeros((len(batch), COUNTS + 2 * self.order), np.float64)
        counted = words.repeats_pairs[candidates] | (words.lengths[candidates] > SHORT)
        walked = np.flatnonzero(~counted)
        bleu_walk(
            walked, candidates, references.ids, references.ends,
            words.ids, words.bounds, words.distinct, self.order, statistics,
        )  # fmt: skip
        if counted.any():
            places = np.flatnonzero(counted)
            statistics[places] = self._counted(words, candidates[places], references.select(places))
        return statistics

    def parts(self, totals: Floats) -> dict[str, Any]:
        row = totals[None, :]
        matched, possible = (totals[a : a + self.order] for a in (COUNTS, COUNTS + self.order))
        precisions = bleu_precisions(row, self.order, self.smooth, self._smooth_value())[0][0]
        return {
            "counts": [int(count) for count in matched],
            "totals": [int(count) for count in possible],
            "precisions": precisions.tolist() if matched.any() else [0.0] * self.order,
            "bp": float(_brevity_penalties(row)[0]),
            "sys_len": int(totals[LENGTH]),
            "ref_len": int(totals[REFERENCE_LENGTH]),
        }

    def _counted(self, words: Words, candidates: Ints, references: TextSets) -> Floats:
        from likewise.metrics._kernels import bleu_statistics

        texts, renamed = np.unique(np.concatenate((candidates, references.ids)), return_inverse=True)
        grams = words.select(texts).grams(self.order)
        result: Floats = bleu_statistics(
            renamed[: len(candidates)], renamed[len(candidates) :], references.ends,
            grams.ids, grams.counts, grams.bounds, grams.lengths, grams.distinct, self.order,
        )  # fmt: skip
        return result

    def explain(self, segment: Segment) -> dict[str, Any]:
        batch = Batch([segment])
        row = self.statistics(batch)
        size, closest = (float(row[0, column]) for column in (LENGTH, REFERENCE_LENGTH))
        matches = _matches(segment, self.texts(segment), self.tokenization.fitted(segment.lang), self.order)
        precisions = bleu_precisions(row, self.order, self.smooth, self._smooth_value())[0]
        for order, precision in zip(matches, precisions[0].tolist(), strict=True):
            order["precision"] = precision
        return {
            "score": float(self.score_segments(row)[0]),
            "brevity_penalty": float(_brevity_penalties(row)[0]),
            "length": int(size),
            "reference_length": int(closest),
            "orders": matches,
            "signature": str(self.signature_of([segment])),
        }


@dataclass(frozen=True)
class BLEU(ComparedBleu):
    """BLEU of the candidate against its references; `with_source` adds the source as one more."""

    with_source: bool = False

    name = "bleu"
    measures = "overlap with the references"
    needs_references = True

    def needs(self) -> tuple[str, ...]:
        return ("source", "references") if self.with_source else super().needs()

    def against(self, batch: Batch) -> TextSets:
        if self.with_source:
            return batch.references_and_sources(self.name)
        return batch.need_references(self.name)

    def texts(self, segment: Segment) -> list[str]:
        source = [segment.source] if self.with_source and segment.source is not None else []
        return [*segment.references, *source]

    def segment(self, candidate: str, references: Sequence[str], *, source: str | None = None) -> float:
        """BLEU of one candidate, 0 to 100."""
        batch = Batch([Segment("1", candidate, source, listed(references))])
        return float(self.score_segments(self.statistics(batch))[0])


@dataclass(frozen=True)
class SourceBLEU(ComparedBleu):
    """BLEU of the candidate against its source: how far it copies (high = many words kept)."""

    name = "source-bleu"
    measures = "words kept from the source"
    needs_source = True
    higher_is_better = False
    best = 0.0

    def against(self, batch: Batch) -> TextSets:
        return batch.sources_as_sets(self.name)

    def texts(self, segment: Segment) -> list[str]:
        return [segment.source or ""]

    def segment(self, source: str, candidate: str) -> float:
        """BLEU of one candidate against its source, 0 to 100."""
        batch = Batch([Segment("1", candidate, source)])
        return float(self.score_segments(self.statistics(batch))[0])


def bleu_scores(statistics: Floats, order: int, smooth: str, smooth_value: float, effective: bool) -> Floats:
    """BLEU of each row of statistics (lengths, matches, totals), as sacrebleu's compute_bleu."""
    matched = statistics[:, COUNTS : COUNTS + order].any(axis=1)
    precision, reached = bleu_precisions(statistics, order, smooth, smooth_value)
    logs = np.where(precision > 0, np.log(np.where(precision > 0, precision, 1.0)), _LOG_OF_ZERO)
    if effective:
        orders = np.maximum(reached.sum(axis=1), 1)
        logs = np.where(reached, logs, 0.0)
    else:
        orders = np.full(len(statistics), order)
    scores: Floats = _brevity_penalties(statistics) * np.exp(logs.sum(axis=1) / orders)
    # Rounding may carry a perfect score a hair beyond its scale.
    return np.where(matched, np.minimum(scores, 100.0), 0.0)


def _brevity_penalties(statistics: Floats) -> Floats:
    """What a candidate that is shorter than its closest reference is multiplied by."""
    size, reference = statistics[:, LENGTH], statistics[:, REFERENCE_LENGTH]
    short = size < reference
    penalty = np.where(short, np.exp(1 - reference / np.where(size > 0, size, 1.0)), 1.0)
    return np.where(short & (size == 0), 0.0, penalty)


def bleu_precisions(
    statistics: Floats, order: int, smooth: str, smooth_value: float
) -> tuple[Floats, npt.NDArray[np.bool_]]:
    """Smoothed precision (percent) of each order, and whether the order was reached at all."""
    correct = statistics[:, COUNTS : COUNTS + order].copy()
    total = statistics[:, COUNTS + order : COUNTS + 2 * order].copy()
    if smooth == "add-k":
        correct[:, 1:] += smooth_value
        total[:, 1:] += smooth_value
    # The first order without any n-gram ends the sum: later orders keep the precision 0.
    reached = np.logical_and.accumulate(total > 0, axis=1)
    safe = np.where(reached, total, 1.0)
    precision = np.where(reached, 100.0 * correct / safe, 0.0)
    missed = reached & (correct == 0)
    if smooth == "exp":
        halvings = np.cumsum(missed, axis=1)
        precision = np.where(missed, 100.0 / (np.exp2(halvings) * safe), precision)
    elif smooth == "floor":
        precision = np.where(missed, 100.0 * smooth_value / safe, precision)
    return precision, reached


def _matches(
    segment: Segment, references: list[str], tokenization: Tokenization, order: int
) -> list[dict[str, Any]]:
    """For each order the candidate's n-grams: which matched, how often, and in which references."""
    words = tokenization.words(segment.candidate)
    rows = []
    for n in range(1, order + 1):
        own = _counted(words, n)
        others = [_counted(tokenization.words(text), n) for text in references]
        matched, missed = [], []
        for gram, count in own.items():
            clip = max((other[gram] for other in others), default=0)
            if clip:
                holders = [i for i, other in enumerate(others) if other[gram]]
                matched.append(
                    {"ngram": gram, "count": count, "matched": min(count, clip), "references": holders}
                )
            else:
                missed.append(gram)
        hits = sum(m["matched"] for m in matched)  # type: ignore[misc]
        rows.append({"n": n, "matched": hits, "total": own.total(), "ngrams": matched, "missed": missed})
    return rows


def _counted(words: list[str], n: int) -> Counter[str]:
    return Counter(" ".join(words[i : i + n]) for i in range(len(words) - n + 1))
