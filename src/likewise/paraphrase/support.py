"""Support: how likely an n-gram of a candidate is to stand among what people would write for the same thing.

Learned from the training clusters themselves. For a source, its candidates' n-grams are described by how the
phrase model rates the candidates that hold them, by how often they stand in training clusters that resemble
the source, by the language model, and by the source; a small network turns this into a probability. Labels
come from clusters that the phrase table was not made from.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.paraphrase import _kernels as kernels
from likewise.text import Ints, Words
from likewise.transduce import LanguageModel

__all__ = ["ClusterIndex", "CandidateGrams", "gram_inputs"]

Array = npt.NDArray[Any]
LOOKED_AT = 60
"""Clusters that are looked into for one source."""
MIX = 0.5
"""Share of the common unigram model in each cluster's."""


@dataclass(frozen=True)
class ClusterIndex:
    """The training texts, searched by likeness; texts of cluster c are `clusters[c]:clusters[c + 1]`."""

    texts: Words
    clusters: Ints

    @cached_property
    def owner(self) -> Ints:
        """The cluster of each text."""
        return np.repeat(np.arange(len(self.clusters) - 1), np.diff(self.clusters)).astype(np.int32)

    @cached_property
    def grams(self) -> tuple[Array, Array, Array]:
        """Distinct n-grams of each cluster with the share of texts that hold them."""
        grams: tuple[Array, Array, Array] = kernels.cluster_grams(
            self.texts.ids, self.texts.bounds, self.clusters.astype(np.int64)
        )
        return grams

    @cached_property
    def spread(self) -> tuple[Array, Array]:
        """In how many clusters each n-gram stands, as a hash table."""
        counts: tuple[Array, Array] = kernels.count_keys(self.grams[1])
        return counts

    @cached_property
    def frequency(self) -> Array:
        """How often each word occurs."""
        return np.bincount(self.texts.ids, minlength=self.texts.distinct).astype(np.float64)

    @cached_property
    def unfinished(self) -> npt.NDArray[np.bool_]:
        """Words that stand often enough in the texts, and next to never at an end: "the", "into"."""
        ends = np.bincount(self.texts.ids[self.texts.bounds[1:] - 1], minlength=self.texts.distinct)
        return (self.frequency >= 10) & (ends < 0.01 * self.frequency)

    @cached_property
    def _places(self) -> tuple[Array, Array]:
        """Words and texts, each pair once, ordered by word."""
        size = len(self.owner)
        text_of = np.repeat(np.arange(size), self.texts.lengths)
        pairs = np.unique(self.texts.ids.astype(np.int64) * size + text_of)
        return pairs // size, pairs % size

    @cached_property
    def idf(self) -> Array:
        """Inverse document frequency of each word over texts."""
        words, _ = self._places
        holding = np.bincount(words, minlength=self.texts.distinct)
        return np.asarray(np.log((1.0 + len(self.owner)) / (1.0 + holding)))

    @cached_property
    def postings(self) -> tuple[Array, Array, Array, Array, Array]:
        """For `likeness`: bounds by word, texts, idf, norm and cluster of each text."""
        words, texts = self._places
        starts = np.searchsorted(words, np.arange(self.texts.distinct + 1))
        squares = np.bincount(texts, self.idf[words] ** 2, len(self.owner))
        norms = np.sqrt(np.maximum(squares, 1e-9))
        return starts, texts.astype(np.int32), self.idf, norms, self.owner

    @cached_property
    def unigrams(self) -> tuple[Array, Array, Array, Array]:
        """For `likelihoods`: bounds by word, clusters, their share of the word, the word's share of all."""
        number = len(self.clusters) - 1
        cluster_of = np.repeat(self.owner, self.texts.lengths)
        keys, counts = np.unique(self.texts.ids.astype(np.int64) * number + cluster_of, return_counts=True)
        words, clusters = keys // number, keys % number
        sizes = np.bincount(cluster_of, minlength=number)
        starts = np.searchsorted(words, np.arange(self.texts.distinct + 1))
        common = (self.frequency + 0.5) / (self.frequency + 0.5).sum()
        return starts, clusters.astype(np.int32), counts / sizes[clusters], common

    def similar(self, source: Array) -> tuple[Array, Array, float]:
        """Clusters that resemble a source, their weights under each scheme, likeness of the nearest text."""
        number = len(self.clusters) - 1
        best, logs = np.zeros(number, np.float32), np.zeros(number)
        starts, texts, idf, norms, owner = self.postings
        kernels.likeness(source, starts, texts, idf, norms, owner, best)
        starts, clusters, shares, common = self.unigrams
        kernels.likelihoods(source, starts, clusters, shares, common, MIX, logs)
        order, weights = kernels.scheme_weights(best, logs, LOOKED_AT)
        return order, weights, float(best.max()) if number else 0.0


@dataclass(frozen=True)
class CandidateGrams:
    """The n-grams of a source's candidates: places, hashes, and inputs of the network."""

    occurrences: Array
    hashes: Array
    inputs: Array
    source_keys: Array


def gram_inputs(
    index: ClusterIndex,
    lm: LanguageModel,
    lm_ids: Array,
    source: Array,
    words: Array,
    bounds: Array,
    scores: Array,
) -> CandidateGrams:
    """Describe the n-grams of candidates; `scores` are the phrase model's."""
    occurrences, keys, places, hashes, lengths, first = kernels.number_grams(words, bounds)
    shares = np.exp((scores - scores.max())[:, None] / np.array([1.0, 3.0]))
    posterior = kernels.posteriors(occurrences, bounds, shares / shares.sum(axis=0), len(hashes))
    order, weights, nearest = index.similar(source)
    starts, gram_hashes, gram_shares = index.grams
    support = kernels.cluster_support(
        keys, places, len(hashes), order, weights, starts, gram_hashes, gram_shares
    )
    source_keys = kernels.source_grams(source)
    tables = lm.tables
    inputs = kernels.gram_features(
        words, source, hashes, lengths, first, keys, places, posterior, support, nearest, source_keys,
        *index.spread, index.frequency,
        lm_ids, tables.keys, tables.logprob, tables.backoff,
    )  # fmt: skip
    return CandidateGrams(occurrences, hashes, inputs, source_keys)
