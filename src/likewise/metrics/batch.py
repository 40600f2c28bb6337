"""A batch of segments with its distinct texts found once, so that all metrics share the work."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, count
from operator import attrgetter
from typing import Any, NoReturn

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.records import Segment
from likewise.text.vocabulary import Grams, Tokenization, Words, words_of

__all__ = ["Batch", "TextSets"]

Ints = npt.NDArray[np.signedinteger[Any]]

_candidate = attrgetter("candidate")
_source = attrgetter("source")
_references = attrgetter("references")


@dataclass(frozen=True, slots=True)
class TextSets:
    """For each segment a set of texts, by id: those of segment i are `ids[ends[i]:ends[i+1]]`."""

    ids: Ints
    ends: Ints


class Batch:
    """Segments whose candidates, sources and references are numbers into one list of distinct texts."""

    def __init__(self, segments: Sequence[Segment]) -> None:
        self.segments = segments
        # A default dictionary over a C counter numbers texts at the speed of a plain look-up.
        numbers: defaultdict[str, int] = defaultdict(count().__next__)
        number = numbers.__getitem__
        size = len(segments)
        try:
            self.candidates = _ints(map(number, map(_candidate, segments)), size)
            ends = np.zeros(size + 1, np.int64)
            np.cumsum(_ints(map(len, map(_references, segments)), size), out=ends[1:])
            ids = _ints(map(number, chain.from_iterable(map(_references, segments))), int(ends[-1]))
            sources = list(map(_source, segments))
            self.has_sources = None not in sources
            self.sources = _ints(map(number, sources), size) if self.has_sources else None
        except TypeError:
            _refuse_types(segments)
        self.references = TextSets(ids, ends)
        self.texts: list[str] = list(numbers)
        self._words: dict[Tokenization, Words] = {}
        self._grams: dict[tuple[Tokenization, int], Grams] = {}

    def __len__(self) -> int:
        return len(self.segments)

    def words(self, tokenization: Tokenization) -> Words:
        """The distinct texts as word ids."""
        if tokenization not in self._words:
            try:
                self._words[tokenization] = words_of(self.texts, tokenization)
            except TypeError:
                _refuse_types(self.segments)
        return self._words[tokenization]

    def grams(self, tokenization: Tokenization, order: int) -> Grams:
        """The distinct n-grams of the distinct texts."""
        key = (tokenization, order)
        if key not in self._grams:
            self._grams[key] = self.words(tokenization).grams(order)
        return self._grams[key]

    def empty_candidates(self) -> npt.NDArray[np.bool_]:
        """For each segment, whether its candidate holds nothing but blanks."""
        blank = np.fromiter((not text or text.isspace() for text in self.texts), np.bool_, len(self.texts))
        return blank[self.candidates]

    def need_sources(self, metric: str) -> Ints:
        """Text ids of the sources; `InputError` if a segment has none."""
        if self.sources is None:
            bad = next(s for s in self.segments if s.source is None)
            message = f"segment '{bad.id}' has no source, and the metric '{metric}' needs one"
            raise InputError(message, field="source")
        return self.sources

    def need_references(self, metric: str) -> TextSets:
        """Text ids of the references; `InputError` if a segment has none."""
        empty = np.flatnonzero(np.diff(self.references.ends) == 0)
        if len(empty):
            bad = self.segments[int(empty[0])]
            message = f"segment '{bad.id}' has no reference, and the metric '{metric}' needs one or more"
            raise InputError(message, field="references")
        return self.references

    def sources_as_sets(self, metric: str) -> TextSets:
        """The sources, each as a set of one."""
        return TextSets(self.need_sources(metric), np.arange(len(self) + 1, dtype=np.int64))

    def references_and_sources(self, metric: str) -> TextSets:
        """The references with the source added as one more."""
        references, sources = self.references, self.need_sources(metric)
        ends = references.ends + np.arange(len(self) + 1)
        ids = np.empty(int(ends[-1]), np.int32)
        last = np.zeros(len(ids), np.bool_)
        last[ends[1:] - 1] = True
        ids[last], ids[~last] = sources, references.ids
        return TextSets(ids, ends)


def _ints(values: Iterable[int], size: int) -> Ints:
    return np.fromiter(values, np.int32, size)


def _refuse_types(segments: Sequence[Segment]) -> NoReturn:
    """Name the first segment whose fields are not of the record's types."""
    for place, segment in enumerate(segments):
        where = f"segment '{getattr(segment, 'id', place)}'"
        if not isinstance(getattr(segment, "candidate", None), str):
            raise InputError(f"{where}: expected a string", field="candidate")
        if not isinstance(getattr(segment, "source", None), str | None):
            raise InputError(f"{where}: expected a string or nothing", field="source")
        references = getattr(segment, "references", None)
        if not isinstance(references, Sequence) or not all(isinstance(r, str) for r in references):
            raise InputError(f"{where}: expected a sequence of strings", field="references")
    raise
