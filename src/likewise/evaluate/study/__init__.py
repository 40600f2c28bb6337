"""The study of parser metrics: train many parsers, measure all, and see what the metrics say alike."""

from likewise.evaluate.study.study import ParserStudy, StudySettings, parser_study
from likewise.evaluate.study.telling import as_dict, beside_the_paper
from likewise.evaluate.study.writing import write_study

__all__ = ["ParserStudy", "StudySettings", "as_dict", "beside_the_paper", "parser_study", "write_study"]
