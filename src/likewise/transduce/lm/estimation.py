"""Interpolated modified Kneser-Ney smoothing (Chen and Goodman 1998, section 3).

N-grams are numbered level by level: the id of an n-gram is the rank of (id of its first n-1 words,
last word), so sorting one integer a position counts every order. Below the highest order a count is
the number of different words seen in front (Kneser and Ney 1995), except after <s>, which nothing precedes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.text import Ints, Words
from likewise.transduce.lm.levels import BEGIN, END, SPECIAL, UNKNOWN, Level
from likewise.transduce.lm.model import LanguageModel, Texts, check_words

__all__ = ["FALLBACK", "HIGHEST_ORDER", "discounts", "train"]

HIGHEST_ORDER = 5
FALLBACK = (0.5, 1.0, 1.5)
"""Discounts of counts 1, 2 and 3 or more where the counts of counts are too few to estimate them."""

_LEAST = 1e-99
"""Stands for a probability of 0, as in ARPA files."""

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True)
class _GramCounts:
    """The n-grams of one order: first n-1 words and last n-1 words (as ids), last word, counts."""

    prefix: Ints
    suffix: Ints
    words: Ints
    raw: Ints
    first: npt.NDArray[np.bool_]
    """Whether it begins with <s>."""

    def __len__(self) -> int:
        return len(self.words)


def train(
    texts: Texts, *, order: int = 4, prune: Sequence[int] = (), counts: Ints | Sequence[int] | None = None
) -> LanguageModel:
    """Learn a model from tokenised texts; text k counts `counts[k]` times.

    `prune` leaves out n-grams seen no more than so many times: one number an order, the first of them
    0, the last one standing for all higher orders. (0, 0, 1) keeps all words and pairs, and drops
    longer n-grams seen once. What was theirs goes to the shorter n-grams.
    """
    if not 1 <= order <= HIGHEST_ORDER:
        raise InputError(f"order {order} of a language model, expected 1 to {HIGHEST_ORDER}")
    thresholds = _thresholds(prune, order)
    texts, weights = _counted(texts, counts)
    vocabulary, ids, bounds = _numbered(texts)
    levels = _count(*_stream(ids, np.diff(bounds), weights), order, len(vocabulary))
    return LanguageModel(vocabulary, _estimate(levels, thresholds))


def _counted(texts: Texts, counts: Ints | Sequence[int] | None) -> tuple[Texts, Ints]:
    """The texts that count at all, and how often each does."""
    size = len(texts.bounds) - 1 if isinstance(texts, Words) else len(texts)
    if counts is None:
        return texts, np.ones(size, np.int64)
    weights = np.asarray(counts)
    if weights.shape != (size,):
        raise InputError(f"{weights.size} counts for {size} texts, expected one a text")
    if size and (weights.dtype.kind not in "iu" or weights.min() < 0):
        raise InputError("counts of texts must be whole numbers from 0")
    kept = np.flatnonzero(weights)
    chosen = texts.select(kept) if isinstance(texts, Words) else [texts[k] for k in kept.tolist()]
    return chosen, weights[kept].astype(np.int64)


def _numbered(texts: Texts) -> tuple[list[str], Ints, Ints]:
    """The vocabulary of the texts, their words' ids in it, and the bounds of the texts."""
    if isinstance(texts, Words):
        pool, ids, bounds = texts.vocabulary, texts.ids, texts.bounds
    else:
        check_words(texts)
        seen: dict[str, int] = {}
        ids = np.array([seen.setdefault(w, len(seen)) for text in texts for w in text], np.int64)
        bounds = np.cumsum([0, *(len(text) for text in texts)])
        pool = list(seen)
    used = np.zeros(len(pool), np.bool_)
    used[ids] = True
    for place, word in enumerate(pool):
        if word in SPECIAL:
            used[place] = False
    renamed = np.where(used, len(SPECIAL) - 1 + np.cumsum(used), UNKNOWN)
    kept = [pool[place] for place in np.flatnonzero(used)]
    return [*SPECIAL, *kept], renamed[ids], bounds


def _thresholds(prune: Sequence[int], order: int) -> list[int]:
    """For each order the highest count that is left out."""
    asked = list(prune) or [0]
    if asked[0] != 0 or any(a > b for a, b in pairwise(asked)):
        raise InputError(f"prune={asked}, expected 0 for single words and no number below the one before it")
    return (asked + [asked[-1]] * order)[:order]


def _stream(ids: Ints, sizes: Ints, weights: Ints) -> tuple[Ints, Ints, Ints]:
    """All texts in a row, each between <s> and </s>.

    Returns the words, how far each stands behind its <s>, and how often its text counts.
    """
    sizes = sizes + 2
    ends = np.cumsum(sizes)
    depth = np.arange(sizes.sum()) - np.repeat(ends - sizes, sizes)
    stream = np.full(len(depth), END, np.int64)
    stream[depth == 0] = BEGIN
    inner = depth > 0
    inner[ends - 1] = False
    stream[inner] = ids
    return stream, depth, np.repeat(weights, sizes)


