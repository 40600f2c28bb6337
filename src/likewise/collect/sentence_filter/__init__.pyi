"""The public names of likewise.collect.sentence_filter: what other rooms and users may use."""

from .campaign import FilteredCampaign as FilteredCampaign, filter_campaign as filter_campaign
from .clusters import (
    Dropped as Dropped,
    FilteredCluster as FilteredCluster,
    filter_clusters as filter_clusters,
    in_language as in_language,
)
from .examples import WorkerSentence as WorkerSentence, examples_of as examples_of
from .model import SentenceFilter as SentenceFilter
