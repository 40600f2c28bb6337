"""Description length of a grammar and of a corpus under it, in bits (Saers, Addanki and Wu 2013).

The grammar is written as one sequence of symbols: a lexical rule is its operator, its left side and its
words, a structural rule its operator and three times A. Every symbol costs lg of the number of distinct ones:
A, the two operators, the source words and the target words (a word of both sides is two symbols, which is
what tells where the target begins). The corpus costs -lg of the probability of one derivation a pair, the one
that its splits made. The sum over all derivations would cost no more, so this bounds it from above.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from likewise.text import Ints
from likewise.transduce.itg.segmentation.columns import (
    OTHER_SYMBOLS,
    RULE_SYMBOLS,
    STRUCTURAL_SYMBOLS,
)
from likewise.transduce.itg.segmentation.rule_store import RuleStore, live_rows

__all__ = ["DescriptionLength", "description_length", "symbol_bits"]


@dataclass(frozen=True, slots=True)
class DescriptionLength:
    """Bits that write the grammar down, and bits that write the corpus down with it."""

    grammar: float
    data: float

    @property
    def total(self) -> float:
        """Both together: what segmentation makes smaller."""
        return self.grammar + self.data


def symbol_bits(store: RuleStore) -> float:
    """What one symbol of the grammar costs; splits lose no word, so it stays."""
    return math.log2(OTHER_SYMBOLS + len(np.unique(store.source)) + len(np.unique(store.target)))


def description_length(store: RuleStore, counts: Ints) -> DescriptionLength:
    """The whole computed anew: from the pairs, of which `counts` were seen, and the splits of their rules."""
    from likewise.transduce.itg.segmentation._kernels import derivation_bits, replayed

    uses, structural = replayed(store, counts)
    total = int(uses.sum() + structural.sum())
    rows = live_rows(store)
    words = store.spans[rows][:, [1, 3]] - store.spans[rows][:, [0, 2]]
    symbols = RULE_SYMBOLS * len(rows) + int(words.sum()) + STRUCTURAL_SYMBOLS * np.count_nonzero(structural)
    rule_bits = np.zeros(len(uses))
    rule_bits[uses > 0] = -np.log2(uses[uses > 0] / total)
    above = [-math.log2(mass / total) if mass else 0.0 for mass in structural.tolist()]
    bits = derivation_bits(store, len(counts), rule_bits, *above)
    return DescriptionLength(float(symbols * symbol_bits(store)), float(counts @ bits))
