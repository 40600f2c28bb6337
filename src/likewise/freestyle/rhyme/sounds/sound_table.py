"""How English words end, by their last letters: a table learnt from the CMU Pronouncing Dictionary.

For each of the last three syllables there is a list of word ends with the phones that they stand for; the
longest end that a word has decides. A whole word (an end that begins with ^) is the longest of all, so words
of the dictionary sound as they do there, and others as words that are spelt alike. Made by
`training/rhyme_sounds.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any
from zlib import crc32

import numpy as np

from likewise.io import loads_arrays

__all__ = ["SYLLABLES", "SoundTable", "shipped_sounds", "word_hash"]

SYLLABLES = 3
"""The last syllables that have a list each, the last first."""
FILE = "rhyme-sounds.npz"


def word_hash(word: str) -> int:
    """By this number a word is looked up among those of the dictionary."""
    return crc32(word.encode())


class SoundTable:
    """Word ends with the phones of a syllable, and which words were in the dictionary."""

    def __init__(self, arrays: Mapping[str, Any]) -> None:
        self._labels: list[dict[str, tuple[str, ...]]] = []
        for syllable in range(SYLLABLES):
            ends = bytes(arrays[f"ends{syllable}"]).decode().split("\n")
            sounds = [tuple(s.split("|")) for s in bytes(arrays[f"sounds{syllable}"]).decode().split("\n")]
            self._labels.append(
                {end: sounds[k] for end, k in zip(ends, arrays[f"labels{syllable}"], strict=True)}
            )
        self._words = np.cumsum(arrays["words"].astype(np.int64))

    def knows(self, word: str) -> bool:
        """Whether the dictionary has the word (but for one in some thirty thousand that it does not)."""
        number = word_hash(word)
        place = int(np.searchsorted(self._words, number))
        return place < len(self._words) and int(self._words[place]) == number

    def readings(self, word: str) -> list[list[str]]:
        """The phones of the last syllables, with digits for stress, for each way to say the word."""
        parts = [self._part(f"^{word}", syllable) for syllable in range(SYLLABLES)]
        ways = max(len(part) for part in parts)
        found = (" ".join(part[way % len(part)] for part in reversed(parts)).split() for way in range(ways))
        return [phones for phones in found if phones]

    def _part(self, word: str, syllable: int) -> tuple[str, ...]:
        labels = self._labels[syllable]
        for start in range(len(word) + 1):
            label = labels.get(word[start:])
            if label is not None:
                return label
        return ("",)


@cache
def shipped_sounds() -> SoundTable:
    """The table that comes with the package."""
    from importlib.resources import files

    return SoundTable(loads_arrays(files("likewise.data").joinpath(FILE).read_bytes(), FILE))
