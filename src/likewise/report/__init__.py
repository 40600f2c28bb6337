"""Results as one self-contained HTML page: `render(Report(...))`, and reports made of results."""

from likewise.report.build import agreement_report, judgement_report, scores_report
from likewise.report.contents import Report, Section, SegmentRow, TokenizedRow
from likewise.report.explorer import Explorer
from likewise.report.files import save_report, titled, write_report
from likewise.report.html import figure, paragraph, section, sub
from likewise.report.page import render
from likewise.report.paraphrases import paraphrases_report

__all__ = [
    "Explorer",
    "Report",
    "Section",
    "SegmentRow",
    "TokenizedRow",
    "agreement_report",
    "figure",
    "judgement_report",
    "paragraph",
    "paraphrases_report",
    "render",
    "save_report",
    "scores_report",
    "section",
    "sub",
    "titled",
    "write_report",
]
