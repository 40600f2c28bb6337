"""A grammar's rules as the search finds them: by source phrase, the best first."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.transduce.itg.decode.index._kernels import (
    fixed_scores,
    ranked_rules,
    same_words,
    source_phrases,
)
from likewise.transduce.itg.decode.records import RuleArrays
from likewise.transduce.itg.grammar import TransductionGrammar
from likewise.transduce.lm import LanguageModel
from likewise.transduce.lm.chart import span_tables
from likewise.transduce.lm.chart._kernels import SpanTables
from likewise.transduce.phrases._kernels import build_index

__all__ = ["RuleIndex"]

Array = npt.NDArray[Any]


@dataclass(frozen=True)
class RuleIndex:
    """Rules of a grammar with their scores under weights and a language model."""

    grammar: TransductionGrammar
    lm: LanguageModel
    weights: Array

    @cached_property
    def source_ids(self) -> dict[str, int]:
        """Ids of source words."""
        return {word: i for i, word in enumerate(self.grammar.source_vocabulary)}

    @cached_property
    def target_ids(self) -> dict[str, int]:
        """Ids of target words."""
        if self.grammar.source_vocabulary is self.grammar.target_vocabulary:
            return self.source_ids
        return {word: i for i, word in enumerate(self.grammar.target_vocabulary)}

    @cached_property
    def model_ids(self) -> Array:
        """The language model's id of each target word."""
        return self.lm.ids(self.grammar.target_vocabulary)

    @cached_property
    def tables(self) -> SpanTables:
        """The language model as the kernels take it."""
        return span_tables(self.lm)

    @cached_property
    def copies(self) -> Array:
        """For each rule whether it writes the same words on both sides."""
        grammar, known = self.grammar, self.target_ids
        same = np.fromiter((known.get(word, -1) for word in grammar.source_vocabulary), np.int32)
        alike: Array = same_words(
            grammar.source_ids, grammar.source_bounds, grammar.target_ids, grammar.target_bounds, same
        )
        return alike

    @cached_property
    def arrays(self) -> RuleArrays:
        """The rules as the kernels take them."""
        grammar, bounds = self.grammar, self.grammar.target_bounds
        starts, keys = source_phrases(grammar.source_ids, grammar.source_bounds)
        fixed = fixed_scores(grammar.probability, grammar.source_bounds, bounds, self.copies, self.weights)
        slots, places = build_index(keys[keys != 0], 1 << max(4, int(2 * len(keys)).bit_length()))
        places += 1  # phrase 0 is the empty one: insertions
        if not len(keys) or keys[0] != 0:
            starts = np.concatenate((np.zeros(1, np.int64), starts))
        ranked, estimates = ranked_rules(
            starts, fixed, grammar.target_ids, bounds, self.model_ids, self.tables, self.weights
        )
        return RuleArrays(
            slots, places, starts, ranked, estimates, grammar.target_ids, bounds, fixed,
            int(grammar.source_lengths.max(initial=0)), log(grammar.straight), log(grammar.inverted),
        )  # fmt: skip


def log(probability: float) -> float:
    """Natural logarithm; of zero, minus infinity: such a rule is not used."""
    return math.log(probability) if probability > 0 else -math.inf
