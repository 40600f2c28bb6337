"""Filter of noisy Tier-1 sentences: trained on a campaign's own clusters, and put to work on them.

examples = examples_of(clusters)
judge = SentenceFilter.fit(examples, keep=0.85)
for filtered in filter_clusters(clusters, judge):
    filtered.cluster, filtered.dropped
"""

from likewise.public import public_page

__getattr__, __dir__, __all__ = public_page(__name__, __file__)
