from .spans import ScoredSpan as ScoredSpan
from .spans import SpanScorer as SpanScorer
from .spans import span_tables as span_tables
