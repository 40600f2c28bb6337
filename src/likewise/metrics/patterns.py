"""EP, EPR and DIMPLE: how good, and how varied, are ranked paraphrases of a term?

After Shima and Mitamura (2011), "Diversity-aware Evaluation for Paraphrase Patterns", sections 2.2
and 3.2. Quality Q and diversity D are functions that a caller may replace, as the paper proposes.

Choices that the paper leaves open. A pattern stands at its rank: ranks up to k count, and a rank
without a pattern gains nothing while the divisor stays at k, so a short list is never the better
one. EPR credits a pattern that brings at least one stem not seen before; the source term's own
stems count as seen, as in Algorithm 1, because "killed in" tells nothing that "killed" did not. A
pattern without a content word brings nothing new and earns 0. Every pattern shown adds to what EPR
has seen, whereas Algorithm 1 leaves its history alone after a repeated word.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeVar

import numpy as np

from likewise.errors import InputError
from likewise.records import Pattern
from likewise.text import content_words, stemmer

__all__ = [
    "Diversity",
    "Intervals",
    "MeanScores",
    "PatternEvidence",
    "PatternScores",
    "Quality",
    "Redundancy",
    "bootstrap",
    "dimple",
    "diversity",
    "expected_precision",
    "expected_precision_redundancy",
    "explain_terms",
    "mean",
    "positive_share",
    "redundancy",
    "score_terms",
]

Quality = Callable[[Pattern], float]
"""From a pattern to how well it keeps the meaning, 0 to 1."""

Diversity = Callable[[str, Sequence[str]], Sequence[int]]
"""From a source term and its paraphrases in rank order to a grade each: 1, 2 or 3."""

Redundancy = Callable[[str, Sequence[str]], Sequence[bool]]
"""From a source term and its paraphrases in rank order to whether each is redundant."""

_BEST_GAIN = 2**3 - 1
_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class PatternScores:
    """The scores of one source term; `n` is the number of patterns that had a rank up to k."""

    source: str
    ep: float
    epr: float
    dimple: float
    n: int


@dataclass(frozen=True, slots=True)
class MeanScores:
    """The means over `terms` source terms, each term counting the same."""

    ep: float
    epr: float
    dimple: float
    terms: int


@dataclass(frozen=True, slots=True)
class Intervals:
    """Bootstrap intervals (low, high) of the three means."""

    ep: tuple[float, float]
    epr: tuple[float, float]
    dimple: tuple[float, float]


@dataclass(frozen=True, slots=True)
class PatternEvidence:
    """What one pattern adds: `gain` is Q x D, `share` its part of DIMPLE (the shares sum to it)."""

    rank: int
    paraphrase: str
    q: float
    d: int
    gain: float
    share: float
    redundant: bool
    why: str


def positive_share(pattern: Pattern) -> float:
    """The paper's Q: the share of assessors who said that the meaning is the same."""
    if not pattern.labels:
        message = f"no labels for {pattern.source!r} -> {pattern.paraphrase!r}, expected at least one 0 or 1"
        raise InputError(message, field="labels")
    return sum(pattern.labels) / len(pattern.labels)


def diversity(
    source: str, paraphrases: Sequence[str], *, lang: str = "en", algorithm: str = "porter"
) -> list[int]:
    """The paper's D (Algorithm 1): 3 for unseen words, 2 for a root seen before, 1 for a word seen."""
    return [grade for grade, _ in _graded(source, paraphrases, lang, algorithm)]


def redundancy(
    source: str, paraphrases: Sequence[str], *, lang: str = "en", algorithm: str = "porter"
) -> list[bool]:
    """Section 3.2, for EPR: which paraphrases have no stem that was not seen before?"""
    to_stem = stemmer(algorithm)
    seen = set(map(to_stem, content_words(source, lang)))
    redundant = []
    for paraphrase in paraphrases:
        stems = set(map(to_stem, content_words(paraphrase, lang)))
        redundant.append(stems <= seen)
        seen |= stems
    return redundant


def expected_precision(patterns: Iterable[Pattern], k: int, quality: Quality = positive_share) -> float:
    """EP at k: the mean of Q over the first k ranks of one source term."""
    return math.fsum(_qualities(_top(patterns, k), quality)) / k


def expected_precision_redundancy(
    patterns: Iterable[Pattern],
    k: int,
    quality: Quality = positive_share,
    redundancy: Redundancy = redundancy,
) -> float:
    """EPR at k: as EP, but a redundant pattern earns nothing."""
    top = _top(patterns, k)
    qualities = _qualities(top, quality)
    return math.fsum(q for q, gone in zip(qualities, _judged(top, redundancy), strict=True) if not gone) / k


def dimple(
    patterns: Iterable[Pattern],
    k: int,
    quality: Quality = positive_share,
    diversity: Diversity = diversity,
) -> float:
    """DIMPLE at k: the sum of 2^(Q D) - 1 over the first k ranks, divided by that of a perfect list."""
    top = _top(patterns, k)
    pairs = zip(_qualities(top, quality), _grades(top, diversity), strict=True)
    return math.fsum(2 ** (q * d) - 1 for q, d in pairs) / (_BEST_GAIN * k)


def score_terms(
    patterns: Iterable[Pattern],
    k: int,
    *,
    quality: Quality = positive_share,
    diversity: Diversity = diversity,
    redundancy: Redundancy = redundancy,
) -> dict[str, PatternScores]:
    """EP, EPR and DIMPLE at k for each source term, in the order in which the terms come."""
    return {
        source: PatternScores(
            source,
            ep=expected_precision(group, k, quality),
            epr=expected_precision_redundancy(group, k, quality, redundancy),
            dimple=dimple(group, k, quality, diversity),
            n=len(_top(group, k)),
        )
        for source, group in _by_source(patterns).items()
    }


