"""Sentences of documents as vectors, and how near each document's best sentence is to a question.

A document counts as much as its nearest sentence: the vector of a whole paragraph would tell its length too.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from likewise.io import Progress
from likewise.text import multilingual_encoder, split_sentences

__all__ = ["best_sentences", "encoded_sentences", "sentence_places"]

BATCH = 1000


def sentence_places(texts: Sequence[str], lang: str) -> npt.NDArray[np.int32]:
    """Passage, begin and end of each sentence."""
    rows = [
        (number, begin, end)
        for number, text in enumerate(texts)
        for begin, end in split_sentences(text, lang)
    ]
    return np.array(rows, np.int32).reshape(-1, 3)


def encoded_sentences(
    texts: Sequence[str], places: npt.NDArray[np.int32], progress: Progress
) -> npt.NDArray[np.float16]:
    """A vector of each sentence, its numbers rounded to two bytes."""
    encoder = multilingual_encoder()
    vectors = np.zeros((len(places), encoder.width), np.float16)
    for first in range(0, len(places), BATCH):
        own = places[first : first + BATCH]
        vectors[first : first + BATCH] = encoder.sentences(texts[row][begin:end] for row, begin, end in own)
        progress("encoding sentences", first / len(places))
    return vectors


def best_sentences(
    vectors: npt.NDArray[np.float32],
    passages: npt.NDArray[np.int32],
    count: int,
    question: npt.NDArray[np.float32],
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.int64]]:
    """For each passage the cosine of its nearest sentence, and its number; of a passage without one 0, -1.

    `passages` tells which passage each vector is of, in order.
    """
    scores = np.zeros(count)
    best = np.full(count, -1, np.int64)
    if len(vectors):
        near = vectors @ question
        firsts = np.flatnonzero(np.concatenate(([True], passages[1:] != passages[:-1])))
        own = passages[firsts]
        scores[own] = np.maximum.reduceat(near, firsts)
        hits = np.flatnonzero(near == scores[passages].astype(near.dtype))
        best[passages[hits[::-1]]] = hits[::-1]
    return scores, best
