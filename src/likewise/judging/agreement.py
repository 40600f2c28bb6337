"""How far metrics agree about systems: Spearman, epsila, clusters of metrics (Packard 2012, section 5).

eps(mu, nu) is the error-rate reduction under mu, in percent, above which nu always sees an improvement too.
Any table of systems and metrics will do; each column has a perfect score of its own (100 in the paper).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.draw import Figure, ResultTable, Tabular, heatmap
from likewise.errors import InputError
from likewise.judging._checks import Floats, is_constant, numbers, same_length, varied
from likewise.judging.clustering import clusters
from likewise.judging.correlation import midranks, standardised

THRESHOLDS = (1.0, 3.0, 5.0, 10.0, 20.0)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Agreement(Tabular):
    """What a table of systems (rows) and metrics (columns) says about its metrics.

    `epsila[i, j]` is eps(metric i, metric j). `zscores` rise with quality in every column, whichever way
    the metric points. `medoid` is the metric that the others follow most closely, by mean Spearman.
    """

    names: tuple[str, ...]
    systems: tuple[str, ...]
    best: tuple[float, ...]
    lower_is_better: tuple[bool, ...]
    spearman: Floats
    mean_spearman: Floats
    medoid: str
    epsila: Floats
    zscores: Floats
    threshold: float
    clusters: list[list[str]]
    clusters_at: dict[float, list[list[str]]]

    def as_dict(self) -> dict[str, Any]:
        """The agreement as its JSON object."""

        def table(matrix: Floats) -> dict[str, dict[str, float]]:
            rows = zip(self.names, matrix.tolist(), strict=True)
            return {name: dict(zip(self.names, row, strict=True)) for name, row in rows}

        return {
            "systems": len(self.systems),
            "spearman": table(self.spearman),
            "epsila": table(self.epsila),
            "threshold": self.threshold,
            "clusters": self.clusters,
            "clusters_at": {f"{at:g}": groups for at, groups in self.clusters_at.items()},
            "mean_spearman": dict(zip(self.names, self.mean_spearman.tolist(), strict=True)),
            "most_followed": self.medoid,
            "best": dict(zip(self.names, self.best, strict=True)),
        }

    def tables(self) -> Sequence[ResultTable]:
        """Both matrices, and the clusters at each threshold."""
        followed = f"The metric that the others follow most closely (mean Spearman): {self.medoid}"
        perfect = ", ".join(f"{name} {value:g}" for name, value in zip(self.names, self.best, strict=True))
        at = dict(self.clusters_at) | {self.threshold: self.clusters}
        groups = [(f"{threshold:g} %", _braced(at[threshold])) for threshold in sorted(at)]
        told = f"At {self.threshold:g} %: {_braced(self.clusters)}\nPerfect scores taken as: {perfect}"
        return [
            self._matrix("Spearman", self.spearman, 3, followed),
            self._matrix("Epsila (%), row over column", self.epsila, 1),
            ResultTable("Clusters", ("below", "metrics"), groups, told),
        ]

    def _matrix(self, title: str, values: Floats, digits: int, caption: str = "") -> ResultTable:
        rows = [
            [name, *(Figure.of(float(value), digits) for value in row)]
            for name, row in zip(self.names, values, strict=True)
        ]
        return ResultTable(title, ("metric", *self.names), rows, caption)

    def drawings(self) -> str:
        """Both matrices as pictures."""
        spearman = heatmap(
            self.spearman.tolist(), self.names, self.names, title="Spearman", low=-1, high=1, diverging=True,
            standalone=True,
        )  # fmt: skip
        return spearman + heatmap(
            self.epsila.tolist(), self.names, self.names, title="Epsila (%)", decimals=1, standalone=True
        )


def _braced(groups: Sequence[Sequence[str]]) -> str:
    return " ".join("{" + ", ".join(group) + "}" for group in groups)


def agree(
    values: npt.ArrayLike,
    names: Sequence[str],
    systems: Sequence[str],
    thresholds: Sequence[float] = THRESHOLDS,
    threshold: float = 5.0,
    best: Sequence[float] | None = None,
) -> Agreement:
    """Everything about a table of systems x metrics; without `best`, see `perfect_scores`."""
    table = _table(values, names, systems)
    perfect = perfect_scores(table, names) if best is None else tuple(float(value) for value in best)
    signs = orientation(table, perfect, names)
    raised, tops = table * signs, np.array(perfect) * signs
    rho, eps = spearman_matrix(raised, names), epsila_matrix(raised, tops, names)
    means = mean_spearman(rho)
    return Agreement(
        names=tuple(names),
        systems=tuple(systems),
        best=perfect,
        lower_is_better=tuple(bool(sign < 0) for sign in signs),
        spearman=rho,
        mean_spearman=means,
        medoid=names[int(np.argmax(means))],
        epsila=eps,
        zscores=zscores(raised),
        threshold=float(threshold),
        clusters=clusters(eps, names, threshold),
        clusters_at={float(at): clusters(eps, names, at) for at in thresholds},
    )


def perfect_scores(values: npt.ArrayLike, names: Sequence[str]) -> tuple[float, ...]:
    """The perfect score of each metric, read off its range: 0 for a column without a positive value
    (minus the number of errors), 1 for one that never exceeds 1, else 100.

    A column that exceeds 100, or in which lower is better, needs its perfect score from the caller.
    """
    table = _columns(values, names)
    perfect = []
    for name, highest in zip(names, table.max(axis=0), strict=True):
        if highest > 100 + _slack(100.0):
            raise InputError(f"{name} has values above 100, its perfect score must be given")
        perfect.append(0.0 if highest <= 0 else 1.0 if highest <= 1 + _slack(1.0) else 100.0)
    return tuple(perfect)


def orientation(values: npt.ArrayLike, best: Sequence[float], names: Sequence[str]) -> Floats:
    """1 for a metric whose values lie below its perfect score, -1 where they lie above: lower is better."""
    table, perfect = _columns(values, names), numbers(best, "best")
    if len(perfect) != table.shape[1]:
        raise InputError(f"{len(perfect)} perfect scores for {table.shape[1]} metrics")
    signs = np.ones(len(perfect))
    for j, (name, column, top) in enumerate(zip(names, table.T, perfect, strict=True)):
        if column.max() > top + _slack(top):
            signs[j] = -1.0
            if column.min() < top - _slack(top):
                raise InputError(f"{name} has values on both sides of its perfect score {top:g}")
    return signs


def spearman_matrix(values: npt.ArrayLike, names: Sequence[str] | None = None) -> Floats:
    """Spearman of every pair of columns."""
    table = _columns(values, names)
    for name, column in zip(_named(names, table), table.T, strict=True):
        varied(column, name)
    ranks = np.stack([standardised(midranks(column)) for column in table.T])
    ranks /= np.sqrt((ranks**2).sum(axis=1, keepdims=True))
    rho: Floats = np.clip(ranks @ ranks.T, -1.0, 1.0)
    np.fill_diagonal(rho, 1.0)
    return rho


def mean_spearman(rho: Floats) -> Floats:
    """Mean correlation of each metric with the others; the highest is the one that all follow."""
    others = len(rho) - 1
    means: Floats = (rho.sum(axis=1) - np.diag(rho)) / others
    return means


def epsila(mu: npt.ArrayLike, nu: npt.ArrayLike, best_mu: float = 100.0) -> float:
    """Smallest e >= 0, in percent, such that nu(x) > nu(y) for all x, y with a reduction above e under mu.

    Higher is better in both. The error-rate reduction from y to x is (mu(x) - mu(y)) / (best - mu(y)); from
    a perfect y nothing can be reduced, so it is 0 there.
    """
    first, second = numbers(mu, "mu"), numbers(nu, "nu")
    same_length({"mu": first, "nu": second})
    # nu's own perfect score plays no part in the first row.
    tops = np.array([float(best_mu), second.max(initial=0.0)])
    return float(epsila_matrix(np.column_stack([first, second]), tops, ("mu", "nu"))[0, 1])


def epsila_matrix(values: npt.ArrayLike, best: npt.ArrayLike, names: Sequence[str] | None = None) -> Floats:
    """eps of every ordered pair of columns, all higher is better: row mu, column nu."""
    table, tops = _columns(values, names), numbers(best, "best")
    for name, highest, top in zip(_named(names, table), table.max(axis=0), tops, strict=True):
        if highest > top + _slack(top):
            raise InputError(f"{name} has values above its perfect score {top:g}")
    table = np.minimum(table, tops)
    room = tops - table
    eps = np.empty((table.shape[1], table.shape[1]))
    for j, nu in enumerate(table.T):
        # For each y the worst offender is the x of highest mu among those that nu ranks no higher than y.
        order = np.argsort(nu, kind="stable")
        last = np.searchsorted(nu[order], nu, side="right") - 1
        highest = np.maximum.accumulate(table[order], axis=0)[last]
        reduction = np.divide(highest - table, room, out=np.zeros_like(table), where=room > 0)
        eps[:, j] = 100.0 * reduction.max(axis=0)
    return eps


def zscores(values: npt.ArrayLike) -> Floats:
    """Each column to mean 0 and standard deviation 1 over the systems; a constant column to 0."""
    table = _columns(values, None)
    scores = np.zeros_like(table)
    for j, column in enumerate(table.T):
        if not is_constant(column):
            centred = standardised(column)
            scores[:, j] = centred / np.sqrt((centred**2).mean())
    return scores


def _slack(best: float) -> float:
    """Metrics overstep their perfect score by rounding."""
    return 1e-9 * max(1.0, abs(best))


def _named(names: Sequence[str] | None, table: Floats) -> Sequence[str]:
    return names if names is not None else [f"metric {j + 1}" for j in range(table.shape[1])]


def _columns(values: npt.ArrayLike, names: Sequence[str] | None) -> Floats:
    """A finite table of at least three systems and two metrics."""
    try:
        table = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError("expected a table of numbers, one row a system, one column a metric") from error
    if table.ndim != 2:
        raise InputError(f"expected a table of systems and metrics, got an array of shape {table.shape}")
    if table.shape[1] < 2:
        raise InputError("a single metric has nothing to agree with, at least 2 are needed")
    if names is not None and (len(names) != table.shape[1] or len(set(names)) < len(names)):
        raise InputError(f"expected {table.shape[1]} different names of metrics, got {len(names)}")
    if len(table) < 3:
        raise InputError(f"only {len(table)} systems, at least 3 are needed")
    for name, column in zip(_named(names, table), table.T, strict=True):
        numbers(column, name)
    return table


def _table(values: npt.ArrayLike, names: Sequence[str], systems: Sequence[str]) -> Floats:
    table = _columns(values, names)
    if len(systems) != len(table):
        raise InputError(f"{len(systems)} names of systems for {len(table)} rows")
    return table
