"""The studies of the papers, made again on data of one's own: so far the one of parser metrics."""

from likewise.study.parsers import (
    ParserStudy,
    StudySettings,
    as_dict,
    beside_the_paper,
    parser_study,
    write_study,
)

__all__ = ["ParserStudy", "StudySettings", "as_dict", "beside_the_paper", "parser_study", "write_study"]
