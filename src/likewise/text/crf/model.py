"""A linear-chain conditional random field over sparse binary features, fitted with L-BFGS.

Every feature looks at the label of its place. One whose name begins with `@` looks at the label before too,
so a comma or an opening clause can say that the label changes there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.text.crf import _kernels
from likewise.text.hashed_features import HashedNames, hashes_of, numbers_of

__all__ = ["CRF", "FeatureChain", "LabelChain", "Row"]

Row = Sequence[Sequence[str]]
"""One sequence: the names of the features at each place."""

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
Arrays = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True)
class CRF:
    """Weights over named features: of each label (`nodes`), and of each pair of labels (`edges`)."""

    names: Mapping[str, int]
    nodes: Floats
    edges: Floats

    @cached_property
    def pairs(self) -> Ints:
        """Of each feature its row among the weights of pairs, or -1; those with one come first."""
        rows = np.full(max(1, len(self.names)), -1, np.int64)
        rows[: len(self.edges)] = np.arange(min(len(self.edges), len(rows)))
        return rows

    def pruned(self, least: float) -> CRF:
        """Without the features that hardly say anything, in numbers of half the precision.

        Probabilities depend on differences only, so the first label weighs nothing.
        """
        nodes = self.nodes - self.nodes[:, :1]
        loud = np.abs(nodes).max(axis=1) >= least
        loud[: len(self.edges)] |= np.abs(self.edges).max(axis=(1, 2)) >= least
        kept = np.flatnonzero(loud[: len(self.names)])
        paired = kept[kept < len(self.edges)]
        old = list(self.names)
        edges = self.edges[paired] if len(paired) else np.zeros((1, *self.edges.shape[1:]))
        nodes = nodes[kept] if len(kept) else np.zeros((1, nodes.shape[1]))
        names = {old[number]: place for place, number in enumerate(kept)}
        return CRF(
            names, nodes.astype(np.float16).astype(np.float64), edges.astype(np.float16).astype(np.float64)
        )

    @staticmethod
    def fit(
        rows: Sequence[Row], labels: Sequence[Sequence[int]], size: int = 2, *,
        weights: Sequence[float] | None = None, l2: float = 1.0, edge_l2: float = 1.0, minimum: int = 1,
        steps: int = 120,
    ) -> CRF:  # fmt: skip
        """Fit to sequences of `size` labels; features seen fewer than `minimum` times are left out.

        `weights` say how much each sequence counts, also as a place where a feature was seen.
        """
        from scipy.optimize import minimize

        shares = np.ones(len(rows)) if weights is None else np.array(weights, np.float64)
        names = _vocabulary(rows, shares.tolist(), minimum)
        bounds = np.cumsum([0, *map(len, rows)])
        starts, feats = _packed([place for row in rows for place in row], names)
        gold = np.array([y for row in labels for y in row], np.int64)
        pairs = _pairs(names)
        count, paired = max(1, len(names)), max(1, int(pairs.max(initial=-1)) + 1)
        split = count * size

        def loss(theta: Floats) -> tuple[float, Floats]:
            nodes, edges = theta[:split].reshape(count, size), theta[split:].reshape(paired, size, size)
            slope = np.zeros_like(theta)
            slope_n, slope_e = slope[:split].reshape(nodes.shape), slope[split:].reshape(edges.shape)
            value = _kernels.likelihood(
                bounds, starts, feats, gold, shares, pairs, nodes, edges, slope_n, slope_e
            )
            slope[:split] -= l2 * theta[:split]
            slope[split:] -= edge_l2 * theta[split:]
            value -= 0.5 * (l2 * theta[:split] @ theta[:split] + edge_l2 * theta[split:] @ theta[split:])
            return -float(value), -slope

        zero = np.zeros(split + paired * size * size)
        options: dict[str, Any] = {"maxiter": steps, "maxcor": 8}
        search: Any = minimize
        theta = search(loss, zero, jac=True, method="L-BFGS-B", options=options).x
        return CRF(names, theta[:split].reshape(count, size), theta[split:].reshape(paired, size, size))

    def chain(self, row: Row) -> FeatureChain:
        """A sequence to ask several questions about."""
        return FeatureChain(self, *_packed(row, self.names))

    def marginals(self, row: Row) -> Floats:
        """Probability of each label at each place."""
        if not row:
            return np.zeros((0, self.nodes.shape[1]))
        chances: Floats = _kernels.marginals(*_packed(row, self.names), self.pairs, self.nodes, self.edges)
        return chances

    def best(self, row: Row, k: int = 1) -> list[tuple[tuple[int, ...], float]]:
        """The k most probable sequences of labels with their log probabilities."""
        return self.chain(row).best(k)

    def log_probabilities(self, row: Row, many: Sequence[Sequence[int]]) -> list[float]:
        """The log probability of each of several sequences of labels."""
        return self.chain(row).log_probabilities(many)

    def packed(self, place: str) -> Arrays:
        """Arrays for a file, under names that begin with the place; names of features as their hashes.

        Weights keep half their precision, which is all that a pruned model has.
        """
        return {
            f"{place}.names": hashes_of(self.names),
            f"{place}.nodes": self.nodes.astype(np.float16),
            f"{place}.edges": self.edges.astype(np.float16),
        }

    @staticmethod
    def unpacked(place: str, arrays: Mapping[str, npt.NDArray[Any]]) -> CRF:
        """The model that `packed` made arrays of."""
        nodes, edges = (arrays[f"{place}.{name}"].astype(np.float64) for name in ("nodes", "edges"))
        return CRF(HashedNames(arrays[f"{place}.names"]), nodes, edges)


@dataclass(frozen=True)
class FeatureChain:
    """One sequence as a model sees it: the numbers of its features are looked up once, which is slow."""

    model: CRF
    starts: Ints
    feats: Ints

    def best(self, k: int = 1) -> list[tuple[tuple[int, ...], float]]:
        """The k most probable sequences of labels with their log probabilities."""
        if len(self.starts) == 1:
            return [((), 0.0)]
        rows, values = _kernels.best_sequences(k, *self._arguments)
        pairs = zip(rows, values, strict=True)
        return [(tuple(map(int, row)), float(value)) for row, value in pairs if value > -np.inf]

    def log_probabilities(self, many: Sequence[Sequence[int]]) -> list[float]:
        """The log probability of each of several sequences of labels."""
        if len(self.starts) == 1:
            return [0.0] * len(many)
        logs = _kernels.log_probabilities(np.array(many, np.int64), *self._arguments)
        return [float(value) for value in logs]

    @property
    def _arguments(self) -> tuple[npt.NDArray[Any], ...]:
        return self.starts, self.feats, self.model.pairs, self.model.nodes, self.model.edges


@dataclass(frozen=True)
class LabelChain:
    """One sequence whose scores something else gives, such as a network, in place of weighed features.

    `fits[t, y]` is how well label y fits place t, `steps[x, y]` how well it follows label x.
    """

    fits: npt.NDArray[Any]
    steps: npt.NDArray[Any]

    @cached_property
    def _packed(self) -> tuple[npt.NDArray[Any], ...]:
        """As the kernels want it: every place has a feature of its own, and all share one of pairs."""
        count, size = self.fits.shape
        starts = np.arange(0, 2 * count + 1, 2)
        feats = np.stack([np.zeros(count, np.int64), np.arange(1, count + 1)], 1).ravel()
        pairs = np.full(count + 1, -1, np.int64)
        pairs[0] = 0
        nodes = np.concatenate([np.zeros((1, size)), self.fits]).astype(np.float64)
        return starts, feats, pairs, nodes, self.steps[None].astype(np.float64)

    def best(self, k: int) -> list[tuple[int, ...]]:
        """The k most probable sequences of labels."""
        if not len(self.fits):
            return [()]
        rows, values = _kernels.best_sequences(k, *self._packed)
        return [tuple(map(int, row)) for row, value in zip(rows, values, strict=True) if value > -np.inf]

    def log_probabilities(self, many: Sequence[Sequence[int]]) -> list[float]:
        """The log probability of each of several sequences of labels."""
        if not len(self.fits):
            return [0.0] * len(many)
        logs = _kernels.log_probabilities(np.array(many, np.int64), *self._packed)
        return [float(value) for value in logs]


def _vocabulary(rows: Sequence[Row], weights: Sequence[float], minimum: int) -> dict[str, int]:
    counts: dict[str, float] = {}
    for row, weight in zip(rows, weights, strict=True):
        for place in row:
            for name in place:
                counts[name] = counts.get(name, 0) + weight
    kept = [name for name, count in counts.items() if count >= minimum]
    kept.sort(key=lambda name: not name.startswith("@"))
    return {name: number for number, name in enumerate(kept)}


def _pairs(names: Mapping[str, int]) -> Ints:
    rows, count = np.full(max(1, len(names)), -1, np.int64), 0
    for name, number in names.items():
        if name.startswith("@"):
            rows[number] = count
            count += 1
    return rows


def _packed(places: Row, names: Mapping[str, int]) -> tuple[Ints, Ints]:
    """Features of all places as one array, and where each place begins in it."""
    starts, feats = [0], list[int]()
    for place in places:
        feats += numbers_of(place, names)
        starts.append(len(feats))
    return np.array(starts, np.int64), np.array(feats, np.int64)
