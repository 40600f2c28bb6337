"""Spans of a sentence with their scores, and how two neighbours become one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.transduce.lm.chart._kernels import (
    SpanTables,
    begin_span,
    join_spans,
    mark_preceded,
    push_words,
    span_record,
)
from likewise.transduce.lm.levels import END
from likewise.transduce.lm.model import LanguageModel

__all__ = ["ScoredSpan", "SpanScorer", "span_tables"]


@dataclass(frozen=True, eq=False)
class ScoredSpan:
    """Some words in a row with their log-probability, as far as it is known without those before them.

    `record` is what the kernels work on (see `span_record`).
    """

    record: npt.NDArray[Any]

    @property
    def score(self) -> float:
        """Log-probability of the words; that of the left ones changes with what comes before them."""
        return float(self.record["score"][0])

    @property
    def left(self) -> tuple[int, ...]:
        """The first words (as ids), as far as an n-gram may join them to what comes before."""
        return tuple(self.record["left"][0, : self.record["words"][0]].tolist())

    @property
    def right(self) -> tuple[int, ...]:
        """The last words (as ids), latest first, as far as they may matter to what comes behind."""
        return tuple(self.record["context"][0, : self.record["kept"][0]].tolist())

    @property
    def full(self) -> bool:
        """Whether there is more to the span than its left words."""
        return bool(self.record["full"][0])

    @property
    def state(self) -> tuple[tuple[int, ...], bool, tuple[int, ...]]:
        """Spans that agree in this gain and lose the same by whatever they are joined to."""
        return self.left, self.full, self.right


class SpanScorer:
    """A language model that scores spans of a sentence in any order, from the inside out.

    `sentence(spans)` is `model.score` of all their words, however the sentence was cut.
    """

    def __init__(self, model: LanguageModel) -> None:
        self.model = model

    @cached_property
    def tables(self) -> SpanTables:
        """What the kernels look n-grams up in."""
        return span_tables(self.model)

    def _fresh(self) -> npt.NDArray[Any]:
        return np.zeros(1, span_record(self.model.order))

    @property
    def begin(self) -> ScoredSpan:
        """The beginning of a sentence; it is joined to what follows, and nothing to it from before."""
        record = self._fresh()
        begin_span(self.tables, record[0])
        return ScoredSpan(record)

    @property
    def end(self) -> ScoredSpan:
        """The end of a sentence."""
        return self._pushed(np.array([END], np.int32))

    def span(self, words: Sequence[str]) -> ScoredSpan:
        """The span of these words; of no words, the empty one, which changes nothing."""
        return self._pushed(self.model.encode([words])[0])

    def _pushed(self, ids: npt.NDArray[np.int32]) -> ScoredSpan:
        record = self._fresh()
        push_words(self.tables, record[0], ids)
        return ScoredSpan(record)

    def join(self, left: ScoredSpan, right: ScoredSpan) -> ScoredSpan:
        """Two neighbours as one span."""
        record = self._fresh()
        join_spans(self.tables, left.record[0], right.record[0], record[0])
        return ScoredSpan(record)

    def sentence(self, spans: Iterable[ScoredSpan]) -> float:
        """Log-probability of the sentence that the spans make up, with its end."""
        return reduce(self.join, [self.begin, *spans, self.end]).score


def span_tables(model: LanguageModel) -> SpanTables:
    """The tables of a model for the kernels of spans."""
    tables = model.tables
    preceded = np.zeros(len(tables.keys), np.uint8)
    for order in range(2, model.order + 1):
        mark_preceded(tables.keys, preceded, model.suffix_keys(order))
    return SpanTables(tables.keys, tables.logprob, tables.backoff, preceded, tables.order)
