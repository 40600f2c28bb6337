"""How similar words are: what every metric of the MEANT family stands on, and the kinds of it by name.

A similarity is asked about whole sentences, since vectors of an encoder know their neighbours; phrases are
cut out of the matrices afterwards. It is asked about many pairs at once.
"""

from __future__ import annotations

import html
from abc import ABC, abstractmethod
from collections.abc import Sequence

import numpy as np

from likewise.metrics.meant.phrase_form import Floats

__all__ = ["Exact", "Similarity", "Tokens", "TokenPairs", "plain_word", "rescaled"]

Tokens = tuple[str, ...]
TokenPairs = Sequence[tuple[Tokens, Tokens]]


class Similarity(ABC):
    """Similarities of words in [0, 1]."""

    signature: str = ""
    """Which similarity it is, with all that its numbers hang on."""
    reads_sentences: bool = False
    """Whether it has a way of its own to compare whole sentences."""
    sentence_signature: str = ""

    @abstractmethod
    def matrices(self, pairs: TokenPairs) -> list[Floats]:
        """For each pair a number for each word of the first (rows) and of the second (columns)."""

    def sentences(self, pairs: TokenPairs) -> Floats:
        """The similarity of whole sentences, where it `reads_sentences`."""
        raise NotImplementedError

    def alone(self, pairs: TokenPairs) -> list[tuple[Floats, Floats]] | None:
        """How well each word of both sides stands without a partner; None where it cannot tell."""
        return None

    def weights(self, tokens: Tokens) -> Floats | None:
        """How much each word of a sentence counts; None where all are alike."""
        return None


class Exact(Similarity):
    """1 for the same word, 0 for others. Capitals make no difference."""

    signature = "exact"

    def matrices(self, pairs: TokenPairs) -> list[Floats]:
        """Ones where words are equal."""
        return [equal_words(first, second) for first, second in pairs]


def plain_word(token: str) -> str:
    """A word as it is compared: in small letters, without the escapes of web pages."""
    return (html.unescape(token) if "&" in token else token).lower()


def equal_words(first: Tokens, second: Tokens) -> Floats:
    """1 where words are equal, else 0."""
    one, other = (np.array([plain_word(token) for token in side], object) for side in (first, second))
    same: Floats = np.asarray(one[:, None] == other[None, :], np.float64)
    return same.reshape(len(first), len(second))


def rescaled(cosines: Floats, base: float) -> Floats:
    """Cosines spread over [0, 1]: `base`, what unrelated words have, becomes 0, and all below."""
    return np.clip((cosines - base) / (1.0 - base), 0.0, 1.0)
