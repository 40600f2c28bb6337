"""How many more ratings an interval of a given width takes, from a pilot of rated segments.

All segments have scores of metrics, some have ratings. What a metric foretells need not be asked of people;
the papers are named in `likewise.judging.control_variate`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from likewise.draw import Bounds, Figure, ResultTable, Tabular
from likewise.errors import InputError
from likewise.evaluate.own_data import OwnData, taken
from likewise.evaluate.ratings import by_judge, differing_scales, rated, refuse_unread
from likewise.evaluate.scorable import scorable
from likewise.evaluate.scorer import score_each
from likewise.judging import (
    MeanEstimate,
    RatingVariance,
    correlation_estimate,
    mean_estimate,
    rating_variance,
    sample_bias,
)
from likewise.metrics import Metric, required_fields, resolve
from likewise.records import Segment

__all__ = ["QUANTITIES", "JudgeShare", "PlannedInterval", "RatingPlan", "plan_ratings"]

Floats = npt.NDArray[np.float64]

QUANTITIES = ("mean", "difference", "correlation")
"""What the interval is of: systems' mean ratings, their differences, metrics' correlations with people."""

_FEW = 20
_BIASED = 3.0
_MOST_JUDGES = 3


@dataclass(frozen=True, slots=True)
class PlannedInterval:
    """An estimate with its interval now, and the rated segments that the wanted width takes.

    `control` names the metrics that help, nothing where the ratings stand alone. `needed` is None where even
    all segments are too few; `segments` then says how many there would have to be, all of them rated.
    Both are None where all ratings of the pilot are alike: they do not tell how far others may lie apart.
    """

    of: str
    control: str
    value: float
    ci: tuple[float, float]
    rated: int
    n: int
    r2: float | None
    needed: int | None
    segments: int | None
    saved: int | None = None

    @property
    def is_constant(self) -> bool:
        """Whether all ratings of the pilot are alike."""
        return self.needed is None and self.segments is None and self.ci[0] == self.ci[1]

    @property
    def further(self) -> int | None:
        """Segments to rate beyond those that are."""
        return None if self.needed is None else max(0, self.needed - self.rated)

    def as_dict(self) -> dict[str, Any]:
        """The figures as their JSON object."""
        row = {**asdict(self), "ci": list(self.ci), "width": self.ci[1] - self.ci[0], "further": self.further}
        return {**row, "control": self.control or None}


@dataclass(frozen=True, slots=True)
class JudgeShare:
    """So many judges a segment: the segments and the single ratings that the width then takes in all."""

    judges: int
    segments: int | None

    @property
    def ratings(self) -> int | None:
        """Single ratings."""
        return None if self.segments is None else self.judges * self.segments


@dataclass(frozen=True, repr=False)
class RatingPlan(Tabular):
    """What an interval of `width` takes, by system (pair of systems, metric) and by what helps."""

    human: str
    quantity: str
    width: float
    level: float
    n: int
    rated: int
    rows: Sequence[PlannedInterval]
    variance: RatingVariance | None = None
    shares: Mapping[str, Sequence[JudgeShare]] | None = None
    warnings: Sequence[str] = ()

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object."""
        row: dict[str, Any] = {
            "human": self.human, "of": self.quantity, "width": self.width, "level": self.level,
            "n": self.n, "rated": self.rated, "rows": [one.as_dict() for one in self.rows],
        }  # fmt: skip
        if self.variance is not None:
            row["variance"] = asdict(self.variance)
            row["judges"] = {
                name: [{**asdict(share), "ratings": share.ratings} for share in shares]
                for name, shares in (self.shares or {}).items()
            }
        return row

    def tables(self) -> Sequence[ResultTable]:
        """What is needed; then whether to ask more judges or rate more segments."""
        return [self._needed(), *([self._judges()] if self.shares else [])]

    def _needed(self) -> ResultTable:
        helped = self.quantity != "correlation"
        rows = [
            (one.of, *([one.control or "ratings alone"] if helped else []), Figure.of(one.value),
             Bounds.of(None if one.is_constant else one.ci), one.rated, one.n,
             *([Figure.of(None if one.r2 is None else 100 * one.r2, 0)] if helped else []),
             _told(one), *([one.saved] if helped else []))
            for one in self.rows
        ]  # fmt: skip
        columns = (
            {"mean": "system", "difference": "systems", "correlation": "metric"}[self.quantity],
            *(["by"] if helped else []), self.quantity, f"{100 * self.level:g} % interval", "rated", "of",
            *(["foretold %"] if helped else []), "further", *(["saved"] if helped else []),
        )  # fmt: skip
        told = f"further: segments to rate for an interval of width {self.width:g}"
        if helped:
            told += "; foretold: by the metric, of the ratings' variance; saved: against ratings alone"
        if any((one.saved or 0) < 0 for one in self.rows):
            told += (
                "\nsaved below 0: that metric foretells too little to earn the rating that it takes itself"
            )
        for one in self.rows:
            if one.is_constant:
                told += (
                    f"\n{one.of}: all {one.rated} ratings are {one.value:g}, so nothing says how far others "
                    "may lie apart: no interval, nothing to plan"
                )
        return ResultTable(f"Further ratings of '{self.human}'", columns, rows, told)

    def _judges(self) -> ResultTable:
        rows = [
            (name, share.judges, *self._share(name, share))
            for name, shares in (self.shares or {}).items()
            for share in shares
        ]
        told = ""
        if self.variance is not None:
            v = self.variance
            told = (
                f"variance of ratings: {v.item:.3f} between segments, {v.judge:.3f} between judges, "
                f"{v.residual:.3f} left\nfor these {v.judges} judges: other judges may be more or less severe"
            )
        if any(share.segments is None for shares in (self.shares or {}).values() for share in shares):
            told += "\nmore than there are: the test set itself must grow, see the table above"
        columns = ("system", "judges a segment", "segments", "single ratings")
        return ResultTable("More judges or more segments? In all, with ratings alone", columns, rows, told)

    def _share(self, system: str, share: JudgeShare) -> tuple[object, object]:
        """Segments and single ratings; where all segments are too few, more than these."""
        if share.segments is not None:
            return share.segments, share.ratings
        n = next(one.n for one in self.rows if one.of == system)
        return Figure(None, f"more than {n:,}"), Figure(None, f"more than {share.judges * n:,}")


