"""The phrase table: what each source phrase may become, with its scores (Koehn, Och & Marcu 2003)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from likewise.io.arrays import dumps_arrays, loads_arrays
from likewise.transduce.phrases._kernels import build_index, phrase_keys

__all__ = ["SCORES", "PhraseOption", "PhraseTable"]

SCORES = ("phrase", "phrase-inverse", "lexical", "lexical-inverse")
"""The four scores, as logs: p(target|source), p(source|target), lexical weights both ways."""

Array = npt.NDArray[Any]


class PhraseOption(NamedTuple):
    """One way to render a source phrase."""

    source: str
    target: str
    count: int
    scores: dict[str, float]


@dataclass(frozen=True)
class PhraseTable:
    """Source phrases with their options, best first; words are ids of the two vocabularies.

    Source phrase p is `source_words[source_bounds[p]:source_bounds[p + 1]]`; its options are rows
    `rows[p]:rows[p + 1]` of `targets` (numbers of target phrases), `counts` and `scores` (n x 4).
    """

    source_vocabulary: list[str]
    target_vocabulary: list[str]
    source_words: Array
    source_bounds: Array
    target_words: Array
    target_bounds: Array
    rows: Array
    targets: Array
    counts: Array
    scores: Array
    longest: int = 7

    def __len__(self) -> int:
        return len(self.targets)

    @cached_property
    def index(self) -> tuple[Array, Array]:
        """Open-addressing table from the hash of a source phrase to its number."""
        keys = phrase_keys(self.source_words, self.source_bounds)
        size = 1 << max(4, int(2 * len(keys)).bit_length())
        slots, places = build_index(keys, size)
        return slots, places

    @cached_property
    def _source_ids(self) -> dict[str, int]:
        return {word: i for i, word in enumerate(self.source_vocabulary)}

    def source_ids(self, words: Sequence[str]) -> list[int]:
        """Ids of source words; an unknown one gets the next id after the vocabulary's last."""
        unknown = len(self.source_vocabulary)
        return [self._source_ids.get(word, unknown) for word in words]

    def target_phrase(self, number: int) -> str:
        """The words of a target phrase."""
        begin, end = self.target_bounds[number], self.target_bounds[number + 1]
        return " ".join(self.target_vocabulary[w] for w in self.target_words[begin:end])

    def source_phrase(self, number: int) -> str:
        """The words of a source phrase."""
        begin, end = self.source_bounds[number], self.source_bounds[number + 1]
        return " ".join(self.source_vocabulary[w] for w in self.source_words[begin:end])

    def find(self, phrase: Sequence[str]) -> int | None:
        """The number of a source phrase, if the table has it."""
        from likewise.transduce.phrases._kernels import extend_hash, find_slot

        key = np.uint64(0)
        for word in self.source_ids(phrase):
            key = np.uint64(extend_hash(key, word))
        slots, places = self.index
        slot = find_slot(slots, key)
        return int(places[slot]) if phrase and slots[slot] == key else None

    def options(self, phrase: str) -> list[PhraseOption]:
        """What a source phrase (words separated by blanks) may become, best first."""
        number = self.find(phrase.split())
        if number is None:
            return []
        return [
            PhraseOption(
                phrase,
                self.target_phrase(int(self.targets[row])),
                int(self.counts[row]),
                dict(zip(SCORES, map(float, self.scores[row]), strict=True)),
            )
            for row in range(self.rows[number], self.rows[number + 1])
        ]

    def dumps(self) -> bytes:
        """The table as bytes; the same table gives the same bytes."""
        shared = self.source_vocabulary == self.target_vocabulary
        vocabularies = (
            [self.source_vocabulary] if shared else [self.source_vocabulary, self.target_vocabulary]
        )
        arrays = {f"vocabulary{i}": _packed(words) for i, words in enumerate(vocabularies)}
        names = (
            "source_words",
            "source_bounds",
            "target_words",
            "target_bounds",
            "rows",
            "targets",
            "counts",
        )
        arrays |= {name: getattr(self, name) for name in names}
        return dumps_arrays({**arrays, "scores": self.scores, "longest": np.array(self.longest)})

    @classmethod
    def loads(cls, data: bytes, file: str | None = None) -> PhraseTable:
        """The table that `dumps` wrote."""
        arrays = loads_arrays(data, file)
        source = _unpacked(arrays.pop("vocabulary0"))
        target = _unpacked(arrays.pop("vocabulary1")) if "vocabulary1" in arrays else source
        return cls(source, target, longest=int(arrays.pop("longest").item()), **arrays)


def _packed(words: list[str]) -> Array:
    return np.frombuffer("\n".join(words).encode("utf-8"), np.uint8)


def _unpacked(array: Array) -> list[str]:
    text = array.tobytes().decode("utf-8")
    return text.split("\n") if text else []
