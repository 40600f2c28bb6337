"""Results as one self-contained HTML page: `render(Report(...))`."""

from likewise.report.contents import (
    AgreementSection,
    ComparisonRow,
    JudgeRow,
    JudgeSection,
    MetricCell,
    Report,
    Scatter,
    SegmentRow,
    SystemRow,
    TokenizedRow,
)
from likewise.report.page import render

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
    "render",
]
