"""Kernels compiled ahead, by a second process, so that the very first run takes half the time.

One process compiles one kernel at a time. While the first one learns, `python -m likewise.paraphrase.ahead`
sends a toy sentence through what comes later (search, choice, scores); its compiled kernels are kept on disk,
where the first process finds them. Once they are there, nothing is started.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np

from likewise import data
from likewise.paraphrase.dial import Taste, calibrate
from likewise.paraphrase.model import Paraphraser
from likewise.paraphrase.support import ClusterIndex
from likewise.text.vocabulary import Tokenization, words_of
from likewise.transduce import lm
from likewise.transduce.decode import _kernels as decoding
from likewise.transduce.phrases import PhraseTable

__all__ = ["compiled", "compiled_ahead", "toy"]

_TEXTS = ["a cat sleeps", "the cat is asleep"]


def compiled() -> bool:
    """Whether the search has been compiled before, on this machine and for this installation."""
    if not hasattr(decoding.decode, "stats"):  # compiling is switched off
        return True
    return any(Path(str(decoding.decode.stats.cache_path)).glob("*.decode-*.nbi"))


@contextmanager
def compiled_ahead() -> Iterator[None]:
    """Meanwhile compile what comes later; does nothing where that was done before."""
    if compiled():
        yield
        return
    command = [sys.executable, "-m", "likewise.paraphrase.ahead"]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield
    finally:
        child.kill()
        child.wait()


def toy() -> Paraphraser:
    """A paraphraser that knows two sentences, its arrays of the types that training gives."""
    texts = words_of(_TEXTS, Tokenization("words", lowercase=True))
    size = texts.distinct
    each, bounds = np.arange(size, dtype=np.int32), np.arange(size + 1, dtype=np.int32)
    table = PhraseTable(
        texts.vocabulary, texts.vocabulary, each, bounds, each, bounds, bounds, each,
        np.ones(size, np.int32), np.zeros((size, 4), np.float32),
    )  # fmt: skip
    settings = {"beam": 5, "candidates": 5, "tokenize": "words", "taste": {}}
    index = ClusterIndex(texts, np.array([0, len(_TEXTS)]))
    return Paraphraser(table, lm.train(texts), index, None, calibrate([], Taste()), settings)


def main() -> None:
    """Take everything once: the search first, while the first process aligns and extracts.

    It will then be at the choice among candidates by itself, so that comes last here.
    """
    model = toy()
    model.decoder.nbest(model.tokenization.words(_TEXTS[0]), 2)
    from likewise.evaluate import compare, judge, score, score_clusters

    rows = data.outputs()[:16]
    score_clusters(data.clusters()[:2])
    score(rows, by="system", bootstrap=2)
    judge(rows, "overall", curve=True, bootstrap=2)
    compare(rows, samples=2)
    model.nbest(_TEXTS[0], 2, 0.5)


if __name__ == "__main__":
    main()
