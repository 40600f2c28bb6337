"""Kernels compiled ahead, by a second process, so that the very first run takes half the time.

One process compiles one kernel at a time. While the first one learns, a second one (`python -m` this module)
sends a toy sentence through what comes later (search, choice, scores); its compiled kernels are kept on disk,
where the first process finds them. Once they are there, nothing is started. Meanwhile garbage is collected
seldom: a compiler makes many objects and little garbage, and looking through them took a tenth of the time.
"""

from __future__ import annotations

import gc
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate

import numpy as np

from likewise import data
from likewise.paraphrase.dial import Taste, calibrate
from likewise.paraphrase.model import Paraphraser
from likewise.paraphrase.support import ClusterIndex
from likewise.text import Words
from likewise.transduce import PhraseTable, lm
from likewise.transduce.decode import decode

__all__ = ["compiled", "precompiled", "toy"]

_TEXTS = ["a cat sleeps", "the cat is asleep"]
_SELDOM = (100_000, 20, 100)
"""When to collect garbage: after so many new objects, and older generations so many times less often."""


def compiled() -> bool:
    """Whether the search has been compiled before, on this machine and for this installation."""
    return decode.is_stored()


@contextmanager
def precompiled() -> Iterator[None]:
    """Meanwhile compile what comes later; does nothing where that was done before."""
    if compiled():
        yield
        return
    command = [sys.executable, "-m", "likewise.paraphrase.precompile"]
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    usual = gc.get_threshold()
    gc.set_threshold(*_SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        child.kill()
        child.wait()


def _words(texts: list[list[str]]) -> Words:
    """Texts as `words_of` gives them, without its kernels: the first process is just compiling those."""
    known: dict[str, int] = {}
    ids = [known.setdefault(word, len(known)) for text in texts for word in text]
    bounds, ends = ([0, *accumulate(len(part) for part in parts)] for parts in (texts, known))
    pool = np.frombuffer("".join(known).encode("ascii"), np.uint8)
    return Words(np.array(ids, np.int32), np.array(bounds, np.int64), pool, np.array(ends, np.int64))


def toy() -> Paraphraser:
    """A paraphraser that knows two sentences, its arrays of the types that training gives."""
    texts = _words([text.split() for text in _TEXTS])
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
    gc.set_threshold(*_SELDOM)
    main()
