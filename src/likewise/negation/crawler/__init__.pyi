"""The public names of likewise.negation.crawler: what other rooms and users may use."""

from .combine import (
    labels_at as labels_at,
    resolved_with_crawler as resolved_with_crawler,
    weigh as weigh,
)
from .cue_predication import find_cue as find_cue
from .deep_reading import (
    CrawledScope as CrawledScope,
    DeepReading as DeepReading,
    ScopePiece as ScopePiece,
    crawled_scope as crawled_scope,
)
from .parses import (
    ParsedSentence as ParsedSentence,
    Parses as Parses,
    Scorer as Scorer,
    spans_of as spans_of,
)
from .predication_crawl import crawl as crawl
from .shipped_trust import LEAST as LEAST, default_trust as default_trust
from .trust import (
    Trust as Trust,
    TrustedScope as TrustedScope,
    TrustExample as TrustExample,
    choose as choose,
    example as example,
    ranked as ranked,
)
