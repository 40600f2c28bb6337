"""The collection's words that mean most nearly what a keyword does, by the multilingual encoder.

So a keyword that no dictionary has, or that the documents put in other words, finds words that are surely
in the documents. Measured, this is worth more than any second dictionary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.ask.question import Keyword
from likewise.ask.translated import TranslationCandidate
from likewise.ask.translation.chinese_script import to_simplified
from likewise.errors import InputError
from likewise.text import MultilingualEncoder, multilingual_encoder

__all__ = ["NearestWords", "collection_words", "word_vectors"]

_BLOCK = 2048


def collection_words(
    texts: Iterable[str], words_of: Callable[[str], Iterable[str]], *, least: int = 1, longest: int = 16
) -> list[str]:
    """The different words of a collection that may be a keyword's translation, the most frequent first.

    `words_of` cuts a text into words. Left out are signs, single kana, and words in fewer texts than `least`.
    """
    counts: Counter[str] = Counter()
    for text in texts:
        counts.update({word.strip() for word in words_of(text)})
    kept = [
        (word, count)
        for word, count in counts.items()
        if count >= least and len(word) <= longest and any(c.isalnum() for c in word)
        and not (len(word) == 1 and not "\u3400" <= word <= "\u9fff") and not word.isdigit()
    ]  # fmt: skip
    return [word for word, _ in sorted(kept, key=lambda item: (-item[1], item[0]))]


def word_vectors(words: Sequence[str], encoder: MultilingualEncoder | None = None) -> npt.NDArray[np.float16]:
    """A vector for each word, to be kept beside the index: about a second for 3,000 words.

    Traditional characters are read as simplified ones, which the encoder knows better.
    """
    reader = encoder or multilingual_encoder()
    blocks = [
        reader.sentences(to_simplified(word) for word in words[start : start + _BLOCK]).astype(np.float16)
        for start in range(0, len(words), _BLOCK)
    ]
    return np.concatenate(blocks) if blocks else np.zeros((0, reader.width), np.float16)


class NearestWords:
    """The `nearest` words of the collection whose vectors have a cosine over `least` with the keyword's."""

    name = "neighbours"

    def __init__(
        self,
        words: Sequence[str],
        vectors: npt.NDArray[Any],
        *,
        nearest: int = 5,
        least: float = 0.45,
        encoder: MultilingualEncoder | None = None,
    ) -> None:
        if len(words) != len(vectors):
            raise InputError(f"{len(words)} words with vectors for {len(vectors)}")
        self.words = list(words)
        # Turned once: a product of half-precision numbers takes ten times as long.
        self.vectors = np.asarray(vectors, np.float32)
        self.nearest, self.least = nearest, least
        self._encoder = encoder
        self._near = lru_cache(maxsize=5000)(self._search)

    def candidates(self, keyword: Keyword) -> list[TranslationCandidate]:
        """The nearest words, the nearest first, scored by half the cosine: a neighbour is no translation."""
        if keyword.kind == "number":
            return []
        return [
            TranslationCandidate(word, (self.name,), score=round(cosine / 2, 6))
            for word, cosine in self._near(keyword.text)
        ]

    def _search(self, text: str) -> tuple[tuple[str, float], ...]:
        if not self.words:
            return ()
        encoder = self._encoder or multilingual_encoder()
        vector = encoder.sentences([text])[0]
        cosines = self.vectors @ vector
        order = np.argsort(-cosines, kind="stable")[: self.nearest]
        return tuple((self.words[n], float(cosines[n])) for n in order if cosines[n] > self.least)
