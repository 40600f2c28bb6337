"""Identify: does an output still say which segment it is about? (needs only clusters of descriptions)

BLEU and PINC can both be pleased by a sentence that would fit anything. So each output is sent back to
where it came from: it is identified if its nearest description (cosine of tf-idf) is one of its own
segment's, the source left out, and of no other segment's. A tie is not identified.

tf is how often a word stands in a text; idf is ln((1 + n) / (1 + df)) + 1 over the n descriptions of all
clusters, each as often as it was given; vectors have length one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.metrics.base import Floats, MeanMetric
from likewise.metrics.batch import Batch, Ints, TextSets
from likewise.metrics.tokenized_metric import TokenizedMetric
from likewise.records import Segment
from likewise.text import Tokenization, Words

__all__ = ["TIE", "DescriptionIndex", "Identify", "cluster_of"]

TIE = 1e-9
"""Similarities closer than this are equal: sums of the same numbers in another order."""
_NUMBER = re.compile(r"/\d+(-\d+)?\Z")
_WORDS = 12


def cluster_of(identity: str) -> str:
    """The cluster that a segment's id names: `clip/3` and `clip/3-7` are of `clip`, `clip` is of itself."""
    return _NUMBER.sub("", identity)


@dataclass(frozen=True)
class Identify(TokenizedMetric, MeanMetric):
    """Whether the output's own segment comes first among all segments: 100 or 0; of a corpus the share."""

    name = "identify"
    measures = "candidates that tell their own segment"
    needs_references = True
    whole = True
    default_tokenizer = "words"

    def remarks(self, batch: Batch) -> list[str]:
        remarks = super().remarks(batch)
        if len({cluster_of(segment.id) for segment in batch.segments}) == 1:
            remarks.append("identify: all segments are of one cluster, so there was nothing to tell it from")
        return remarks

    def values(self, batch: Batch) -> Floats:
        own = batch.need_references(self.name)
        homes, _ = _homes(batch.segments)
        index = DescriptionIndex.of_batch(batch, homes, self.tokenization)
        return 100.0 * index.identified(batch.candidates, homes, own)

    def explain_among(self, segment: Segment, among: Iterable[Segment]) -> dict[str, Any]:
        return self.explain(segment, among)

    def explain(self, segment: Segment, among: Iterable[Segment] = ()) -> dict[str, Any]:
        """Rank of the own segment among those of `among`, the best rival, and the words that decided."""
        everything = [segment, *among]
        if len(everything) == 1:
            raise InputError(
                "identify tells a segment from the others, so one segment alone cannot explain it"
            )
        batch = Batch(everything)
        own = batch.need_references(self.name)
        homes, names = _homes(everything)
        index = DescriptionIndex.of_batch(batch, homes, self.tokenization)
        likeness = index.similarities(int(batch.candidates[0]))
        nearest = int(max(own.ids[: own.ends[1]], key=lambda text: likeness[text]))
        first = float(likeness[nearest])
        # For each cluster its description that is nearest to the output.
        rivals: dict[int, int] = {}
        for home, text in zip(index.homes.tolist(), index.texts.tolist(), strict=True):
            if home != homes[0] and (home not in rivals or likeness[text] > likeness[rivals[home]]):
                rivals[home] = text
        ahead = sum(bool(likeness[text] >= first - TIE) for text in rivals.values())
        best = max(rivals, key=lambda home: likeness[rivals[home]], default=None)
        texts = batch.texts
        evidence: dict[str, Any] = {
            "score": 0.0 if ahead or first <= TIE else 100.0,
            "rank": 1 + ahead,
            "segments": len(rivals) + 1,
            "own": {"cluster": names[homes[0]], "nearest": texts[nearest], "similarity": first},
        }
        if best is not None:
            text = rivals[best]
            row = {"cluster": names[best], "nearest": texts[text], "similarity": float(likeness[text])}
            evidence |= {"rival": row, "words": index.shares(int(batch.candidates[0]), nearest, text)}
        return {**evidence, "signature": str(self.signature_of([segment]))}


def _homes(segments: Sequence[Segment]) -> tuple[Ints, list[str]]:
    """The number of each segment's cluster, and the clusters' names."""
    numbers: dict[str, int] = {}
    homes = [numbers.setdefault(cluster_of(s.id), len(numbers)) for s in segments]
    return np.array(homes, np.int32), list(numbers)


