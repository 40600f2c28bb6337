"""The public names of likewise.study.ask: what other rooms and users may use."""

from .drawing import draw_ranks as draw_ranks
from .printed import PRINTED as PRINTED, PrintedRun as PrintedRun
from .study import (
    AskStudy as AskStudy,
    StudyRun as StudyRun,
    ask_study as ask_study,
    study_settings as study_settings,
)
