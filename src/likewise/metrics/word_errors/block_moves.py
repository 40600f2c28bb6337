"""CDER (Leusch, Ueffing & Ney 2006): edit distance in which a jump to anywhere in the candidate costs 1.

The words of the reference are covered one after the other, each once; between two of them one may jump to any
place of the candidate, so that a block of words that moved costs its jumps and not all its words. All edits
and the jump cost 1. Words of the candidate may be jumped over.
"""

from __future__ import annotations

from dataclasses import dataclass

from likewise.metrics.base import Floats
from likewise.metrics.batch import Ints, TextSets
from likewise.metrics.word_errors.error_rate import WordErrorRate
from likewise.text import Words

__all__ = ["CDER"]


@dataclass(frozen=True)
class CDER(WordErrorRate):
    """Edits and jumps between blocks, per hundred reference words; lower is better."""

    name = "cder"
    measures = "word errors with jumps"

    def errors(self, words: Words, candidates: Ints, references: TextSets) -> Floats:
        from likewise.metrics.word_errors._kernels import block_distances

        result: Floats = block_distances(candidates, references.ids, references.ends, words.ids, words.bounds)
        return result