def plan_ratings(
    segments: object,
    human: str,
    width: float,
    metrics: Iterable[str | Metric] | str = ("bleu", "chrf"),
    *,
    of: str = "mean",
    settings: Mapping[str, Any] | None = None,
    level: float = 0.95,
    **own: Unpack[OwnData],
) -> RatingPlan:
    """How many more segments to rate by `human` for intervals of `width`, from those that are rated.

    `of`: each system's `mean`, the `difference` of each two systems on the segments that both have, or the
    `correlation` of each metric. Each metric, and all together, serve as control variates of means and
    differences. The rated segments must be a random sample of all; where a metric shows that they are
    not, a warning says so.

    Data of your own are taken as by `score`; where these are lists, `segments` is None.
    """
    if of not in QUANTITIES:
        raise InputError(f"cannot plan for '{of}', expected one of {', '.join(QUANTITIES)}")
    chosen = resolve(metrics, settings)
    rows, log = taken(segments, own, required_fields(chosen), function="plan_ratings")
    everything: Sequence[Segment] = list(rows)
    refuse_unread([human], everything, log)
    everything, lacking = scorable(everything, chosen)
    kept, _ = rated(everything, human)
    scored = score_each(everything, chosen)
    scores: dict[str, Floats] = {}
    for metric in chosen:
        values = scored[metric.name].segments
        assert values is not None
        scores[metric.name] = values
    pilot = _Pilot(everything, human, scores)
    plan = {"mean": pilot.means, "difference": pilot.differences, "correlation": pilot.correlations}[of]
    planned = plan(width, level)
    variance, shares = pilot.judges(width, level) if of == "mean" else (None, None)
    warnings = (
        *log.warnings(),
        *lacking,
        *scored.warnings,
        *pilot.doubts(by_system=of != "correlation"),
        *differing_scales(by_judge(everything, human), human),
    )
    return RatingPlan(
        human, of, width, level, len(everything), len(kept), planned, variance, shares, warnings
    )


