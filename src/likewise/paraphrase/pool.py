"""The candidates of one source: n-best lists of several settings of the decoder, put together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.paraphrase import _kernels as kernels
from likewise.paraphrase.columns import NEW
from likewise.transduce import Decoder, Search, weight_vector

__all__ = ["PLAIN", "SETTINGS", "WordingPool", "gather", "pinc_of", "vectors"]

Array = npt.NDArray[Any]

PLAIN = {
    "phrase": -0.08, "phrase-inverse": 0.13, "lexical": 0.32, "lexical-inverse": 0.07, "lm": 0.6,
    "words": 0.8, "phrases": -0.6,
    "copied-1": 0.235, "copied-2": 0.1175, "copied-3": 0.1175, "copied-4": 0.1175,
}  # fmt: skip
"""Weights of the plain system: near the source, and with more pairs a little newer, as in the paper. Found by
search on development clusters of MSVD, as are the others."""

FREE = {
    "phrase": 0.35, "phrase-inverse": 0.15, "lexical": 0.45, "lexical-inverse": 0.1,
    "lm": 0.45, "words": 1.0, "phrases": -0.15,
}  # fmt: skip
"""Weights of the searches that the dial chooses from: those that match other people's descriptions best."""


def _shy(strength: float, **changed: float) -> dict[str, float]:
    """The free weights with a price on words and n-grams that the source has."""
    price = {"copied-1": -strength, **{f"copied-{n}": -strength / 2 for n in (2, 3, 4)}}
    return {**FREE, **price, **changed}


SETTINGS = (FREE, _shy(0.3), _shy(0.6, words=1.2), _shy(0.3, lm=0.75, words=1.5))
"""One search each: as the model likes it, and with more and more reluctance to copy."""


@dataclass(frozen=True)
class WordingPool:
    """Different candidates: words of candidate k are `words[bounds[k]:bounds[k + 1]]`, as in `Search`.

    `scores` are those of the first setting's weights; `origin` says which search and which of its outputs.
    """

    source: Array
    words: Array
    bounds: Array
    features: Array
    scores: Array
    origin: list[tuple[int, int]]
    searches: list[Search]

    def __len__(self) -> int:
        return len(self.scores)

    def ids(self, k: int) -> Array:
        """Word ids of candidate k."""
        return self.words[self.bounds[k] : self.bounds[k + 1]]


def gather(
    decoder: Decoder,
    words: Sequence[str],
    settings: Sequence[Array],
    each: int,
) -> WordingPool:
    """The candidates that the settings (weight vectors) bring, `each` at most."""
    searches = [decoder.nbest(words, each, weights) for weights in settings]
    texts = np.concatenate([search.words for search in searches])
    sizes = np.concatenate([np.diff(search.bounds) for search in searches])
    bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
    kept = kernels.distinct_texts(texts, bounds)
    origin = [(s, k) for s, search in enumerate(searches) for k in range(len(search))]
    features = np.concatenate([search.features for search in searches])[kept]
    starts = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes[kept])))
    places = np.arange(starts[-1]) + np.repeat(bounds[:-1][kept] - starts[:-1], sizes[kept])
    return WordingPool(
        searches[0].source, texts[places], starts, features, features @ settings[0],
        [origin[k] for k in kept], searches,
    )  # fmt: skip


def vectors() -> list[Array]:
    """The weight vectors of `SETTINGS`."""
    return [weight_vector(weights) for weights in SETTINGS]


def pinc_of(source: Sequence[str], said: Sequence[str]) -> float:
    """PINC of words against a source: that of a whole line is not the mean of its pieces'."""
    known: dict[str, int] = {}
    own, ids = (
        np.array([known.setdefault(w, len(known)) for w in line], np.int32) for line in (source, said)
    )
    bounds, none = np.array([0, len(ids)], np.int64), np.zeros(0)
    occurrences, _, _, hashes, _, _ = kernels.number_grams(ids, bounds)
    values = kernels.candidate_values(
        ids, bounds, occurrences, np.zeros(len(hashes)), hashes, kernels.source_grams(own), none
    )
    return float(100 * values[0, NEW])
