"""The phrase table: what each source phrase may become, with its scores (Koehn, Och & Marcu 2003)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.io import dumps_arrays, loads_arrays
from likewise.transduce.phrases._kernels import build_index, extend_hash, find_slot, phrase_keys

__all__ = ["SCORES", "PhraseOption", "PhraseTable"]

SCORES = ("phrase", "phrase-inverse", "lexical", "lexical-inverse")
"""The four scores, as logs: p(target|source), p(source|target), lexical weights both ways."""

LONGEST = 60
"""Most words of a source phrase: the decoder marks covered words by the bits of a number."""

_ARRAYS = {
    "source_words": np.int32, "source_bounds": np.int32, "target_words": np.int32, "target_bounds": np.int32,
    "rows": np.int32, "targets": np.int32, "counts": np.int32, "scores": np.float32,
}  # fmt: skip
"""What is stored beside the vocabularies, and as which kind of number."""

Array = npt.NDArray[Any]


@dataclass(frozen=True, slots=True)
class PhraseOption:
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
        arrays |= {name: getattr(self, name) for name in _ARRAYS}
        return dumps_arrays({**arrays, "longest": np.array(self.longest)})

    @classmethod
    def loads(cls, data: bytes, file: str | None = None) -> PhraseTable:
        """The table that `dumps` wrote."""
        arrays = loads_arrays(data, file)
        missing = {"vocabulary0", "longest", *_ARRAYS} - set(arrays)
        if missing:
            raise InputError(f"is no phrase table: lacks {', '.join(sorted(missing))}", file=file)
        source = _unpacked(arrays["vocabulary0"], file)
        target = _unpacked(arrays["vocabulary1"], file) if "vocabulary1" in arrays else source
        parts: dict[str, Any] = {name: arrays[name] for name in _ARRAYS}
        longest = int(arrays["longest"].item()) if arrays["longest"].size == 1 else 0
        table = cls(source, target, **parts, longest=longest)
        if any(parts[name].dtype != kind for name, kind in _ARRAYS.items()) or not table._sound():
            raise InputError("is no phrase table: its parts do not fit together", file=file)
        return table

    def _sound(self) -> bool:
        """Whether every number points at something, so that kernels stay within their arrays."""
        return (
            1 <= self.longest <= LONGEST
            and _bounded(self.source_bounds, len(self.source_words), least=1)
            and _bounded(self.target_bounds, len(self.target_words), least=1)
            and len(self.rows) == len(self.source_bounds)
            and _bounded(self.rows, len(self.targets))
            and len(self.counts) == len(self.targets)
            and self.scores.shape == (len(self.targets), len(SCORES))
            and _numbers(self.source_words, len(self.source_vocabulary))
            and _numbers(self.target_words, len(self.target_vocabulary))
            and _numbers(self.targets, len(self.target_bounds) - 1)
        )


def _bounded(bounds: Array, size: int, least: int = 0) -> bool:
    """Whether these are bounds of parts, none too short, that lie one after another in so many elements."""
    return bool(len(bounds) and bounds[0] == 0 and bounds[-1] == size and (np.diff(bounds) >= least).all())


def _numbers(array: Array, size: int) -> bool:
    """Whether all are numbers from 0 to `size` - 1."""
    return bool(array.size == 0 or (array.min() >= 0 and array.max() < size))


def _packed(words: list[str]) -> Array:
    return np.frombuffer("\n".join(words).encode("utf-8"), np.uint8)


def _unpacked(array: Array, file: str | None) -> list[str]:
    try:
        text = array.tobytes().decode("utf-8")
    except UnicodeDecodeError:
        raise InputError("is no phrase table: its words are not UTF-8", file=file) from None
    return text.split("\n") if text else []
