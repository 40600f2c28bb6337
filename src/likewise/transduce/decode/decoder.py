"""The phrase decoder: beam stacks, recombination, distance-based reordering, n-best (Koehn 2004)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.transduce.decode import _kernels as kernels
from likewise.transduce.decode.weights import FEATURE_NAMES, weight_vector
from likewise.transduce.lm import LanguageModel
from likewise.transduce.phrases import PhraseTable

__all__ = ["Decoder", "Output", "PhraseUse", "Search"]

Array = npt.NDArray[Any]
LONGEST_LINE = 200
"""Longer lines are decoded in pieces of this many words."""


@dataclass(frozen=True, slots=True)
class PhraseUse:
    """One step of a derivation: words `start:end` of the source became `target`."""

    start: int
    end: int
    source: str
    target: str
    scores: Mapping[str, float] | None
    """The four phrase scores; None for a word that was copied because nothing is known of it."""


@dataclass(frozen=True)
class Output:
    """One output with its score, features by name and derivation."""

    words: tuple[str, ...]
    score: float
    features: Mapping[str, float]
    phrases: tuple[PhraseUse, ...]


@dataclass(frozen=True)
class Search:
    """The n-best of one sentence as arrays; `outputs` spells them out.

    `words` are ids of the target vocabulary, after its end of `unknown`; words of output k are
    `words[bounds[k]:bounds[k + 1]]`, its features row k.
    """

    words: Array
    bounds: Array
    features: Array
    scores: Array
    steps: Array
    step_bounds: Array
    spans: Array
    source: Array
    unknown: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.scores)

    def ids(self, k: int) -> Array:
        """Word ids of output k."""
        return self.words[self.bounds[k] : self.bounds[k + 1]]


@dataclass(frozen=True)
class Decoder:
    """A phrase table and a language model, searched with weights.

    `beam`: hypotheses a stack; `limit`: how far the next phrase may lie from the first gap (0: no
    reordering); `per_span`: options a span.
    """

    table: PhraseTable
    lm: LanguageModel
    weights: Mapping[str, float] = field(default_factory=dict)
    beam: int = 40
    limit: int = 0
    per_span: int = 20
    width: float = 8.0

    @cached_property
    def _model_ids(self) -> Array:
        """The language model's id of each target word."""
        return self.lm.ids(self.table.target_vocabulary)

    @cached_property
    def _alone(self) -> Array:
        """Log-probability of each target phrase without context."""
        language = kernels.Language(self._model_ids, self._model_ids[:0], *self.lm.tables)
        scores: Array = kernels.phrase_scores(self.table.target_words, self.table.target_bounds, language)
        return scores

    @cached_property
    def _target_ids(self) -> dict[str, int]:
        return {word: i for i, word in enumerate(self.table.target_vocabulary)}

    def nbest(
        self, words: Sequence[str], k: int = 1, weights: Array | None = None, skip: Array | None = None
    ) -> Search:
        """The best outputs for a source, all different, best first."""
        table = self.table
        vector = weight_vector(self.weights) if weights is None else weights
        table_ids = np.array(table.source_ids(words), np.int32)
        source, unknown = self._as_target(words)
        hidden = np.zeros(0, np.uint8) if skip is None else skip
        found = kernels.decode(
            source,
            table_ids,
            kernels.Table(
                *table.index, table.rows, table.targets, table.scores, table.target_words, table.target_bounds,
                self._alone, table.longest, hidden,
            ),
            kernels.Language(self._model_ids, self.lm.ids(unknown), *self.lm.tables),
            kernels.Settings(vector, self.beam, self.limit, self.per_span, float(self.width)),
            k,
        )  # fmt: skip
        return Search(*found, source, unknown)

    def _as_target(self, words: Sequence[str]) -> tuple[Array, tuple[str, ...]]:
        """The source's words as target ids, so that copied words can be seen; unknown ones after the end."""
        known, size = self._target_ids, len(self._target_ids)
        unknown: dict[str, int] = {}
        ids = [known[w] if w in known else unknown.setdefault(w, size + len(unknown)) for w in words]
        return np.array(ids, np.int32), tuple(unknown)

    def word(self, found: Search, identity: int) -> str:
        """The word of a target id in a search."""
        size = len(self.table.target_vocabulary)
        return self.table.target_vocabulary[identity] if identity < size else found.unknown[identity - size]

    def text(self, found: Search, k: int) -> tuple[str, ...]:
        """The words of output k."""
        return tuple(self.word(found, int(i)) for i in found.ids(k))

    def output(self, found: Search, k: int) -> Output:
        """Output k with features by name and derivation."""
        features = dict(zip(FEATURE_NAMES, map(float, found.features[k]), strict=True))
        steps = found.spans[found.step_bounds[k] : found.step_bounds[k + 1]]
        uses = tuple(self._use(found, *map(int, step)) for step in steps)
        return Output(self.text(found, k), float(found.scores[k]), features, uses)

    def _use(self, found: Search, start: int, end: int, row: int) -> PhraseUse:
        source = " ".join(self.word(found, int(i)) for i in found.source[start:end])
        if row < 0:
            return PhraseUse(start, end, source, source, None)
        scores = dict(zip(FEATURE_NAMES[:4], map(float, self.table.scores[row]), strict=True))
        return PhraseUse(start, end, source, self.table.target_phrase(int(self.table.targets[row])), scores)
