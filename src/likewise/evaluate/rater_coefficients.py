"""How far people agree who rated the same items: the coefficients beside the rates of the categories.

Krippendorff's alpha, kappas of Cohen and Fleiss, Gwet's AC1 and AC2; see `likewise.judging.reliability` and
`likewise.judging.kappa`. Where nearly all ratings are alike, chance explains nearly all agreement
and kappa falls, however seldom people differ; so the base rates are told in a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import combinations
from typing import Any, cast

import numpy as np

from likewise.draw import Bounds, Figure, ResultTable, Tabular
from likewise.errors import InputError
from likewise.evaluate.criteria_tables import CriterionTable, joined_tables
from likewise.evaluate.judge_replacement import JudgeReplacement, ReplacementSettings, tested_raters
from likewise.evaluate.rater_table import RaterTable, rater_tables
from likewise.evaluate.ratings import differing_scales
from likewise.io import ReadLog, ratings_of
from likewise.judging import (
    LEVELS,
    Alpha,
    CategoryAgreement,
    Coefficient,
    category_agreement,
    cohen_kappa,
    krippendorff_alpha,
)
from likewise.records import Rating

__all__ = ["CriterionAgreement", "RaterAgreement", "RaterPair", "rater_agreement"]

MOST_CATEGORIES = 20
"""With more values than these, ratings are measurements and no categories: kappa says nothing of them."""

MOST_PAIRS = 20
"""A command prints no more pairs of raters of a criterion than these."""

_SKEWED = 0.6
_MEANING = {
    "nominal": "labels",
    "ordinal": "an order",
    "interval": "equal steps",
    "ratio": "equal steps from a true zero",
}
_NAMES = ("Cohen's kappa", "Fleiss' kappa", "Gwet's AC2")


@dataclass(frozen=True, slots=True)
class RaterPair:
    """Two raters over the `n` items that both rated: share of the same ratings, kappa, and a's mean less b's.

    `kappa` counts any difference alike, `weighted` by its square; None where undefined or not asked for.
    """

    a: str
    b: str
    n: int
    same: float | None
    kappa: float | None
    weighted: float | None
    difference: float | None


@dataclass(frozen=True)
class CriterionAgreement:
    """Agreement of raters on one criterion.

    `categories` is None where the ratings are measurements; `weighted` (by squared differences) where they
    are labels without order too.
    """

    table: RaterTable
    alphas: Mapping[str, Alpha]
    categories: CategoryAgreement | None
    weighted: CategoryAgreement | None
    pairs: Sequence[RaterPair]
    replacement: JudgeReplacement | None = None

    @property
    def sentence(self) -> str:
        """What chance would give at these base rates, what people reach, and what that means."""
        found = self.categories
        if found is None:
            values = len(np.unique(self.table.values[~np.isnan(self.table.values)]))
            return f"{values} different values: measurements, no categories; kappa is not given"
        top = max(found.rates, key=lambda rate: rate.share)
        name = self.table.category(top.category)
        if len(found.rates) == 1:
            return f"all ratings are {name}: nothing can differ, agreement beyond chance is undefined"
        guess = (
            f"two raters who guess at these base rates say the same of {100 * found.chance:.0f} % of items, "
            f"people do of {100 * found.same.value:.0f} %"
        )
        if top.share < _SKEWED:
            return f"the most frequent rating is {name} ({100 * top.share:.0f} %): {guess}"
        low = found.fleiss.value < found.ac1.value - 0.1
        skewed = (
            f"; what is left beyond chance is little, so kappa ({found.fleiss.value:.2f}) is low although "
            f"they seldom differ, where AC1 ({found.ac1.value:.2f}) expects less of chance"
        )
        return f"{100 * top.share:.0f} % of ratings are {name}, so {guess}{skewed if low else ''}"

    def as_dict(self) -> dict[str, Any]:
        """The figures as their JSON object."""
        table = self.table
        row: dict[str, Any] = {
            "items": table.shared, "raters": len(table.raters),
            "ratings": int((~np.isnan(table.values)).sum()), "sentence": self.sentence,
            "alpha": {level: {"value": a.alpha, "ci": list(a.ci)} for level, a in self.alphas.items()},
        }  # fmt: skip
        if self.categories is not None:
            found = self.categories
            row |= {
                "same": _plain(found.same), "chance": found.chance, "cohen": _plain(found.cohen),
                "fleiss": _plain(found.fleiss), "ac1": _plain(found.ac1),
                "base_rates": [
                    {**asdict(rate), "category": table.category(rate.category)} for rate in found.rates
                ],
            }  # fmt: skip
        if self.weighted is not None:
            w = self.weighted
            row["quadratic"] = {
                "cohen": _plain(w.cohen), "fleiss": _plain(w.fleiss), "ac2": _plain(w.ac1)
            }  # fmt: skip
        if self.replacement is not None:
            row["replacement"] = self.replacement.as_dict()
        return {**row, "pairs": [asdict(pair) for pair in self.pairs]}

    def tables(self, most_pairs: int | None = None) -> Sequence[CriterionTable]:
        """Coefficients, base rates, pairs of raters: all, or those who agree least."""
        titles = ("May it take the place of a person?", "Judge against each person")
        tests = self.replacement.tables() if self.replacement else [ResultTable("", (), ())] * len(titles)
        tested = [CriterionTable(table, title) for table, title in zip(tests, titles, strict=True)]
        return self._coefficients(), self._base_rates(), self._pairs(most_pairs), *tested

    def _coefficients(self) -> CriterionTable:
        rows: list[tuple[object, ...]] = [
            (f"Krippendorff's alpha, {level}", Figure.of(a.alpha), Bounds.of(a.ci), _MEANING[level])
            for level, a in self.alphas.items()
        ]
        if found := self.categories:
            rows.append(("the same rating (share)", *_cells(found.same), "labels"))
        for part, reading, names in (
            (self.categories, "labels", (*_NAMES[:2], "Gwet's AC1")),
            (self.weighted, "an order", [f"{name}, quadratic" for name in _NAMES]),
        ):
            if part:
                values = part.cohen, part.fleiss, part.ac1
                rows += [(name, *_cells(one), reading) for name, one in zip(names, values, strict=True)]
        table = self.table
        title = f"Agreement of {len(table.raters)} raters on '{table.criterion}'"
        counted = f"{table.shared:,} items with two ratings or more; Cohen's kappa: mean of the pairs"
        told = "\n".join([counted, *self.sentence.split("; ")])
        columns = ("", "value", "95 % interval", "takes ratings as")
        return CriterionTable(ResultTable(title, columns, rows, told), "Agreement of raters")

    def _base_rates(self) -> CriterionTable:
        rates = self.categories.rates if self.categories else ()
        rows = [
            (self.table.category(r.category), r.ratings, Figure.of(100 * r.share, 1),
             Figure.of(100 * r.repeated, 1))
            for r in rates
        ]  # fmt: skip
        columns = ("rating", "times", "% of all", "% where another rater says it too")
        title = "Base rates"
        return CriterionTable(ResultTable(f"{title} of '{self.table.criterion}'", columns, rows), title)

    def _pairs(self, most: int | None) -> CriterionTable:
        pairs, told = self.pairs, ""
        if most is not None and len(pairs) > most:
            pairs = sorted(pairs, key=_agreeing)[:most]
            told = f"the {most} pairs that agree least; {len(self.pairs) - most:,} more are in --json"
        rows = [
            (p.a, p.b, p.n, Figure.of(p.same), Figure.of(p.kappa), Figure.of(p.weighted),
             Figure.of(p.difference, 2, sign=True))
            for p in pairs
        ]  # fmt: skip
        columns = ("rater", "other rater", "n", "same", "kappa", "kappa, quadratic", "mean difference")
        title = "Pairs of raters"
        return CriterionTable(ResultTable(f"{title} on '{self.table.criterion}'", columns, rows, told), title)


@dataclass(frozen=True, repr=False)
class RaterAgreement(Tabular):
    """Agreement of raters by criterion."""

    criteria: Mapping[str, CriterionAgreement]
    warnings: Sequence[str] = ()

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object."""
        return {"criteria": {name: one.as_dict() for name, one in self.criteria.items()}}

    def tables(self) -> Sequence[ResultTable]:
        """Coefficients with the sentence, base rates, pairs; of several criteria together."""
        return joined_tables({name: one.tables() for name, one in self.criteria.items()})

    def short_tables(self) -> Sequence[ResultTable]:
        """The tables with at most twenty pairs of raters of each criterion, those who agree least first."""
        return joined_tables({name: one.tables(MOST_PAIRS) for name, one in self.criteria.items()})


