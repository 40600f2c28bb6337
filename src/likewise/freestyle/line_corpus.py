"""The lines that a model was learnt from, as word ids: for language model, copies, examples of rhymes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from likewise.text import Ints, Words

__all__ = ["LineCorpus"]

_GRAM = 3


@dataclass(frozen=True)
class LineCorpus:
    """Lines as words, and the pairs (rows of challenge and response) that were selected for learning."""

    lines: Words
    pairs: Ints

    @classmethod
    def of(cls, lines: Sequence[Sequence[str]], pairs: Ints) -> LineCorpus:
        """The corpus of lines given as words."""
        seen: dict[str, int] = {}
        ids = np.array([seen.setdefault(word, len(seen)) for line in lines for word in line], np.int32)
        bounds = np.cumsum([0, *(len(line) for line in lines)])
        encoded = [word.encode("utf-8") for word in seen]
        pool = np.frombuffer(b"".join(encoded), np.uint8)
        pool_bounds = np.cumsum([0, *map(len, encoded)])
        return cls(Words(ids, bounds, pool, pool_bounds), np.asarray(pairs, np.int32).reshape(-1, 2))

    @cached_property
    def identities(self) -> dict[str, int]:
        """The id of each word."""
        return {word: i for i, word in enumerate(self.lines.vocabulary)}

    def text(self, row: int) -> str:
        """A line, its words between blanks."""
        words = self.lines.vocabulary
        ids = self.lines.ids[self.lines.bounds[row] : self.lines.bounds[row + 1]]
        return " ".join(words[i] for i in ids.tolist())

    @cached_property
    def end_ids(self) -> Ints:
        """The id of each line's last word; lines have at least one."""
        return self.lines.ids[self.lines.bounds[1:] - 1]

    def pairs_ending(self, source: str, target: str, most: int) -> tuple[tuple[str, str], ...]:
        """Selected pairs whose lines end in these words, the first ones and each once."""
        one, other = self.identities.get(source, -1), self.identities.get(target, -1)
        first, second = self.end_ids[self.pairs[:, 0]], self.end_ids[self.pairs[:, 1]]
        rows = np.flatnonzero((first == one) & (second == other)).tolist()
        texts = {(self.text(self.pairs[r, 0]), self.text(self.pairs[r, 1])): None for r in rows[: 4 * most]}
        return tuple(list(texts)[:most])

    def end_share(self, word: str) -> float:
        """How much of a word's occurrences are at the end of a line; 0 for a word that no line has."""
        place = self.identities.get(word)
        return 0.0 if place is None else float(self._end_shares[place])

    @cached_property
    def _end_shares(self) -> npt.NDArray[np.float64]:
        size = self.lines.distinct
        ends, all_places = (np.bincount(ids, minlength=size) for ids in (self.end_ids, self.lines.ids))
        return np.asarray(ends / np.maximum(all_places, 1))

    def unheard(self, words: Sequence[str], size: int) -> int:
        """How many runs of so many words (2 or 3) stand in no line."""
        # One more than all ids stands for a word that no line has.
        ids = np.array([self.identities.get(word, self.lines.distinct) for word in words], np.uint64)
        keys = _run_keys(ids, size)
        known = self._pair_keys if size < _GRAM else self._gram_index[0]
        if not len(known):
            return len(keys)
        places = np.minimum(np.searchsorted(known, keys), len(known) - 1)
        return int((known[places] != keys).sum())

    @cached_property
    def _pair_keys(self) -> npt.NDArray[np.uint64]:
        """Sorted keys of all pairs of neighbouring words, each once."""
        return np.unique(_run_keys(self.lines.ids.astype(np.uint64), 2)[self._starts(2)])

    def _starts(self, size: int) -> Ints:
        """Where the runs of so many words that lie in one line begin."""
        inside = np.ones(len(self.lines.ids), np.bool_)
        for back in range(1, size):
            inside[np.maximum(self.lines.bounds[1:] - back, 0)] = False
        return np.flatnonzero(inside[: max(len(inside) - size + 1, 0)])

    @cached_property
    def _gram_index(self) -> tuple[npt.NDArray[np.uint64], Ints]:
        """Sorted keys of all runs of three words that lie in one line, and where each begins."""
        keys, starts = _run_keys(self.lines.ids.astype(np.uint64), _GRAM), self._starts(_GRAM)
        order = np.argsort(keys[starts], kind="stable")
        return keys[starts][order], starts[order]

    def longest_run(self, words: Sequence[str]) -> tuple[int, int, int]:
        """The longest run of at least three words that stands in a line too: begin, length, the line's row.

        Of several the first; (0, 0, -1) where there is none.
        """
        known = np.array([self.identities.get(word, -1) for word in words], np.int64)
        best = (0, 0, -1)
        for begin in range(len(known) - _GRAM + 1):
            if len(known) - begin <= best[1]:
                break
            length, place = self._run_from(known[begin:])
            if length > best[1]:
                row = int(np.searchsorted(self.lines.bounds, place, "right")) - 1
                best = (begin, length, row)
        return best

    def _run_from(self, ids: Ints) -> tuple[int, int]:
        """Length and place of the longest run of a line that these ids begin with."""
        if (ids[:_GRAM] < 0).any():
            return 0, -1
        key = _run_keys(ids[:_GRAM].astype(np.uint64), _GRAM)[0]
        keys, starts = self._gram_index
        low, high = np.searchsorted(keys, key, "left"), np.searchsorted(keys, key, "right")
        places = np.sort(starts[low:high])
        if not len(places):
            return 0, -1
        ends = self.lines.bounds[np.searchsorted(self.lines.bounds, places, "right")]
        length = _GRAM
        while length < len(ids):
            inside = places + length < ends
            longer = inside & (self.lines.ids[np.where(inside, places + length, 0)] == ids[length])
            if not longer.any():
                break
            places, ends, length = places[longer], ends[longer], length + 1
        return length, int(places[0])


def _run_keys(ids: npt.NDArray[np.uint64], size: int) -> npt.NDArray[np.uint64]:
    """A key for the run of so many words that begins at each place; exact below 2**21 words."""
    keys = np.zeros(max(len(ids) - size + 1, 0), np.uint64)
    for place in range(size):
        keys = (keys << np.uint64(21)) | (ids[place : place + len(keys)] + np.uint64(1))
    return keys
