"""What a report shows: results as they are, each a section; what is left empty does not appear."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from likewise.evaluate import Comparison, Judgement, Scores
from likewise.judging import Agreement
from likewise.records import Segment

__all__ = ["Report", "Section", "SegmentRow", "TokenizedRow"]


@dataclass(frozen=True, slots=True)
class TokenizedRow:
    """The words that a metric saw, so that the matches shown are the matches counted."""

    source: Sequence[str] = ()
    candidate: Sequence[str] = ()
    references: Sequence[Sequence[str]] = ()


@dataclass(frozen=True, slots=True)
class SegmentRow:
    """A scored segment for the explorer; without `tokens` the page splits on what is no letter or digit.

    `flags` are what metrics found wrong with it, by the metric's name (`Metric.flags`), `place` is where it
    stands in the file, from 0.
    """

    segment: Segment
    scores: Mapping[str, float | None] = field(default_factory=dict)
    tokens: TokenizedRow | None = None
    flags: Mapping[str, Sequence[Mapping[str, Any]]] = field(default_factory=dict)
    place: int | None = None


@dataclass(frozen=True, slots=True)
class Section:
    """A section of someone's own: its key in the page, its name in the list of sections, its markup."""

    key: str
    label: str
    markup: str


@dataclass(frozen=True, slots=True)
class Report:
    """Everything on the page. `created` is shown as it stands; with none there is no date, and the same
    report gives the same bytes. `plane` names the metrics of the plane that is shown first, the one across
    and the one up. Metrics named in `lower_is_better` have their lowest score marked as best."""

    title: str
    created: str | None = None
    notes: Sequence[str] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    systems: Sequence[tuple[str, Scores]] = ()
    plane: bool | tuple[str, str] = True
    segments: Sequence[SegmentRow] = ()
    total_segments: int = 0
    judgement: Judgement | None = None
    comparisons: Sequence[Comparison] = ()
    agreement: Agreement | None = None
    lower_is_better: Sequence[str] = ()
    sections: Sequence[Section] = ()
