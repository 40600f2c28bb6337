"""Metrics held against people on one criterion (Chen & Dolan 2011, section 5.2 and Table 4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.evaluate.judge_replacement import JudgeReplacement, ReplacementSettings, tested_metrics
from likewise.evaluate.judgement import Judgement
from likewise.evaluate.metric_pairs import PairAgreement, pair_agreement
from likewise.evaluate.ratings import by_judge, differing_scales, rated
from likewise.evaluate.reference_draws import curve_of_references
from likewise.evaluate.results import Scores
from likewise.evaluate.scorer import score_each
from likewise.judging import (
    Correlation,
    Fitted,
    HumanCeiling,
    Restricted,
    Williams,
    correlate,
    cross_validated,
    human_ceiling,
    oracle,
    pairwise,
    pearson,
    restricted,
    williams,
)
from likewise.metrics import BLEU, PINC, ArithmeticMean, GeometricMean, HarmonicMean, Metric
from likewise.records import Segment

__all__ = ["CriterionJudge", "JudgeSettings"]

Floats = npt.NDArray[np.float64]

FOLDS = 10


@dataclass(frozen=True)
class JudgeSettings:
    """What is asked of every criterion alike."""

    bootstrap: int = 1000
    seed: int = 12345
    curve: bool = False
    draws: int = 5
    thresholds: Sequence[float] = (0, 30, 60, 90)
    replacement: ReplacementSettings | None = None
    pairs: bool = False
    margin: float = 0.0
    """Of `pairs`: the taus of WMT count those that are rated at least so far apart."""


@dataclass
class CriterionJudge:
    """Holds the same metrics against one criterion after the other.

    Criteria that were rated on the same segments share their scores.
    """

    segments: Sequence[Segment]
    metrics: Sequence[Metric]
    settings: JudgeSettings
    _scored: dict[tuple[int, ...], tuple[Scores, Floats | None]] = field(default_factory=dict)

    def judge(self, human: str) -> Judgement:
        """The whole judgement on one criterion; `InputError` where it allows none."""
        asked = self.settings
        kept, ratings = rated(self.segments, human)
        result, unsmoothed = self._scores(kept)
        values = {name: result[name].segments for name in result.metrics}
        scores = {name: value for name, value in values.items() if value is not None}
        tables, undefined = self._correlations(scores, ratings, human, result.warnings)
        scores = {name: scores[name] for name in tables}
        combined, fitted, thresholds = _combined(kept, scores, ratings, asked)
        gates = _restricted(scores, ratings, unsmoothed, asked) if thresholds else []
        judges = by_judge(kept, human)
        replacement, untested = self._replacement(kept, human, scores)
        return Judgement(
            human=human,
            n=len(kept),
            unrated=len(self.segments) - len(kept),
            metrics=tables,
            undefined=undefined,
            signatures={name: str(result[name].signature) for name in scores},
            combined=combined,
            fitted=fitted,
            williams=_williams(self.metrics, scores, tables),
            thresholds=thresholds,
            thresholds_unsmoothed=gates,
            judges=pairwise(judges) if len(judges) > 1 else (),
            ceiling=self._ceiling(judges, scores),
            curve=curve_of_references(kept, ratings, self.metrics, asked.draws, asked.seed)
            if asked.curve
            else (),
            replacement=replacement,
            pairs=self._pairs(kept, human) if asked.pairs else None,
            segments=kept,
            places=self._places(kept),
            ratings=ratings,
            scores=scores,
            warnings=[
                *result.warnings,
                *(f"{name}: {why}" for name, why in undefined.items()),
                *untested,
                *differing_scales(judges, human),
            ],
            bleu=self._bleu() or BLEU(),
            pinc=next((m for m in self.metrics if type(m) is PINC), PINC()),
        )

    def _places(self, kept: Sequence[Segment]) -> list[int]:
        """Where the segments stand among all that were given."""
        places = {id(segment): place for place, segment in enumerate(self.segments)}
        return [places[id(segment)] for segment in kept]

    def _bleu(self) -> BLEU | None:
        return next((m for m in self.metrics if type(m) is BLEU), None)

    def _ceiling(self, judges: Mapping[str, Floats], scores: Mapping[str, Floats]) -> HumanCeiling | None:
        """What people reach, and metrics against the same people; None where they share too little."""
        lower = [metric.name for metric in self.metrics if not metric.higher_is_better]
        try:
            return human_ceiling(
                judges, scores, lower_is_better=lower, bootstrap=self.settings.bootstrap,
                seed=self.settings.seed,
            )  # fmt: skip
        except InputError:
            return None

    def _pairs(self, kept: Sequence[Segment], human: str) -> PairAgreement:
        """Which of two is better: of outputs for one segment where there are such, else of any two."""
        is_paired = len({segment.id for segment in kept}) < len(kept)
        return pair_agreement(
            kept, human, self.metrics, by="item" if is_paired else "all", margin=self.settings.margin,
            samples=self.settings.bootstrap or JudgeSettings.bootstrap, seed=self.settings.seed,
        )  # fmt: skip

    def _replacement(
        self, kept: Sequence[Segment], human: str, scores: Mapping[str, Floats]
    ) -> tuple[JudgeReplacement | None, Sequence[str]]:
        """May each metric take the place of a person? Where it cannot be told, the reason."""
        if self.settings.replacement is None:
            return None, ()
        try:
            found = tested_metrics(kept, human, scores, self.settings.replacement)
        except InputError as error:
            return None, [f"no test of replacement: {error.message}"]
        return found, found.warnings

    def _scores(self, kept: Sequence[Segment]) -> tuple[Scores, Floats | None]:
        """Scores of these segments, and their BLEU without smoothing where PINC is judged behind it."""
        key = tuple(map(id, kept))
        if key not in self._scored:
            bleu, unsmoothed = self._bleu(), None
            names = {metric.name for metric in self.metrics}
            if bleu is not None and bleu.smooth != "none" and "pinc" in names:
                plain = replace(bleu, smooth="none", smooth_value=None)
                unsmoothed = score_each(kept, [plain])["bleu"].segments
            self._scored[key] = score_each(kept, list(self.metrics)), unsmoothed
        return self._scored[key]

    def _correlations(
        self, scores: Mapping[str, Floats], ratings: Floats, human: str, remarks: Sequence[str]
    ) -> tuple[dict[str, Correlation], dict[str, str]]:
        """Each metric's correlations, and for those that have none the reason."""
        tables: dict[str, Correlation] = {}
        undefined: dict[str, str] = {}
        asked = self.settings
        for name, value in scores.items():
            try:
                tables[name] = correlate(
                    value, ratings, names=(name, human), bootstrap=asked.bootstrap, seed=asked.seed
                )
            except InputError as error:
                undefined[name] = error.message
        if not tables:
            told = list(dict.fromkeys(undefined.values()))[:1]
            raise InputError("; ".join([*told, *remarks]), field=f"human.{human}")
        return tables, undefined


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
    segments: Sequence[Segment], scores: Mapping[str, Floats], ratings: Floats, asked: JudgeSettings
) -> tuple[dict[str, float], dict[str, Fitted], list[Restricted]]:
    """Means of BLEU and PINC, their fitted product, and PINC where BLEU is high enough."""
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
        held_out = cross_validated(bleu, pinc, ratings, folds, asked.seed, groups)
        fitted[f"{name} (cross-validated)"] = held_out
        fitted[f"{name} (oracle)"] = oracle(bleu, pinc, ratings)
    return means, fitted, restricted(pinc, ratings, bleu, asked.thresholds)


def _restricted(
    scores: Mapping[str, Floats], ratings: Floats, unsmoothed: Floats | None, asked: JudgeSettings
) -> list[Restricted]:
    """PINC where BLEU without smoothing is high enough, as in the paper: BLEU > 0 asks for something."""
    if unsmoothed is None:
        return []
    return restricted(scores["pinc"], ratings, unsmoothed, asked.thresholds)
