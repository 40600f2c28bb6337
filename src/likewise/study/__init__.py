"""Whole pieces of work over the rooms below: the study of parser metrics made again, and the tour."""

from likewise.study.parsers import (
    ParserStudy,
    StudySettings,
    as_dict,
    beside_the_paper,
    parser_study,
    write_study,
)
from likewise.study.tour import Tour, take_tour

__all__ = [
    "ParserStudy",
    "StudySettings",
    "Tour",
    "as_dict",
    "beside_the_paper",
    "parser_study",
    "take_tour",
    "write_study",
]
