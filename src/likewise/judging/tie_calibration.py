"""Pairwise accuracy with ties, `acc_eq`, and the calibration of a metric's ties.

Deutsch, Foster and Freitag 2023 ("Ties Matter: Meta-Evaluating Modern Metrics with Pairwise Accuracy and Tie
Calibration"): a metric that never ties two outputs cannot tie where people do. So outputs whose scores differ
by no more than a threshold count as tied, the threshold being the best one. It is found on the same pairs, as
in the paper, and, as an honest figure, on one half of the items for the other half.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from likewise.errors import InputError
from likewise.judging._checks import Floats, Ints
from likewise.judging.candidate_pairs import gaps, grouped

__all__ = ["PairAccuracy", "accuracy_at", "pair_accuracy"]

_THRESHOLDS = 2000
_EVERY_PAIR = 1_000_000
"""With more pairs than this not every difference is tried as a threshold, but quantiles of them."""


@dataclass(frozen=True, slots=True)
class PairAccuracy:
    """Shares of pairs (0 to 1) that a metric orders or ties as people do, groups weighed alike."""

    calibrated: float
    """With the threshold that is best on these pairs."""
    threshold: float
    held_out: float | None
    """With thresholds found on the other half of the items; None where a half has no pair."""
    plain: float
    """Without calibration: a tie is an equal score."""
    ties: float
    """Share of pairs that people tie."""
    pairs: int
    groups: int

    @property
    def chance(self) -> float:
        """What a metric gets that knows nothing: by tying all pairs, or by tossing coins for all of them."""
        return max(self.ties, (1 - self.ties) / 2)


def pair_accuracy(
    metric: npt.ArrayLike,
    human: npt.ArrayLike,
    *,
    groups: Sequence[Hashable] | None = None,
    items: Sequence[Hashable] | None = None,
    seed: int = 12345,
) -> PairAccuracy:
    """Accuracy over the pairs of each group (all pairs without groups), with and without tie calibration.

    `items` are what is cut in halves for the held-out figure: the segments, where systems share them.
    """
    x, y, places = grouped(metric, human, groups)
    if items is not None and len(items) != len(x):
        raise InputError(f"{len(items)} names of {len(x)} items, expected a name for each")
    thresholds = _thresholds(x, places, seed)
    whole = _accuracies(x, y, places, thresholds)
    best = int(np.argmax(whole))
    ties = [_tied(y, own) for own in places]
    return PairAccuracy(
        calibrated=float(whole[best]),
        threshold=float(thresholds[best]),
        held_out=_held_out(x, y, places, thresholds, _halves(items or range(len(x)), seed)),
        plain=float(whole[0]),
        ties=float(np.mean(ties)),
        pairs=sum(len(own) * (len(own) - 1) // 2 for own in places),
        groups=len(places),
    )


def accuracy_at(
    metric: npt.ArrayLike,
    human: npt.ArrayLike,
    threshold: float,
    *,
    groups: Sequence[Hashable] | None = None,
) -> float:
    """Accuracy where scores that differ by no more than the threshold are ties."""
    x, y, places = grouped(metric, human, groups)
    return float(_accuracies(x, y, places, np.array([threshold]))[0])


def _thresholds(x: Floats, places: Sequence[Ints], seed: int) -> Floats:
    """0 and the differences that occur, upwards; quantiles of a sample of them where they are too many."""
    if sum(len(own) * (len(own) - 1) // 2 for own in places) <= _EVERY_PAIR:
        found = np.concatenate([np.abs(gap) for gap, _ in gaps(x, x, places)])
    else:
        rng = np.random.default_rng(seed)
        sizes = np.array([len(own) for own in places], np.float64)
        drawn = rng.choice(len(places), _EVERY_PAIR, p=sizes**2 / (sizes**2).sum())
        starts = np.concatenate([[0], np.cumsum(sizes).astype(np.int64)[:-1]])
        flat, ends = x[np.concatenate(places)], sizes[drawn]
        pair = (rng.random((2, _EVERY_PAIR)) * ends).astype(np.int64) + starts[drawn]
        found = np.quantile(np.abs(flat[pair[0]] - flat[pair[1]]), np.linspace(0, 1, _THRESHOLDS))
    return np.unique(np.append(found, 0.0))


def _accuracies(x: Floats, y: Floats, places: Sequence[Ints], thresholds: Floats) -> Floats:
    """The accuracy at each threshold: one sweep, a pair changes sides where the threshold reaches its gap."""
    changes, base = np.zeros(len(thresholds) + 1), 0.0
    for own in places:
        weight = 2.0 / (len(own) * (len(own) - 1))
        for gap, preferred in gaps(x, y, [own]):
            level = preferred == 0
            alike = gap * preferred > 0
            base += weight * float(alike.sum())
            change = weight * (level.astype(np.float64) - alike)
            steps = np.searchsorted(thresholds, np.abs(gap), side="left")
            changes += np.bincount(steps, weights=change, minlength=len(changes))
    accuracies: Floats = (base + np.cumsum(changes)[:-1]) / len(places)
    return accuracies


def _tied(y: Floats, own: Ints) -> float:
    """Share of a group's pairs that people tie."""
    _, counts = np.unique(y[own], return_counts=True)
    return float((counts * (counts - 1)).sum() / (len(own) * (len(own) - 1)))


def _halves(items: Sequence[Hashable], seed: int) -> npt.NDArray[np.bool_]:
    """For each place whether its item fell into the first half."""
    names = list(dict.fromkeys(items))
    order = np.random.default_rng(seed).permutation(len(names))
    first = {names[place] for place in order[: len(names) // 2]}
    return np.array([item in first for item in items])


def _held_out(
    x: Floats, y: Floats, places: Sequence[Ints], thresholds: Floats, first: npt.NDArray[np.bool_]
) -> float | None:
    """The mean over both halves of the accuracy at the threshold that is best for the other half."""
    curves = []
    for half in (first, ~first):
        inside = [own[half[own]] for own in places]
        pairs = [own for own in inside if len(own) > 1]
        if not pairs:
            return None
        curves.append(_accuracies(x, y, pairs, thresholds))
    one, other = curves
    return float((one[np.argmax(other)] + other[np.argmax(one)]) / 2)
