"""Learning to paraphrase from clusters of parallel texts (Chen & Dolan 2011, section 5.1, and beyond).

Pairs are drawn, aligned in both directions and made into a phrase table; a language model is trained on the
texts. Then held-out clusters teach the support network and calibrate the dial (`lessons`), and the weights of
the plain model are tuned for a metric, where one is named (`weight_tuning`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, replace

import numpy as np

from likewise.errors import InputError
from likewise.io import Progress, fingerprint, part_of, unheard
from likewise.metrics import Metric, resolve
from likewise.paraphrase.chooser import CandidateChooser
from likewise.paraphrase.dial import Taste, calibrate
from likewise.paraphrase.lessons import ClusterCorpus, fit_network, held_out_lessons
from likewise.paraphrase.pairs import draw_pairs, pairs_setting
from likewise.paraphrase.weight_tuning import WeightTuning
from likewise.records import Cluster
from likewise.text import Ints, Tokenization, Words, words_of
from likewise.transduce import Bitext, align_corpus, lm

__all__ = ["learn_choice"]


def learn_choice(
    clusters: Iterable[Cluster],
    *,
    pairs: int | str,
    seed: int,
    tokenize: str,
    order: int,
    longest: int,
    beam: int,
    candidates: int,
    held_out: int,
    taste: Taste,
    tune_for: str | Metric | None = None,
    tune_on: int = 100,
    progress: Progress | None = None,
) -> CandidateChooser:
    """Learn all that a paraphraser consists of; the settings are those of `Paraphraser.fit`."""
    given = list(clusters)
    tuning = None if tune_for is None else WeightTuning(resolve([tune_for])[0], tune_on, _language(given))
    learn = progress if tuning is None else part_of(progress, 0.0, 0.7)
    model, corpus = _learnt(
        given, pairs=pairs, seed=seed, tokenize=tokenize, order=order, longest=longest, beam=beam,
        candidates=candidates, held_out=held_out, taste=taste, progress=learn,
    )  # fmt: skip
    if tuning is not None:
        model = tuning.tuned(corpus, model, seed, part_of(progress, 0.7, 1.0))
    (progress or unheard)("done", 1.0)
    return model


def _language(clusters: Iterable[Cluster]) -> str | None:
    """The language of most texts that tell theirs."""
    languages = Counter(text.lang for cluster in clusters for text in cluster.texts if text.lang)
    return languages.most_common(1)[0][0] if languages else None


def _learnt(
    clusters: Iterable[Cluster],
    *,
    pairs: int | str,
    seed: int,
    tokenize: str,
    order: int,
    longest: int,
    beam: int,
    candidates: int,
    held_out: int,
    taste: Taste,
    progress: Progress | None,
) -> tuple[CandidateChooser, ClusterCorpus]:
    """The model, and the aligned texts that it was learnt from."""
    wanted = pairs_setting(pairs)
    tell = progress or unheard
    settings = {
        "pairs": "all" if wanted is None else wanted, "seed": seed, "tokenize": tokenize, "order": order,
        "longest": longest, "beam": beam, "candidates": candidates, "held_out": held_out,
        "taste": asdict(taste),
    }  # fmt: skip
    tell("reading", 0.0)
    rows = [(c.id, [d.text for d in c.texts]) for c in clusters]
    corpus = _aligned(*_texts([texts for _, texts in rows], tokenize), wanted, seed, progress)
    tell("extracting phrases", 0.3)
    model = CandidateChooser(
        corpus.pairs.phrase_table(longest=longest), lm.train(corpus.texts, order=order), corpus.index(), None,
        calibrate([], Taste()), {**settings, "training_pairs": len(corpus.pairs)}, fingerprint(rows),
    )  # fmt: skip
    lessons = list(held_out_lessons(corpus, model, held_out, seed, part_of(progress, 0.4, 0.85)))
    tell("learning which n-grams people write", 0.85)
    network = fit_network(lessons, seed)
    tell("calibrating the dial", 0.95)
    dial = calibrate([lesson.values(network) for lesson in lessons], model.taste)
    tell("calibrating the dial", 1.0)
    return replace(model, network=network, dial=dial), corpus


def _texts(clusters: list[list[str]], tokenize: str) -> tuple[Words, Ints]:
    """The texts that hold words, and how many each cluster has; clusters without any are left out."""
    words = words_of([text for texts in clusters for text in texts], Tokenization(tokenize, lowercase=True))
    owner = np.repeat(np.arange(len(clusters)), [len(texts) for texts in clusters])
    kept = np.flatnonzero(words.lengths > 0)
    if not len(kept):
        raise InputError("holds no text with words to learn from", field="texts")
    sizes = np.bincount(owner[kept], minlength=len(clusters))
    return words.select(kept), sizes[sizes > 0]


def _aligned(
    texts: Words, sizes: Ints, pairs: int | None, seed: int, progress: Progress | None
) -> ClusterCorpus:
    source, target = draw_pairs(sizes.tolist(), pairs, seed)
    if not len(source):
        # Nothing is parallel to anything: every text is taken to say what it says, so that all is copied.
        source = target = np.arange(int(sizes.sum()))
    bitext = Bitext.drawn(texts, source, target)
    aligned = align_corpus(bitext, progress=part_of(progress, 0.02, 0.3))
    return ClusterCorpus(texts, sizes, source, aligned)
