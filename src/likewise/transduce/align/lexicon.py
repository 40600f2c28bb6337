"""Word translation probabilities: what alignment learns, and what may be used without it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.text import Ints, Words
from likewise.transduce.bitext import Bitext

__all__ = ["Lexicon", "known_ids"]

FLOOR = 1e-12
"""The least probability that alignment works with; that of two words never seen together."""

_FORMAT = {"kind": "lexicon", "format": 1}
_ARRAYS = {
    "source": "|u1",
    "source_bounds": "<i8",
    "target": "|u1",
    "target_bounds": "<i8",
    "starts": "<i8",
    "targets": "<i4",
    "probabilities": "<f4",
    "totals": "<f4",
}


@dataclass(frozen=True)
class Lexicon:
    """t(target word | source word), as sparse rows: 0 is NULL's, 1 + s that of source word s.

    Row r is `targets[starts[r]:starts[r + 1]]`, sorted, with `probabilities`, and was estimated from
    `totals[r]` links. `source` and `target` hold the vocabularies and no text.
    """

    source: Words
    target: Words
    starts: Ints
    targets: Ints
    probabilities: npt.NDArray[np.float32]
    totals: npt.NDArray[np.float32]

    @classmethod
    def uniform(cls, bitext: Bitext) -> Lexicon:
        """Every target word that stands in a pair with a source word is as likely as every other."""
        from likewise.transduce.align._kernels import cooccurrences

        source, target = bitext.source, bitext.target
        starts, targets = cooccurrences(
            *(source.ids, source.bounds, target.ids, target.bounds, source.distinct, target.distinct)
        )
        sizes = np.diff(starts)
        even = np.repeat(1.0 / np.maximum(sizes, 1), sizes).astype(np.float32)
        nothing = np.zeros(0, np.int64)
        totals = np.zeros(len(sizes), np.float32)
        return cls(source.select(nothing), target.select(nothing), starts, targets, even, totals)

    def __len__(self) -> int:
        """Number of entries."""
        return len(self.targets)

    @cached_property
    def _source_ids(self) -> dict[str, int]:
        return {word: at for at, word in enumerate(self.source.vocabulary)}

    @cached_property
    def _target_ids(self) -> dict[str, int]:
        return {word: at for at, word in enumerate(self.target.vocabulary)}

    def row(self, word: str | None) -> tuple[Ints, npt.NDArray[np.float32]]:
        """Ids of the target words of a source word (None: NULL) and their probabilities; none if unknown."""
        at = 0 if word is None else self._source_ids.get(word, -2) + 1
        here = slice(self.starts[at], self.starts[at + 1]) if at >= 0 else slice(0)
        return self.targets[here], self.probabilities[here]

    def probability(self, source: str | None, target: str) -> float:
        """t(target | source), None being NULL; 0 for words that were never seen together."""
        targets, probabilities = self.row(source)
        wanted = self._target_ids.get(target, -1)
        at = int(np.searchsorted(targets, wanted))
        return float(probabilities[at]) if at < len(targets) and targets[at] == wanted else 0.0

    def matrix(self, sources: Sequence[str | None], targets: Sequence[str]) -> npt.NDArray[np.float32]:
        """`probability` of every source word (a row each) with every target word (a column each), at once."""
        from likewise.transduce.align._kernels import probability_matrix

        known, wanted = self._source_ids, self._target_ids
        # Row 0 is NULL's; a word that is not there has none.
        rows = np.array([0 if word is None else known.get(word, -2) + 1 for word in sources], np.int64)
        columns = np.array([wanted.get(word, -1) for word in targets], np.int64)
        result: npt.NDArray[np.float32] = probability_matrix(
            self.starts, self.targets, self.probabilities, rows, columns
        )
        return result

    def matrices(self, bitext: Bitext) -> list[npt.NDArray[np.float32]]:
        """The `matrix` of each pair of texts: a row for each source word, a column for each target word."""
        from likewise.transduce.align._kernels import probability_matrices

        source, target = known_ids(bitext.source, self.source), known_ids(bitext.target, self.target)
        heights, widths = bitext.source.lengths, bitext.target.lengths
        ends = np.concatenate((np.zeros(1, np.int64), np.cumsum(heights * widths)))
        flat = probability_matrices(
            *(self.starts, self.targets, self.probabilities),
            *(source, bitext.source.bounds, target, bitext.target.bounds, ends),
        )
        shapes = zip(heights.tolist(), widths.tolist(), strict=True)
        return [flat[a:b].reshape(shape) for (a, b), shape in zip(pairwise(ends), shapes, strict=True)]

    def best(self, word: str | None, k: int = 10) -> list[tuple[str, float]]:
        """The k likeliest target words of a source word (None: of NULL), likeliest first."""
        targets, probabilities = self.row(word)
        order = np.lexsort((targets, -probabilities))[:k]
        return [(self.target.vocabulary[targets[at]], float(probabilities[at])) for at in order]

    def estimated(self, counts: npt.NDArray[np.float64]) -> Lexicon:
        """The same entries with probabilities from counts; a row without counts stays as it is."""
        from likewise.transduce.align._kernels import estimate

        probabilities, totals = self.probabilities.copy(), self.totals.copy()
        estimate(self.starts, counts, probabilities, totals)
        return replace(self, probabilities=probabilities, totals=totals)

    def emissions(self, prior: float) -> npt.NDArray[np.float32]:
        """The probabilities as alignment uses them: none under a floor, and one more for unseen pairs.

        Each row is drawn to the frequencies of the target words, as if it had been seen `prior` times more
        and with those: a source word that was seen once must not claim every other word of that pair.
        """
        from likewise.transduce.align._kernels import smooth

        entries = (self.starts, self.targets, self.probabilities, self.totals)
        result: npt.NDArray[np.float32] = smooth(*entries, self.target.distinct, prior, FLOOR)
        return result

    def prune(self, threshold: float) -> Lexicon:
        """Without entries under the threshold, except a row's likeliest; what stays of a row sums to 1."""
        rows = np.repeat(np.arange(len(self.totals)), np.diff(self.starts))
        top = np.zeros(len(self.totals), np.float32)
        np.maximum.at(top, rows, self.probabilities)
        kept = (self.probabilities >= threshold) | (self.probabilities == top[rows])
        rows, probabilities = rows[kept], self.probabilities[kept].astype(np.float64)
        sums = np.bincount(rows, probabilities, len(self.totals))
        starts = np.concatenate(
            (np.zeros(1, np.int64), np.cumsum(np.bincount(rows, minlength=len(self.totals))))
        )
        return replace(
            self,
            starts=starts,
            targets=self.targets[kept],
            probabilities=(probabilities / np.where(sums > 0, sums, 1.0)[rows]).astype(np.float32),
        )

    def dumps(self) -> bytes:
        """One line of JSON that names the arrays, then the arrays; the same lexicon gives the same bytes."""
        arrays: list[npt.NDArray[Any]] = [
            *(self.source.pool, self.source.pool_bounds, self.target.pool, self.target.pool_bounds),
            *(self.starts, self.targets, self.probabilities, self.totals),
        ]
        sizes = {name: len(array) for name, array in zip(_ARRAYS, arrays, strict=True)}
        head = json.dumps({**_FORMAT, "sizes": sizes}).encode("ascii") + b"\n"
        kinds = _ARRAYS.values()
        return head + b"".join(a.astype(k).tobytes() for k, a in zip(kinds, arrays, strict=True))

    @classmethod
    def loads(cls, data: bytes, *, file: str | None = None) -> Lexicon:
        """Read what `dumps` wrote."""
        head, _, body = data.partition(b"\n")
        arrays: list[npt.NDArray[Any]] = []
        at = 0
        for kind, size in zip(_ARRAYS.values(), _sizes(head, len(body), file), strict=True):
            arrays.append(np.frombuffer(body, kind, size, at).astype(kind[1:]))
            at += size * np.dtype(kind).itemsize
        source, target = (_vocabulary(*arrays[n : n + 2]) for n in (0, 2))
        lexicon = cls(source, target, *arrays[4:])
        if not lexicon._sound():
            raise InputError("is a damaged lexicon: its parts do not fit together", file=file)
        return lexicon

    def _sound(self) -> bool:
        ends = (self.starts, self.source.pool_bounds, self.target.pool_bounds)
        sizes = (len(self.targets), len(self.source.pool), len(self.target.pool))
        return (
            all(len(e) > 0 and e[0] == 0 and e[-1] == n for e, n in zip(ends, sizes, strict=True))
            and all(bool((np.diff(e) >= 0).all()) for e in ends)
            and len(self.targets) == len(self.probabilities)
            and len(self.starts) == len(self.totals) + 1 == self.source.distinct + 2
            and bool(((self.targets >= 0) & (self.targets < self.target.distinct)).all())
            and bool(np.isfinite(self.probabilities).all() and np.isfinite(self.totals).all())
            and _readable(self.source)
            and _readable(self.target)
        )


