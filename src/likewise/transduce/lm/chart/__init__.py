"""The language model in a chart: spans with a left and a right state, joined in any order."""

from likewise.transduce.lm.chart.spans import ScoredSpan, SpanScorer, span_tables

__all__ = ["ScoredSpan", "SpanScorer", "span_tables"]
