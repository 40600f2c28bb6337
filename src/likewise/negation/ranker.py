"""Ranking of candidate scopes with a log-linear model, alone or beside the taggers.

Alone it is the constituent ranker of Read et al. (2012), a conditional model in place of their SVM. Beside
the taggers it chooses among their answers and the tree's candidates by the sum of both log probabilities,
its own times `SHARE`. (Learnt mixtures did worse on the development story.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.negation.candidates import (
    Unit,
    labels_from,
    mask_of,
    own_bits,
    snapped,
    suggested,
    units_of,
)
from likewise.negation.cue_view import CueView
from likewise.negation.taggers import Labels, ScopeTagger
from likewise.text import HashedNames, hashes_of, numbers_of

__all__ = ["SHARE", "CandidatePool", "Ranker", "pool_of"]

Floats = npt.NDArray[np.float64]

SHARE = 0.5
"""How much the ranker counts beside the taggers; cross-validation hardly tells 0.1 from 0.8."""

_FLOOR = -25.0


@dataclass(frozen=True)
class CandidatePool:
    """Candidates of one cue with the names of their features; `priors` are log probabilities or zeros."""

    candidates: tuple[Labels, ...]
    names: tuple[tuple[str, ...], ...]
    priors: tuple[float, ...]


def pool_of(view: CueView, tagger: ScopeTagger | None = None) -> CandidatePool:
    """The tree's candidates, and with a tagger its own best answers beside them."""
    units = units_of(view)
    size, own = len(view.places), own_bits(view)
    masks = suggested(view, units)
    if tagger is None:
        priors = dict.fromkeys(masks, 0.0)
    else:
        best = tagger.answers(view, 6)
        masks += [snapped(mask_of(labels), units, own) for labels in list(best)[:4]]
        extra = [labels_from(mask, size) for mask in dict.fromkeys(masks)]
        answers = tagger.answers(view, 6, extra)
        top = max(answers.values())
        priors = {mask_of(labels): max(_FLOOR, value - top) for labels, value in answers.items()}
    names = tuple(_names(view, units, mask) for mask in priors)
    return CandidatePool(tuple(labels_from(mask, size) for mask in priors), names, tuple(priors.values()))


def _names(view: CueView, units: Sequence[Unit], mask: int) -> tuple[str, ...]:
    kind = view.kind
    names = [] if mask else ["empty", f"empty {kind}"]
    cut = 0
    for unit in units:
        part = mask & unit.bits
        state = "in" if part == unit.bits else "out" if not part else "cut"
        cut += state == "cut"
        side = f"{state} {'l' if unit.left else 'r'}"
        hang = f"{side} {unit.label}>{unit.meet}<{unit.toward}"
        names += [
            hang, f"{hang} {unit.joined}", f"{hang} {unit.below} {kind}", f"{side} {unit.start} {unit.below}",
            f"{side} {unit.label} {unit.below} {unit.joined}",
            f"{side} {unit.start} {unit.label}>{unit.meet}",
            f"{side} {unit.level} {unit.meet} {kind}",
        ]  # fmt: skip
    names += [f"cuts={min(cut, 3)}", *_edges(view, mask)]
    return tuple(names)


def _edges(view: CueView, mask: int) -> list[str]:
    """The words and tags at both ends of the scope, and how many pieces it has."""
    inside = [token for k, token in enumerate(view.places) if mask >> k & 1]
    if not inside:
        return []
    words, tags = view.lowered, view.sentence.tags
    first, last = inside[0], inside[-1]
    before = words[first - 1] if first else "<s>"
    after = words[last + 1] if last + 1 < len(words) else "</s>"
    gaps = sum(b != a << 1 for a, b in _steps(mask))
    return [
        f"first={words[first]}", f"ft={tags[first]}", f"before={before}", f"bt={before} {tags[first]}",
        f"last={tags[last]}", f"after={after}", f"lt={tags[last]} {after}", f"gaps={min(gaps, 4)}",
        f"left={first < view.anchor} {view.kind}", f"right={last > view.anchor} {view.kind}",
    ]  # fmt: skip


