"""Sentences of documents as vectors, and how near each document's best sentence is to a question.

A document counts as much as its nearest sentence: the vector of a whole paragraph would tell its length too.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from likewise.io import Progress
from likewise.text import multilingual_encoder, split_sentences

__all__ = ["encoded_sentences", "nearest_sentences", "sentence_places"]

BATCH = 1000
Floats = npt.NDArray[np.float64]


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


def nearest_sentences(
    vectors: npt.NDArray[np.float32],
    passages: npt.NDArray[np.int32],
    count: int,
    questions: npt.NDArray[np.float32],
) -> tuple[Floats, Floats]:
    """For each of `count` passages and each question the cosine of its nearest sentence, and of two together.

    `passages` tells which passage each vector is of, in order. A passage without a sentence has -1. Two
    sentences side by side are as near as their mean: what answers is often said in the next one.
    """
    alone = np.full((count, len(questions)), -1.0)
    paired = alone.copy()
    if len(vectors):
        near = vectors @ questions.T
        begins = np.flatnonzero(np.concatenate(([True], passages[1:] != passages[:-1])))
        both = near.copy()
        follows = np.flatnonzero(passages[1:] == passages[:-1])
        both[follows] = (near[follows] + near[follows + 1]) / 2
        alone[passages[begins]] = np.maximum.reduceat(near, begins)
        paired[passages[begins]] = np.maximum.reduceat(both, begins)
    return alone, paired
