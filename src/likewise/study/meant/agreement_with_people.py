"""How far scores order translations as people do, in four ways, with bootstrap intervals.

`segment`: Kendall's tau-b over all rows. `within`: the mean of tau-b among the systems of one segment.
`wmt`: pairs of systems of one segment that agree less those that do not, over all that people tell apart;
equal scores count as disagreement (Callison-Burch et al. 2012). `system`: tau-b of the systems' means.
Segments are resampled; for `system` the systems, with their means as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.stats import kendalltau

__all__ = ["AGREEMENTS", "human_agreement"]

Floats = npt.NDArray[np.float64]
AGREEMENTS = ("segment", "within", "wmt", "system")
LEAST_SYSTEMS = 5


def human_agreement(
    scores: Sequence[float], people: Sequence[float], segments: Sequence[str], systems: Sequence[str | None],
    *, bootstrap: int = 1000, seed: int = 12345,
) -> dict[str, dict[str, Any]]:  # fmt: skip
    """`{way: {"tau", "ci", "n"}}`, without those that the rows do not allow."""
    x, y = np.asarray(scores, np.float64), np.asarray(people, np.float64)
    groups = _groups(segments)
    found = {"segment": _interval(lambda rows: _tau(x[rows], y[rows]), len(x), bootstrap, seed)}
    several = [rows for rows in groups if len(rows) > 1 and len(np.unique(y[rows])) > 1]
    if len(several) > 1:
        taus = np.array([_tau(x[rows], y[rows]) for rows in several])
        counts = np.array([_pairs(x[rows], y[rows]) for rows in several])
        found["within"] = _interval(lambda rows: float(taus[rows].mean()), len(several), bootstrap, seed)
        found["wmt"] = _interval(lambda rows: _wmt(counts[rows].sum(axis=0)), len(several), bootstrap, seed)
    names = sorted({name for name in systems if name})
    own = [np.array([k for k, name in enumerate(systems) if name == one]) for one in names]
    if len(names) >= LEAST_SYSTEMS and min(map(len, own)) >= 10:
        means = np.array([(x[rows].mean(), y[rows].mean()) for rows in own])
        found["system"] = _interval(lambda r: _tau(means[r, 0], means[r, 1]), len(names), bootstrap, seed)
    return found


def _groups(names: Sequence[str]) -> list[npt.NDArray[np.int64]]:
    places: dict[str, list[int]] = {}
    for place, name in enumerate(names):
        places.setdefault(name, []).append(place)
    return [np.array(rows) for rows in places.values()]


def _tau(x: Floats, y: Floats) -> float:
    if len(np.unique(x)) < 2 or len(np.unique(y)) < 2:
        return 0.0
    return float(kendalltau(x, y).statistic)


def _pairs(x: Floats, y: Floats) -> tuple[int, int]:
    """Pairs that agree, and all that people tell apart."""
    one, two = np.triu_indices(len(x), 1)
    told = np.sign(y[one] - y[two])
    agree = np.sign(x[one] - x[two]) == told
    return int((agree & (told != 0)).sum()), int((told != 0).sum())


def _wmt(counts: Any) -> float:
    agree, told = counts
    return float((2 * agree - told) / told) if told else 0.0


def _interval(
    value: Callable[[npt.NDArray[np.int64]], float], n: int, bootstrap: int, seed: int
) -> dict[str, Any]:
    row: dict[str, Any] = {"tau": value(np.arange(n)), "n": n}
    if bootstrap:
        rng = np.random.default_rng(seed)
        drawn = [value(rng.integers(0, n, n)) for _ in range(bootstrap)]
        row["ci"] = [float(end) for end in np.quantile(drawn, (0.025, 0.975))]
    return row
