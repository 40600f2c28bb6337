"""Learning a paraphraser from clusters of parallel texts (Chen & Dolan 2011, section 5.1, and beyond).

Pairs are drawn, aligned in both directions and made into a phrase table; a language model is trained on the
texts. Then, clusters in folds: a phrase table and a language model without the fold paraphrase texts of the
fold, and the n-grams of the candidates that stand in the fold's own clusters teach the support network. The
same held-out candidates calibrate the dial.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.io.models import fingerprint
from likewise.paraphrase import _kernels as kernels
from likewise.paraphrase.dial import Taste, calibrate
from likewise.paraphrase.model import PIECE, Paraphraser
from likewise.paraphrase.network import Network
from likewise.paraphrase.pairs import draw_pairs, pairs_setting
from likewise.paraphrase.pool import CandidatePool, gather, vectors
from likewise.paraphrase.support import ClusterIndex
from likewise.records import Cluster
from likewise.text.vocabulary import Tokenization, Words, words_of
from likewise.transduce import lm
from likewise.transduce.align import Alignment, Lexicon, fit_both, symmetrise
from likewise.transduce.bitext import Bitext
from likewise.transduce.phrases import PhraseTable, extract_phrases

__all__ = ["train"]

Array = npt.NDArray[Any]
Progress = Callable[[str, float], None]
"""Told what is being done, and how much of the whole (0..1) is done."""
FOLDS = 4


@dataclass(frozen=True)
class _Corpus:
    """Texts in clusters, the drawn pairs, their alignment and lexicons."""

    texts: Words
    sizes: Array
    source: Array
    target: Array
    alignment: Alignment
    lexicons: tuple[Lexicon, Lexicon]

    @property
    def bitext(self) -> Bitext:
        return Bitext.drawn(self.texts, self.source, self.target)

    @property
    def owner(self) -> Array:
        return np.repeat(np.arange(len(self.sizes)), self.sizes)

    def table(self, longest: int, kept: Array | None = None) -> PhraseTable:
        """The phrase table of all pairs, or of those kept."""
        bitext, alignment = self.bitext, self.alignment
        if kept is not None:
            bitext, alignment = bitext.select(kept), alignment.select(kept)
        return extract_phrases(bitext, alignment, *self.lexicons, longest=longest)


def train(
    clusters: Iterable[Cluster],
    *,
    pairs: int | str = "all",
    seed: int = 12345,
    tokenize: str = "words",
    order: int = 4,
    longest: int = 7,
    beam: int = 30,
    candidates: int = 100,
    held_out: int = 4000,
    taste: Taste | None = None,
    progress: Progress | None = None,
) -> Paraphraser:
    """Learn a paraphraser.

    `pairs`: parallel texts that each text is paired with (a number, or "all"); `longest`: words of a phrase;
    `candidates`: n-best of each of the searches that the dial chooses from; `held_out`: how many texts teach
    the support of n-grams.
    """
    wanted = pairs_setting(pairs)
    tell = progress or (lambda what, share: None)
    settings = {
        "pairs": "all" if wanted is None else wanted, "seed": seed, "tokenize": tokenize, "order": order,
        "longest": longest, "beam": beam, "candidates": candidates, "held_out": held_out,
        "taste": asdict(taste or Taste()),
    }  # fmt: skip
    tell("reading", 0.0)
    rows = [(c.id, [d.text for d in c.texts]) for c in clusters]
    corpus = _align(*_texts([texts for _, texts in rows], tokenize), wanted, seed, tell)
    tell("extracting phrases", 0.3)
    index = ClusterIndex(corpus.texts, np.concatenate(([0], np.cumsum(corpus.sizes))))
    model = Paraphraser(
        corpus.table(longest), lm.train(corpus.texts, order=order), index, None,
        calibrate([], Taste()), {**settings, "training_pairs": len(corpus.source)}, fingerprint(rows),
    )  # fmt: skip
    lessons = list(_lessons(corpus, model, held_out, seed, tell))
    tell("learning which n-grams people write", 0.85)
    network = _network(lessons, seed)
    learned = Paraphraser(model.table, model.lm, index, network, model.dial, model.settings, model.data)
    tell("calibrating the dial", 0.95)
    dial = calibrate([lesson.values(network) for lesson in lessons], learned.taste)
    tell("done", 1.0)
    return Paraphraser(model.table, model.lm, index, network, dial, model.settings, model.data)


def _texts(clusters: list[list[str]], tokenize: str) -> tuple[Words, Array]:
    """The texts that hold words, and how many each cluster has; clusters without any are left out."""
    words = words_of([text for texts in clusters for text in texts], Tokenization(tokenize, lowercase=True))
    owner = np.repeat(np.arange(len(clusters)), [len(texts) for texts in clusters])
    kept = np.flatnonzero(words.lengths > 0)
    if not len(kept):
        raise InputError("holds no text with words to learn from", field="texts")
    sizes = np.bincount(owner[kept], minlength=len(clusters))
    return words.select(kept), sizes[sizes > 0]


def _align(texts: Words, sizes: Array, pairs: int | None, seed: int, tell: Progress) -> _Corpus:
    source, target = draw_pairs(sizes.tolist(), pairs, seed)
    if not len(source):
        # Nothing is parallel to anything: every text is taken to say what it says, so that all is copied.
        source = target = np.arange(int(sizes.sum()))
    bitext = Bitext.drawn(texts, source, target)
    tell("aligning words", 0.02)
    forward, backward = fit_both(bitext)
    tell("putting alignments together", 0.22)
    links = symmetrise(forward.align(bitext), backward.align(bitext.swapped()), bitext)
    return _Corpus(texts, sizes, source, target, links, (forward.lexicon, backward.lexicon))


@dataclass(frozen=True)
class _Lesson:
    """The candidates of one held-out text: inputs and labels of their n-grams."""

    pool: CandidatePool
    grams: Any
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


def _lessons(
    corpus: _Corpus, model: Paraphraser, held_out: int, seed: int, tell: Progress
) -> Iterator[_Lesson]:
    """Held-out texts, each paraphrased by a model that has not seen its cluster."""
    chance = np.random.default_rng([seed, 1])
    number = len(corpus.sizes)
    if number < 2:
        return
    folds = min(FOLDS, number)
    fold = chance.permutation(number) % folds
    owner = corpus.owner
    for k in range(folds):
        tell("learning from held-out clusters", 0.4 + 0.45 * k / folds)
        without = _without(corpus, model, fold != k)
        texts = np.flatnonzero((fold[owner] == k) & (corpus.sizes[owner] > 1))
        texts = np.sort(chance.permutation(texts)[: -(-held_out // folds)])
        with ThreadPoolExecutor(2) as pool:
            found = pool.map(lambda text: _lesson(corpus, without, int(text)), texts)  # noqa: B023
            yield from (lesson for lesson in found if lesson is not None)


def _without(corpus: _Corpus, model: Paraphraser, kept: Array) -> Paraphraser:
    """The model as it would be without some clusters."""
    owner = corpus.owner
    texts = corpus.texts.select(np.flatnonzero(kept[owner]))
    index = ClusterIndex(texts, np.concatenate(([0], np.cumsum(corpus.sizes[kept]))))
    table = corpus.table(model.table.longest, np.flatnonzero(kept[owner[corpus.source]]))
    language = lm.train(texts, order=model.lm.order)
    return Paraphraser(table, language, index, None, model.dial, model.settings)


def _lesson(corpus: _Corpus, model: Paraphraser, text: int) -> _Lesson | None:
    texts = corpus.texts
    ids = texts.ids[texts.bounds[text] : texts.bounds[text + 1]]
    if len(ids) > PIECE:
        return None
    words = [texts.vocabulary[i] for i in ids]
    pool = gather(model.decoder, words, vectors(), int(model.settings["candidates"]))
    grams = model.grams(pool)
    cluster = int(corpus.owner[text])
    first = int(corpus.sizes[:cluster].sum())
    others = [t for t in range(first, first + int(corpus.sizes[cluster])) if t != text]
    written = np.concatenate(
        [kernels.source_grams(texts.ids[texts.bounds[t] : texts.bounds[t + 1]]) for t in others]
    )
    labels = np.isin(grams.hashes, written)
    return _Lesson(pool, grams, labels, model.doubtful(pool), model.index.idf)


def _network(lessons: list[_Lesson], seed: int) -> Network | None:
    if not lessons:
        return None
    inputs = np.concatenate([lesson.grams.inputs for lesson in lessons])
    labels = np.concatenate([lesson.labels for lesson in lessons])
    return Network.fit(inputs, labels, seed=seed)
