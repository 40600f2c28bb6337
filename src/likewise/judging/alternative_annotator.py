"""May this judge take the place of a person? The alternative annotator test (Calderon, Reichart, Dror 2025).

Each person is left out in turn. Judge and person are held against those who are left: who is nearer to them,
item by item? Scores are the share of the others who say the same (labels) or minus the root mean square
difference from them (numbers). The judge holds where the person is not better by epsilon, which says what a
cheaper judge is worth.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import Floats, numbers, share, whole
from likewise.judging.correlation import Interval
from likewise.judging.multiple_tests import benjamini_yekutieli
from likewise.judging.reliability import percentile_interval

__all__ = ["AlternativeTest", "AnnotatorDuel", "alternative_annotator_test"]

FEWEST_ITEMS = 30
"""Below, the t test of the paper does not hold."""

_CLOSE = 1e-9


@dataclass(frozen=True, slots=True)
class AnnotatorDuel:
    """Judge against one person over the `n` items that this person and another one rated.

    `judge_advantage` is the share of items on which the judge is at least as near to the others (rho f),
    `human_advantage` that on which the person is (rho h); ties count for both. `p` is of the person not
    being better by epsilon, `p_adjusted` by Benjamini and Yekutieli; `won` says that the judge holds.
    """

    annotator: str
    n: int
    judge_advantage: float
    human_advantage: float
    p: float
    p_adjusted: float
    won: bool


@dataclass(frozen=True, slots=True)
class AlternativeTest:
    """All duels; `winning_rate` is the share that the judge won (omega), `advantage` the mean one (rho).

    `left_out` names those who rated too few items to be compared.
    """

    duels: tuple[AnnotatorDuel, ...]
    winning_rate: float
    advantage: float
    advantage_ci: Interval
    epsilon: float
    level: float
    left_out: tuple[str, ...]

    @property
    def passed(self) -> bool:
        """Whether the judge holds against half of the people or more."""
        return self.winning_rate >= 0.5


def alternative_annotator_test(
    ratings: Mapping[str, npt.ArrayLike],
    judge: npt.ArrayLike,
    *,
    labels: bool = False,
    epsilon: float = 0.15,
    level: float = 0.05,
    fewest: int = FEWEST_ITEMS,
    bootstrap: int = 1000,
    seed: int = 12345,
) -> AlternativeTest:
    """The test over ratings by annotator and a judge's verdicts on the same items; nan is "not rated".

    `labels` compares by equality, else by distance. `level` bounds the share of false wins (the paper's q).
    Annotators with fewer than `fewest` items are left out. The interval of `advantage` resamples items.
    """
    names, table, verdicts = _columns(ratings, judge)
    share(level)
    whole(fewest, "fewest", 2)
    if not 0 <= epsilon < 1:
        raise InputError(f"epsilon is {epsilon:g}, expected a number from 0 to 1")
    judge_nearer, human_nearer = _nearer(table, verdicts, labels)
    counts = (~np.isnan(judge_nearer)).sum(axis=1)
    kept = [row for row in range(len(names)) if counts[row] >= fewest]
    if not kept:
        most = int(counts.max())
        message = f"nobody rated {fewest} items with the judge and somebody else, the most are {most}"
        raise InputError(f"{message} (50 to 100 items are a good number)")
    p_values = [_p_value(human_nearer[row] - judge_nearer[row], epsilon) for row in kept]
    adjusted = benjamini_yekutieli(p_values)
    duels = tuple(
        AnnotatorDuel(
            names[row], int(counts[row]), float(np.nanmean(judge_nearer[row])),
            float(np.nanmean(human_nearer[row])), p, float(q), bool(q <= level),
        )
        for row, p, q in zip(kept, p_values, adjusted, strict=True)
    )  # fmt: skip
    return AlternativeTest(
        duels,
        float(np.mean([duel.won for duel in duels])),
        float(np.mean([duel.judge_advantage for duel in duels])),
        _advantage_interval(judge_nearer[kept], bootstrap, seed),
        epsilon,
        level,
        tuple(name for row, name in enumerate(names) if row not in kept),
    )


def _columns(
    ratings: Mapping[str, npt.ArrayLike], judge: npt.ArrayLike
) -> tuple[Sequence[str], Floats, Floats]:
    if len(ratings) < 2:
        raise InputError(f"{len(ratings)} annotator, at least 2 are needed (3 for a verdict)")
    verdicts = numbers(judge, "judge", missing=True)
    columns = [numbers(column, name, missing=True) for name, column in ratings.items()]
    if any(len(column) != len(verdicts) for column in columns):
        raise InputError(f"unequal numbers of items: the judge has {len(verdicts)}")
    return list(ratings), np.stack(columns), verdicts


def _nearer(table: Floats, verdicts: Floats, labels: bool) -> tuple[Floats, Floats]:
    """1 where the judge (the person) is at least as near to the others as the other is; nan: not compared."""
    judge_nearer, human_nearer = np.full_like(table, math.nan), np.full_like(table, math.nan)
    rated = ~np.isnan(table)
    for row, own in enumerate(table):
        others = np.delete(table, row, axis=0)
        items = rated[row] & np.delete(rated, row, axis=0).any(axis=0) & ~np.isnan(verdicts)
        if items.any():
            judge = _score(verdicts[items], others[:, items], labels)
            human = _score(own[items], others[:, items], labels)
            judge_nearer[row, items] = judge >= human - _CLOSE
            human_nearer[row, items] = human >= judge - _CLOSE
    return judge_nearer, human_nearer


def _score(values: Floats, others: Floats, labels: bool) -> Floats:
    """How near values are to those of the others: shares that are equal, or minus the root mean square."""
    count = (~np.isnan(others)).sum(axis=0)
    if labels:
        return np.asarray((others == values).sum(axis=0) / count, np.float64)
    return np.asarray(-np.sqrt(np.nansum((others - values) ** 2, axis=0) / count), np.float64)


def _p_value(differences: Floats, epsilon: float) -> float:
    """One-sided p of a mean difference of epsilon or more (t test)."""
    from scipy.special import stdtr

    values = differences[~np.isnan(differences)]
    n, mean, spread = len(values), float(values.mean()), float(values.std(ddof=1))
    if spread == 0.0:
        return 0.0 if mean < epsilon else 1.0
    return float(stdtr(n - 1, (mean - epsilon) / (spread / math.sqrt(n))))


def _advantage_interval(judge_nearer: Floats, bootstrap: int, seed: int) -> Interval:
    """Of the mean over people of the judge's advantage."""
    whole(bootstrap, "bootstrap", 0)
    compared = ~np.isnan(judge_nearer)
    wins = np.where(compared, judge_nearer, 0.0).T
    n, rng = len(wins), np.random.default_rng(seed)
    drawn = np.full(bootstrap, math.nan)
    for place in range(bootstrap):
        times = np.bincount(rng.integers(n, size=n), minlength=n)
        counts = times @ compared.T
        if counts.all():
            drawn[place] = (times @ wins / counts).mean()
    return percentile_interval(drawn, 0.95)
