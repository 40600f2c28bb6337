"""iBLEU (Sun & Zhou 2012): alpha x BLEU with the references minus (1 - alpha) x BLEU with the source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from likewise.errors import InputError
from likewise.metrics.base import Floats
from likewise.metrics.batch import Batch
from likewise.metrics.bleu import BLEU
from likewise.records import Segment

__all__ = ["IBLEU"]


@dataclass(frozen=True)
class IBLEU(BLEU):
    """Rewards words of the references, fines those of the source; below 0 for a copy unlike the former."""

    alpha: float = 0.8

    name = "ibleu"
    measures = "overlap with the references less copying"
    needs_source = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.alpha <= 1:
            raise InputError(f"ibleu: setting alpha={self.alpha}, expected 0 to 1")

    def statistics(self, batch: Batch) -> Floats:
        source = self.statistics_against(batch, batch.sources_as_sets(self.name))
        return np.hstack((super().statistics(batch), source))

    def _scores(self, statistics: Floats, effective: bool) -> Floats:
        half = statistics.shape[1] // 2
        meaning = super()._scores(statistics[:, :half], effective)
        copying = super()._scores(statistics[:, half:], effective)
        return self.alpha * meaning - (1 - self.alpha) * copying

    def segment(self, candidate: str, references: Sequence[str], *, source: str | None = None) -> float:
        """iBLEU of one candidate; the source must be given."""
        if source is None:
            raise InputError("ibleu needs the source: segment(candidate, references, source=...)")
        return super().segment(candidate, references, source=source)

    def explain(self, segment: Segment) -> dict[str, Any]:
        statistics = self.statistics(Batch([segment]))
        half, effective = statistics.shape[1] // 2, self.effective_order is not False
        return {
            "score": float(self.score_segments(statistics)[0]),
            "bleu": float(super()._scores(statistics[:, :half], effective)[0]),
            "source_bleu": float(super()._scores(statistics[:, half:], effective)[0]),
            "signature": str(self.signature_of([segment])),
        }
