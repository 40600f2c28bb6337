"""How well a model foresees texts, as sums that add up over files and shards."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from likewise.io import Advance, Source, read_lines
from likewise.text import Tokenization, words_of
from likewise.transduce.lm.levels import UNKNOWN
from likewise.transduce.lm.model import LanguageModel, Texts

__all__ = ["Perplexity", "measure", "measure_file"]

BATCH = 50_000


@dataclass(frozen=True, slots=True)
class Perplexity:
    """Sums over texts: sentences, words, unknown words among them, and natural log-probabilities."""

    sentences: int = 0
    words: int = 0
    unknown: int = 0
    logprob: float = 0.0
    unknown_logprob: float = 0.0
    """The part of `logprob` that the unknown words have."""

    def __add__(self, other: Perplexity) -> Perplexity:
        return Perplexity(
            self.sentences + other.sentences,
            self.words + other.words,
            self.unknown + other.unknown,
            self.logprob + other.logprob,
            self.unknown_logprob + other.unknown_logprob,
        )

    @property
    def value(self) -> float:
        """Perplexity over all words and ends of sentences."""
        return _perplexity(self.logprob, self.words + self.sentences)

    @property
    def known(self) -> float:
        """Perplexity without the unknown words: for models with different vocabularies."""
        return _perplexity(self.logprob - self.unknown_logprob, self.words - self.unknown + self.sentences)


def _perplexity(logprob: float, events: int) -> float:
    return math.exp(-logprob / events) if events else math.nan


def measure(model: LanguageModel, texts: Texts) -> Perplexity:
    """The sums over tokenised texts, each with its end."""
    ids, bounds = model.encode(texts)
    scores = model.event_scores(ids, bounds).logprob
    # One event a word and one an end, which stands behind the words of its text.
    ends = bounds[1:] + np.arange(len(bounds) - 1)
    unknown = np.delete(scores, ends)[ids == UNKNOWN]
    return Perplexity(len(ends), len(ids), len(unknown), float(scores.sum()), float(unknown.sum()))


def measure_file(
    model: LanguageModel, path: Source, tokenization: Tokenization, *, progress: Advance | None = None
) -> Perplexity:
    """The sums over a text file, one sentence a line (`.gz` and `-` too); empty lines are left out."""
    total = Perplexity()
    lines = (text for _, text in read_lines(path, progress=progress))
    for batch in _batches(lines):
        words = words_of(batch, tokenization)
        total += measure(model, words.select(np.flatnonzero(words.lengths)))
    return total


def _batches(lines: Iterator[str]) -> Iterator[list[str]]:
    while batch := list(islice(lines, BATCH)):
        yield batch
