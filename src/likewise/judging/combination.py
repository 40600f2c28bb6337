"""One score out of BLEU and PINC, and how well it follows people (Chen and Dolan 2011, section 5.2, Table 4).

PINC x sigmoid(BLEU). The paper picks the logistic by an oracle; cross-validation stands beside it.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import (
    Floats,
    Ints,
    enough,
    is_constant,
    numbers,
    percent,
    same_length,
    varied,
    whole,
)
from likewise.judging.correlation import pearson, standardised

# The logistic is sought within these: a centre a little outside the scale still bends the curve on it.
CENTERS = (-50.0, 150.0)
SLOPES = (0.0, 5.0)
_GRID_CENTERS = np.linspace(0.0, 100.0, 21)
_GRID_SLOPES = np.concatenate([[0.0], np.geomspace(0.005, 2.0, 12)])


@dataclass(frozen=True, slots=True)
class Logistic:
    """sigmoid(slope * (BLEU - center)), slope >= 0."""

    center: float
    slope: float


@dataclass(frozen=True, slots=True)
class Fitted:
    """A logistic fitted on all items, and the Pearson of its product with PINC against people.

    `folds` is 0 for an oracle, which is judged on the ratings it was fitted on; otherwise the Pearson is
    that of held-out predictions.
    """

    logistic: Logistic
    pearson: float
    folds: int


def product(pinc: npt.ArrayLike, bleu: npt.ArrayLike, center: float, slope: float) -> Floats:
    """PINC * sigmoid(slope * (BLEU - center))."""
    b, p = _scores(bleu, pinc)
    return _product(p, b, center, slope)


def fit(bleu: npt.ArrayLike, pinc: npt.ArrayLike, human: npt.ArrayLike) -> Logistic:
    """The logistic whose product follows people best: a grid, then Nelder-Mead from its best point."""
    return _fit(*_rated(bleu, pinc, human))


def oracle(bleu: npt.ArrayLike, pinc: npt.ArrayLike, human: npt.ArrayLike) -> Fitted:
    """Fitted and judged on the same ratings, as in the paper: an upper bound, not an estimate."""
    b, p, h = _rated(bleu, pinc, human)
    logistic = _fit(b, p, h)
    return Fitted(logistic, pearson(_product(p, b, logistic.center, logistic.slope), h), 0)


def cross_validated(
    bleu: npt.ArrayLike,
    pinc: npt.ArrayLike,
    human: npt.ArrayLike,
    folds: int = 10,
    seed: int = 12345,
    groups: Sequence[Hashable] | npt.NDArray[np.generic] | None = None,
) -> Fitted:
    """Each fold predicted by a logistic fitted on the others; the Pearson is of the pooled predictions.

    Items of one group (one source sentence, say) always share a fold.
    """
    b, p, h = _rated(bleu, pinc, human)
    fold = assign_folds(range(len(b)) if groups is None else groups, folds, seed)
    if len(fold) != len(b):
        raise InputError(f"unequal numbers of items: human has {len(b)}, groups has {len(fold)}")
    predicted = np.empty_like(p)
    for k in range(folds):
        held = fold == k
        enough(int((~held).sum()))
        varied(h[~held], "human")
        logistic = _fit(b[~held], p[~held], h[~held])
        predicted[held] = _product(p[held], b[held], logistic.center, logistic.slope)
    return Fitted(_fit(b, p, h), pearson(predicted, h, names=("BLEU and PINC", "human")), folds)


def assign_folds(groups: Sequence[Hashable] | npt.NDArray[np.generic], folds: int, seed: int = 12345) -> Ints:
    """Fold of each item: groups in random order, each to the fold that holds fewest items so far."""
    whole(folds, "folds", 2)
    members: dict[Hashable, list[int]] = {}
    for item, group in enumerate(groups):
        members.setdefault(group, []).append(item)
    if len(members) < folds:
        raise InputError(f"{folds} folds need at least {folds} groups of items, there are {len(members)}")
    blocks = list(members.values())
    shuffled = np.random.default_rng(seed).permutation(len(blocks))
    fold = np.empty(sum(map(len, blocks)), dtype=np.int64)
    lightest = [(0, k) for k in range(folds)]
    # Large groups first: placed last they would leave the folds uneven, or one of them empty.
    for index in sorted(shuffled, key=lambda i: -len(blocks[i])):
        size, k = lightest[0]
        fold[blocks[index]] = k
        heapq.heapreplace(lightest, (size + len(blocks[index]), k))
    return fold


def _scores(bleu: npt.ArrayLike, pinc: npt.ArrayLike) -> tuple[Floats, Floats]:
    b, p = percent(bleu, "BLEU"), percent(pinc, "PINC")
    same_length({"BLEU": b, "PINC": p})
    return b, p


def _rated(bleu: npt.ArrayLike, pinc: npt.ArrayLike, human: npt.ArrayLike) -> tuple[Floats, Floats, Floats]:
    b, p = _scores(bleu, pinc)
    h = numbers(human, "human")
    enough(same_length({"BLEU": b, "PINC": p, "human": h}))
    varied(h, "human")
    if is_constant(b) or not p.any():
        varied(p, "PINC")
    return b, p, h


def _product(pinc: Floats, bleu: Floats, center: float, slope: float) -> Floats:
    from scipy.special import expit

    return np.asarray(pinc * expit(slope * (bleu - center)))


def _fit(bleu: Floats, pinc: Floats, human: Floats) -> Logistic:
    from scipy.optimize import minimize

    rating = standardised(human)
    rating /= np.sqrt(rating @ rating)

    def loss(parameters: Floats) -> float:
        values = _product(pinc, bleu, parameters[0], parameters[1])
        # A product that is the same for every item follows nobody: worse than any correlation.
        if is_constant(values):
            return 2.0
        values = standardised(values)
        return -float(values @ rating) / math.sqrt(float(values @ values))

    grid = np.array([(c, s) for s in _GRID_SLOPES for c in _GRID_CENTERS])
    start = grid[int(np.argmin([loss(point) for point in grid]))]
    simplex = start + np.array([[0.0, 0.0], [2.5, 0.0], [0.0, 0.1 * start[1] + 0.001]])
    solution = minimize(
        loss,
        start,
        method="Nelder-Mead",
        bounds=[CENTERS, SLOPES],
        options={"initial_simplex": simplex, "xatol": 1e-5, "fatol": 1e-10, "maxiter": 1000},
    )
    best = solution.x if solution.fun < loss(start) else start
    return Logistic(float(best[0]), float(best[1]))
