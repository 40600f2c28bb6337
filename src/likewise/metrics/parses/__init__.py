"""Fourteen metrics of parsers (Packard 2012), one module a family, for trees, dependencies and MRSs."""

from likewise.metrics.parses.explain import explain_parse
from likewise.metrics.parses.parse import Parse
from likewise.metrics.parses.scores import (
    FORMATS,
    METRICS,
    ParseScores,
    allowed,
    chosen,
    score_parse,
    score_parses,
)

__all__ = [
    "FORMATS",
    "METRICS",
    "Parse",
    "ParseScores",
    "allowed",
    "chosen",
    "explain_parse",
    "score_parse",
    "score_parses",
]