def known_ids(words: Words, known: Words) -> Ints:
    """Word ids as the known vocabulary gives them; -1 for a word that is not in it."""
    if words.pool is known.pool or (
        np.array_equal(words.pool_bounds, known.pool_bounds) and np.array_equal(words.pool, known.pool)
    ):
        return words.ids
    ids = {word: at for at, word in enumerate(known.vocabulary)}
    renamed = np.array([ids.get(word, -1) for word in words.vocabulary], words.ids.dtype)
    return renamed[words.ids]


def _readable(words: Words) -> bool:
    try:
        return len(words.vocabulary) == words.distinct
    except UnicodeDecodeError:
        return False


def _vocabulary(pool: npt.NDArray[np.uint8], ends: Ints) -> Words:
    return Words(np.zeros(0, np.int32), np.zeros(1, np.int64), pool, ends)


def _sizes(head: bytes, length: int, file: str | None) -> list[int]:
    """The sizes of the arrays, from the first line, if they are those of the bytes after it."""
    try:
        header = json.loads(head)
        sizes = [header["sizes"][name] for name in _ARRAYS]
        kinds = {name: header[name] for name in _FORMAT}
    except (ValueError, KeyError, TypeError):
        raise InputError("is no lexicon", file=file) from None
    if kinds != _FORMAT or not all(type(size) is int and size >= 0 for size in sizes):
        raise InputError("is no lexicon that this version reads", file=file)
    if sum(n * np.dtype(k).itemsize for n, k in zip(sizes, _ARRAYS.values(), strict=True)) != length:
        raise InputError("is a damaged lexicon: it is shorter or longer than it says", file=file)
    return sizes
