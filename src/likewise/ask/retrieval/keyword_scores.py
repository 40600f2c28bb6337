"""How well passages hold the keywords of a question: BM25 over phrases, candidates of translation weighed.

For each keyword its candidates are phrases with their own document frequency. `best` takes of each passage
the candidate that says most, `syn` counts all of them as one word (#SYN), `weighted` counts each by its share
(#WSYN). The scores of keywords are summed, each by how much its kind tells.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import numpy.typing as npt

from likewise.ask.question import Keyword
from likewise.ask.retrieval.index_part import IndexPart
from likewise.ask.translated import KeywordTranslation

__all__ = ["KeywordCounts", "QueryForm", "count_keywords", "keyword_weight", "score_keywords"]

QueryForm = Literal["best", "syn", "weighted"]
Floats = npt.NDArray[np.float64]

K1, B = 1.2, 0.5


@dataclass(frozen=True, slots=True)
class KeywordCounts:
    """Of one candidate: the passages that hold it, over all parts, and how often each does."""

    passages: npt.NDArray[np.int64]
    counts: Floats


def count_keywords(texts: Sequence[str], parts: Sequence[IndexPart]) -> list[KeywordCounts]:
    """The passages that hold each phrase; those of parts are numbered one behind the other."""
    counted = []
    for text in texts:
        passages: list[npt.NDArray[np.int64]] = []
        counts: list[Floats] = []
        first = 0
        for part in parts:
            starts = part.postings.phrase(part.tokenizer.numbers(text))
            own, often = np.unique(part.postings.passages_of(starts), return_counts=True)
            live = part.live[own]
            passages.append(own[live] + first)
            counts.append(often[live].astype(np.float64))
            first += len(part.live)
        counted.append(KeywordCounts(np.concatenate(passages), np.concatenate(counts)))
    return counted


def keyword_weight(keyword: Keyword) -> float:
    """How much a keyword tells by its kind: names and phrases most, then nouns, verbs least (section 3.3)."""
    if keyword.kind in ("name", "phrase"):
        return 1.5
    if keyword.kind == "number":
        return 1.25
    return 1.0 if keyword.part_of_speech in ("NOUN", "PROPN", "NUM") else 0.75


def score_keywords(
    translations: Sequence[KeywordTranslation],
    parts: Sequence[IndexPart],
    lengths: Floats,
    live: int,
    form: QueryForm = "best",
) -> Floats:
    """A score for each passage: how much of the keywords it holds."""
    total = np.zeros(len(lengths))
    # The long passages of a collection hold more by chance.
    norms = K1 * (1 - B + B * lengths / max(1e-9, float(lengths.mean()) if len(lengths) else 1.0))
    for translation in translations:
        used = translation.used
        if not used:
            continue
        counted = count_keywords([one.text for one in used], parts)
        shares = [max(one.score, 0.0) for one in used]
        total += keyword_weight(translation.keyword) * _score_candidates(counted, shares, norms, live, form)
    return total


def _score_candidates(
    counted: Sequence[KeywordCounts], shares: Sequence[float], norms: Floats, live: int, form: QueryForm
) -> Floats:
    scores = np.zeros(len(norms))
    if form == "best":
        for one in counted:
            own = _bm25(one.counts, norms[one.passages], _idf(len(one.passages), live))
            scores[one.passages] = np.maximum(scores[one.passages], own)
        return scores
    weights = [share / max(shares) if max(shares) > 0 else 1.0 for share in shares]
    if form == "syn":
        weights = [1.0] * len(weights)
    counts = np.zeros(len(norms))
    often = np.zeros(len(norms))
    for one, weight in zip(counted, weights, strict=True):
        counts[one.passages] += weight * one.counts
        often[one.passages] = np.maximum(often[one.passages], weight)
    held = np.flatnonzero(counts)
    scores[held] = _bm25(counts[held], norms[held], _idf(float(often.sum()), live))
    return scores


def _idf(frequency: float, live: int) -> float:
    return float(np.log1p((max(live, frequency) - frequency + 0.5) / (frequency + 0.5)))


def _bm25(counts: Floats, norms: Floats, idf: float) -> Floats:
    scored: Floats = idf * counts * (K1 + 1) / (counts + norms)
    return scored
