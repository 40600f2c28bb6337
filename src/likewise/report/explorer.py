"""The segments that a report will list, gathered while they are scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from likewise.metrics import Batch, Metric, NgramMetric
from likewise.records import Segment
from likewise.report.contents import Section, SegmentRow, TokenizedRow
from likewise.report.meaning_changes import METRIC, MeaningChanges
from likewise.text import Tokenization

__all__ = ["EXPLORED", "Explorer"]

Floats = npt.NDArray[np.float64]

EXPLORED = 5000
"""Segments that a report lists; a page with more would be slow to open."""
TOKENIZED = 20_000
"""Texts whose words a report carries; beyond that the page splits them itself, to stay small."""


class Explorer:
    """The segments that a report will list, gathered as they are scored: the first few thousand, each
    system with the same share.

    The words that the first n-gram metric counted go with them, so that the matches shown are its own. Where
    `meaning` is among the metrics, the changes that it finds are gathered too.
    """

    def __init__(self, metrics: Sequence[Metric] = (), limit: int = EXPLORED) -> None:
        counted = [m.tokenization for m in metrics if isinstance(m, NgramMetric)]
        self.tokenization, self.limit = counted[0] if counted else None, limit
        self._of_system: dict[str | None, list[SegmentRow]] = {}
        self.total = self.texts = 0
        self._meaning = next((metric for metric in metrics if metric.name == METRIC), None)
        self._changes = MeaningChanges()

    def add(self, batch: Batch, scores: Mapping[str, Floats]) -> None:
        """Take in a batch with its scores."""
        self.total += len(batch)
        for place, segment in enumerate(batch.segments):
            if self._meaning is not None:
                value = float(scores[METRIC][place])
                self._changes.add(segment, value, self._meaning.flags(segment))
            rows = self._of_system.setdefault(segment.system, [])
            if len(rows) >= max(self.limit // len(self._of_system), 1):
                continue
            values = {name: float(column[place]) for name, column in scores.items()}
            self.texts += 2 + len(segment.references)
            tokens = _tokens(segment, self.tokenization) if self.texts <= TOKENIZED else None
            rows.append(SegmentRow(segment, values, tokens))

    @property
    def gathers(self) -> bool:
        """Whether a metric has more to say of segments than scores."""
        return self._meaning is not None

    def sections(self) -> list[Section]:
        """What metrics have to say beside their scores: what changed in meaning."""
        return self._changes.sections()

    @property
    def rows(self) -> list[SegmentRow]:
        """The segments kept: of each system as many as its share allows, in their order."""
        share = max(self.limit // max(len(self._of_system), 1), 1)
        return [row for rows in self._of_system.values() for row in rows[:share]]


def _tokens(segment: Segment, tokenization: Tokenization | None) -> TokenizedRow | None:
    if tokenization is None:
        return None
    words = tokenization.words
    return TokenizedRow(
        words(segment.source or ""), words(segment.candidate), [words(text) for text in segment.references]
    )
