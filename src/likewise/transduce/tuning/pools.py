"""Candidates of all sentences with features and a metric's statistics, gathered over the rounds of tuning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError

__all__ = ["Objective", "Pools"]

Array = npt.NDArray[Any]
Words = tuple[str, ...]


@dataclass(frozen=True)
class Objective:
    """What tuning is to raise: a metric in two steps, statistics of each candidate and scores of their sums.

    `statistics(sentences, outputs)` gives a row for each output (`sentences[i]` is the number of the sentence
    that output i belongs to). `corpus(rows)` gives the score of each row of summed statistics, `single(rows)`
    that of each row of one candidate (`corpus` unless given). Higher is better.
    """

    statistics: Callable[[Sequence[int], Sequence[Words]], Array]
    corpus: Callable[[Array], Array]
    single: Callable[[Array], Array] | None = None

    def measure(self, sentences: Sequence[int], outputs: Sequence[Words]) -> Array:
        """The statistics, checked."""
        rows = np.asarray(self.statistics(sentences, outputs), np.float64)
        if rows.ndim != 2 or len(rows) != len(outputs):
            raise InputError(
                f"the objective gave statistics of shape {rows.shape} for {len(outputs)} outputs"
            )
        return rows

    def score(self, rows: Array) -> float:
        """The corpus score of candidates, from their statistics."""
        return float(np.asarray(self.corpus(rows.sum(axis=0, keepdims=True)))[0])

    def scores(self, rows: Array) -> Array:
        """The score of each candidate alone."""
        return np.asarray((self.single or self.corpus)(rows), np.float64)


@dataclass
class Pools:
    """The candidates of each sentence so far; equal words with equal features are kept once."""

    objective: Objective
    seen: set[tuple[int, Words, bytes]] = field(default_factory=set)
    _parts: list[tuple[Array, Array, Array]] = field(default_factory=list)

    def add(self, candidates: Iterable[tuple[int, Words, Array]]) -> int:
        """Take (sentence, words, features) in; gives how many were new."""
        kept = []
        for sentence, words, features in candidates:
            # Rounded: the same derivation, found under other weights, is not new by its last bits.
            key = (sentence, words, np.round(features, 6).tobytes())
            if key not in self.seen:
                self.seen.add(key)
                kept.append((sentence, words, features))
        if kept:
            sentences = [sentence for sentence, _, _ in kept]
            rows = self.objective.measure(sentences, [words for _, words, _ in kept])
            self._parts.append((np.array(sentences), np.array([f for _, _, f in kept]), rows))
            self.__dict__.pop("arrays", None)
        return len(kept)

    @cached_property
    def arrays(self) -> tuple[Array, Array, Array]:
        """Bounds of the sentences that have candidates, features, statistics; sorted by sentence."""
        sentences, features, rows = (np.concatenate(part) for part in zip(*self._parts, strict=True))
        order = np.argsort(sentences, kind="stable")
        starts = np.flatnonzero(np.diff(sentences[order], prepend=-1))
        return np.append(starts, len(order)).astype(np.int64), features[order], rows[order]

    @property
    def varying(self) -> Array:
        """For each feature whether it differs between candidates of some sentence: others cannot be tuned."""
        bounds, features, _ = self.arrays
        return np.asarray(np.any([np.ptp(features[a:b], axis=0) > 0 for a, b in pairwise(bounds)], axis=0))

    def chosen(self, weights: Array) -> float:
        """The corpus score when each sentence gets the candidate that the weights like best."""
        bounds, features, rows = self.arrays
        values = features @ weights
        best = [a + int(np.argmax(values[a:b])) for a, b in pairwise(bounds)]
        return self.objective.score(rows[best])

    def spread(self, weights: Array) -> float:
        """How far apart the candidates of a sentence lie under the weights: mean standard deviation."""
        bounds, features, _ = self.arrays
        values = features @ weights
        return float(np.mean([values[a:b].std() for a, b in pairwise(bounds)]))

    def scaled(self, new: Array, weights: Array) -> Array:
        """The weights found, brought to the scale of those before.

        Only proportions matter to the choice of an output, but what a search drops depends on the scale.
        """
        size, before = self.spread(new), self.spread(weights)
        return new * (before / size) if size > 0 and before > 0 else new