@dataclass(frozen=True)
class DescriptionIndex:
    """The descriptions of all clusters as tf-idf vectors.

    Text `texts[k]` stands `counts[k]` times in cluster `homes[k]`.
    """

    words: Words
    homes: Ints
    texts: Ints
    counts: Ints

    @classmethod
    def of_batch(cls, batch: Batch, homes: Ints, tokenization: Tokenization) -> DescriptionIndex:
        """The index of a batch: to a cluster belong the sources and references of all its segments.

        A text that several segments of a cluster name is one description, unless one of them names it twice.
        """
        sets = batch.references if batch.sources is None else batch.references_and_sources("identify")
        size = np.int64(len(batch.texts))
        segments = np.repeat(np.arange(len(batch)), np.diff(sets.ends))
        named, times = np.unique(segments * size + sets.ids, return_counts=True)
        pairs, place = np.unique(homes[named // size] * size + named % size, return_inverse=True)
        counts = np.zeros(len(pairs), np.int64)
        np.maximum.at(counts, place, times)
        return cls(batch.words(tokenization), pairs // size, pairs % size, counts)

    @cached_property
    def vectors(self) -> Any:
        """The tf-idf vector of each text, of length one, as a sparse matrix."""
        from scipy.sparse import csr_array

        words, shape = self.words, (len(self.words.lengths), self.words.distinct)
        # A copy: duplicates are summed in place, and the batch's other metrics need its words as they are.
        counted = csr_array((np.ones(len(words.ids)), words.ids, words.bounds), shape=shape, copy=True)
        counted.sum_duplicates()
        rows = np.repeat(np.arange(shape[0]), np.diff(counted.indptr))
        given = np.bincount(self.texts, self.counts, shape[0])
        df = np.bincount(counted.indices, given[rows], shape[1])
        weights = counted.data * (np.log((1 + self.counts.sum()) / (1 + df))[counted.indices] + 1)
        length = np.sqrt(np.bincount(rows, weights**2, shape[0]))
        return csr_array((weights / length[rows], counted.indices, counted.indptr), shape=shape)

    def identified(self, candidates: Ints, homes: Ints, own: TextSets) -> Floats:
        """1 for each candidate whose nearest description is among its own and in no other cluster, else 0."""
        nearest, _, rival = self.nearest(candidates, homes, own)
        return np.asarray(nearest > rival + TIE, np.float64)

    def nearest(self, candidates: Ints, homes: Ints, own: TextSets) -> tuple[Floats, Floats, Floats]:
        """Of each candidate three cosines: its two best with its own texts, the best with other clusters'."""
        from likewise.metrics._kernels import nearest_descriptions

        size = len(self.words.lengths)
        # Of the clusters that hold a text, two are enough to know whether any but one's own does.
        first, second = np.full(size, -1, np.int64), np.full(size, -1, np.int64)
        first[self.texts[::-1]] = self.homes[::-1]
        more = self.homes != first[self.texts]
        second[self.texts[more]] = self.homes[more]
        vectors, described = self.vectors, np.flatnonzero(first >= 0)
        postings = vectors[described].tocsc()
        nearest: tuple[Floats, Floats, Floats] = nearest_descriptions(
            candidates, homes, own.ids, own.ends, vectors.indices, vectors.indptr, vectors.data,
            described[postings.indices], postings.indptr, postings.data, first, second,
        )  # fmt: skip
        return nearest

    def similarities(self, text: int) -> Floats:
        """The cosine of a text with every text."""
        return np.asarray((self.vectors @ self.vectors[[text]].T).todense(), np.float64)[:, 0]

    def shares(self, text: int, own: int, rival: int) -> list[dict[str, Any]]:
        """What each word gives to the two similarities, those that decided first."""
        rows = self.vectors[[text, own, rival]].toarray()
        gains = rows[0] * rows[1:]
        places = np.flatnonzero(gains.any(axis=0))
        order = sorted(places.tolist(), key=lambda w: (-abs(gains[0, w] - gains[1, w]), w))
        return [
            {"word": self.words.vocabulary[w], "own": float(gains[0, w]), "rival": float(gains[1, w])}
            for w in order[:_WORDS]
        ]