def _count(stream: Ints, depth: Ints, weights: Ints, order: int, words: int) -> list[_GramCounts]:
    """Number and count the n-grams of each order; `numbers` has the one that ends at each place."""
    every = np.arange(words)
    raw = np.bincount(stream, weights, words).astype(np.int64)
    levels = [_GramCounts(np.zeros(words, np.int64), every, every, raw, every == BEGIN)]
    numbers = stream
    for n in range(2, order + 1):
        places = np.flatnonzero(depth >= n - 1)
        codes = numbers[places - 1] * words + stream[places]
        distinct, start, which = np.unique(codes, return_index=True, return_inverse=True)
        prefix, last = np.divmod(distinct, words)
        raw = np.bincount(which, weights[places], len(distinct)).astype(np.int64)
        levels.append(_GramCounts(prefix, numbers[places[start]], last, raw, levels[-1].first[prefix]))
        numbers = np.zeros(len(stream), np.int64)
        numbers[places] = which
    return levels


def discounts(counts: Ints) -> tuple[float, float, float]:
    """What is taken off counts of 1, 2, and 3 or more: Chen and Goodman's estimate from counts of counts.

    It needs n-grams of each of the counts 1 to 4, and must be above 0. Where it is not so (small or
    repeated data), `FALLBACK` stands in for all three.
    """
    n1, n2, n3, n4 = np.bincount(np.minimum(counts, 5), minlength=6)[1:5].tolist()
    if not (n1 and n2 and n3 and n4):
        return FALLBACK
    y = n1 / (n1 + 2 * n2)
    amounts = (1 - 2 * y * n2 / n1, 2 - 3 * y * n3 / n2, 3 - 4 * y * n4 / n3)
    return amounts if min(amounts) > 0 else FALLBACK


def _estimate(levels: list[_GramCounts], thresholds: list[int]) -> tuple[Level, ...]:
    """Probabilities from the shortest n-grams up; each order gives the one below its back-off weights."""
    counts = _adjusted(levels)
    probabilities = [_single(counts[0])]
    backoffs: list[Floats] = []
    for level, adjusted, threshold in zip(levels[1:], counts[1:], thresholds[1:], strict=True):
        estimates, weights = _interpolated(level, adjusted, probabilities[-1], threshold)
        probabilities.append(estimates)
        backoffs.append(weights)
    backoffs.append(np.ones(len(levels[-1])))
    kept = [level.raw > t if t else level.raw >= 0 for level, t in zip(levels, thresholds, strict=True)]
    ranks = [np.zeros(1, np.int64), *(np.cumsum(rows) - 1 for rows in kept[:-1])]
    parts = zip(levels, kept, ranks, probabilities, backoffs, strict=True)
    return tuple(
        Level(rank[level.prefix[rows]], level.words[rows].astype(np.int32), _log(p[rows]), _log(b[rows]))
        for level, rows, rank, p, b in parts
    )


def _log(values: Floats) -> npt.NDArray[np.float32]:
    return np.log(np.maximum(values, _LEAST)).astype(np.float32)


def _adjusted(levels: list[_GramCounts]) -> list[Ints]:
    """The counts that smoothing works on: raw for the longest n-grams, words in front for the others."""
    in_front = [
        np.where(level.first, level.raw, np.bincount(longer.suffix, minlength=len(level)))
        for level, longer in pairwise(levels)
    ]
    return [*in_front, levels[-1].raw]


def _taken(counts: Ints) -> Floats:
    """The discount of each count."""
    return np.asarray(np.array([0.0, *discounts(counts)])[np.minimum(counts, 3)], np.float64)


def _single(counts: Ints) -> Floats:
    """Probabilities of single words: discounted, and the rest spread evenly over all words but <s>."""
    counts = np.where(np.arange(len(counts)) == BEGIN, 0, counts)
    total, words = max(counts.sum(), 1), len(counts) - 1
    taken = _taken(counts)
    rest = 1 - (counts - taken).sum() / total
    probabilities: Floats = (counts - taken) / total + rest / words
    probabilities[BEGIN] = 0
    return probabilities


def _interpolated(level: _GramCounts, counts: Ints, lower: Floats, threshold: int) -> tuple[Floats, Floats]:
    """Probabilities of the n-grams, and the back-off weight of each n-gram of the level below.

    An n-gram that will be left out hands its whole count on to the shorter ones.
    """
    taken = np.where(level.raw <= threshold, counts, _taken(counts))
    totals = np.bincount(level.prefix, counts, len(lower))
    given = np.bincount(level.prefix, taken, len(lower))
    weights = np.divide(given, totals, out=np.ones(len(lower)), where=totals > 0)
    probabilities = (counts - taken) / totals[level.prefix] + weights[level.prefix] * lower[level.suffix]
    return probabilities, weights
