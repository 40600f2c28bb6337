"""TER (Snover et al. 2006), computed by sacrebleu.

sacrebleu's per-segment statistics are taken as they are, so that intervals, tests and streaming
work as for every other metric; the score is sacrebleu's to the last digit.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.metrics.base import Floats, Metric, listed
from likewise.metrics.batch import Batch
from likewise.records import Segment
from likewise.text import looks_unsegmented

__all__ = ["TER"]


_KNOWN = 2000
"""Texts whose n-grams are kept at a time: thousands of counters take gigabytes."""


@dataclass(frozen=True)
class SacreMetric(Metric):
    """A metric of sacrebleu behind the house's interface."""

    needs_references = True

    @property
    @abstractmethod
    def peer(self) -> Any:
        """sacrebleu's own object with these settings."""

    def statistics(self, batch: Batch) -> Floats:
        references = batch.need_references(self.name)
        candidates, ends, ids = batch.candidates.tolist(), references.ends.tolist(), references.ids.tolist()
        texts, peer = batch.texts, self.peer
        # Other segments hold the same references again; what is known of one text is kept.
        prepared = [peer._preprocess_segment(text) for text in texts]
        known: dict[int, Any] = {}

        def information(which: list[int]) -> dict[str, Any]:
            if len(known) > _KNOWN:
                known.clear()
            for text in which:
                if text not in known:
                    known[text] = peer._extract_reference_info([prepared[text]])
            key = next(iter(known[which[0]]))
            return {key: [known[text][key][0] for text in which]}

        rows = [
            peer._compute_segment_statistics(prepared[c], information(ids[a:b]))
            for c, a, b in zip(candidates, ends[:-1], ends[1:], strict=True)
        ]
        return np.array(rows, np.float64).reshape(len(batch), -1)

    def score_totals(self, totals: Floats) -> Floats:
        return np.array(
            [self.peer._compute_score_from_stats(row.tolist()).score for row in totals], np.float64
        )

    def segment(self, candidate: str, references: Sequence[str]) -> float:
        """The score of one candidate."""
        batch = Batch([Segment("1", candidate, None, listed(references))])
        return float(self.score_segments(self.statistics(batch))[0])


@dataclass(frozen=True)
class TER(SacreMetric):
    """Edits (with shifts of phrases) needed to turn the candidate into a reference; lower is better."""

    lowercase: bool = True
    normalised: bool = False
    no_punctuation: bool = False
    asian_support: bool = False

    name = "ter"

    def __post_init__(self) -> None:
        if self.asian_support and not (self.normalised or self.no_punctuation):
            raise InputError("ter: asian_support has an effect only with normalised or no_punctuation")

    def remarks(self, batch: Batch) -> list[str]:
        if not self.asian_support and looks_unsegmented(batch.texts):
            advice = "say --set ter.normalised=yes --set ter.asian_support=yes"
            return [f"ter: the texts are in a script without blanks, so a line counts as one word: {advice}"]
        return []

    higher_is_better = False
    best = 0.0

    def explain(self, segment: Segment) -> dict[str, Any]:
        edits, length = self.statistics(Batch([segment]))[0].tolist()
        each = [self.segment(segment.candidate, [text]) for text in segment.references]
        closest = min(range(len(each)), key=each.__getitem__) + 1
        parts = {"edits": int(edits), "mean reference length": length, "closest reference": closest}
        return {**super().explain(segment), **parts}

    @cached_property
    def peer(self) -> Any:
        from sacrebleu.metrics.ter import TER as Peer

        return Peer(self.normalised, self.no_punctuation, self.asian_support, not self.lowercase)
