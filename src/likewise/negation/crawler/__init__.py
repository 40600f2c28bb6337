"""The scope of a negation by crawling the meaning of the sentence, its MRS (Packard et al. 2014)."""

from likewise.negation.crawler.combine import fall_back, labels_of, weigh
from likewise.negation.crawler.resolve import Answer, Piece, Reading, resolve
from likewise.negation.crawler.trust import Choice, Example, Trust, choose, example, ranked

__all__ = [
    "Answer",
    "Choice",
    "Example",
    "Piece",
    "Reading",
    "Trust",
    "choose",
    "example",
    "fall_back",
    "labels_of",
    "ranked",
    "resolve",
    "weigh",
]
