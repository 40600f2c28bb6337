"""Self-BLEU (Zhu et al. 2018): how alike several candidates are. Lower means more diverse.

Each candidate is held against the other candidates of its group; it is never its own reference.
Candidates of one system for one source form a group (`group=source`), or all of one system
(`group=system`). A candidate alone in its group has nothing to be compared with and scores 0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from likewise.metrics.base import Floats, check_choice
from likewise.metrics.batch import Batch
from likewise.metrics.bleu import BLEU
from likewise.records import Segment

__all__ = ["SelfBLEU"]

GROUPS = ("source", "system")


@dataclass(frozen=True)
class SelfBLEU(BLEU):
    """BLEU of each candidate against its fellow candidates."""

    group: str = "source"

    name = "self-bleu"
    needs_references = False
    higher_is_better = False
    best = 0.0
    whole = True

    def __post_init__(self) -> None:
        super().__post_init__()
        check_choice(self.name, "group", self.group, GROUPS)

    def settings(self) -> dict[str, Any]:
        return {key: value for key, value in super().settings().items() if key != "with_source"}

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
        alone = result[:, 1] < 0
        result[alone] = 0.0
        return result

    def _group_of(self, segment: Segment) -> object:
        return (segment.system, segment.source if self.group == "source" else None)
