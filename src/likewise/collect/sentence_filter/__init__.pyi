from .campaign import FilteredCampaign as FilteredCampaign
from .campaign import filter_campaign as filter_campaign
from .clusters import (
    Dropped as Dropped,
)
from .clusters import (
    FilteredCluster as FilteredCluster,
)
from .clusters import (
    filter_clusters as filter_clusters,
)
from .clusters import (
    in_language as in_language,
)
from .examples import WorkerSentence as WorkerSentence
from .examples import examples_of as examples_of
from .model import SentenceFilter as SentenceFilter
