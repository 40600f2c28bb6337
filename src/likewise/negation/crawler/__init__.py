"""The scope of a negation by crawling the meaning of the sentence, its MRS (Packard et al. 2014)."""

from likewise.negation.crawler.combine import labels_at, resolved_with_crawler, weigh
from likewise.negation.crawler.deep_reading import CrawledScope, DeepReading, ScopePiece, crawled_scope
from likewise.negation.crawler.parses import ParsedSentence, Parses, spans_of
from likewise.negation.crawler.shipped_trust import LEAST, default_trust
from likewise.negation.crawler.trust import Trust, TrustedScope, TrustExample, choose, example, ranked

__all__ = [
    "LEAST",
    "CrawledScope",
    "DeepReading",
    "ParsedSentence",
    "Parses",
    "ScopePiece",
    "Trust",
    "TrustExample",
    "TrustedScope",
    "choose",
    "crawled_scope",
    "default_trust",
    "example",
    "labels_at",
    "ranked",
    "resolved_with_crawler",
    "spans_of",
    "weigh",
]
