"""Results as one self-contained HTML page: `render(Report(...))`, and reports made of results."""

from likewise.report.build import (
    Explorer,
    agreement_report,
    judgement_report,
    scores_report,
    titled,
    write_report,
)
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
from likewise.report.paraphrases import paraphrases_report
from likewise.report.saving import save_report

__all__ = [
    "AgreementSection",
    "ComparisonRow",
    "Explorer",
    "JudgeRow",
    "JudgeSection",
    "MetricCell",
    "Report",
    "Scatter",
    "SegmentRow",
    "SystemRow",
    "TokenizedRow",
    "agreement_report",
    "judgement_report",
    "paraphrases_report",
    "render",
    "save_report",
    "scores_report",
    "titled",
    "write_report",
]
