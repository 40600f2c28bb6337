"""The public names of likewise.transduce.lm.chart: what other rooms and users may use."""

from .spans import ScoredSpan as ScoredSpan, SpanScorer as SpanScorer, span_tables as span_tables
