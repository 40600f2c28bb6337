"""Metrics held against people (Chen & Dolan 2011, section 5.2): which number follows the ratings?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.evaluate.judgement import Judgement
from likewise.evaluate.ratings import by_judge, rated
from likewise.evaluate.scorer import score
from likewise.judging import (
    Correlation,
    CurvePoint,
    Fitted,
    Restricted,
    Williams,
    correlate,
    cross_validated,
    oracle,
    pairwise,
    pearson,
    reference_curve,
    restricted,
    williams,
)
from likewise.metrics import (
    BLEU,
    PINC,
    ArithmeticMean,
    Batch,
    GeometricMean,
    HarmonicMean,
    Metric,
    TextSets,
    resolve,
)
from likewise.records import Segment

__all__ = ["judge"]

Floats = npt.NDArray[np.float64]

FOLDS = 10


def judge(
    segments: Iterable[Segment],
    human: str,
    metrics: Iterable[str | Metric] | str = ("bleu", "pinc"),
    *,
    settings: Mapping[str, Any] | None = None,
    bootstrap: int = 1000,
    seed: int = 12345,
    curve: bool = False,
    draws: int = 5,
) -> Judgement:
    """Correlate each metric's segment scores with the criterion `human`.

    Segments without the criterion are left out and counted. Where BLEU and PINC are both named,
    their combinations are judged too: means, PINC x sigmoid(BLEU) by cross-validation (segments of
    one source share a fold) and by oracle, and PINC where BLEU exceeds 0, 30, 60, 90. `curve` adds
    BLEU's correlation with 1, 2, .. 12 and all references (Figure 4), mean of `draws` draws.
    """
    chosen = resolve(metrics, settings)
    everything = list(segments)
    if not everything:
        raise InputError("there is no segment to judge on")
    kept, ratings = rated(everything, human)
    result = score(kept, chosen)
    values = {name: result[name].segments for name in result.metrics}
    scores = {name: value for name, value in values.items() if value is not None}
    try:
        tables = {
            name: correlate(value, ratings, names=(name, human), bootstrap=bootstrap, seed=seed)
            for name, value in scores.items()
        }
    except InputError as error:
        raise InputError("; ".join([error.message, *result.warnings]), field=error.field) from None
    combined, fitted, thresholds = _combined(kept, scores, ratings, seed)
    judges = by_judge(kept, human)
    return Judgement(
        human=human,
        n=len(kept),
        unrated=len(everything) - len(kept),
        metrics=tables,
        signatures={name: str(result[name].signature) for name in scores},
        combined=combined,
        fitted=fitted,
        williams=_williams(chosen, scores, tables),
        thresholds=thresholds,
        judges=pairwise(judges) if len(judges) > 1 else (),
        curve=_curve(kept, ratings, chosen, draws, seed) if curve else (),
        segments=kept,
        ratings=ratings,
        scores=scores,
        warnings=result.warnings,
        bleu=next((m for m in chosen if type(m) is BLEU), BLEU()),
        pinc=next((m for m in chosen if type(m) is PINC), PINC()),
    )


def _williams(
    metrics: Sequence[Metric], scores: Mapping[str, Floats], tables: Mapping[str, Correlation]
) -> dict[tuple[str, str], Williams]:
    """Each pair of metrics; one in which lower is better counts as its own negative."""
    n = len(next(iter(scores.values())))
    if n < 4:
        return {}
    signs = {m.name: 1 if m.higher_is_better else -1 for m in metrics}
    tests = {}
    for a, b in combinations(scores, 2):
        between = signs[a] * signs[b] * pearson(scores[a], scores[b], names=(a, b))
        tests[a, b] = williams(signs[a] * tables[a].pearson, signs[b] * tables[b].pearson, between, n)
    return tests


def _combined(
    segments: Sequence[Segment], scores: Mapping[str, Floats], ratings: Floats, seed: int
) -> tuple[dict[str, float], dict[str, Fitted], list[Restricted]]:
    if "bleu" not in scores or "pinc" not in scores:
        return {}, {}, []
    bleu, pinc = scores["bleu"], scores["pinc"]
    means: dict[str, float] = {}
    for mean in (ArithmeticMean(), GeometricMean(), HarmonicMean()):
        value = mean.combine(bleu, pinc)
        if np.ptp(value) > 0:
            means[mean.name] = pearson(value, ratings)
    groups = [s.source for s in segments]
    fitted: dict[str, Fitted] = {}
    folds = min(FOLDS, len(set(groups)))
    # With fewer than two sources nothing can be held out; the oracle alone would look like evidence.
    if folds >= 2 and len(segments) >= 2 * FOLDS:
        name = "pinc-sigmoid-bleu"
        fitted[f"{name} (cross-validated)"] = cross_validated(bleu, pinc, ratings, folds, seed, groups)
        fitted[f"{name} (oracle)"] = oracle(bleu, pinc, ratings)
    return means, fitted, restricted(pinc, ratings, bleu)


def _curve(
    segments: Sequence[Segment], ratings: Floats, metrics: Sequence[Metric], draws: int, seed: int
) -> list[CurvePoint]:
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
