"""The filter on a campaign in the database: trained or loaded, put to work, its results written to files."""

from __future__ import annotations

from dataclasses import dataclass

from likewise.collect.campaigns import Ref
from likewise.collect.export import clusters_of
from likewise.collect.export_rows import write_json_lines
from likewise.collect.sentence_filter.clusters import filter_clusters, in_language
from likewise.collect.sentence_filter.examples import examples_of
from likewise.collect.sentence_filter.model import SentenceFilter
from likewise.collect.store import Store
from likewise.io import Source, dump_clusters

__all__ = ["FilteredCampaign", "filter_campaign"]


@dataclass(frozen=True, slots=True)
class FilteredCampaign:
    """How many tier-1 sentences there were, how many of them were dropped, and the filter that did it."""

    tier_1: int
    dropped: int
    judge: SentenceFilter

    @property
    def kept(self) -> int:
        """How many tier-1 sentences are left."""
        return self.tier_1 - self.dropped


def filter_campaign(
    store: Store,
    campaign: Ref,
    target: Source,
    *,
    dropped: Source | None = None,
    model: Source | None = None,
    save: Source | None = None,
    keep: float = 0.85,
    lang: str = "English",
    seed: int = 12345,
) -> FilteredCampaign:
    """Write a campaign's clusters without noisy tier-1 sentences, as `collect filter` does.

    The filter is the saved one in `model`, else it is trained on the campaign itself and saved to `save`.
    `dropped` gets a row for each sentence that is out: `id`, `text`, `worker`, `probability`, `against`.
    """
    clusters = list(in_language(clusters_of(store, campaign), lang))
    if model is None:
        judge = SentenceFilter.fit(examples_of(clusters), keep=keep, seed=seed)
    else:
        judge = SentenceFilter.load(model)
    filtered = list(filter_clusters(clusters, judge))
    if save is not None:
        judge.save(save)
    dump_clusters((one.cluster for one in filtered if one.cluster.texts), target)
    if dropped is not None:
        write_json_lines((row for one in filtered for row in one.dropped_rows()), dropped)
    first = sum(d.tier == "1" for cluster in clusters for d in cluster.texts)
    return FilteredCampaign(first, sum(len(one.dropped) for one in filtered), judge)
