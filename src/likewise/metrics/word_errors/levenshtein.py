"""WER: word error rate, the Levenshtein distance over words; of several references the closest counts."""

from __future__ import annotations

from dataclasses import dataclass

from likewise.metrics.base import Floats
from likewise.metrics.batch import Ints, TextSets
from likewise.metrics.word_errors.error_rate import WordErrorRate
from likewise.text import Words

__all__ = ["WER"]


@dataclass(frozen=True)
class WER(WordErrorRate):
    """Words to insert, delete or substitute, per hundred reference words; lower is better."""

    name = "wer"
    measures = "word errors"

    def errors(self, words: Words, candidates: Ints, references: TextSets) -> Floats:
        from likewise.metrics.word_errors._kernels import edit_distances

        result: Floats = edit_distances(
            candidates, references.ids, references.ends, words.ids, words.bounds, words.distinct
        )
        return result
