"""The phrase decoder: beam stacks, recombination, distance-based reordering, n-best (Koehn 2004)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.transduce.decode import _kernels as kernels
from likewise.transduce.decode.options._kernels import phrase_scores
from likewise.transduce.decode.parallel import in_order
from likewise.transduce.decode.records import CONTEXT, LanguageArrays, SearchSettings, Table
from likewise.transduce.decode.weights import FEATURE_NAMES, checked_vector, weight_vector
from likewise.transduce.lm import LanguageModel
from likewise.transduce.phrases import PhraseTable
from likewise.transduce.phrases.table import LONGEST

__all__ = ["Decoder", "Output", "PhraseUse", "Search"]

Array = npt.NDArray[Any]
_MOST = 1 << 31


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
    """The n-best of one sentence as arrays; `Decoder.output` spells one out.

    `words` are ids of the target vocabulary, after its end of `unknown`; words of output k are
    `words[bounds[k]:bounds[k + 1]]`, its features row k. Its derivation is rows
    `step_bounds[k]:step_bounds[k + 1]` of `spans` (begin, end, row of the phrase table or -1).
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

    `beam`: hypotheses a stack. `limit`: a phrase that leaves words before it uncovered must begin at most so
    many words from the end of the last phrase and end at most so many after the first uncovered one (0: no
    reordering). `per_span`: options a span. `width`: hypotheses so much worse than the best of their stack
    are dropped.
    """

    table: PhraseTable
    lm: LanguageModel
    weights: Mapping[str, float] = field(default_factory=dict)
    beam: int = 40
    limit: int = 0
    per_span: int = 20
    width: float = 8.0

    def __post_init__(self) -> None:
        if self.lm.order > CONTEXT + 1:
            raise InputError(
                f"the decoder takes language models up to order {CONTEXT + 1}, not {self.lm.order}"
            )
        _within("beam", self.beam, 1, _MOST)
        _within("limit", self.limit, 0, LONGEST)
        _within("per_span", self.per_span, 1, _MOST)
        if not self.width > 0:
            raise InputError(f"width must be over 0, not {self.width}")
        weight_vector(self.weights)

    @cached_property
    def _table(self) -> Table:
        table = self.table
        language = LanguageArrays(self._model_ids, self._model_ids[:0], *self.lm.tables)
        alone = phrase_scores(table.target_words, table.target_bounds, language)
        return Table(
            *table.index, table.rows, table.targets, table.scores, table.target_words, table.target_bounds,
            alone, table.longest, np.zeros(0, np.uint8),
        )  # fmt: skip

    @cached_property
    def _model_ids(self) -> Array:
        """The language model's id of each target word."""
        return self.lm.ids(self.table.target_vocabulary)

    @cached_property
    def _target_ids(self) -> dict[str, int]:
        return {word: i for i, word in enumerate(self.table.target_vocabulary)}

    def nbest(
        self, words: Sequence[str], k: int = 1, weights: Array | None = None, skip: Array | None = None
    ) -> Search:
        """The best outputs for a source of any length, all different, best first.

        `weights` (in the order of `FEATURE_NAMES`) stand in for the decoder's own; rows of the phrase table
        that `skip` marks (0 or 1 for each) are not used. Time and memory grow linearly with the words.
        """
        if isinstance(words, str):
            raise InputError("the source is a string, expected a list of words")
        _within("k", k, 1, _MOST)
        vector = weight_vector(self.weights) if weights is None else checked_vector(weights)
        table = self._table
        if skip is not None:
            if len(skip) != len(self.table):
                raise InputError(f"skip has {len(skip)} entries, the phrase table {len(self.table)} rows")
            table = table._replace(hidden=np.asarray(skip, np.uint8))
        source, unknown = self._as_target(words)
        ids, bounds, features, scores, steps, step_bounds, spans = kernels.decode(
            source,
            np.array(self.table.source_ids(words), np.int32),
            table,
            LanguageArrays(self._model_ids, self.lm.ids(unknown), *self.lm.tables),
            SearchSettings(vector, self.beam, self.limit, self.per_span, float(self.width)),
            k,
        )
        return Search(ids, bounds, features, scores, steps, step_bounds, spans, source, unknown)

    def many(
        self,
        sentences: Iterable[Sequence[str]],
        k: int = 1,
        weights: Array | None = None,
        workers: int | None = None,
    ) -> Iterator[Search]:
        """`nbest` of many sources, in their order, on several cores (all of them unless `workers` says less).

        Sentences are read and decoded only a little ahead of what is asked for.
        """

        def decode(words: Sequence[str]) -> Search:
            return self.nbest(words, k, weights)

        self.nbest([])  # what all threads share is made here, once
        return in_order(decode, sentences, workers)

    def _as_target(self, words: Sequence[str]) -> tuple[Array, tuple[str, ...]]:
        """The source's words as target ids, so that copied words can be seen; unknown ones after the end."""
        known, size = self._target_ids, len(self._target_ids)
        unknown: dict[str, int] = {}
        ids = [known[w] if w in known else unknown.setdefault(w, size + len(unknown)) for w in words]
        return np.array(ids, np.int32), tuple(unknown)

    def word(self, search: Search, identity: int) -> str:
        """The word of a target id in a search."""
        size = len(self.table.target_vocabulary)
        return self.table.target_vocabulary[identity] if identity < size else search.unknown[identity - size]

    def text(self, search: Search, k: int) -> tuple[str, ...]:
        """The words of output k."""
        return tuple(self.word(search, i) for i in search.ids(k).tolist())

    def output(self, search: Search, k: int) -> Output:
        """Output k with features by name and derivation."""
        features = dict(zip(FEATURE_NAMES, search.features[k].tolist(), strict=True))
        steps = search.spans[search.step_bounds[k] : search.step_bounds[k + 1]]
        uses = tuple(self._use(search, *step) for step in steps.tolist())
        return Output(self.text(search, k), float(search.scores[k]), features, uses)

    def _use(self, search: Search, start: int, end: int, row: int) -> PhraseUse:
        source = " ".join(self.word(search, i) for i in search.source[start:end].tolist())
        if row < 0:
            return PhraseUse(start, end, source, source, None)
        scores = dict(zip(FEATURE_NAMES[:4], self.table.scores[row].tolist(), strict=True))
        return PhraseUse(start, end, source, self.table.target_phrase(int(self.table.targets[row])), scores)


def _within(name: str, value: int, least: int, most: int) -> None:
    if not least <= value <= most:
        raise InputError(f"{name} must lie between {least} and {most}, not {value}")
