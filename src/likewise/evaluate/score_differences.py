"""What a difference of scores means to people: curves fitted to ratings, saved, and asked.

After Kocmi et al. 2024; the curves themselves are in `likewise.judging.difference_curve`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self, Unpack

import numpy as np
import numpy.typing as npt

from likewise.data import path
from likewise.draw import Figure, ResultTable, Tabular
from likewise.errors import InputError
from likewise.evaluate.difference_meaning import DifferenceMeaning, MetricCurve, ToldDifferences
from likewise.evaluate.difference_pairs import LEVELS, PairedCandidates, paired_candidates
from likewise.evaluate.own_data import OwnData, taken, told
from likewise.evaluate.ratings import criteria
from likewise.evaluate.scorable import scorable
from likewise.io import (
    SEED,
    ModelCard,
    ModelFiles,
    Progress,
    SavedModel,
    Source,
    fingerprint,
    unheard,
)
from likewise.judging import SHAPES, DifferenceCurve, fit_difference_curve
from likewise.metrics import Batch, Metric, Signature, required_fields, resolve
from likewise.records import Segment

__all__ = [
    "COME_ALONG",
    "ScoreDifferences",
    "difference",
    "differences_of",
    "fit_differences",
    "languages_of",
]

Floats = npt.NDArray[np.float64]

COME_ALONG = ("news", "talks")
"""Models that come with the package, of machine translation into English."""

_CURVES = "curves.json"
_TOLD = (0.6, 0.75, 0.9)


@dataclass(frozen=True, repr=False)
class ScoreDifferences(Tabular, SavedModel):
    """Curves by metric and level."""

    kind = "score-differences"

    curves: tuple[MetricCurve, ...]
    data: str = ""
    """The fingerprint of the segments that they were fitted on."""
    warnings: tuple[str, ...] = ()

    @classmethod
    def fit(
        cls,
        examples: Iterable[Segment],
        /,
        *,
        seed: int = SEED,
        progress: Progress | None = None,
        human: str | None = None,
        metrics: Iterable[str | Metric] | str = ("bleu", "chrf"),
        level: str | None = None,
        shape: str = "auto",
        settings: Mapping[str, Any] | None = None,
        samples: int = 1000,
        about: str = "",
    ) -> Self:
        """Fit to the ratings `human` of segments; without a `level` to every one that they allow."""
        tell = progress or unheard
        chosen = resolve(metrics, settings)
        segments, lacking = scorable(list(examples), chosen)
        criterion = human or _only_criterion(segments)
        if shape not in ("auto", *SHAPES):
            raise InputError(f"shape '{shape}' is unknown, expected one of auto, {', '.join(SHAPES)}")
        allowed, warnings = _allowed(segments, criterion, level)
        batch = Batch(segments)
        origin: dict[str, Any] = {
            "human": criterion,
            "about": about or "ratings of one's own",
            "languages": languages_of(segments),
            "targets": tuple(dict.fromkeys(one.lang for one in segments)),
        }
        curves: list[MetricCurve] = []
        failed: list[InputError] = []
        for number, metric in enumerate(chosen):
            tell(metric.name, number / len(chosen))
            statistics = metric.statistics(batch)
            for candidates in allowed:
                try:
                    curve = _curve(candidates, metric, statistics, shape, samples, seed)
                except InputError as error:
                    failed.append(InputError(f"{metric.name}, {candidates.level}: {error.message}"))
                    continue
                curves.append(
                    MetricCurve(
                        metric.name, candidates.level, _plain(metric.signature_of(segments)), curve,
                        systems=candidates.systems, segments=candidates.segments_a_system, **origin,
                    )
                )  # fmt: skip
        if failed and (level is not None or not curves):
            raise failed[0]
        remarks = dict.fromkeys([*lacking, *(text for metric in chosen for text in metric.remarks(batch))])
        warnings += [f"no curve for {error.message}" for error in failed]
        tell("done", 1.0)
        return cls(tuple(curves), fingerprint(one.as_dict() for one in segments), (*remarks, *warnings))

    def saved_settings(self) -> dict[str, Any]:
        return {"fitted": [f"{one.metric} ({one.level})" for one in self.curves]}

    def saved_files(self) -> dict[str, bytes]:
        rows = [curve.as_dict() for curve in self.curves]
        return {_CURVES: (json.dumps(rows, ensure_ascii=False, indent=1) + "\n").encode()}

    @classmethod
    def restored(cls, card: ModelCard, files: ModelFiles) -> Self:
        curves = cls(tuple(MetricCurve.of(row) for row in files.json(_CURVES)), card.data)
        if card.settings["fitted"] != curves.saved_settings()["fitted"]:
            raise ValueError("the card names other curves")
        return curves

    def curve(
        self, metric: Metric | str, level: str = "system", segments: Sequence[Segment] | None = None
    ) -> MetricCurve:
        """The curve of a metric; one that was not fitted, or with other settings, is refused.

        A tokeniser that goes by the language is that of the segments, and without them of those of the fit.
        """
        (asked,) = resolve((metric,))
        same = [one for one in self.curves if one.metric == asked.name and one.level == level]
        apart = []
        for one in same:
            if segments is None:
                wanted = _plain(asked.signature().extended(**asked.facts(one.targets)))
            else:
                wanted = _plain(asked.signature_of(segments))
            if one.settings == wanted:
                return one
            apart.append(_apart(one.settings, wanted))
        if apart:
            lacking = min(apart, key=len)
            raise InputError(f"not fitted for {asked.name} with {lacking}; {FIT}")
        known = ", ".join(dict.fromkeys(f"{one.metric} ({one.level})" for one in self.curves))
        raise InputError(f"not fitted for {asked.name} ({level}), but for {known}; {FIT}")

    def tell(self, metric: Metric | str, difference: float, level: str = "system") -> DifferenceMeaning:
        """What a difference under a metric means; beyond the differences that were seen it has no number."""
        if not difference - difference == 0:
            raise InputError(f"difference is {difference}, expected a finite number")
        return self.curve(metric, level).tell(difference)

    def as_dict(self) -> dict[str, Any]:
        """The model as its JSON object."""
        return {"data": self.data, "curves": [one.as_dict() for one in self.curves]}

    def tables(self) -> Sequence[ResultTable]:
        """What a given chance takes, and how well held-out pairs are foretold."""
        return [self._needed(), self._quality()]

    def _needed(self) -> ResultTable:
        rows = [
            (one.metric, one.level, one.curve.pairs, one.systems, one.curve.clusters,
             *(Figure.of(one.curve.needed(chance), 2) for chance in _TOLD), Figure.of(one.curve.widest, 2))
            for one in self.curves
        ]  # fmt: skip
        heads = [f"{100 * chance:.0f} %" for chance in _TOLD]
        columns = ("metric", "level", "pairs", "systems", "resampled", *heads, "seen up to")
        origins = dict.fromkeys(f"{one.level}: {one.human}, {one.about}" for one in self.curves)
        caption = "\n".join(
            (
                "the smallest difference with this chance that people prefer the better-scored one",
                *origins,
            )
        )
        return ResultTable("Differences that people see", columns, rows, caption)

    def _quality(self) -> ResultTable:
        rows = []
        for one in self.curves:
            q = one.curve.held_out
            rows.append(
                (one.metric, one.level, one.curve.shape, Figure.of(q.brier), Figure.of(q.brier_constant),
                 Figure.of(q.brier_chance), Figure.of(q.calibration), Figure.of(q.calibration_chance))
            )  # fmt: skip
        columns = ("metric", "level", "shape", "Brier", "of one number", "of 1/2", "ECE", "ECE by luck")
        told = "squared and calibration error of chances for pairs held out of the fit; small is good"
        return ResultTable("How well the chances foretell held-out pairs", columns, rows, told)


FIT = (
    "fit it on ratings of your own by lw.fit_differences "
    "(likewise fit-differences SEGMENTS --human CRITERION --out DIR)"
)


def fit_differences(
    segments: object = None,
    metrics: Iterable[str | Metric] | str = ("bleu", "chrf"),
    *,
    human: str | None = None,
    level: str | None = None,
    shape: str = "auto",
    settings: Mapping[str, Any] | None = None,
    samples: int = 1000,
    seed: int = SEED,
    about: str = "",
    **own: Unpack[OwnData],
) -> ScoreDifferences:
    """Fit what differences of metrics mean to people, on segments with the ratings `human`.

    `level` is `system` (six rated systems or more) or `segment` (outputs of several systems for one
    segment); without it all that the ratings allow. `shape` is `logistic`, `isotonic` or `auto`, which takes
    what foretells held-out pairs better. `about` says what the data are.
    """
    rows, log = taken(segments, own, required_fields(resolve(metrics, settings)), function="fit_differences")
    model = ScoreDifferences.fit(
        rows, seed=seed, human=human, metrics=metrics, level=level, shape=shape, settings=settings,
        samples=samples, about=about,
    )  # fmt: skip
    return told(model, log)


def difference(
    metric: str | Metric,
    size: float,
    *,
    level: str = "system",
    model: ScoreDifferences | Source | None = None,
) -> ToldDifferences:
    """Of two whose scores lie `size` apart, do people prefer the better-scored one?

    `model` is what `fit_differences` made, its folder, or one of the models that come along: `news` and
    `talks`, of machine translation into English. Without it each of these answers that can.
    """
    if level not in LEVELS:
        raise InputError(f"there is no level '{level}', expected one of {', '.join(LEVELS)}")
    if model is not None:
        return ToldDifferences((differences_of(model).tell(metric, size, level),))
    answers: list[DifferenceMeaning] = []
    failed: list[InputError] = []
    for name in COME_ALONG:
        try:
            answers.append(differences_of(name).tell(metric, size, level))
        except InputError as error:
            failed.append(error)
    if not answers:
        raise failed[0]
    return ToldDifferences(tuple(answers))


def differences_of(model: ScoreDifferences | Source) -> ScoreDifferences:
    """The curves as given, of a folder, or of those that come along the ones of this name."""
    if isinstance(model, ScoreDifferences):
        return model
    return ScoreDifferences.load(path(f"differences/{model}") if model in COME_ALONG else model)


def languages_of(segments: Iterable[Segment]) -> tuple[str, ...]:
    """`de-en`, or the one language that is known, of all segments."""
    told = ("-".join(filter(None, (one.source_lang, one.lang))) for one in segments)
    return tuple(filter(None, dict.fromkeys(told)))


def _plain(signature: Signature) -> str:
    """A signature without our version."""
    return str(signature).rpartition("|likewise:")[0]


def _apart(fitted: str, wanted: str) -> str:
    """The settings that were not fitted."""
    return ", ".join(part for part in wanted.split("|") if part not in fitted.split("|"))


def _curve(
    candidates: PairedCandidates, metric: Metric, statistics: Floats, shape: str, samples: int, seed: int
) -> DifferenceCurve:
    pairs = candidates.pairs(metric, statistics)
    return fit_difference_curve(
        pairs.differences, pairs.preferences, pairs.clusters, shape=shape, samples=samples, seed=seed
    )


def _only_criterion(segments: Sequence[Segment]) -> str:
    known = criteria(segments)
    if len(known) != 1:
        found = ", ".join(known) or "none"
        raise InputError(f"expected one criterion to be named (criteria found: {found})", field="human")
    return known[0]


def _allowed(
    segments: Sequence[Segment], human: str, level: str | None
) -> tuple[list[PairedCandidates], list[str]]:
    """The candidates to pair at each level that is asked for, or that the ratings allow."""
    if level is not None:
        return [paired_candidates(segments, human, level)], []
    found, refused = [], []
    for one in LEVELS:
        try:
            found.append(paired_candidates(segments, human, one))
        except InputError as error:
            refused.append(f"no curve for {LEVELS[one]}: {error.message}")
    if not found:
        raise InputError("; ".join(refused))
    return found, refused
