"""The metric `ter` (Snover et al. 2006), equal to sacrebleu 2.6 in every number.

Words are those of Tercom's tokeniser as sacrebleu has it. Of several references the one with the fewest edits
counts, over the mean length of all of them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import count
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.metrics.base import Floats, Metric, listed
from likewise.metrics.batch import Batch, Ints
from likewise.records import Segment
from likewise.text import looks_unsegmented

__all__ = ["TER"]

EDITS, LENGTH = 0, 1
"""Columns of the statistics: the fewest edits, and the mean length of the references."""


@dataclass(frozen=True)
class TER(Metric):
    """Edits (with shifts of phrases) needed to turn the candidate into a reference; lower is better."""

    lowercase: bool = True
    normalised: bool = False
    no_punctuation: bool = False
    asian_support: bool = False

    name = "ter"
    measures = "edits of words"
    needs_references = True
    higher_is_better = False
    best = 0.0

    def __post_init__(self) -> None:
        if self.asian_support and not (self.normalised or self.no_punctuation):
            raise InputError("ter: asian_support has an effect only with normalised or no_punctuation")

    def remarks(self, batch: Batch) -> list[str]:
        if not self.asian_support and looks_unsegmented(batch.texts):
            advice = (
                "say normalised=True, asian_support=True "
                "(--set ter.normalised=yes --set ter.asian_support=yes)"
            )
            return [f"ter: the texts are in a script without blanks, so a line counts as one word: {advice}"]
        return []

    def statistics(self, batch: Batch) -> Floats:
        from likewise.metrics.ter._kernels import ter_edits

        references = batch.need_references(self.name)
        (ids, bounds), (other_ids, other_bounds) = self._words(batch.texts)
        edits = ter_edits(
            batch.candidates, references.ids, references.ends, ids, bounds, other_ids, other_bounds
        )
        starts, sizes = references.ends[:-1], np.diff(references.ends)
        lengths = np.diff(other_bounds)[references.ids].astype(np.float64)
        return np.column_stack((np.minimum.reduceat(edits, starts), np.add.reduceat(lengths, starts) / sizes))

    def score_totals(self, totals: Floats) -> Floats:
        edits, lengths = totals[:, EDITS], totals[:, LENGTH]
        alone = np.where(edits > 0, 1.0, 0.0)
        return 100 * np.divide(edits, lengths, out=alone, where=lengths > 0)

    def parts(self, totals: Floats) -> dict[str, Any]:
        return {"num_edits": float(totals[EDITS]), "ref_length": float(totals[LENGTH])}

    def segment(self, candidate: str, references: Sequence[str]) -> float:
        """The score of one candidate."""
        batch = Batch([Segment("1", candidate, None, listed(references))])
        return float(self.score_segments(self.statistics(batch))[0])

    def explain(self, segment: Segment) -> dict[str, Any]:
        edits, length = self.statistics(Batch([segment]))[0].tolist()
        each = [self.segment(segment.candidate, [text]) for text in segment.references]
        closest = min(range(len(each)), key=each.__getitem__) + 1
        parts = {"edits": int(edits), "mean reference length": length, "closest reference": closest}
        return {**super().explain(segment), **parts}

    def _words(self, texts: Sequence[str]) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints]]:
        """Words of the texts as numbers, with where each text begins: as candidates and as references."""
        numbers: defaultdict[str, int] = defaultdict(count().__next__)
        lines = [self._tokenizer(text.rstrip()) for text in texts]
        own = _numbered(lines, numbers)
        # sacrebleu splits references twice, which parts further what stood behind an escaped mark.
        again = [self._tokenizer(line.rstrip()) for line in lines] if self.normalised else lines
        return own, own if again == lines else _numbered(again, numbers)

    @cached_property
    def _tokenizer(self) -> Any:
        """sacrebleu's tokeniser with these settings."""
        from sacrebleu.tokenizers.tokenizer_ter import TercomTokenizer

        return TercomTokenizer(self.normalised, self.no_punctuation, self.asian_support, not self.lowercase)


def _numbered(lines: Sequence[str], numbers: defaultdict[str, int]) -> tuple[Ints, Ints]:
    words = [line.split() for line in lines]
    bounds = np.concatenate((np.zeros(1, np.int64), np.cumsum([len(line) for line in words], dtype=np.int64)))
    ids = np.fromiter((numbers[word] for line in words for word in line), np.int64, int(bounds[-1]))
    return ids, bounds
