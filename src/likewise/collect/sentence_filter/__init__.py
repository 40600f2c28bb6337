"""Filter of noisy Tier-1 sentences: trained on a campaign's own clusters, and put to work on them.

examples = examples_of(clusters)
judge = SentenceFilter.fit(examples, keep=0.85)
for filtered in filter_clusters(clusters, judge):
    filtered.cluster, filtered.dropped
"""

from __future__ import annotations

from likewise.collect.sentence_filter.clusters import Dropped, FilteredCluster, filter_clusters, in_language
from likewise.collect.sentence_filter.examples import WorkerSentence, examples_of
from likewise.collect.sentence_filter.model import SentenceFilter

__all__ = [
    "Dropped",
    "FilteredCluster",
    "SentenceFilter",
    "WorkerSentence",
    "examples_of",
    "filter_clusters",
    "in_language",
]
