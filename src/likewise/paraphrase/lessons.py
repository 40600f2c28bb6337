"""Lessons from held-out clusters: which n-grams of candidates people do write.

Clusters are cut into folds. A phrase table and a language model without a fold paraphrase texts of the fold,
and the n-grams of the candidates that stand in the fold's own clusters teach the support network. The same
candidates calibrate the dial.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.io import Progress
from likewise.paraphrase import _kernels as kernels
from likewise.paraphrase.chooser import PIECE, CandidateChooser
from likewise.paraphrase.network import Network
from likewise.paraphrase.pool import WordingPool
from likewise.paraphrase.support import CandidateGrams, ClusterIndex
from likewise.text import Ints, Words
from likewise.transduce import AlignedCorpus, lm

__all__ = ["FOLDS", "ClusterCorpus", "HeldOutLesson", "fit_network", "held_out_lessons", "without"]

Array = npt.NDArray[Any]
FOLDS = 4


@dataclass(frozen=True)
class ClusterCorpus:
    """Texts in clusters, and the pairs of them that were drawn and aligned; `source` is each pair's first."""

    texts: Words
    sizes: Ints
    source: Ints
    pairs: AlignedCorpus

    @property
    def owner(self) -> Array:
        """The cluster of each text."""
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    def index(self, kept: Array | None = None) -> ClusterIndex:
        """The index of all clusters, or of those kept."""
        if kept is None:
            return ClusterIndex(self.texts, np.concatenate(([0], np.cumsum(self.sizes))))
        texts = self.texts.select(np.flatnonzero(kept[self.owner]))
        return ClusterIndex(texts, np.concatenate(([0], np.cumsum(self.sizes[kept]))))


@dataclass(frozen=True)
class HeldOutLesson:
    """The candidates of one held-out text: inputs and labels of their n-grams."""

    pool: WordingPool
    grams: CandidateGrams
    labels: Array
    doubtful: Array
    idf: Array

    def values(self, network: Network | None) -> tuple[Array, Array, Array]:
        """What the candidates are worth, their scores, and which are doubtful."""
        support = network(self.grams.inputs) if network else self.labels.astype(np.float64)
        values = kernels.candidate_values(
            self.pool.words, self.pool.bounds, self.grams.occurrences, support, self.grams.hashes,
            self.grams.source_keys, self.idf,
        )  # fmt: skip
        return values, self.pool.scores, self.doubtful


def held_out_lessons(
    corpus: ClusterCorpus, model: CandidateChooser, held_out: int, seed: int, tell: Progress
) -> Iterator[HeldOutLesson]:
    """Held-out texts, each paraphrased by a model that has not seen its cluster."""
    chance = np.random.default_rng([seed, 1])
    number = len(corpus.sizes)
    if number < 2:
        return
    folds = min(FOLDS, number)
    fold = chance.permutation(number) % folds
    owner = corpus.owner
    for k in range(folds):
        tell("learning from held-out clusters", k / folds)
        rest = without(corpus, model, fold != k)
        texts = np.flatnonzero((fold[owner] == k) & (corpus.sizes[owner] > 1))
        texts = np.sort(chance.permutation(texts)[: -(-held_out // folds)])
        with ThreadPoolExecutor(2) as pool:
            lessons = pool.map(lambda text: _lesson(corpus, rest, int(text)), texts)  # noqa: B023
            yield from (lesson for lesson in lessons if lesson is not None)


def without(corpus: ClusterCorpus, model: CandidateChooser, kept: Array) -> CandidateChooser:
    """The model as it would be without some clusters."""
    index = corpus.index(kept)
    pairs = corpus.pairs.select(np.flatnonzero(kept[corpus.owner[corpus.source]]))
    table = pairs.phrase_table(longest=model.table.longest)
    language = lm.train(index.texts, order=model.lm.order)
    return CandidateChooser(table, language, index, None, model.dial, model.settings)


def _lesson(corpus: ClusterCorpus, model: CandidateChooser, text: int) -> HeldOutLesson | None:
    texts = corpus.texts
    ids = texts.ids[texts.bounds[text] : texts.bounds[text + 1]]
    if len(ids) > PIECE:
        return None
    words = [texts.vocabulary[i] for i in ids]
    pool = model.pool(words)
    grams = model.grams(pool)
    cluster = int(corpus.owner[text])
    first = int(corpus.sizes[:cluster].sum())
    others = [t for t in range(first, first + int(corpus.sizes[cluster])) if t != text]
    written = np.concatenate(
        [kernels.source_grams(texts.ids[texts.bounds[t] : texts.bounds[t + 1]]) for t in others]
    )
    labels = np.isin(grams.hashes, written)
    return HeldOutLesson(pool, grams, labels, model.doubtful(pool), model.index.idf)


def fit_network(lessons: Sequence[HeldOutLesson], seed: int) -> Network | None:
    """The support network that the lessons teach; none without lessons."""
    if not lessons:
        return None
    inputs = np.concatenate([lesson.grams.inputs for lesson in lessons])
    labels = np.concatenate([lesson.labels for lesson in lessons])
    return Network.fit(inputs, labels, seed=seed)
