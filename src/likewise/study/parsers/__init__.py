"""The study of parser metrics: train many parsers, measure all, and see what the metrics say alike."""

from likewise.study.parsers.files import write_study
from likewise.study.parsers.study import ParserStudy, StudySettings, parser_study
from likewise.study.parsers.summary import as_dict, beside_the_paper

__all__ = ["ParserStudy", "StudySettings", "as_dict", "beside_the_paper", "parser_study", "write_study"]
