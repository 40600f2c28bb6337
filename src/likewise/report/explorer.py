"""The segments that a report will list, gathered while they are scored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

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
    system with the same share, in the order of the file.

    The words that the first n-gram metric counted go with them, so that the matches shown are its own, and
    what metrics flag, with the reasons. Where `meaning` is among the metrics, the changes that it finds are
    gathered of all segments.
    """

    def __init__(self, metrics: Sequence[Metric] = (), limit: int = EXPLORED) -> None:
        counted = [m.tokenization for m in metrics if isinstance(m, NgramMetric)]
        self.tokenization, self.limit = counted[0] if counted else None, limit
        self._of_system: dict[str | None, list[SegmentRow]] = {}
        self.total = self.texts = 0
        self._meaning = next((metric for metric in metrics if metric.name == METRIC), None)
        self._changes = MeaningChanges()
        self._flagging = [m for m in metrics if m.name != METRIC and type(m).flags is not Metric.flags]

    def add(self, batch: Batch, scores: Mapping[str, Floats], places: Sequence[int] | None = None) -> None:
        """Take in a batch with its scores; `places` in the file where it is not the next part of it."""
        first, self.total = self.total, self.total + len(batch)
        for place, segment in enumerate(batch.segments):
            flags: dict[str, Sequence[Mapping[str, Any]]] = {}
            if self._meaning is not None and METRIC in scores:
                value = float(scores[METRIC][place])
                flags[METRIC] = self._meaning.flags(segment)
                self._changes.add(segment, value, flags[METRIC])
            rows = self._of_system.setdefault(segment.system, [])
            if len(rows) >= max(self.limit // len(self._of_system), 1):
                continue
            values = {name: float(column[place]) for name, column in scores.items()}
            self.texts += 2 + len(segment.references)
            tokens = _tokens(segment, self.tokenization) if self.texts <= TOKENIZED else None
            flags |= {metric.name: metric.flags(segment) for metric in self._flagging}
            said = {name: found for name, found in flags.items() if found}
            at = first + place if places is None else places[place]
            rows.append(SegmentRow(segment, values, tokens, said, at))

    def sections(self) -> list[Section]:
        """What metrics have to say beside their scores: what changed in meaning."""
        return self._changes.sections()

    @property
    def rows(self) -> list[SegmentRow]:
        """The segments kept: of each system as many as its share allows, in the order of the file."""
        share = max(self.limit // max(len(self._of_system), 1), 1)
        kept = [row for rows in self._of_system.values() for row in rows[:share]]
        return sorted(kept, key=lambda row: row.place or 0)


def _tokens(segment: Segment, tokenization: Tokenization | None) -> TokenizedRow | None:
    if tokenization is None:
        return None
    words = tokenization.fitted(segment.lang).words
    return TokenizedRow(
        words(segment.source or ""), words(segment.candidate), [words(text) for text in segment.references]
    )
