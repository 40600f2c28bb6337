"""The public names of likewise.report: what other rooms and users may use."""

from .build import (
    agreement_report as agreement_report,
    judgement_report as judgement_report,
    scores_report as scores_report,
)
from .contents import (
    Report as Report,
    Section as Section,
    SegmentRow as SegmentRow,
    TokenizedRow as TokenizedRow,
)
from .explorer import Explorer as Explorer
from .files import save_report as save_report, titled as titled, write_report as write_report
from .gate_files import gate_junit as gate_junit, gate_markdown as gate_markdown
from .html import figure as figure, paragraph as paragraph, section as section, sub as sub
from .page import render as render
from .paraphrases import paraphrases_report as paraphrases_report
