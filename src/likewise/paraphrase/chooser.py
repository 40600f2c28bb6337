"""Candidates and what speaks for them: the part of a paraphraser that chooses among wordings.

The outputs of several searches are put together (`pool`) and told apart by the support of their n-grams
(`support`) at a novelty that the dial stands for (`dial`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.paraphrase import _kernels as kernels
from likewise.paraphrase.dial import Dial, Taste, choose
from likewise.paraphrase.network import Network
from likewise.paraphrase.pool import PLAIN, WordingPool, gather, vectors
from likewise.paraphrase.support import CandidateGrams, ClusterIndex, gram_inputs
from likewise.transduce import FEATURE_NAMES, Decoder, LanguageModel, PhraseTable, weight_vector

__all__ = ["LM", "PIECE", "CandidateChooser"]

Array = npt.NDArray[Any]
LM = FEATURE_NAMES.index("lm")
PIECE = 60
"""Longer lines are paraphrased in pieces of this many words."""


@dataclass(frozen=True)
class CandidateChooser:
    """Phrase table, language model, index of the training clusters, support network, dial and settings."""

    table: PhraseTable
    lm: LanguageModel
    index: ClusterIndex
    network: Network | None
    dial: Dial
    settings: Mapping[str, Any]
    data: str = ""

    @cached_property
    def decoder(self) -> Decoder:
        """The search behind it."""
        return Decoder(self.table, self.lm, beam=int(self.settings["beam"]))

    @property
    def plain_weights(self) -> Mapping[str, float]:
        """The weights of the phrase model alone: those that it was tuned to, or the usual ones."""
        weights: Mapping[str, float] = self.settings.get("weights", PLAIN)
        return weights

    @cached_property
    def taste(self) -> Taste:
        """What counts beside novelty."""
        return Taste(**self.settings["taste"])

    @cached_property
    def _lm_ids(self) -> Array:
        # Words that the vocabulary lacks have ids after its end and are unknown to the language model.
        ids = self.lm.ids(self.table.target_vocabulary)
        return np.concatenate((ids, np.zeros(PIECE, np.int32))).astype(np.int32)

    @cached_property
    def _vectors(self) -> list[Array]:
        return vectors()

    def pool(self, words: Sequence[str]) -> WordingPool:
        """The candidates that the dial chooses among."""
        return gather(self.decoder, words, self._vectors, int(self.settings["candidates"]))

    def plain_pool(self, words: Sequence[str], k: int) -> WordingPool:
        """The `k` best candidates of the phrase model alone."""
        return gather(self.decoder, words, [weight_vector(self.plain_weights)], k)

    def order(self, pool: WordingPool, values: Array, novelty: float) -> Array:
        """The candidates of a pool in order of preference at a novelty."""
        strength, floor = self.dial.strength(novelty), Dial.floor(novelty, self.taste)
        return choose(values, pool.scores, self.doubtful(pool), strength, floor, self.taste)

    def values(self, pool: WordingPool, plain: bool = False) -> Array:
        """`candidate_values` of a pool; `plain` leaves support out."""
        if plain or self.network is None:
            occurrences, _, _, hashes, _, _ = kernels.number_grams(pool.words, pool.bounds)
            source_keys = kernels.source_grams(pool.source)
            shares = np.exp((pool.scores - pool.scores.max()) / 3.0)[:, None]
            support = kernels.posteriors(occurrences, pool.bounds, shares / shares.sum(), len(hashes))[:, 0]
        else:
            grams = self.grams(pool)
            occurrences, hashes, source_keys = grams.occurrences, grams.hashes, grams.source_keys
            support = self.network(grams.inputs)
        result: Array = kernels.candidate_values(
            pool.words, pool.bounds, occurrences, support, hashes, source_keys, self.index.idf
        )
        return result

    def doubtful(self, pool: WordingPool) -> npt.NDArray[np.bool_]:
        """Guard against nonsense: candidates far too short or long, far less likely than the source by the
        language model, or broken off at a word that ends no text (unless the source does the same)."""
        sizes, length = np.diff(pool.bounds), len(pool.source)
        ratio, lowest = sizes / length, self._mean_score(pool.source) - self.taste.slack
        unlikely = pool.features[:, LM] / (sizes + 1) < lowest
        last = pool.words[np.maximum(pool.bounds[1:] - 1, 0)]
        broken = self._unfinished[last] & (last != pool.source[-1])
        long_or_short = (ratio < self.taste.least) | (ratio > self.taste.most)
        return np.asarray(long_or_short | unlikely | broken)

    def _mean_score(self, source: Array) -> float:
        """Log probability of a source's words, a word."""
        ids = self._lm_ids[source].astype(np.int32)
        total = self.lm.score_ids(ids, np.array([0, len(ids)], np.int64))
        return float(total[0]) / (len(ids) + 1)

    @cached_property
    def _unfinished(self) -> npt.NDArray[np.bool_]:
        return np.concatenate((self.index.unfinished, np.zeros(PIECE, np.bool_)))

    def grams(self, pool: WordingPool) -> CandidateGrams:
        """What is known of the n-grams of a pool."""
        return gram_inputs(
            self.index, self.lm, self._lm_ids, pool.source, pool.words, pool.bounds, pool.scores
        )