def rater_agreement(
    ratings: object,
    criterion: str | Sequence[str] = "all",
    *,
    raters: Sequence[str] | None = None,
    judges: Sequence[str] = (),
    epsilon: float | None = None,
    level: str | None = None,
    bootstrap: int = 1000,
    seed: int = 12345,
) -> RaterAgreement:
    """How far raters agree on a criterion, on several, or on all that two or more raters rated.

    `ratings` are the path of a file, `Rating` records (`read_ratings`), rows or a table (a frame, say) with
    `item`, `rater`, `value` and perhaps `criterion` and `system`, or segments with human scores
    `criterion@rater`. `level`
    names one reading of the scale for alpha (`nominal`, `ordinal`, `interval`, `ratio`); without it each that
    the ratings allow is given. `raters` names those to look at, where not all are meant.
    `judges` are raters who are no people: they are left out here, and `alt_test` asks whether they may take
    the place of one.
    """
    if level is not None and level not in LEVELS:
        raise InputError(f"unknown level '{level}', expected one of {', '.join(LEVELS)}")
    log = ReadLog()
    rows = list(ratings_of(ratings, log=log))
    if epsilon is not None and not judges:
        raise InputError("epsilon has no effect here: it goes with judges")
    people = _people(rows, raters, judges)
    tables = rater_tables(rows, criterion, people)
    found: dict[str, CriterionAgreement] = {}
    failed: dict[str, InputError] = {}
    for name, table in tables.items():
        try:
            agreed = _agreement(table, level, bootstrap, seed)
            tested = _tested(rows, name, people, judges, epsilon, bootstrap, seed) if judges else None
            found[name] = replace(agreed, replacement=tested)
        except InputError as error:
            # Of criteria that were only found, one that allows no figure must not stop the others.
            if criterion != "all":
                raise
            failed[name] = error
    if not found:
        raise next(iter(failed.values()))
    told = log.warnings()
    told += [f"'{name}' was left out: {error.message}" for name, error in failed.items()]
    told += [text for one in found.values() if not one.table.labels for text in _scales(one.table)]
    told += [text for one in found.values() if one.replacement for text in one.replacement.warnings]
    return RaterAgreement(found, told)


