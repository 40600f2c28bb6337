"""The public names of likewise.study: what other rooms and users may use."""

from .parsers import (
    ParserStudy as ParserStudy,
    StudySettings as StudySettings,
    as_dict as as_dict,
    beside_the_paper as beside_the_paper,
    parser_study as parser_study,
    write_study as write_study,
)
from .tour import CRITERION as CRITERION, Tour as Tour, take_tour as take_tour