def _steps(mask: int) -> list[tuple[int, int]]:
    bits = [1 << k for k in range(mask.bit_length()) if mask >> k & 1]
    return list(pairwise(bits))


@dataclass(frozen=True)
class Ranker:
    """Weights of the features."""

    names: Mapping[str, int]
    weights: Floats

    @staticmethod
    def fit(
        pools: Sequence[CandidatePool],
        gold: Sequence[Labels],
        weights: Sequence[float] | None = None,
        l2: float = 4.0,
    ) -> Ranker:
        """Learn to put the right candidate first; a pool without it teaches nothing."""
        from scipy.optimize import minimize

        shares = weights if weights is not None else [1.0] * len(pools)
        both = zip(pools, gold, shares, strict=True)
        uses = [(pool, right, share) for pool, right, share in both if right in pool.candidates]
        known = _seen_twice([(pool, share) for pool, _, share in uses])
        if not uses or not known:
            return Ranker({}, np.zeros(0))
        ids, owner = _flat([row for pool, _, _ in uses for row in pool.names], known)
        group = np.repeat(np.arange(len(uses)), [len(pool.candidates) for pool, _, _ in uses])
        marks = [[c == labels for c in pool.candidates] for pool, labels, _ in uses]
        right = np.concatenate(marks).astype(np.float64)
        counts = np.array([share for _, _, share in uses])[group]

        def loss(w: Floats) -> tuple[float, Floats]:
            scores = np.bincount(owner, w[ids], len(group))
            tops = np.full(len(uses), -np.inf)
            np.maximum.at(tops, group, scores)
            lifted = np.exp(scores - tops[group])
            shares = lifted / np.bincount(group, lifted)[group]
            slope = np.bincount(ids, (counts * (shares - right))[owner], len(known))
            logs = np.log(np.maximum(shares[right > 0], 1e-300))
            return float(0.5 * l2 * (w @ w) - counts[right > 0] @ logs), slope + l2 * w

        search: Any = minimize
        least = search(loss, np.zeros(len(known)), jac=True, method="L-BFGS-B", options={"maxiter": 100})
        return Ranker(known, least.x.astype(np.float16).astype(np.float64))

    def scores(self, pool: CandidatePool) -> Floats:
        """What the features of each candidate weigh together."""
        ids, owner = _flat(pool.names, self.names)
        sums: Floats = np.bincount(owner, self.weights[ids], len(pool.names)).astype(np.float64)
        return sums

    def packed(self, place: str) -> dict[str, npt.NDArray[Any]]:
        """Arrays for a file, under names that begin with the place."""
        return {
            f"{place}.names": hashes_of(self.names),
            f"{place}.weights": self.weights.astype(np.float16),
        }

    @staticmethod
    def unpacked(place: str, arrays: Mapping[str, npt.NDArray[Any]]) -> Ranker:
        """The ranker that `packed` made arrays of."""
        return Ranker(HashedNames(arrays[f"{place}.names"]), arrays[f"{place}.weights"].astype(np.float64))

    def best(self, pool: CandidatePool) -> Labels:
        """The candidate with the highest score; of equals the one that came first."""
        return pool.candidates[int(np.argmax(np.array(pool.priors) + SHARE * self.scores(pool)))]


def _seen_twice(pools: Sequence[tuple[CandidatePool, float]]) -> dict[str, int]:
    """Numbers of the features that two pools have, or as many as count for two."""
    counts: dict[str, float] = {}
    for pool, share in pools:
        for name in dict.fromkeys(name for row in pool.names for name in row):
            counts[name] = counts.get(name, 0) + share
    kept = (name for name, count in counts.items() if count >= 2)
    return {name: number for number, name in enumerate(kept)}


def _flat(
    rows: Sequence[Sequence[str]], names: Mapping[str, int]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    ids, owner = list[int](), list[int]()
    for place, row in enumerate(rows):
        numbers = numbers_of(row, names)
        ids += numbers
        owner += [place] * len(numbers)
    return np.array(ids, np.int64), np.array(owner, np.int64)
