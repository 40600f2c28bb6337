"""The scope of a negation by crawling the meaning of the sentence, its MRS (Packard et al. 2014)."""

from likewise.negation.crawler.combine import labels_of, weigh
from likewise.negation.crawler.learnt import LEAST, learnt_trust
from likewise.negation.crawler.parses import Parsed, Parses, spans_of
from likewise.negation.crawler.resolve import Answer, Piece, Reading, resolve
from likewise.negation.crawler.trust import Choice, Example, Trust, choose, example, ranked

__all__ = [
    "LEAST",
    "Answer",
    "Choice",
    "Example",
    "Parsed",
    "Parses",
    "Piece",
    "Reading",
    "Trust",
    "choose",
    "example",
    "labels_of",
    "learnt_trust",
    "ranked",
    "resolve",
    "spans_of",
    "weigh",
]