def explain_terms(
    patterns: Iterable[Pattern],
    k: int,
    *,
    quality: Quality = positive_share,
    diversity: Diversity = diversity,
    redundancy: Redundancy = redundancy,
) -> dict[str, list[PatternEvidence]]:
    """Why each term has its scores: a row for each pattern with a rank up to k."""
    return {
        source: _evidence(_top(group, k), k, quality, diversity, redundancy)
        for source, group in _by_source(patterns).items()
    }


def mean(scores: Mapping[str, PatternScores]) -> MeanScores:
    """The means over the terms of `score_terms`."""
    terms = _some(scores)
    ep, epr, dimple_ = (math.fsum(column) / len(terms) for column in zip(*map(_row, terms), strict=True))
    return MeanScores(ep, epr, dimple_, len(terms))


def bootstrap(
    scores: Mapping[str, PatternScores],
    samples: int = 1000,
    seed: int = 12345,
    confidence: float = 0.95,
) -> Intervals:
    """Percentile intervals of the means: terms are drawn anew with replacement, `samples` times."""
    if samples < 1:
        raise InputError(f"expected at least 1, got {samples}", field="samples")
    if not 0 < confidence < 1:
        raise InputError(f"expected a number between 0 and 1, got {confidence}", field="confidence")
    table = np.array([_row(score) for score in _some(scores)])
    chance = np.random.default_rng(seed)
    means = np.array(
        [table[chance.integers(len(table), size=len(table))].mean(axis=0) for _ in range(samples)]
    )
    tail = 50 * (1 - confidence)
    low, high = np.percentile(means, [tail, 100 - tail], axis=0).tolist()
    return Intervals((low[0], high[0]), (low[1], high[1]), (low[2], high[2]))


def _some(scores: Mapping[str, PatternScores]) -> list[PatternScores]:
    if not scores:
        raise InputError("no scores, expected those of at least one source term")
    return list(scores.values())


def _row(score: PatternScores) -> tuple[float, float, float]:
    return score.ep, score.epr, score.dimple


def _by_source(patterns: Iterable[Pattern]) -> dict[str, list[Pattern]]:
    groups: dict[str, list[Pattern]] = {}
    for pattern in patterns:
        groups.setdefault(pattern.source, []).append(pattern)
    return groups


def _top(patterns: Iterable[Pattern], k: int) -> list[Pattern]:
    """The patterns with a rank up to k, sorted; they must belong to one term, one to a rank."""
    if k < 1:
        raise InputError(f"expected at least 1, got {k}", field="k")
    ranked = sorted(patterns, key=lambda pattern: pattern.rank)
    for before, after in pairwise(ranked):
        if before.source != after.source:
            message = f"expected the patterns of one term, got {before.source!r} and {after.source!r}"
            raise InputError(message, field="source")
        if before.rank == after.rank:
            raise InputError(f"rank {after.rank} of {after.source!r} is given twice", field="rank")
    if ranked and ranked[0].rank < 1:
        raise InputError(f"expected a whole number from 1 up, got {ranked[0].rank}", field="rank")
    return [pattern for pattern in ranked if pattern.rank <= k]


def _qualities(top: list[Pattern], quality: Quality) -> list[float]:
    qualities = [quality(pattern) for pattern in top]
    for q in qualities:
        if not 0 <= q <= 1:
            raise ValueError(f"quality must lie in 0..1, got {q}")
    return qualities


def _grades(top: list[Pattern], diversity: Diversity) -> Sequence[int]:
    grades = _judged(top, diversity)
    for d in grades:
        if d not in (1, 2, 3):
            raise ValueError(f"diversity must be 1, 2 or 3, got {d}")
    return grades


def _judged(top: list[Pattern], judge: Callable[[str, Sequence[str]], Sequence[_T]]) -> Sequence[_T]:
    return judge(top[0].source, [pattern.paraphrase for pattern in top]) if top else []


def _graded(
    source: str, paraphrases: Sequence[str], lang: str = "en", algorithm: str = "porter"
) -> list[tuple[int, str]]:
    """Algorithm 1, with the reason for each grade."""
    to_stem = stemmer(algorithm)
    seen_words = set(content_words(source, lang))
    seen_stems = set(map(to_stem, seen_words))
    graded: list[tuple[int, str]] = []
    for paraphrase in paraphrases:
        words = list(dict.fromkeys(content_words(paraphrase, lang)))
        if not words:
            graded.append((1, "no content word"))
        elif again := [word for word in words if word in seen_words]:
            graded.append((1, f"word already seen: {', '.join(again)}"))
        else:
            if again := [word for word in words if to_stem(word) in seen_stems]:
                graded.append((2, f"root already seen: {', '.join(again)}"))
            else:
                graded.append((3, f"unseen word: {', '.join(words)}"))
            seen_words.update(words)
            seen_stems.update(map(to_stem, words))
    return graded


def _evidence(
    top: list[Pattern], k: int, quality: Quality, by: Diversity, redundant: Redundancy
) -> list[PatternEvidence]:
    grades = _grades(top, by)
    if by is diversity:
        reasons = [reason for _, reason in _judged(top, _graded)]
    else:
        reasons = [f"diversity given by {getattr(by, '__name__', 'the function handed in')}"] * len(top)
    rows = zip(top, _qualities(top, quality), grades, _judged(top, redundant), reasons, strict=True)
    return [
        PatternEvidence(
            rank=pattern.rank,
            paraphrase=pattern.paraphrase,
            q=q,
            d=d,
            gain=q * d,
            share=(2 ** (q * d) - 1) / (_BEST_GAIN * k),
            redundant=gone,
            why=reason,
        )
        for pattern, q, d, gone, reason in rows
    ]
