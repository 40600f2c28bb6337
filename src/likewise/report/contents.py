"""What a report shows, as plain data.

The page knows nothing of metrics or of files: whoever has results fills these records in. Every section is
optional, and what is left empty does not appear.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

__all__ = [
    "AgreementSection",
    "ComparisonRow",
    "JudgeRow",
    "JudgeSection",
    "MetricCell",
    "Report",
    "Scatter",
    "SegmentRow",
    "SystemRow",
    "TokenizedRow",
]


@dataclass(frozen=True, slots=True)
class MetricCell:
    """A system's score by one metric, its confidence interval, and the signature that reproduces it."""

    score: float
    low: float | None = None
    high: float | None = None
    signature: str = ""


@dataclass(frozen=True, slots=True)
class SystemRow:
    """One system: how many segments, and its score by each metric."""

    name: str
    n: int
    metrics: Mapping[str, MetricCell]


@dataclass(frozen=True, slots=True)
class TokenizedRow:
    """The words that a metric saw, so that the matches shown are the matches counted."""

    source: Sequence[str] = ()
    candidate: Sequence[str] = ()
    references: Sequence[Sequence[str]] = ()


@dataclass(frozen=True, slots=True)
class SegmentRow:
    """One segment for the explorer; without `tokens` the page splits on what is not a letter or digit."""

    id: str
    system: str | None
    source: str | None
    candidate: str
    references: Sequence[str] = ()
    scores: Mapping[str, float | None] = field(default_factory=dict)
    human: Mapping[str, float] = field(default_factory=dict)
    tokens: TokenizedRow | None = None


@dataclass(frozen=True, slots=True)
class JudgeRow:
    """How far one metric follows the human scores; `low` and `high` bound the Pearson correlation."""

    metric: str
    pearson: float
    low: float | None = None
    high: float | None = None
    spearman: float | None = None
    kendall: float | None = None


@dataclass(frozen=True, slots=True)
class Scatter:
    """Points of (metric score, human score, segment id, system)."""

    metric: str
    points: Sequence[tuple[float, float, str, str | None]]


@dataclass(frozen=True, slots=True)
class JudgeSection:
    """Metrics against people on one criterion.

    `judges` holds (judge, judge, n, Pearson); `combined` (name, Pearson, how it was made); `thresholds`
    (threshold, n, Pearson or none), explained by `thresholds_note`; `williams` (metric, metric, t, p);
    `curve` (series name, points of (x, y, low, high)), with the x axis named by `curve_label`
    (given `curve_names`, x counts positions in that list).
    """

    human: str
    n: int
    note: str | None = None
    rows: Sequence[JudgeRow] = ()
    judges: Sequence[tuple[str, str, int, float]] = ()
    combined: Sequence[tuple[str, float, str]] = ()
    thresholds: Sequence[tuple[float, int, float | None]] = ()
    williams: Sequence[tuple[str, str, float, float]] = ()
    scatters: Sequence[Scatter] = ()
    curve: Sequence[tuple[str, Sequence[tuple[float, float, float | None, float | None]]]] = ()
    thresholds_note: str | None = None
    curve_label: str = "number of references"
    curve_names: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class ComparisonRow:
    """System `a` against system `b` by one metric: a's score minus b's, and how likely that is by chance."""

    a: str
    b: str
    metric: str
    delta: float
    p_bootstrap: float | None = None
    p_randomisation: float | None = None


@dataclass(frozen=True, slots=True)
class AgreementSection:
    """How far metrics agree on the order of systems; matrices are square and in the order of `names`.

    `clusters` maps a threshold to the groups of metrics that it gives. `zscores` has a row for each of
    `systems` and a column for each of `names`.
    """

    names: Sequence[str]
    spearman: Sequence[Sequence[float | None]] = ()
    epsila: Sequence[Sequence[float | None]] = ()
    clusters: Mapping[float, Sequence[Sequence[str]]] = field(default_factory=dict)
    zscores: Sequence[Sequence[float | None]] = ()
    systems: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Report:
    """Everything on the page. `created` is shown as it stands; with none there is no date, and the same
    report gives the same bytes. Metrics named in `lower_is_better` have their lowest score marked as best."""

    title: str
    created: str | None = None
    notes: Sequence[str] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    systems: Sequence[SystemRow] = ()
    plane: bool = True
    segments: Sequence[SegmentRow] = ()
    total_segments: int = 0
    judge: JudgeSection | None = None
    comparisons: Sequence[ComparisonRow] = ()
    agreement: AgreementSection | None = None
    lower_is_better: Sequence[str] = ()
