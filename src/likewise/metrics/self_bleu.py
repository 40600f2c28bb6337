"""Self-BLEU (Zhu et al. 2018): how alike several candidates are. Lower means more diverse.

Each candidate is held against the other candidates of its group; it is never its own reference.
Candidates of one system for one source form a group (`group=source`), or all of one system
(`group=system`). A candidate alone in its group has nothing to be compared with and scores 0.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.metrics.base import Floats, check_choice
from likewise.metrics.batch import Batch
from likewise.metrics.bleu import BleuMetric
from likewise.metrics.bleu_columns import REFERENCE_LENGTH
from likewise.records import Segment

__all__ = ["SelfBLEU"]

GROUPS = ("source", "system")


@dataclass(frozen=True)
class SelfBLEU(BleuMetric):
    """BLEU of each candidate against its fellow candidates."""

    group: str = "source"

    name = "self-bleu"
    measures = "overlap with the other candidates"
    higher_is_better = False
    best = 0.0
    whole = True

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice(self.name, "group", self.group, GROUPS)

    def statistics(self, batch: Batch) -> Floats:
        from likewise.metrics._kernels import self_bleu_statistics

        members: dict[object, list[int]] = {}
        for place, segment in enumerate(batch.segments):
            members.setdefault(self._group_of(segment), []).append(place)
        order = np.array([place for group in members.values() for place in group], np.int64)
        ends = np.cumsum([0, *(len(group) for group in members.values())])
        candidates = batch.candidates
        grams = batch.grams(self.tokenization, self.order)
        result: Floats = self_bleu_statistics(
            candidates, order, ends,
            grams.ids, grams.counts, grams.bounds, grams.lengths, grams.distinct, self.order,
        )  # fmt: skip
        # Alone in a group: no reference, so no length to fall short of and no n-gram to match.
        alone = result[:, REFERENCE_LENGTH] < 0
        result[alone] = 0.0
        return result

    def _group_of(self, segment: Segment) -> object:
        return (segment.system, segment.source if self.group == "source" else None)

    def remarks(self, batch: Batch) -> list[str]:
        groups = Counter(map(self._group_of, batch.segments))
        alone = sum(size == 1 for size in groups.values())
        if alone and alone < len(batch):
            return [
                f"self-bleu: {alone} of {len(batch)} candidates, alone with their {self.group}, do not count"
            ]
        if alone:
            return [
                f"self-bleu: every candidate is alone with its {self.group}, so there was nothing to compare"
            ]
        return []

    def explain(self, segment: Segment) -> dict[str, Any]:
        raise InputError("self-bleu compares several candidates, so one segment alone cannot explain it")
