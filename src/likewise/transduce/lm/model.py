"""A back-off language model: n-grams of words with log-probabilities and back-off weights."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.text import Ints, Words
from likewise.transduce.lm.binary import dumps_levels, loads_levels
from likewise.transduce.lm.levels import BEGIN, END, SPECIAL, UNKNOWN, Level

__all__ = [
    "Events",
    "LMTables",
    "LanguageModel",
    "Surprise",
    "Texts",
    "check_words",
    "dumps",
    "loads",
]

Texts = Words | Sequence[Sequence[str]]
Floats32 = npt.NDArray[np.float32]


class LMTables(NamedTuple):
    """The model as an open-addressing hash table, for the kernels.

    The size is a power of two, at most two thirds full; key 0 is an empty slot. Keys have 63 bits of
    hash and one bit that tells whether some n-gram continues this one. Among n n-grams the chance that
    any two share their key is about n²/2⁶⁴ (ten million: one in 180,000), and that an n-gram which is
    not in the table is taken for one that is, n/2⁶³ a query (ten million: one in 10¹²). The three
    arrays are views of one block of memory.
    """

    keys: npt.NDArray[np.uint64]
    logprob: Floats32
    backoff: Floats32
    order: int


class Events(NamedTuple):
    """Log-probability of each word and end of a sentence, and how many words of context it was found with."""

    logprob: npt.NDArray[np.float64]
    used: Ints


class Surprise(NamedTuple):
    """A word in its sentence: its log-probability, and the longest n-gram of the model that it ends."""

    word: str
    logprob: float
    gram: tuple[str, ...]
    known: bool


def check_words(texts: Sequence[Sequence[str]]) -> None:
    """Refuse a text that is not split into words: its characters would be taken for them."""
    for place, text in enumerate(texts):
        if isinstance(text, str):
            raise InputError(f"text {place} is a string, expected a list of words")


@dataclass(frozen=True)
class LanguageModel:
    """Probabilities of words after words; `levels[n - 1]` holds the n-grams of order n.

    Word ids 0, 1 and 2 are the unknown word and the two ends of a sentence. Logarithms are natural.
    """

    vocabulary: list[str]
    levels: tuple[Level, ...]

    @property
    def order(self) -> int:
        """The longest n-grams' number of words."""
        return len(self.levels)

    @cached_property
    def _identities(self) -> dict[str, int]:
        known = {word: identity for identity, word in enumerate(self.vocabulary)}
        # The ends of a sentence are no words of it: written out in a text they are unknown words.
        return known | dict.fromkeys(SPECIAL, UNKNOWN)

    def ids(self, words: Iterable[str]) -> npt.NDArray[np.int32]:
        """The id of each word; 0 where it is unknown."""
        known = self._identities
        return np.fromiter((known.get(word, UNKNOWN) for word in words), np.int32)

    def encode(self, texts: Texts) -> tuple[npt.NDArray[np.int32], Ints]:
        """The ids of many texts' words, one after the other, and where each text begins and ends."""
        if isinstance(texts, Words):
            return self.ids(texts.vocabulary)[texts.ids], texts.bounds
        check_words(texts)
        sizes = np.fromiter((len(text) for text in texts), np.int64, len(texts))
        bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
        return self.ids(chain.from_iterable(texts)), bounds

    @cached_property
    def tables(self) -> LMTables:
        """The n-grams as a hash table, built at first use."""
        from likewise.transduce.lm._kernels import fill

        size = 4
        while 2 * size < 3 * sum(len(level) for level in self.levels):
            size *= 2
        # A slot's key and numbers lie side by side: one place in memory to wait for, not three.
        slots = np.zeros((size, 2), np.uint64)
        keys, numbers = slots[:, 0], slots.view(np.float32)
        logprob, backoff = numbers[:, 2], numbers[:, 3]
        for order, level in enumerate(self.levels, 1):
            continued = level.backoff != 0
            if order < self.order:
                continued[self.levels[order].prefix] = True
            grams = self._keys(self.columns(order))
            fill(keys, logprob, backoff, grams, continued, level.logprob, level.backoff)
            self._continue_shorter(keys, order)
        return LMTables(keys, logprob, backoff, self.order)

    def _continue_shorter(self, keys: npt.NDArray[np.uint64], order: int) -> None:
        """Files may have n-grams that nothing continues and that cost back-off all the same.

        A context is kept up to the longest one that matters, so all that this one ends with must be kept too.
        """
        from likewise.transduce.lm._kernels import mark_continued

        lonely = self.levels[order - 1].backoff != 0
        if order < self.order:
            lonely[self.levels[order].prefix] = False
        rows = [words[lonely] for words in self.columns(order)] if lonely.any() else []
        for shorter in range(len(rows) - 1, 0, -1):
            mark_continued(keys, self._keys(rows[:shorter]))

    def suffix_keys(self, order: int) -> npt.NDArray[np.uint64]:
        """The keys of what the n-grams of an order leave when their first word is cut off."""
        return self._keys(self.columns(order)[:-1])

    @staticmethod
    def _keys(columns: Sequence[npt.NDArray[np.int32]]) -> npt.NDArray[np.uint64]:
        from likewise.transduce.lm._kernels import extended_all

        keys = np.zeros(len(columns[0]), np.uint64)
        for words in columns:
            keys = extended_all(keys, words)
        return keys

    def columns(self, order: int) -> list[npt.NDArray[np.int32]]:
        """The words of all n-grams of an order: the last word of each, then the one before it, and on."""
        columns = []
        rows: Any = slice(None)
        for n in range(order, 0, -1):
            level = self.levels[n - 1]
            columns.append(level.words[rows])
            rows = level.prefix[rows]
        return columns

    def scores(self, texts: Texts, *, eos: bool = True) -> npt.NDArray[np.float64]:
        """Log-probability of each text."""
        return self.score_ids(*self.encode(texts), eos)

    def score_ids(self, ids: Ints, bounds: Ints, eos: bool = True) -> npt.NDArray[np.float64]:
        """Log-probability of each text, its words given as this model's ids (see `encode`)."""
        from likewise.transduce.lm._kernels import sentence_scores

        result: npt.NDArray[np.float64] = sentence_scores(*self.tables, ids, bounds, eos)
        return result

    def score(self, words: Sequence[str], eos: bool = True) -> float:
        """Log-probability of a sentence, with its end unless `eos` is false."""
        return float(self.scores([words], eos=eos)[0])

    def event_scores(self, ids: Ints, bounds: Ints) -> Events:
        """Log-probability of each word and, behind the words of each text, of its end."""
        from likewise.transduce.lm._kernels import event_scores

        return Events(*event_scores(*self.tables, ids, bounds))

    def word_scores(self, words: Sequence[str], eos: bool = True) -> npt.NDArray[np.float64]:
        """Log-probability of each word of a sentence, and of its end unless `eos` is false."""
        scores = self.event_scores(*self.encode([words])).logprob
        return scores if eos else scores[:-1]

    def surprising(self, words: Sequence[str], eos: bool = True) -> list[Surprise]:
        """Each word of a sentence with its log-probability and what the model knew it from.

        Sorting it by `logprob` puts the most surprising words first.
        """
        ids, bounds = self.encode([words])
        events = self.event_scores(ids, bounds)
        shown = [SPECIAL[BEGIN], *words, SPECIAL[END]]
        known = [*(ids != UNKNOWN).tolist(), True]
        surprises = [
            Surprise(shown[place], logprob, tuple(shown[place - used : place + 1]), known[place - 1])
            for place, (logprob, used) in enumerate(zip(*(e.tolist() for e in events), strict=True), 1)
        ]
        return surprises if eos else surprises[:-1]

    def perplexity(self, texts: Texts) -> float:
        """Perplexity of sentences: each word and each end of a sentence counts as one event."""
        ids, bounds = self.encode(texts)
        events = len(ids) + len(bounds) - 1
        return math.exp(-float(self.score_ids(ids, bounds).sum()) / events) if events else math.nan

    def dumps(self) -> bytes:
        """The model as bytes: the same model gives the same bytes."""
        return dumps_levels(self.vocabulary, self.levels)

    @classmethod
    def loads(cls, data: bytes, *, file: str | None = None) -> LanguageModel:
        """The model that `dumps` gave as bytes; `file` is named in complaints."""
        return cls(*loads_levels(data, file=file))


def dumps(model: LanguageModel) -> bytes:
    """The model as bytes; a checksum is the last of them."""
    return model.dumps()


def loads(data: bytes, *, file: str | None = None) -> LanguageModel:
    """The model that `dumps` gave as bytes; `file` is named in complaints."""
    return LanguageModel.loads(data, file=file)
