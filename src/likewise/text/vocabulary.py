"""Many texts as integer word ids and n-gram ids: what every n-gram metric counts over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.text.language_tokenizers import AUTO, tokenizer_for
from likewise.text.normalisation import normaliser
from likewise.text.tokenizers import Tokenizer, get_tokenizer

__all__ = ["SHORT", "Grams", "Tokenization", "Words", "words_of"]

Ints = npt.NDArray[np.signedinteger[Any]]

SHORT = 256
"""Texts up to this many words are compared by walking along them, longer ones by n-gram ids."""


@dataclass(frozen=True, slots=True)
class Tokenization:
    """How text becomes words: every setting that changes them."""

    tokenizer: str = "13a"
    lowercase: bool = False
    normalise: str = "none"
    default: str = "13a"
    """What `auto` stands for in texts of a language that nobody named."""

    def fitted(self, lang: str | None) -> Tokenization:
        """The same with the tokeniser of a language in the place of `auto`."""
        if self.tokenizer != AUTO:
            return self
        return Tokenization(tokenizer_for(lang, self.default), self.lowercase, self.normalise)

    def line(self, text: str) -> str:
        """The text's words joined by single spaces."""
        normalise = normaliser(self.normalise)
        text = normalise(text) if normalise else text
        tokenizer = get_tokenizer(self.default if self.tokenizer == AUTO else self.tokenizer)
        return tokenizer.line(text.lower() if self.lowercase else text)

    def words(self, text: str) -> list[str]:
        """The text's words."""
        return self.line(text).split()


@dataclass(frozen=True)
class Words:
    """The word ids of texts; those of text t are `ids[bounds[t]:bounds[t + 1]]`."""

    ids: Ints
    bounds: Ints
    pool: npt.NDArray[np.uint8]
    pool_bounds: Ints

    @cached_property
    def vocabulary(self) -> list[str]:
        """The word of each id."""
        raw, ends = self.pool.tobytes(), self.pool_bounds.tolist()
        return [raw[a:b].decode("utf-8") for a, b in pairwise(ends)]

    @property
    def lengths(self) -> Ints:
        """Number of words of each text."""
        return np.diff(self.bounds)

    @property
    def distinct(self) -> int:
        """Number of distinct words."""
        return len(self.pool_bounds) - 1

    @cached_property
    def repeated_ends(self) -> npt.NDArray[np.uint16]:
        """For each word id of texts up to `SHORT` words: the longest run ending there that ended before."""
        from likewise.text._kernels import repeated_ends

        result: npt.NDArray[np.uint16] = repeated_ends(self.ids, self.bounds, self.distinct, SHORT)
        return result

    def distinct_counts(self, order: int) -> Ints:
        """For each text up to `SHORT` words and each n = 1..order: the number of its distinct n-grams."""
        from likewise.text._kernels import distinct_counts

        result: Ints = distinct_counts(self.bounds, self.repeated_ends, order)
        return result

    @cached_property
    def repeats_pairs(self) -> npt.NDArray[np.bool_]:
        """For each text whether some pair of neighbouring words stands in it twice (short texts only)."""
        ends = np.concatenate(([0], np.cumsum(self.repeated_ends > 1)))
        return np.asarray(np.diff(ends[self.bounds]) > 0)

    def select(self, texts: Ints) -> Words:
        """The chosen texts alone, with the same word ids."""
        sizes = self.lengths[texts]
        bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum(sizes)))
        places = np.arange(bounds[-1]) + np.repeat(self.bounds[texts] - bounds[:-1], sizes)
        return Words(self.ids[places], bounds, self.pool, self.pool_bounds)

    def grams(self, order: int) -> Grams:
        """The distinct n-grams of each text up to the order, with counts."""
        from likewise.text._kernels import count_grams

        ids, counts, bounds, distinct = count_grams(self.ids, self.bounds, self.distinct, order)
        return Grams(order, ids, counts, bounds, int(distinct), self.lengths)


@dataclass(frozen=True)
class Grams:
    """Distinct n-grams of texts: order n of text t is `ids[bounds[t*order+n-1]:bounds[t*order+n]]`."""

    order: int
    ids: Ints
    counts: Ints
    bounds: Ints
    distinct: int
    lengths: Ints


def words_of(
    texts: Sequence[str], tokenization: Tokenization, languages: Sequence[str | None] | None = None
) -> Words:
    """Tokenise texts and give every distinct word an id in order of first appearance.

    With `languages`, one a text, `auto` stands for the tokeniser of each text's own.
    """
    from likewise.text._kernels import split_lines

    if languages is not None and tokenization.tokenizer == AUTO:
        fitted = {lang: tokenization.fitted(lang) for lang in set(languages)}
        cut = [fitted[lang].line(text) for text, lang in zip(texts, languages, strict=True)]
        done = np.ones(len(cut), np.bool_)
        return Words(*split_lines(*_encode(cut), done, np.zeros(256, np.uint8), False, False))
    tokenization = tokenization.fitted(None)
    tokenizer = get_tokenizer(tokenization.tokenizer)
    normalise = normaliser(tokenization.normalise)
    lines = [normalise(t) for t in texts] if normalise else list(texts)
    ready = np.zeros(len(lines), np.bool_)
    buffer, starts = _buffer(lines, tokenizer, tokenization.lowercase, ready)
    classes = tokenizer.classes if tokenizer.classes is not None else np.zeros(256, np.uint8)
    lower = tokenization.lowercase or tokenizer.lowercases
    return Words(*split_lines(buffer, starts, ready, classes, lower, tokenizer.mteval))


def _buffer(
    lines: list[str], tokenizer: Tokenizer, lowercase: bool, ready: npt.NDArray[np.bool_]
) -> tuple[npt.NDArray[np.uint8], Ints]:
    """All lines as one buffer of bytes; lines the kernel cannot split are tokenised first."""
    from likewise.text._kernels import lines_with

    def prepare(which: Sequence[int]) -> None:
        for i in which:
            lines[i] = tokenizer.line(lines[i].lower() if lowercase else lines[i])
            ready[i] = True

    if tokenizer.unplain is None:
        prepare(range(len(lines)))
        return _encode(lines)
    if "\n".join(lines).count("\n") != max(len(lines) - 1, 0):
        prepare([i for i, line in enumerate(lines) if "\n" in line])
    buffer, starts = _encode(lines)
    unplain = lines_with(buffer, starts, tokenizer.unplain) & ~ready
    if unplain.any():
        prepare(np.flatnonzero(unplain).tolist())
        buffer, starts = _encode(lines)
    return buffer, starts


def _encode(lines: list[str]) -> tuple[npt.NDArray[np.uint8], Ints]:
    try:
        raw = ("\n".join(lines) + "\n").encode("utf-8")
    except UnicodeEncodeError:
        bad = next(line for line in lines if any("\ud800" <= c <= "\udfff" for c in line))
        shown = bad.encode("ascii", "backslashreplace").decode("ascii")[:60]
        raise InputError(f"text holds a lone surrogate (half of a character): {shown}") from None
    buffer = np.frombuffer(raw, np.uint8)
    ends = np.flatnonzero(buffer == 10) + 1
    return buffer, np.concatenate((np.zeros(1, np.int64), ends[: len(lines)]))