class _Pilot:
    """Segments, ratings (nan: none) and scores, by system."""

    def __init__(self, segments: Sequence[Segment], human: str, scores: Mapping[str, Floats]) -> None:
        self.segments, self.human, self.scores = segments, human, scores
        kept, values = rated(segments, human)
        marks = {id(one): value for one, value in zip(kept, values, strict=True)}
        self.ratings = np.array([marks.get(id(one), np.nan) for one in segments])
        places: dict[str, list[int]] = {}
        for place, segment in enumerate(segments):
            places.setdefault(segment.system or "", []).append(place)
        self.places = {system: np.array(own) for system, own in places.items()}

    def means(self, width: float, level: float) -> list[PlannedInterval]:
        """Of each system that has ratings."""
        rows = []
        for system, own in self.places.items():
            controls = {name: values[own] for name, values in self.scores.items()}
            rows += _with_and_without(system or "all", self.ratings[own], controls, width, level)
        return rows

    def differences(self, width: float, level: float) -> list[PlannedInterval]:
        """Of each two systems, over the segments that both have; rated are those that both have rated."""
        if len(self.places) < 2:
            raise InputError("found one system, expected two or more for a difference", field="system")
        rows = []
        for a, b in combinations(self.places, 2):
            first, second = self._shared(a, b)
            controls = {name: values[first] - values[second] for name, values in self.scores.items()}
            gaps = self.ratings[first] - self.ratings[second]
            rows += _with_and_without(f"{a} - {b}", gaps, controls, width, level)
        return rows

    def correlations(self, width: float, level: float) -> list[PlannedInterval]:
        """Of each metric, over all rated segments."""
        kept = ~np.isnan(self.ratings)
        return [
            _correlation(name, values[kept], self.ratings[kept], width, level, len(kept))
            for name, values in self.scores.items()
        ]

    def judges(
        self, width: float, level: float
    ) -> tuple[RatingVariance | None, dict[str, list[JudgeShare]] | None]:
        """Where the ratings vary, and what one, two, .. judges a segment take; nothing with one judge."""
        names = by_judge(self.segments, self.human)
        if len(names) < 2:
            return None, None
        try:
            variance = rating_variance(names)
        except InputError:
            return None, None
        shares = {}
        for system, own in self.places.items():
            if _alike(self.ratings[own]):
                continue
            estimate = mean_estimate(self.ratings[own], level=level)
            asked = variance.residual / variance.judges_an_item
            left = max(0.0, estimate.residual - asked)
            shares[system or "all"] = [
                JudgeShare(count, estimate.needed(width, left + variance.residual / count))
                for count in range(1, _MOST_JUDGES + 1)
            ]
        return variance, shares

    def doubts(self, by_system: bool) -> list[str]:
        """What speaks against believing the plan."""
        found = []
        kept = ~np.isnan(self.ratings)
        counts = [int(kept[own].sum()) for own in self.places.values()] if by_system else [int(kept.sum())]
        if min(counts) < _FEW:
            found.append(f"a pilot of {min(counts)} ratings says little about how they vary")
        for name, values in self.scores.items():
            bias = max((sample_bias(self.ratings[own], values[own]) for own in self.places.values()), key=abs)
            if abs(bias) > _BIASED:
                found.append(
                    f"the rated segments are no random sample: their {name} is {abs(bias):.1f} standard "
                    f"errors {'above' if bias > 0 else 'below'} that of the others; what follows may be wrong"
                )
        return found

    def _shared(self, a: str, b: str) -> tuple[Floats, Floats]:
        """Places of both systems' outputs for the same segments."""
        by_id = {self.segments[place].id: place for place in self.places[b]}
        pairs = [(p, by_id[i]) for p in self.places[a] if (i := self.segments[p].id) in by_id]
        if not pairs:
            raise InputError(f"systems '{a}' and '{b}' share no segment", field="id")
        first, second = np.array(pairs).T
        return first, second


def _with_and_without(
    of: str, ratings: Floats, controls: Mapping[str, Floats], width: float, level: float
) -> list[PlannedInterval]:
    """The plan by ratings alone, with each metric, and with all metrics together."""
    try:
        alone = mean_estimate(ratings, level=level)
        sets = [[name] for name in controls] + ([list(controls)] if len(controls) > 1 else [])
        helped = {
            " + ".join(names): mean_estimate(
                ratings, np.column_stack([controls[name] for name in names]), level=level
            )
            for names in sets
        }
    except InputError as error:
        raise InputError(f"{of}: {error.message}", field=error.field) from None
    plain = _planned(of, "", alone, width)
    if _alike(ratings):
        return [replace(plain, ci=(plain.value, plain.value), needed=None, segments=None)]
    rows = [plain]
    for control, estimate in helped.items():
        row = _planned(of, control, estimate, width, r2=estimate.r2)
        both = plain.needed is not None and row.needed is not None
        rows.append(_saving(row, (plain.needed or 0) - (row.needed or 0)) if both else row)
    return rows


def _alike(ratings: Floats) -> bool:
    """Whether the ratings that were given are all the same."""
    return len(np.unique(ratings[~np.isnan(ratings)])) == 1


def _planned(
    of: str, control: str, estimate: MeanEstimate, width: float, r2: float | None = None
) -> PlannedInterval:
    return PlannedInterval(
        of, control, estimate.value, estimate.ci, estimate.rated, estimate.items, r2,
        estimate.needed(width), estimate.items_needed(width),
    )  # fmt: skip


def _saving(row: PlannedInterval, saved: int) -> PlannedInterval:
    return PlannedInterval(
        row.of, row.control, row.value, row.ci, row.rated, row.n, row.r2, row.needed, row.segments, saved
    )


def _correlation(
    name: str, values: Floats, ratings: Floats, width: float, level: float, n: int
) -> PlannedInterval:
    try:
        estimate = correlation_estimate(values, ratings, level=level)
    except InputError as error:
        raise InputError(f"{name}: {error.message}", field=error.field) from None
    needed = estimate.needed(width)
    reached = needed if needed is not None and needed <= n else None
    return PlannedInterval(name, "", estimate.value, estimate.ci, estimate.rated, n, None, reached, needed)


def _told(row: PlannedInterval) -> Figure | str:
    """How many more to rate, or how many segments there would have to be."""
    if row.further is not None:
        return Figure(row.further, f"{row.further:,}")
    if row.is_constant:
        return "-"
    return "never" if row.segments is None else f"too few: {row.segments:,} segments needed"
