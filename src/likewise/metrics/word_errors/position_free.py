"""PER (Tillmann et al. 1997): word error rate that does not look at the order of words.

Errors = the longer of the two lengths less the words shared (each as often as both have it).
"""

from __future__ import annotations

from dataclasses import dataclass

from likewise.metrics.base import Floats
from likewise.metrics.batch import Ints, TextSets
from likewise.metrics.word_errors.error_rate import WordErrorRate
from likewise.text import Words

__all__ = ["PER"]


@dataclass(frozen=True)
class PER(WordErrorRate):
    """Words to insert, delete or substitute in any order, per hundred reference words; lower is better."""

    name = "per"
    measures = "word errors in any order"

    def errors(self, words: Words, candidates: Ints, references: TextSets) -> Floats:
        from likewise.metrics.word_errors._kernels import unordered_errors

        result: Floats = unordered_errors(
            candidates, references.ids, references.ends, words.ids, words.bounds, words.distinct
        )
        return result
