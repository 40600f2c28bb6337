"""A campaign's clusters without noisy Tier-1 sentences, and what was dropped of them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from likewise.collect.sentence_filter.model import SentenceFilter
from likewise.records import Cluster, Description
from likewise.text import same_language

__all__ = ["Dropped", "FilteredCluster", "filter_clusters", "in_language"]


@dataclass(frozen=True, slots=True)
class Dropped:
    """A sentence that was dropped: how likely a trusted one it is, and what speaks most against it."""

    description: Description
    probability: float
    against: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FilteredCluster:
    """A cluster without what was dropped, and what was."""

    cluster: Cluster
    dropped: tuple[Dropped, ...]

    def dropped_rows(self) -> Iterator[dict[str, Any]]:
        """What was dropped as plain values, as `collect filter --dropped` writes it."""
        for lost in self.dropped:
            text, worker = lost.description.text, lost.description.worker
            about = {"probability": lost.probability, "against": lost.against}
            yield {"id": self.cluster.id, "text": text, "worker": worker, **about}


def in_language(clusters: Iterable[Cluster], lang: str) -> Iterator[Cluster]:
    """The clusters with the texts that workers wrote in this language; those without any are left out."""
    for cluster in clusters:
        spoken = (d for d in cluster.texts if d.lang is not None and same_language(d.lang, lang))
        texts = tuple(d for d in spoken if d.worker is not None)
        if texts:
            yield Cluster(cluster.id, texts)


def filter_clusters(clusters: Iterable[Cluster], judge: SentenceFilter) -> Iterator[FilteredCluster]:
    """Drop the Tier-1 sentences that the filter does not keep; those of Tier 2 all stay.

    A sentence is held against the Tier-2 sentences that other workers wrote of the same item.
    """
    for cluster in clusters:
        trusted = [d for d in cluster.texts if d.tier == "2"]
        authors = {d.worker for d in trusted}
        # Workers without a trusted sentence here are all held against the same ones: one group.
        groups: dict[str | None, list[int]] = defaultdict(list)
        for place, d in enumerate(cluster.texts):
            if d.tier == "1":
                groups[d.worker if d.worker in authors else None].append(place)
        out: dict[int, Dropped] = {}
        for worker, places in groups.items():
            around = [d.text for d in trusted if worker is None or d.worker != worker]
            scores = judge.probabilities([cluster.texts[place].text for place in places], around)
            for place, score in zip(places, scores, strict=True):
                if score < judge.threshold:
                    d = cluster.texts[place]
                    why = tuple(name for name, _ in judge.reasons(d.text, around))
                    out[place] = Dropped(d, score, why)
        kept = tuple(d for place, d in enumerate(cluster.texts) if place not in out)
        yield FilteredCluster(Cluster(cluster.id, kept), tuple(out[place] for place in sorted(out)))
