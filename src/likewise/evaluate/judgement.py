"""How metrics follow people, as a record: correlations, combinations, tests; it shows itself as tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.draw import Bounds, Figure, ResultTable, Tabular, bars
from likewise.errors import InputError
from likewise.evaluate.criteria_tables import CriterionTable, joined_tables
from likewise.evaluate.fitted_metric import FittedPincSigmoidBLEU
from likewise.evaluate.judge_replacement import JudgeReplacement
from likewise.evaluate.metric_pairs import PairAgreement
from likewise.judging import (
    CENTERS,
    SLOPES,
    Correlation,
    CurvePoint,
    Fitted,
    HumanCeiling,
    JudgePair,
    Restricted,
    Williams,
    holm,
    mean_agreement,
    null_correlation,
)
from likewise.metrics import BLEU, PINC
from likewise.records import Segment

__all__ = ["Judgement"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class Judgement(Tabular):
    """How each metric follows one human criterion over n rated segments, and the others after it."""

    human: str
    n: int
    unrated: int
    metrics: Mapping[str, Correlation]
    signatures: Mapping[str, str]
    undefined: Mapping[str, str] = field(default_factory=dict)
    """Metrics without a correlation, each with the reason."""
    combined: Mapping[str, float] = field(default_factory=dict)
    fitted: Mapping[str, Fitted] = field(default_factory=dict)
    williams: Mapping[tuple[str, str], Williams] = field(default_factory=dict)
    thresholds: Sequence[Restricted] = ()
    thresholds_unsmoothed: Sequence[Restricted] = ()
    judges: Sequence[JudgePair] = ()
    curve: Sequence[CurvePoint] = ()
    ceiling: HumanCeiling | None = None
    """What people reach, where two or more rated the same segments."""
    pairs: PairAgreement | None = None
    """Which of two is better, where it was asked for."""
    replacement: JudgeReplacement | None = None
    """The alternative annotator test of each metric, where it was asked for."""
    segments: Sequence[Segment] = ()
    ratings: Floats = field(default_factory=lambda: np.zeros(0))
    scores: Mapping[str, Floats] = field(default_factory=dict)
    warnings: Sequence[str] = ()
    bleu: BLEU = field(default_factory=BLEU)
    pinc: PINC = field(default_factory=PINC)
    others: Mapping[str, Judgement] = field(default_factory=dict)
    places: Sequence[int] = ()
    """Where the rated segments stand among all that were given."""

    @property
    def criteria(self) -> dict[str, Judgement]:
        """The judgement on each criterion, this one first."""
        return {self.human: self, **self.others}

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object; `ci` is that of Pearson's r, `criteria` has each criterion."""
        criteria = {name: one._as_dict() for name, one in self.criteria.items()}
        return {**criteria[self.human], "criteria": criteria}

    @property
    def chance(self) -> float:
        """The size of a correlation that a metric that knows nothing exceeds in 5 % of cases, at this n."""
        return null_correlation(self.n)

    def _reached(self, ceiling: HumanCeiling) -> dict[str, Any]:
        metrics = {
            name: {"pearson": m.pearson, "ci": _listed(m.ci), "at_least_person": m.at_least_person}
            for name, m in ceiling.metrics.items()
        }
        person = {"pearson": ceiling.person.value, "ci": _listed(ceiling.person.ci)}
        return {**asdict(ceiling), "person": person, "metrics": metrics}

    def _as_dict(self) -> dict[str, Any]:
        row: dict[str, Any] = {
            "human": self.human,
            "n": self.n,
            "unrated": self.unrated,
            "metrics": {name: self._metric(name) for name in self.metrics},
        }
        if self.undefined:
            row["undefined"] = dict(self.undefined)
        if self.combined or self.fitted:
            row["combined"] = {name: {"pearson": value} for name, value in self.combined.items()}
            for name, fit in self.fitted.items():
                row["combined"][name] = {"pearson": fit.pearson, "folds": fit.folds, **asdict(fit.logistic)}
        if self.williams:
            row["williams"] = [
                {"a": a, "b": b, **asdict(test), "p_holm": p}
                for ((a, b), test), p in zip(self.williams.items(), self._holm(), strict=True)
            ]
        if self.thresholds:
            row["thresholds"] = [{**asdict(t), **_unsmoothed(u)} for t, u in self._gates()]
        row["chance"] = self.chance
        if self.ceiling:
            row["ceiling"] = self._reached(self.ceiling)
        if self.pairs:
            row["pairs"] = self.pairs.as_dict()
        if self.replacement:
            row["replacement"] = self.replacement.as_dict()
        for key, points in (("judges", self.judges), ("curve", self.curve)):
            if points:
                row[key] = [asdict(point) for point in points]
        return row

    def tables(self) -> Sequence[ResultTable]:
        """Of several criteria first the paper's table of all, then each table with all criteria."""
        parts = joined_tables({name: one._tables() for name, one in self.criteria.items()})
        return [self._overview(), *parts] if self.others else parts

    def drawings(self) -> str:
        """The correlations with their intervals."""
        return "".join(one._drawing() for one in self.criteria.values())

    def _drawing(self) -> str:
        found = self.metrics.values()
        return bars(
            list(self.metrics), [c.pearson for c in found],
            [c.pearson_ci[0] for c in found], [c.pearson_ci[1] for c in found],
            title=f"Correlation with {self.human}", standalone=True,
        )  # fmt: skip

    def _overview(self) -> ResultTable:
        """Chen and Dolan's Table 4: what is correlated by rows, criteria by columns."""
        columns = [one._pearsons() for one in self.criteria.values()]
        names = dict.fromkeys(name for column in columns for name in column)
        rows = [(name, *(_r(column.get(name)) for column in columns)) for name in names]
        return ResultTable("Pearson by criterion", ("", *self.criteria), rows, self._counted())

    def _counted(self) -> str:
        counts = {one.n for one in self.criteria.values()}
        if len(counts) == 1:
            return f"{self.n} rated segments"
        return "; ".join(f"{name}: {one.n} rated segments" for name, one in self.criteria.items())

    def _pearsons(self) -> dict[str, float | None]:
        """A column of the paper's table."""
        found: dict[str, float | None] = {}
        if self.judges:
            found["judges against each other (mean)"] = mean_agreement(self.judges)
        found |= {name: c.pearson for name, c in self.metrics.items()} | dict.fromkeys(self.undefined)
        for t, u in self._gates():
            # Smoothed BLEU is above 0 nearly always: the paper's row is that of BLEU as it is.
            is_plain = u is not None and t.threshold == 0
            name = f"pinc where bleu > {t.threshold:g}{' (unsmoothed)' if is_plain else ''}"
            found[name] = u.pearson if u is not None and is_plain else t.pearson
        found |= self.combined
        return found | {name: fit.pearson for name, fit in self.fitted.items()}

    def _tables(self) -> Sequence[CriterionTable]:
        """Correlations first, then what else was asked for or could be had."""
        return (
            self._correlations(), self._beside_people(), self._combinations(), self._people(),
            self._restricted(), self._differences(), self._by_references(), *self._pair_tables(),
            *self._replacements(),
        )  # fmt: skip

    def _correlations(self) -> CriterionTable:
        rows: list[tuple[object, ...]] = [
            (name, _r(c.pearson), Bounds.of(c.pearson_ci), _r(c.spearman), _r(c.kendall))
            for name, c in self.metrics.items()
        ]
        rows += [(name, None, Bounds.of(None), None, None) for name in self.undefined]
        columns = ("metric", "Pearson", "95 % interval", "Spearman", "Kendall")
        nothing = f"a metric that knows nothing lies within {self.chance:.3f} of 0 in 95 % of cases"
        told = [
            f"{self.n} rated segments; {nothing}",
            *(f"{name}: {why}" for name, why in self.undefined.items()),
        ]
        table = ResultTable(f"Metrics against '{self.human}'", columns, rows, "\n".join(told))
        return CriterionTable(table, "Metrics against people")

    def _beside_people(self) -> CriterionTable:
        """One rater, and each metric, against the raters who are left."""
        title = "Beside a person"
        columns = ("", "Pearson with the other raters", "95 % interval", "at least a person's in %")
        if self.ceiling is None:
            return CriterionTable(ResultTable(title, columns, ()), title)
        c = self.ceiling
        rows: list[tuple[object, ...]] = [
            ("one rater", _r(c.person.value), Bounds.of(c.person.ci), Figure.of(None))
        ]
        rows += [
            (name, _r(m.pearson), Bounds.of(m.ci), Figure.of(100 * m.at_least_person, 1))
            for name, m in c.metrics.items()
        ]
        told = f"{c.n} segments with two ratings or more, each of {c.raters} raters left out in turn"
        table = ResultTable(f"{title} on '{self.human}'", columns, rows, f"{told}\n{_reach(c)}")
        return CriterionTable(table, title)

    def trust_tables(self) -> Sequence[ResultTable]:
        """What says how far a metric may be trusted: beside a person, of two, in the place of a person."""
        found = (self._beside_people(), *self._pair_tables(), *self._replacements())
        return [one.table for one in found if one.table.rows]

    def _combinations(self) -> CriterionTable:
        rows = [(name, _r(value), "") for name, value in self.combined.items()]
        rows += [(name, _r(fit.pearson), _shape(fit)) for name, fit in self.fitted.items()]
        title = "BLEU and PINC combined"
        return CriterionTable(ResultTable(title, ("metric", "Pearson", "fitted"), rows), title)

    def _pair_tables(self) -> Sequence[CriterionTable]:
        titles = ("The better of two", "The better of two systems", "Which system is preferred, how surely?")
        tables = list(self.pairs.tables()) if self.pairs else []
        tables += [ResultTable("", (), ())] * (len(titles) - len(tables))
        return [CriterionTable(table, title) for table, title in zip(tables, titles, strict=True)]

    def _replacements(self) -> Sequence[CriterionTable]:
        titles = ("May it take the place of a person?", "Metric against each person")
        tables = self.replacement.tables() if self.replacement else [ResultTable("", (), ())] * len(titles)
        return [CriterionTable(table, title) for table, title in zip(tables, titles, strict=True)]

    def _people(self) -> CriterionTable:
        rows = [(pair.a, pair.b, pair.n, _r(pair.pearson)) for pair in self.judges]
        title = "Judges against each other"
        return CriterionTable(ResultTable(title, ("judge", "other judge", "n", "Pearson"), rows), title)

    def _restricted(self) -> CriterionTable:
        columns: tuple[str, ...] = ("BLEU >", "n", "Pearson")
        if self.thresholds_unsmoothed:
            columns += ("n, BLEU unsmoothed", "Pearson, BLEU unsmoothed")
        rows = [
            (
                Figure(t.threshold, f"{t.threshold:g}"),
                t.n,
                _r(t.pearson),
                *((u.n, _r(u.pearson)) if u else ()),
            )
            for t, u in self._gates()
        ]
        title = f"PINC against '{self.human}' where BLEU is above"
        return CriterionTable(ResultTable(title, columns, rows), "PINC against people where BLEU is above")

    def _gates(self) -> list[tuple[Restricted, Restricted | None]]:
        """Each threshold with its twin on BLEU without smoothing, where BLEU is smoothed."""
        twins: Sequence[Restricted | None] = self.thresholds_unsmoothed or [None] * len(self.thresholds)
        return list(zip(self.thresholds, twins, strict=True))

    def _differences(self) -> CriterionTable:
        rows = [
            (a, b, Figure.of(w.t, 2), Figure.chance(w.p), Figure.chance(p))
            for ((a, b), w), p in zip(self.williams.items(), self._holm(), strict=True)
        ]
        title = "Does the first follow people better? (Williams)"
        return CriterionTable(
            ResultTable(title, ("metric", "other metric", "t", "p", "p (Holm)"), rows), title
        )

    def _holm(self) -> list[float]:
        """Holm's p of Williams' tests, over all pairs of metrics."""
        return [float(p) for p in holm([test.p for test in self.williams.values()])]

    def _by_references(self) -> CriterionTable:
        rows = [
            ("all" if p.references is None else str(p.references),
             "with" if p.with_source else "without", _r(p.pearson))
            for p in self.curve
        ]  # fmt: skip
        title = "BLEU by number of references"
        return CriterionTable(ResultTable(title, ("references", "source", "Pearson"), rows), title)

    def fitted_metric(self) -> FittedPincSigmoidBLEU:
        """PINC x sigmoid(BLEU) with the parameters that fit these ratings: to score with, or to save."""
        if not self.fitted:
            raise InputError("nothing was fitted: name bleu and pinc, with ratings of several sources")
        logistic = next(iter(self.fitted.values())).logistic
        return FittedPincSigmoidBLEU.of(self.bleu, self.pinc, logistic, self.segments)

    def _metric(self, name: str) -> dict[str, Any]:
        values = asdict(self.metrics[name])
        values.pop("n")
        values = {key: _listed(value) for key, value in values.items()}
        return {**values, "ci": values["pearson_ci"], "signature": self.signatures[name]}


