"""BLEU's correlation with people as references grow, drawn at random (Chen & Dolan 2011, Figure 4)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging import CurvePoint, reference_curve
from likewise.metrics import BLEU, Batch, Metric, TextSets
from likewise.records import Segment

__all__ = ["curve_of_references", "drawn"]

Floats = npt.NDArray[np.float64]


def curve_of_references(
    segments: Sequence[Segment], ratings: Floats, metrics: Sequence[Metric], draws: int, seed: int
) -> list[CurvePoint]:
    """Points for 1, 2, .. 12 and all references, without and, where there are sources, with the source."""
    bleu = next((m for m in metrics if type(m) is BLEU), None)
    if bleu is None:
        raise InputError("a curve over numbers of references needs the metric bleu")
    batch = Batch(segments)
    bleu.statistics(batch)
    sources = (False, True) if batch.sources is not None else (False,)

    def scores_for(count: int | None, with_source: bool, draw: int) -> Floats:
        chosen = batch.references if count is None else drawn(batch.references, count, draw)
        return bleu.score_segments(bleu.statistics_against(batch, _with(batch, chosen, with_source)))

    most = int(np.diff(batch.references.ends).max())
    counts = [*range(1, min(most, 12) + 1), None]
    return reference_curve(scores_for, ratings, counts, sources, draws, seed)


def drawn(sets: TextSets, count: int, seed: int) -> TextSets:
    """Of each segment's texts, `count` drawn at random; the same seed extends a smaller draw."""
    sizes = np.diff(sets.ends)
    owner = np.repeat(np.arange(len(sizes)), sizes)
    keys = np.random.default_rng(seed).random(len(sets.ids))
    order = np.lexsort((keys, owner))
    place = np.arange(len(order)) - sets.ends[owner]
    ends = np.concatenate(([0], np.cumsum(np.minimum(sizes, count))))
    return TextSets(sets.ids[order[place < count]], ends)


def _with(batch: Batch, sets: TextSets, with_source: bool) -> TextSets:
    if not with_source:
        return sets
    sources = batch.need_sources("bleu")
    ids = np.insert(sets.ids, sets.ends[1:], sources)
    return TextSets(ids, sets.ends + np.arange(len(sets.ends)))