def _scales(table: RaterTable) -> list[str]:
    return differing_scales(dict(zip(table.raters, table.values, strict=True)), table.criterion)


def _people(
    rows: Sequence[Rating], raters: Sequence[str] | None, judges: Sequence[str]
) -> Sequence[str] | None:
    """Those who are meant, judges left out; None for all."""
    if not judges:
        return raters
    both = [name for name in judges if name in (raters or ())]
    if both:
        raise InputError(f"'{both[0]}' is named as a rater and as a judge, expected one of them")
    known = dict.fromkeys(name for table in rater_tables(rows).values() for name in table.raters)
    unknown = next((name for name in judges if name not in known), None)
    if unknown is not None:
        raise InputError(f"no rater is called '{unknown}' (found: {', '.join(known)})")
    return [name for name in (known if raters is None else raters) if name not in judges]


def _tested(
    rows: Sequence[Rating],
    criterion: str,
    people: Sequence[str] | None,
    judges: Sequence[str],
    epsilon: float | None,
    bootstrap: int,
    seed: int,
) -> JudgeReplacement:
    table = rater_tables(rows, [criterion], [*(people or ()), *judges])[criterion]
    asked = ReplacementSettings() if epsilon is None else ReplacementSettings(epsilon)
    return tested_raters(table, judges, replace(asked, bootstrap=bootstrap, seed=seed))


def _agreement(table: RaterTable, level: str | None, bootstrap: int, seed: int) -> CriterionAgreement:
    if len(table.raters) < 2:
        raise InputError(f"'{table.criterion}' was rated by {table.raters[0]} alone, two raters are needed")
    if not table.shared:
        raise InputError(f"no item was rated on '{table.criterion}' by two raters")
    values = np.unique(table.values[~np.isnan(table.values)])
    are_categories = bool(table.labels) or len(values) <= MOST_CATEGORIES
    categories = weighted = None
    if are_categories:
        categories = category_agreement(table.values, bootstrap=bootstrap, seed=seed)
        if not table.labels and len(values) > 2:
            weighted = category_agreement(table.values, "quadratic", bootstrap=bootstrap, seed=seed)
    alphas = {
        name: krippendorff_alpha(table.values, cast(Any, name), bootstrap=bootstrap, seed=seed)
        for name in _levels(table, level, are_categories)
    }
    pairs = [_pair(table, a, b, are_categories) for a, b in combinations(range(len(table.raters)), 2)]
    return CriterionAgreement(table, alphas, categories, weighted, [pair for pair in pairs if pair.n])


def _levels(table: RaterTable, level: str | None, are_categories: bool) -> Sequence[str]:
    if table.labels:
        if level not in {None, "nominal"}:
            raise InputError(f"'{table.criterion}' has labels without order, which allow no level '{level}'")
        return ("nominal",)
    if level is not None:
        return (level,)
    allowed = ["ordinal", "interval"]
    return [
        *(["nominal"] if are_categories else []), *allowed,
        *([] if np.nanmin(table.values) < 0 else ["ratio"]),
    ]  # fmt: skip


def _pair(table: RaterTable, a: int, b: int, are_categories: bool) -> RaterPair:
    x, y = table.values[a], table.values[b]
    both = ~(np.isnan(x) | np.isnan(y))
    x, y, names = x[both], y[both], (table.raters[a], table.raters[b])
    if not len(x):
        return RaterPair(*names, 0, None, None, None, None)
    ordered = not table.labels
    return RaterPair(
        *names,
        len(x),
        float((x == y).mean()) if are_categories else None,
        _defined(cohen_kappa(x, y)) if are_categories else None,
        _defined(cohen_kappa(x, y, "quadratic")) if are_categories and ordered else None,
        float((x - y).mean()) if ordered else None,
    )


def _agreeing(pair: RaterPair) -> tuple[bool, float, int]:
    """How much a pair agrees: by kappa, with weights where it has them; of measurements by the difference."""
    found = pair.kappa if pair.weighted is None else pair.weighted
    if pair.same is None:
        found = -abs(pair.difference or 0.0)
    return found is None, (pair.same or 0.0) if found is None else found, -pair.n


def _defined(value: float) -> float | None:
    return None if np.isnan(value) else value


def _cells(one: Coefficient) -> tuple[Figure, Bounds]:
    return Figure.of(one.value), Bounds.of(one.ci)


def _plain(one: Coefficient) -> dict[str, Any]:
    return {"value": one.value, "ci": list(one.ci)}