_r = Figure.of
"""A coefficient: three decimals."""


def _unsmoothed(twin: Restricted | None) -> dict[str, Any]:
    return {"n_unsmoothed": twin.n, "pearson_unsmoothed": twin.pearson} if twin else {}


def _shape(fit: Fitted) -> str:
    """A slope at its bound says that the best curve is a step; a center there, that no middle is seen."""
    curve = fit.logistic
    step = " (a step: as steep as was tried)" if curve.slope >= SLOPES[1] - 1e-6 else ""
    end = not CENTERS[0] + 1e-3 < curve.center < CENTERS[1] - 1e-3
    far = " (as far as was tried: no middle of the curve is seen)" if end else ""
    return f"center {curve.center:.1f}{far}, slope {curve.slope:.3f}{step}"


def _reach(found: HumanCeiling) -> str:
    """How high a metric can come with the raters' mean, or why nobody can tell."""
    half = f"split halves of the raters: {found.split_half:.3f}"
    if isfinite(found.highest):
        return (
            f"{half}; their mean has a reliability of {found.reliability:.3f} (Spearman-Brown), "
            f"so with it a metric can reach {found.highest:.3f}"
        )
    if not isfinite(found.split_half):
        return "split halves of the raters cannot be had: how high a metric can come is not known"
    return f"{half}, not above 0: they do not follow each other, so how high a metric can come is not known"


def _listed(value: Any) -> Any:
    """Intervals as lists; an interval that could not be had as null."""
    if isinstance(value, tuple):
        return list(value) if all(isfinite(v) for v in value) else None
    return value
