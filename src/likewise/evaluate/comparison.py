"""Is one system better than another, or was it luck? Paired tests on the segments that both have."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from typing import Any

import numpy as np
import numpy.typing as npt

from likewise.draw import Bounds, Figure, ResultTable, Tabular
from likewise.errors import InputError
from likewise.judging import approximate_randomisation, paired_bootstrap
from likewise.metrics import Batch, Metric, resolve
from likewise.records import Segment

__all__ = ["Comparison", "Comparisons", "compare"]

Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Comparison:
    """Systems a and b under one metric: delta = a - b, p by paired bootstrap, p by randomisation."""

    a: str
    b: str
    metric: str
    delta: float
    p: float
    p_randomisation: float
    ci: tuple[float, float]
    n: int


@dataclass(frozen=True, slots=True, repr=False)
class Comparisons(Tabular):
    """All pairs of systems under all metrics."""

    pairs: tuple[Comparison, ...]
    samples: int
    seed: int

    def as_dict(self) -> dict[str, Any]:
        """The result as its JSON object."""
        pairs = [{**asdict(pair), "ci": list(pair.ci)} for pair in self.pairs]
        return {"pairs": pairs, "samples": self.samples, "seed": self.seed}

    def tables(self) -> Sequence[ResultTable]:
        """A row for each pair of systems and metric."""
        rows = [
            (c.a, c.b, c.metric, Figure.of(c.delta, 2, sign=True), Bounds.of(c.ci, 1),
             Figure.chance(c.p), Figure.chance(c.p_randomisation))
            for c in self.pairs
        ]  # fmt: skip
        columns = ("a", "b", "metric", "a - b", "95 % interval", "p (boot.)", "p (rand.)")
        n = self.pairs[0].n if self.pairs else 0
        caption = (
            f"{n} segments a system, {self.samples} samples, seed {self.seed}; small p: not by chance\n"
            "p by paired bootstrap and by approximate randomisation"
        )
        return [ResultTable("Systems compared", columns, rows, caption)]


def compare(
    segments: Iterable[Segment],
    metrics: Iterable[str | Metric] | str = ("bleu", "pinc"),
    *,
    settings: Mapping[str, Any] | None = None,
    samples: int = 1000,
    seed: int = 12345,
) -> Comparisons:
    """Test every pair of systems on every metric; segments pair up by their ids."""
    chosen = resolve(metrics, settings)
    groups = _by_system(segments)
    order = list(next(iter(groups.values())))
    if len(order) < 3:
        raise InputError(f"only {len(order)} segments a system, expected 3 or more to compare systems on")
    everything = [groups[system][identity] for system in groups for identity in order]
    batch, n = Batch(everything), len(order)
    pairs = []
    for metric in chosen:
        table = metric.statistics(batch).reshape(len(groups), n, -1)
        statistics = dict(zip(groups, table, strict=True))
        for a, b in combinations(groups, 2):
            pairs.append(_pair(a, b, metric, statistics[a], statistics[b], samples, seed))
    return Comparisons(tuple(pairs), samples, seed)


def _pair(
    a: str, b: str, metric: Metric, first: Floats, second: Floats, samples: int, seed: int
) -> Comparison:
    drawn = paired_bootstrap(first, second, metric.score_totals, samples, seed)
    shuffled = approximate_randomisation(first, second, metric.score_totals, samples, seed)
    assert drawn.ci is not None
    return Comparison(a, b, metric.name, drawn.delta, drawn.p, shuffled.p, drawn.ci, len(first))


def _by_system(segments: Iterable[Segment]) -> dict[str, dict[str, Segment]]:
    groups: dict[str, dict[str, Segment]] = {}
    for segment in segments:
        if segment.system is None:
            message = f"segment '{segment.id}' names no system, expected one to compare systems"
            raise InputError(message, field="system")
        group = groups.setdefault(segment.system, {})
        if segment.id in group:
            raise InputError(f"system '{segment.system}' has the id '{segment.id}' twice", field="id")
        group[segment.id] = segment
    if not groups:
        raise InputError("there is no segment to compare systems on")
    if len(groups) < 2:
        message = f"found only the system '{next(iter(groups))}', expected two or more to compare"
        raise InputError(message, field="system")
    _same_ids(groups)
    return groups


def _same_ids(groups: Mapping[str, Mapping[str, Segment]]) -> None:
    """Refuse systems that answered different segments: what could not be paired cannot be tested."""
    first = next(iter(groups))
    for system in groups:
        for lacking, having in ((system, first), (first, system)):
            missing = next((i for i in groups[having] if i not in groups[lacking]), None)
            if missing is not None and lacking != having:
                message = f"system '{lacking}' has no segment '{missing}', which '{having}' has"
                raise InputError(message + "; the systems must cover the same ids", field="id")
