"""Decoding by a transduction grammar and a language model: CKY with cube pruning (Chiang 2007; Wu 1996)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.transduce.decode.parallel import in_order
from likewise.transduce.itg.decode import _kernels as kernels
from likewise.transduce.itg.decode.challenge import ResponseSearch
from likewise.transduce.itg.decode.constraints import Constraints
from likewise.transduce.itg.decode.features import grammar_weights
from likewise.transduce.itg.decode.outputs import GrammarOutput, spelt
from likewise.transduce.itg.decode.records import LM, ChartSettings, item_record
from likewise.transduce.itg.decode.rule_index import RuleIndex
from likewise.transduce.itg.grammar import TransductionGrammar
from likewise.transduce.lm import LanguageModel

__all__ = ["GrammarDecoder"]

_MOST = 1 << 31


@dataclass(frozen=True)
class GrammarDecoder:
    """A transduction grammar and a language model, searched with weights (see `GRAMMAR_WEIGHTS`).

    `pop_limit`: joins taken a cell (None: all, so that nothing is missed). `per_span`: rules a source phrase,
    the best ones. `insertions`: rules with an empty source side that a lexical rule may have attached, chosen
    among the `per_insertion` best. `monotone`: straight rules only; otherwise inverted ones too, which takes
    time with the cube of the words instead of linear time. In both a normal form is searched: the right part
    of a join is not of the kind of the join, so equal bracketings are not searched twice.
    """

    grammar: TransductionGrammar
    lm: LanguageModel
    weights: Mapping[str, float] = field(default_factory=dict)
    pop_limit: int | None = 200
    per_span: int = 40
    insertions: int = 1
    monotone: bool = True
    per_insertion: int = 10

    def __post_init__(self) -> None:
        for name, least in (("pop_limit", 1), ("per_span", 1), ("insertions", 0), ("per_insertion", 1)):
            value = getattr(self, name)
            if value is not None and not least <= value <= _MOST:
                raise InputError(f"must lie between {least} and {_MOST}, not {value}", field=name)
        grammar_weights(self.weights)

    @cached_property
    def index(self) -> RuleIndex:
        """The rules as the search finds them."""
        return RuleIndex(self.grammar, self.lm, grammar_weights(self.weights))

    @cached_property
    def _settings(self) -> ChartSettings:
        limit = _MOST if self.pop_limit is None else self.pop_limit
        wide = (self.per_span, self.insertions, self.per_insertion)
        return ChartSettings(self.index.weights, limit, *wide, self.monotone)

    @cached_property
    def _blank(self) -> npt.NDArray[Any]:
        return np.zeros(1, item_record(self.lm.order))

    def nbest(
        self, words: Sequence[str], k: int = 1, constraints: Constraints | None = None
    ) -> list[GrammarOutput]:
        """The best outputs that keep to the constraints, all different, best first; none if there is none."""
        if isinstance(words, str):
            raise InputError("the source is a string, expected a list of words")
        if not 1 <= k <= _MOST:
            raise InputError(f"k must lie between 1 and {_MOST}, not {k}")
        search = ResponseSearch(self.index, tuple(words), constraints or Constraints())
        if not words:
            return self._of_nothing(search)
        chosen, bounds, scores, inverted, items = kernels.search(
            search.challenge, self.index.arrays, search.extra, self.index.tables, search.limits,
            self._settings, self._blank, k,
        )  # fmt: skip
        return [
            spelt(search, chosen[bounds[o] : bounds[o + 1]].tolist(), score, inverted[o], items)
            for o, score in enumerate(scores.tolist())
        ]

    def _of_nothing(self, search: ResponseSearch) -> list[GrammarOutput]:
        score = float(self.index.weights[LM]) * self.lm.score(())
        return [spelt(search, (), score, 0, self._blank)] if search.constraints.allow(()) else []

    def many(
        self,
        sentences: Iterable[Sequence[str]],
        k: int = 1,
        constraints: Constraints | None = None,
        workers: int | None = None,
    ) -> Iterator[list[GrammarOutput]]:
        """`nbest` of many sources, in their order, on several cores (all of them unless `workers` says less).

        Sentences are read and decoded only a little ahead of what is asked for.
        """

        def decode(words: Sequence[str]) -> list[GrammarOutput]:
            return self.nbest(words, k, constraints)

        self.nbest(["a"])  # what all threads share is made here, once
        return in_order(decode, sentences, workers)
