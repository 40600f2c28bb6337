"""The public names of likewise.study.parsers: what other rooms and users may use."""

from .files import write_study as write_study
from .study import (
    ParserStudy as ParserStudy,
    StudySettings as StudySettings,
    parser_study as parser_study,
)
from .summary import (
    as_dict as as_dict,
    beside_the_paper as beside_the_paper,
    brief as brief,
    too_small as too_small,
)
