"""What the filter learns from: sentences of trusted workers (Tier 2) and of workers never promoted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from likewise.errors import InputError
from likewise.records import Cluster

__all__ = ["WorkerSentence", "examples_of"]


@dataclass(frozen=True, slots=True)
class WorkerSentence:
    """A sentence, who wrote it of which item, and whether its writer was trusted then (Tier 2)."""

    text: str
    worker: str
    item: str
    trusted: bool


def examples_of(clusters: Iterable[Cluster]) -> Iterator[WorkerSentence]:
    """Training examples from clusters: Tier-2 sentences, and Tier-1 sentences of workers never promoted.

    The Tier-1 sentences of workers who were promoted are left out: they are neither.
    """
    kept = list(clusters)
    promoted = {d.worker for cluster in kept for d in cluster.texts if d.tier == "2"}
    for cluster in kept:
        for d in cluster.texts:
            if d.worker is None or d.tier not in {"1", "2"}:
                raise InputError(f"a text of cluster {cluster.id} names no worker or no tier (1 or 2)")
            if d.tier == "2" or d.worker not in promoted:
                yield WorkerSentence(d.text, d.worker, cluster.id, d.tier == "2")
